// SPDX-License-Identifier: GPL-2.0-only
#include "dsr-guard-helper.h"

namespace ns3
{

std::vector<Ptr<DsrGuard>>
DsrGuardHelper::Install(NodeContainer nodes) const
{
    std::vector<Ptr<DsrGuard>> guards;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        guards.push_back(DsrGuard::Install(*node));
    }
    return guards;
}

std::vector<Ptr<DsrGuard>>
DsrGuardHelper::Install(NetDeviceContainer devices) const
{
    NodeContainer nodes;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        nodes.Add((*device)->GetNode());
    }
    return Install(nodes);
}

} // namespace ns3
