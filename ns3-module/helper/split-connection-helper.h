// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPLIT_CONNECTION_HELPER_H
#define SPLIT_CONNECTION_HELPER_H

#include "ns3/net-device-container.h"
#include "ns3/split-connection-agent.h"
#include "ns3/wireless-agent-helper.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Puts proxies that split TCP connections on devices. On a chain of wireless nodes with one device each:
 * `SplitConnectionHelper().InstallEvery(devices, 3)`; at a base station, on its wireless device.
 */
class SplitConnectionHelper : public WirelessAgentHelper
{
  public:
    SplitConnectionHelper();

    /**
     * \param device of a node without DSR; has no agent yet
     * \return its agent
     */
    Ptr<SplitConnectionAgent> Install(Ptr<NetDevice> device) const;

    /**
     * \param devices each on a node without DSR and without an agent yet
     * \return their agents
     */
    std::vector<Ptr<SplitConnectionAgent>> Install(NetDeviceContainer devices) const;

    /**
     * \brief Install proxies on every so many nodes of a chain, ends excluded.
     * \param devices of the chain in order, one for each node, both ends included
     * \param spacing hops from one proxy to the next, at least 1; 3 puts them on the nodes 3, 6, 9 ...
     * \return the agents in order
     */
    std::vector<Ptr<SplitConnectionAgent>> InstallEvery(NetDeviceContainer devices, uint32_t spacing) const;
};

} // namespace ns3

#endif /* SPLIT_CONNECTION_HELPER_H */
