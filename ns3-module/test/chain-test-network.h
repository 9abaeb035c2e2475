// SPDX-License-Identifier: GPL-2.0-only
#ifndef CHAIN_TEST_NETWORK_H
#define CHAIN_TEST_NETWORK_H

#include "wireless-tcp-test-network.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace wirelesstcptest
{

/// \return the routing protocols of a chain
const std::vector<std::string>& AllRoutings();

/**
 * A chain of nodes on one 802.11b ad-hoc channel, which hear their neighbours only. The traffic of TestNetwork goes from the
 * first to the last; `hop` holds the devices of all nodes.
 */
class ChainNetwork : public TestNetwork
{
  public:
    /**
     * \param routing `static`, `aodv`, `olsr` or `dsr`
     * \param size nodes
     * \param withDevices called when the nodes have devices and nothing else
     */
    ChainNetwork(const std::string& routing,
                 uint32_t size,
                 const std::function<void(const NetDeviceContainer&)>& withDevices = nullptr);

    const std::string routing; //!< as the constructor got it
};

} // namespace wirelesstcptest
} // namespace ns3

#endif /* CHAIN_TEST_NETWORK_H */
