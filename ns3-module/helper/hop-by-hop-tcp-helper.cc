// SPDX-License-Identifier: GPL-2.0-only
#include "hop-by-hop-tcp-helper.h"

namespace ns3
{

HopByHopTcpHelper::HopByHopTcpHelper()
    : WirelessAgentHelper("HopByHopTcpHelper", "ns3::OneHopTcpAgent")
{
}

Ptr<OneHopTcpAgent>
HopByHopTcpHelper::Install(Ptr<NetDevice> device) const
{
    return InstallOn<OneHopTcpAgent>(device);
}

std::vector<Ptr<OneHopTcpAgent>>
HopByHopTcpHelper::Install(const NetDeviceContainer& devices) const
{
    return InstallOnEach<OneHopTcpAgent>(devices);
}

} // namespace ns3
