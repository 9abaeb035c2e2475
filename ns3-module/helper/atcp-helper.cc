// SPDX-License-Identifier: GPL-2.0-only
#include "atcp-helper.h"

namespace ns3
{

AtcpHelper::AtcpHelper()
    : WirelessAgentHelper("AtcpHelper", "ns3::AtcpAgent")
{
}

Ptr<AtcpAgent>
AtcpHelper::Install(Ptr<NetDevice> device) const
{
    return InstallOn<AtcpAgent>(device);
}

std::vector<Ptr<AtcpAgent>>
AtcpHelper::Install(NetDeviceContainer devices) const
{
    return InstallOnEach<AtcpAgent>(devices);
}

} // namespace ns3
