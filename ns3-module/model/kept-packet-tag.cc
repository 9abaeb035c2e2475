// SPDX-License-Identifier: GPL-2.0-only
#include "kept-packet-tag.h"

#include "ns3/net-device.h"
#include "ns3/node.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(KeptPacketTag);

TypeId
KeptPacketTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::KeptPacketTag")
                            .SetParent<Tag>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<KeptPacketTag>();
    return tid;
}

KeptPacketTag::KeptPacketTag(Ptr<const NetDevice> device, uint64_t id)
    : m_node(device->GetNode()->GetId()),
      m_device(device->GetIfIndex()),
      m_id(id)
{
}

TypeId
KeptPacketTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
KeptPacketTag::GetSerializedSize() const
{
    return 4 + 4 + 8;
}

void
KeptPacketTag::Serialize(TagBuffer i) const
{
    i.WriteU32(m_node);
    i.WriteU32(m_device);
    i.WriteU64(m_id);
}

void
KeptPacketTag::Deserialize(TagBuffer i)
{
    m_node = i.ReadU32();
    m_device = i.ReadU32();
    m_id = i.ReadU64();
}

void
KeptPacketTag::Print(std::ostream& os) const
{
    os << "node=" << m_node << " device=" << m_device << " id=" << m_id;
}

bool
KeptPacketTag::IsOf(Ptr<const NetDevice> device) const
{
    return device->GetNode()->GetId() == m_node && device->GetIfIndex() == m_device;
}

uint64_t
KeptPacketTag::GetId() const
{
    return m_id;
}

} // namespace ns3
