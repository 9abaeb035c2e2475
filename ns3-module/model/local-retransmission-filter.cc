// SPDX-License-Identifier: GPL-2.0-only
#include "local-retransmission-filter.h"

#include "local-retransmission-tag.h"

#include "ns3/packet.h"
#include "ns3/queue-item.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LocalRetransmissionFilter);

TypeId
LocalRetransmissionFilter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LocalRetransmissionFilter")
                            .SetParent<PacketFilter>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<LocalRetransmissionFilter>();
    return tid;
}

bool
LocalRetransmissionFilter::CheckProtocol(Ptr<QueueDiscItem>) const
{
    return true;
}

int32_t
LocalRetransmissionFilter::DoClassify(Ptr<QueueDiscItem> item) const
{
    LocalRetransmissionTag tag;
    return item->GetPacket()->PeekPacketTag(tag) && tag.HasPriority() ? URGENT : ORDINARY;
}

} // namespace ns3
