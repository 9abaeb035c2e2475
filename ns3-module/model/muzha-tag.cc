// SPDX-License-Identifier: GPL-2.0-only
#include "muzha-tag.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MuzhaTag);

TypeId
MuzhaTag::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MuzhaTag").SetParent<Tag>().SetGroupName("WirelessTcp").AddConstructor<MuzhaTag>();
    return tid;
}

TypeId
MuzhaTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
MuzhaTag::GetSerializedSize() const
{
    return sizeof(path) + sizeof(echo);
}

void
MuzhaTag::Serialize(TagBuffer i) const
{
    i.WriteU8(path);
    i.WriteU8(echo);
}

void
MuzhaTag::Deserialize(TagBuffer i)
{
    path = i.ReadU8();
    echo = i.ReadU8();
}

void
MuzhaTag::Print(std::ostream& os) const
{
    os << "path " << +path << ", echo " << +echo;
}

} // namespace ns3
