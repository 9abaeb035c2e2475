// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_CASABLANCA_H
#define TCP_CASABLANCA_H

#include "tcp-loss-differentiation.h"

#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

class Packet;
class TcpHeader;

/**
 * \ingroup wireless-tcp
 *
 * TCP-Casablanca [Biaz and Vaidya: "De-randomizing" congestion losses to improve TCP performance over wired-wireless networks,
 * IEEE/ACM Transactions on Networking 13(3), 2005]: one in MarkingPeriod segments is marked when it is sent for the first time, a
 * full router queue drops marked ones first (DropFirstQueueDisc), and the marks among the missing segments tell the cause of a loss.
 *
 * The receiver tells the cause by the holes that it sees, and notifies the sender. Here that is what it sees indeed, and the sender
 * knows it with the duplicate acknowledgements of the loss, as if they carried the notification: there is no TCP option for it.
 */
class TcpCasablanca : public TcpLossDifferentiation
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    TcpCasablanca();
    /**
     * \brief For the connections of a listening socket.
     * \param other the listening socket's
     */
    TcpCasablanca(const TcpCasablanca& other);
    ~TcpCasablanca() override;

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    void DoDispose() override;
    void Found(Ptr<TcpSocketBase> socket, Ptr<const TcpSocketState> tcb) override;
    void Sent(Ptr<const Packet> packet, const TcpHeader& header) override;
    Ptr<const LossDifferentiator> GetScheme() const override;
    bool NeedsArrivals() const override;
    Truth GetTruth(SequenceNumber32 left, SequenceNumber32 right) const override;

  private:
    struct Core;

    uint32_t m_markingPeriod;                  //!< one in so many segments is marked
    uint32_t m_segmentSize{0};                 //!< octets of a full segment
    std::unique_ptr<Core> m_marking;           //!< which ones; made with the first data
    std::optional<SequenceNumber32> m_highest; //!< the octet after the last one sent
};

} // namespace ns3

#endif // TCP_CASABLANCA_H
