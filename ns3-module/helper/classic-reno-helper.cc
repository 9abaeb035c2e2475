// SPDX-License-Identifier: GPL-2.0-only
#include "classic-reno-helper.h"

#include "ns3/classic-reno-socket-factory.h"
#include "ns3/node.h"

namespace ns3
{

void
ClassicRenoHelper::Install(Ptr<Node> node) const
{
    ClassicRenoSocketFactory::Install(node);
}

void
ClassicRenoHelper::Install(const NodeContainer& nodes) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        Install(*node);
    }
}

} // namespace ns3
