// SPDX-License-Identifier: GPL-2.0-only
#ifndef ELN_SOCKET_H
#define ELN_SOCKET_H

#include "classic-reno-socket.h"

#include "ns3/address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * A classic Reno socket that understands Explicit Loss Notification [Balakrishnan et al., Transactions on Networking 97]: what
 * the wireless hop lost it sends again with its congestion window as it is. It is told so by the base station: by a negative
 * acknowledgement, which names what to send again now, or by the mark on the duplicate acknowledgements that follow. Both are a
 * TCP option, described in rust-core/src/eln.rs; a SnoopAgent makes them.
 *
 * What queue discs of its own node drop is congestion, too, although the base station cannot tell: it then halves its window.
 * Losses that nobody explains are congestion, and it answers to them as ClassicRenoSocket does. Timeouts are as ever. Until such a
 * recovery is over, notifications are acknowledgements like any other.
 *
 * Sockets come from ElnSocketFactory.
 */
class ElnSocket : public ClassicRenoSocket
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    ElnSocket();
    /**
     * \brief A socket for a connection that a listening socket accepts.
     * \param listening the listening socket
     */
    ElnSocket(const ElnSocket& listening);
    ~ElnSocket() override;

    /**
     * \param threshold marked duplicate acknowledgement on which the oldest segment is sent again; at least 1. An attribute of
     *        ElnSocketFactory: up to ns-3.44 TcpSocketBase hides those of its subclasses.
     */
    void SetRetransmitThreshold(uint32_t threshold);

    /// \return how many segments were sent again because of a notification
    uint64_t GetNotifiedRetransmissions() const;

  protected:
    Ptr<TcpSocketBase> Fork() override;
    void DoForwardUp(Ptr<Packet> packet, const Address& fromAddress, const Address& toAddress) override;

  private:
    struct Core;

    /**
     * \param header of a segment that arrived
     * \param size length of its payload
     * \return whether it is an acknowledgement that may carry a notification
     */
    bool IsBareAck(const TcpHeader& header, uint32_t size) const;

    /**
     * \brief Halve the window, once a round, if queue discs of this node dropped packets since the last notification. To the
     * base station such a drop looks like a loss on the hop; a host knows better.
     */
    void GiveWayToOwnDrops();

    /**
     * \brief Send data again.
     * \param left its first octet
     * \param right the octet after it
     */
    void Resend(SequenceNumber32 left, SequenceNumber32 right);

    uint32_t m_retransmitThreshold{3}; //!< marked duplicate acknowledgement on which the oldest segment is sent again
    std::unique_ptr<Core> m_core;      //!< decides; made with the first notification
    uint64_t m_resent{0};              //!< segments sent again because of a notification
    uint64_t m_drops{0};               //!< packets that queue discs of the node had dropped at the last notification
    std::optional<SequenceNumber32> m_gaveWay; //!< end of the data that was outstanding when the window was last halved
};

} // namespace ns3

#endif // ELN_SOCKET_H
