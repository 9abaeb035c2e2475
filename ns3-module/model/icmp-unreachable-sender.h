// SPDX-License-Identifier: GPL-2.0-only
#ifndef ICMP_UNREACHABLE_SENDER_H
#define ICMP_UNREACHABLE_SENDER_H

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class Node;
class Packet;

/**
 * \ingroup wireless-tcp
 *
 * Tells the source of a TCP segment that a node could not forward it, by ICMP destination unreachable, host unreachable (RFC
 * 1812 section 4.3.3.1). ns-3's nodes drop what they have no route for without a word. DSR carries no ICMP; this object has
 * no effect on its nodes.
 *
 * Nothing is sent about fragments other than the first, about what came from or goes to a broadcast or multicast address, or
 * about what is no TCP, and so never about an ICMP error (RFC 1122 section 3.2.2); nor about the node's own segments.
 */
class IcmpUnreachableSender : public Object
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    IcmpUnreachableSender();
    ~IcmpUnreachableSender() override;

    /**
     * \brief Watch what a node drops.
     * \param node has an IPv4 stack, and no other IcmpUnreachableSender
     */
    void Install(Ptr<Node> node);

    /**
     * \return messages sent so far
     */
    uint64_t GetSent() const;

    /**
     * \return messages not sent so far since the last one was too recent
     */
    uint64_t GetSuppressed() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * \brief The node drops a datagram.
     * \param header its header
     * \param packet what is behind it
     * \param reason why
     * \param ipv4 the node's
     * \param interface where
     */
    void OnDrop(const Ipv4Header& header,
                Ptr<const Packet> packet,
                Ipv4L3Protocol::DropReason reason,
                Ptr<Ipv4> ipv4,
                uint32_t interface);

    /**
     * \param header of a datagram that cannot be forwarded
     * \return whether its source may be told
     */
    bool MayTell(const Ipv4Header& header) const;

    /**
     * \brief Send a message.
     * \param header of the datagram that it is about
     * \param packet what is behind it
     */
    void Send(const Ipv4Header& header, Ptr<const Packet> packet);

    Time m_minInterval;         //!< between two messages
    Ptr<Ipv4L3Protocol> m_ipv4; //!< of the node
    Time m_next;                //!< when the next message may be sent
    uint64_t m_sent{0};         //!< messages sent
    uint64_t m_suppressed{0};   //!< messages not sent
};

} // namespace ns3

#endif /* ICMP_UNREACHABLE_SENDER_H */
