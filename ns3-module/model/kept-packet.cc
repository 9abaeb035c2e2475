// SPDX-License-Identifier: GPL-2.0-only
#include "kept-packet.h"

#include "dsr-datagram.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/node.h"
#include "ns3/packet.h"

#include <type_traits>

namespace ns3
{

namespace
{

/**
 * \param item an item whose header is still apart
 * \return a new item with a copy of the packet; null for an item that is neither IPv4 nor IPv6
 */
Ptr<QueueDiscItem>
CopyOf(Ptr<const QueueDiscItem> item)
{
    if (auto ipv4 = DynamicCast<const Ipv4QueueDiscItem>(item))
    {
        return Create<Ipv4QueueDiscItem>(item->GetPacket()->Copy(),
                                         item->GetAddress(),
                                         item->GetProtocol(),
                                         ipv4->GetHeader());
    }
    if (auto ipv6 = DynamicCast<const Ipv6QueueDiscItem>(item))
    {
        return Create<Ipv6QueueDiscItem>(item->GetPacket()->Copy(),
                                         item->GetAddress(),
                                         item->GetProtocol(),
                                         ipv6->GetHeader());
    }
    return nullptr;
}

/**
 * \tparam Item Ipv4QueueDiscItem or Ipv6QueueDiscItem
 * \tparam Header its header
 * \param datagram a whole datagram
 * \param pattern an item of that class
 * \return an item that sends the datagram to where the other goes
 */
template <typename Item, typename Header>
Ptr<QueueDiscItem>
WithHeaderApart(Ptr<Packet> datagram, const QueueDiscItem& pattern)
{
    Header header;
    datagram->RemoveHeader(header);
    if constexpr (std::is_same_v<Header, Ipv4Header>)
    {
        if (Node::ChecksumEnabled())
        {
            header.EnableChecksum();
        }
    }
    return Create<Item>(datagram, pattern.GetAddress(), pattern.GetProtocol(), header);
}

} // namespace

KeptPacket::KeptPacket(Ptr<const QueueDiscItem> item)
    : m_item(CopyOf(item))
{
}

KeptPacket::KeptPacket(const WirelessTrafficControl::Arrival& arrival)
    : m_arrival(arrival)
{
}

bool
KeptPacket::CanBeSent() const
{
    return bool(m_item);
}

Ptr<QueueDiscItem>
KeptPacket::CopyItem() const
{
    return m_item ? CopyOf(m_item) : nullptr;
}

Ptr<QueueDiscItem>
KeptPacket::ItemAlike(Ptr<Packet> datagram) const
{
    if (!m_item)
    {
        return nullptr;
    }
    if (DynamicCast<Ipv4QueueDiscItem>(m_item))
    {
        return WithHeaderApart<Ipv4QueueDiscItem, Ipv4Header>(datagram, *m_item);
    }
    return WithHeaderApart<Ipv6QueueDiscItem, Ipv6Header>(datagram, *m_item);
}

void
KeptPacket::NoteFirstSent(const Time& time)
{
    m_firstSent = time;
}

Time
KeptPacket::GetFirstSent() const
{
    return m_firstSent;
}

Ptr<const Packet>
KeptPacket::SegmentOf(Ptr<const QueueDiscItem> item)
{
    auto ipv4 = DynamicCast<const Ipv4QueueDiscItem>(item);
    const auto behindDsr = ipv4 ? DsrDatagram::Read(ipv4->GetHeader(), item->GetPacket()) : std::nullopt;
    return behindDsr ? behindDsr->segment : item->GetPacket();
}

const std::optional<WirelessTrafficControl::Arrival>&
KeptPacket::GetArrival() const
{
    return m_arrival;
}

} // namespace ns3
