// SPDX-License-Identifier: GPL-2.0-only
#include "icmp-unreachable-helper.h"

namespace ns3
{

IcmpUnreachableHelper::IcmpUnreachableHelper()
{
    m_factory.SetTypeId("ns3::IcmpUnreachableSender");
}

void
IcmpUnreachableHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

std::vector<Ptr<IcmpUnreachableSender>>
IcmpUnreachableHelper::Install(NodeContainer relays) const
{
    std::vector<Ptr<IcmpUnreachableSender>> senders;
    for (auto relay = relays.Begin(); relay != relays.End(); ++relay)
    {
        senders.push_back(m_factory.Create<IcmpUnreachableSender>());
        senders.back()->Install(*relay);
    }
    return senders;
}

} // namespace ns3
