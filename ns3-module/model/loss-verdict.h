// SPDX-License-Identifier: GPL-2.0-only
#ifndef LOSS_VERDICT_H
#define LOSS_VERDICT_H

#include "tcp-datagram.h"

#include "ns3/nstime.h"
#include "ns3/sequence-number.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief What a TcpLossDifferentiation said about a loss, what that rests on, and what it did.
 */
struct LossVerdict
{
    /// Everything but WIRELESS is acted on as congestion.
    enum class Judgement
    {
        WIRELESS,         ///< the wireless link spoilt it
        CONGESTION,       ///< a queue was full
        NOT_ASKED,        ///< slow start: always congestion, whatever the scheme would say
        NO_SAMPLE,        ///< nothing was measured yet that the scheme works with
        BELOW_RESOLUTION, ///< the path is too short for the clock it was measured with
        NO_TRUTH,         ///< the oracle was not told
    };

    TcpEnds ends;          //!< the sender of the data, and its receiver
    SequenceNumber32 head; //!< first octet of the lost segment
    uint32_t segments;     //!< neighbouring segments lost with it, itself included
    Judgement judgement;   //!< what the scheme said
    Time sample;           //!< the delay tested; this and the next four are negative where the scheme has no such number
    Time average;          //!< moving average of the delay
    Time deviation;        //!< moving mean deviation of the delay
    Time minimum;          //!< least delay
    Time threshold;        //!< delay at which the judgement changes
    uint32_t cwnd;         //!< congestion window when the loss was noticed (bytes)
    uint32_t ssthresh;     //!< slow start threshold from now on, and congestion window when recovery ends (bytes)

    /// \return whether the sender keeps its window
    bool IsWireless() const;
    /// \return "wireless", "congestion", "slow-start", "no-sample", "below-resolution" or "no-truth"
    std::string GetName() const;

    /**
     * TracedCallback signature for verdicts.
     *
     * \param verdict the verdict
     */
    typedef void (*TracedCallback)(const LossVerdict& verdict);
};

} // namespace ns3

#endif // LOSS_VERDICT_H
