// SPDX-License-Identifier: GPL-2.0-only
#include "flow-statistics-tag.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FlowStatisticsTag);

TypeId
FlowStatisticsTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FlowStatisticsTag")
                            .SetParent<Tag>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<FlowStatisticsTag>();
    return tid;
}

FlowStatisticsTag::FlowStatisticsTag(uint32_t owner, uint32_t flow, uint64_t id)
    : m_owner(owner),
      m_flow(flow),
      m_id(id)
{
}

std::optional<FlowStatisticsTag>
FlowStatisticsTag::Find(Ptr<const Packet> packet, uint32_t owner)
{
    std::optional<FlowStatisticsTag> latest;
    for (ByteTagIterator tags = packet->GetByteTagIterator(); tags.HasNext();)
    {
        const ByteTagIterator::Item item = tags.Next();
        if (item.GetTypeId() != GetTypeId())
        {
            continue;
        }
        FlowStatisticsTag tag;
        item.GetTag(tag);
        if (tag.m_owner == owner && (!latest || latest->m_id < tag.m_id))
        {
            latest = tag;
        }
    }
    return latest;
}

TypeId
FlowStatisticsTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
FlowStatisticsTag::GetSerializedSize() const
{
    return 4 + 4 + 8;
}

void
FlowStatisticsTag::Serialize(TagBuffer i) const
{
    i.WriteU32(m_owner);
    i.WriteU32(m_flow);
    i.WriteU64(m_id);
}

void
FlowStatisticsTag::Deserialize(TagBuffer i)
{
    m_owner = i.ReadU32();
    m_flow = i.ReadU32();
    m_id = i.ReadU64();
}

void
FlowStatisticsTag::Print(std::ostream& os) const
{
    os << "owner=" << m_owner << " flow=" << m_flow << " id=" << m_id;
}

uint32_t
FlowStatisticsTag::GetFlow() const
{
    return m_flow;
}

uint64_t
FlowStatisticsTag::GetId() const
{
    return m_id;
}

} // namespace ns3
