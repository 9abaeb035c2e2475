// SPDX-License-Identifier: GPL-2.0-only
#include "local-retransmission-tag.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LocalRetransmissionTag);

TypeId
LocalRetransmissionTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LocalRetransmissionTag")
                            .SetParent<Tag>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<LocalRetransmissionTag>();
    return tid;
}

LocalRetransmissionTag::LocalRetransmissionTag(bool priority)
    : m_priority(priority)
{
}

TypeId
LocalRetransmissionTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
LocalRetransmissionTag::GetSerializedSize() const
{
    return 1;
}

void
LocalRetransmissionTag::Serialize(TagBuffer i) const
{
    i.WriteU8(m_priority ? 1 : 0);
}

void
LocalRetransmissionTag::Deserialize(TagBuffer i)
{
    m_priority = i.ReadU8() != 0;
}

void
LocalRetransmissionTag::Print(std::ostream& os) const
{
    os << "priority=" << m_priority;
}

bool
LocalRetransmissionTag::HasPriority() const
{
    return m_priority;
}

} // namespace ns3
