// SPDX-License-Identifier: GPL-2.0-only
#include "drop-first-tag.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DropFirstTag);

TypeId
DropFirstTag::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DropFirstTag").SetParent<Tag>().SetGroupName("WirelessTcp").AddConstructor<DropFirstTag>();
    return tid;
}

TypeId
DropFirstTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
DropFirstTag::GetSerializedSize() const
{
    return 0;
}

void
DropFirstTag::Serialize(TagBuffer) const
{
}

void
DropFirstTag::Deserialize(TagBuffer)
{
}

void
DropFirstTag::Print(std::ostream& os) const
{
    os << "drop first";
}

} // namespace ns3
