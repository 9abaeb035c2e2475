// SPDX-License-Identifier: GPL-2.0-only
#include "handoff-header.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HandoffHeader);

HandoffHeader::HandoffHeader(Type type, Ipv4Address mobile, Ipv4Address baseStation)
    : m_type(type),
      m_mobile(mobile),
      m_baseStation(baseStation)
{
}

TypeId
HandoffHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HandoffHeader")
                            .SetParent<Header>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<HandoffHeader>();
    return tid;
}

TypeId
HandoffHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
HandoffHeader::GetSerializedSize() const
{
    return SIZE;
}

void
HandoffHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteU8(m_type);
    start.WriteHtonU32(m_mobile.Get());
    start.WriteHtonU32(m_baseStation.Get());
}

uint32_t
HandoffHeader::Deserialize(Buffer::Iterator start)
{
    m_type = static_cast<Type>(start.ReadU8());
    m_mobile.Set(start.ReadNtohU32());
    m_baseStation.Set(start.ReadNtohU32());
    return SIZE;
}

void
HandoffHeader::Print(std::ostream& os) const
{
    os << "type " << +m_type << " mobile " << m_mobile << " base station " << m_baseStation;
}

HandoffHeader::Type
HandoffHeader::GetType() const
{
    return m_type;
}

Ipv4Address
HandoffHeader::GetMobile() const
{
    return m_mobile;
}

Ipv4Address
HandoffHeader::GetBaseStation() const
{
    return m_baseStation;
}

} // namespace ns3
