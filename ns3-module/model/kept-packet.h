// SPDX-License-Identifier: GPL-2.0-only
#ifndef KEPT_PACKET_H
#define KEPT_PACKET_H

#include "wireless-traffic-control.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/queue-item.h"

#include <optional>

namespace ns3
{

class Packet;

/**
 * \ingroup wireless-tcp
 *
 * A packet that the host keeps for a core: a copy of one that leaves, or one that arrived. It is never sent itself, since an
 * item is spent once its header was added on the way into the device. Private to the module.
 */
class KeptPacket
{
  public:
    /**
     * \param item leaves by the device; its header is still apart
     */
    explicit KeptPacket(Ptr<const QueueDiscItem> item);

    /**
     * \param arrival arrived by the device
     */
    explicit KeptPacket(const WirelessTrafficControl::Arrival& arrival);

    /**
     * \return whether the packet can be sent: one that leaves, IPv4 or IPv6
     */
    bool CanBeSent() const;

    /**
     * \return a copy to send; null for one that arrived
     */
    Ptr<QueueDiscItem> CopyItem() const;

    /**
     * \param datagram a whole datagram
     * \return an item that sends it to the link-layer address that this packet goes to; null for one that arrived
     */
    Ptr<QueueDiscItem> ItemAlike(Ptr<Packet> datagram) const;

    /**
     * \param time when it was sent for the first time
     */
    void NoteFirstSent(const Time& time);

    /**
     * \return when it was sent for the first time
     */
    Time GetFirstSent() const;

    /**
     * \param item an item whose header is still apart
     * \return its TCP segment, without IP header; what is behind the IP header if there is none
     */
    static Ptr<const Packet> SegmentOf(Ptr<const QueueDiscItem> item);

    /**
     * \return the arrival; nothing for a packet that leaves
     */
    const std::optional<WirelessTrafficControl::Arrival>& GetArrival() const;

  private:
    Ptr<QueueDiscItem> m_item;                                //!< a packet that leaves; null for one that arrived
    std::optional<WirelessTrafficControl::Arrival> m_arrival; //!< a packet that arrived
    Time m_firstSent;                                         //!< when it was sent for the first time
};

} // namespace ns3

#endif /* KEPT_PACKET_H */
