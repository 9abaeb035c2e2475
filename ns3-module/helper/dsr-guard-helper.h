// SPDX-License-Identifier: GPL-2.0-only
#ifndef DSR_GUARD_HELPER_H
#define DSR_GUARD_HELPER_H

#include "ns3/dsr-guard.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"

#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Lets ns-3's DSR carry bursts, and so TCP with delayed acknowledgements: puts a DsrGuard on nodes that run DSR, before or
 * after DSR and addresses are installed.
 */
class DsrGuardHelper
{
  public:
    /**
     * \param nodes nodes that run DSR by the start of the simulation
     * \return the guards, in the order of the nodes; a node that has one keeps it
     */
    std::vector<Ptr<DsrGuard>> Install(NodeContainer nodes) const;

    /**
     * \param devices devices of nodes that run DSR by the start of the simulation
     * \return the guards of the nodes, in the order of the devices; a node that has one keeps it
     */
    std::vector<Ptr<DsrGuard>> Install(NetDeviceContainer devices) const;
};

} // namespace ns3

#endif /* DSR_GUARD_HELPER_H */
