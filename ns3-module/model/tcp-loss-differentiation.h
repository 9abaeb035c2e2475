// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_LOSS_DIFFERENTIATION_H
#define TCP_LOSS_DIFFERENTIATION_H

#include "loss-verdict.h"
#include "tcp-sampled-reno.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

class LossDifferentiator;
class LossLedger;
class Packet;
class TcpArrivals;
class TcpHeader;
class TcpSocketBase;

/**
 * \ingroup wireless-tcp
 *
 * NewReno that asks a LossDifferentiator why a segment was lost, as [Lim06 3.2, figure 4] has it: in congestion avoidance, on
 * three duplicate acknowledgements, a wireless loss leaves the congestion window as it is, also when recovery ends. In slow
 * start such a loss always counts as congestion, and a timeout is answered as TcpNewReno answers it.
 */
class TcpLossDifferentiation : public TcpSampledReno
{
  public:
    /// What a sender may be told of the cause of a loss, beside what it measures.
    enum class Truth
    {
        UNKNOWN,    ///< nothing
        CONGESTION, ///< a queue was full
        WIRELESS,   ///< the wireless link spoilt it
    };

    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    TcpLossDifferentiation();
    /**
     * \brief For the connections of a listening socket.
     * \param other the listening socket's
     */
    TcpLossDifferentiation(const TcpLossDifferentiation& other);
    ~TcpLossDifferentiation() override;

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    void DoDispose() override;
    void Found(Ptr<TcpSocketBase> socket, Ptr<const TcpSocketState> tcb) override;
    void Sent(Ptr<const Packet> packet, const TcpHeader& header) override;
    void Received(const TcpHeader& header, uint32_t size, Time roundTrip) override;
    uint32_t OnDuplicates(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void OnRecovered() override;

    /// \return the scheme to ask; Lim's where none is set
    virtual Ptr<const LossDifferentiator> GetScheme() const;
    /// \return whether it needs to know when segments arrive at their receiver; here, whether its scheme does
    virtual bool NeedsArrivals() const;
    /**
     * \param left first octet that was lost
     * \param right octet after the last one that was lost with it
     * \return what the sender is told of the cause; here, what the ledger of its node knows
     */
    virtual Truth GetTruth(SequenceNumber32 left, SequenceNumber32 right) const;
    /// \return the scheme that is set, null if none is
    Ptr<const LossDifferentiator> GetDifferentiator() const;

  private:
    struct Core;

    Ptr<LossDifferentiator> m_differentiator;   //!< the scheme that is set
    std::unique_ptr<Core> m_core;               //!< decides; made with the first data
    Ptr<LossLedger> m_ledger;                   //!< knows the truth; may be null
    Ptr<TcpArrivals> m_arrivals;                //!< what the receiver sees, if the scheme needs it
    std::optional<SequenceNumber32> m_reported; //!< where the lowest block of the last acknowledgement starts
    bool m_told{false};                         //!< whether the verdict of this recovery was told

    TracedCallback<const LossVerdict&> m_verdict; //!< a loss was judged
};

} // namespace ns3

#endif // TCP_LOSS_DIFFERENTIATION_H
