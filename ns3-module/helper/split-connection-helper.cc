// SPDX-License-Identifier: GPL-2.0-only
#include "split-connection-helper.h"

#include "ns3/abort.h"

namespace ns3
{

SplitConnectionHelper::SplitConnectionHelper()
    : WirelessAgentHelper("SplitConnectionHelper", "ns3::SplitConnectionAgent")
{
}

Ptr<SplitConnectionAgent>
SplitConnectionHelper::Install(Ptr<NetDevice> device) const
{
    return InstallOn<SplitConnectionAgent>(device);
}

std::vector<Ptr<SplitConnectionAgent>>
SplitConnectionHelper::Install(NetDeviceContainer devices) const
{
    return InstallOnEach<SplitConnectionAgent>(devices);
}

std::vector<Ptr<SplitConnectionAgent>>
SplitConnectionHelper::InstallEvery(NetDeviceContainer devices, uint32_t spacing) const
{
    NS_ABORT_MSG_IF(spacing == 0, "SplitConnectionHelper::InstallEvery: the spacing must be at least 1 hop");
    std::vector<Ptr<SplitConnectionAgent>> agents;
    for (uint64_t i = spacing; i + 1 < devices.GetN(); i += spacing)
    {
        agents.push_back(Install(devices.Get(i)));
    }
    return agents;
}

} // namespace ns3
