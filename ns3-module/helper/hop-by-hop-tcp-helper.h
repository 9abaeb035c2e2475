// SPDX-License-Identifier: GPL-2.0-only
#ifndef HOP_BY_HOP_TCP_HELPER_H
#define HOP_BY_HOP_TCP_HELPER_H

#include "wireless-agent-helper.h"

#include "ns3/one-hop-tcp-agent.h"

#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Puts one-hop TCP on devices of an ad hoc network: on all of them for Hop-by-Hop TCP; nodes without it are served as plain
 * neighbours. The end-to-end part is the congestion control TcpHopByHop, which is chosen like any other.
 */
class HopByHopTcpHelper : public WirelessAgentHelper
{
  public:
    /// Agents with the defaults of OneHopTcpAgent's attributes.
    HopByHopTcpHelper();

    /**
     * \brief Hook a device in place and put an agent on it.
     * \param device a device
     * \return the agent
     */
    Ptr<OneHopTcpAgent> Install(Ptr<NetDevice> device) const;

    /**
     * \brief Hook devices in place and put an agent on each.
     * \param devices the devices
     * \return the agents, in the order of the devices
     */
    std::vector<Ptr<OneHopTcpAgent>> Install(const NetDeviceContainer& devices) const;
};

} // namespace ns3

#endif /* HOP_BY_HOP_TCP_HELPER_H */
