// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATCP_HELPER_H
#define ATCP_HELPER_H

#include "ns3/atcp-agent.h"
#include "ns3/net-device-container.h"
#include "ns3/wireless-agent-helper.h"

#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Puts ATCP layers on hosts that send TCP data. IcmpUnreachableHelper has the relays tell them of lost routes.
 */
class AtcpHelper : public WirelessAgentHelper
{
  public:
    AtcpHelper();

    /**
     * \brief Hook a device in place and put a layer on it.
     * \param device by which the host sends
     * \return the layer
     */
    Ptr<AtcpAgent> Install(Ptr<NetDevice> device) const;

    /**
     * \brief Hook devices in place and put a layer on each.
     * \param devices by which hosts send
     * \return the layers, in the order of the devices
     */
    std::vector<Ptr<AtcpAgent>> Install(NetDeviceContainer devices) const;
};

} // namespace ns3

#endif /* ATCP_HELPER_H */
