// SPDX-License-Identifier: GPL-2.0-only
#include "atcp-helper.h"

#include "ns3/abort.h"
#include "ns3/wireless-traffic-control.h"

namespace ns3
{

AtcpHelper::AtcpHelper()
{
    m_factory.SetTypeId("ns3::AtcpAgent");
}

void
AtcpHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    TypeId::AttributeInformation info;
    NS_ABORT_MSG_UNLESS(m_factory.GetTypeId().LookupAttributeByName(name, &info),
                        "AtcpHelper: ns3::AtcpAgent has no attribute " << name);
    NS_ABORT_MSG_UNLESS(info.checker->CreateValidValue(value),
                        "AtcpHelper: ns3::AtcpAgent::" << name << " does not take "
                                                       << value.SerializeToString(info.checker) << "; " << info.help);
    m_factory.Set(name, value);
}

Ptr<AtcpAgent>
AtcpHelper::Install(Ptr<NetDevice> device) const
{
    Ptr<AtcpAgent> agent = m_factory.Create<AtcpAgent>();
    WirelessTrafficControl::Install(device)->SetAgent(agent);
    return agent;
}

std::vector<Ptr<AtcpAgent>>
AtcpHelper::Install(NetDeviceContainer devices) const
{
    std::vector<Ptr<AtcpAgent>> agents;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        agents.push_back(Install(*device));
    }
    return agents;
}

} // namespace ns3
