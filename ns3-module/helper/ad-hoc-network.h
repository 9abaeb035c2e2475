// SPDX-License-Identifier: GPL-2.0-only
#ifndef AD_HOC_NETWORK_H
#define AD_HOC_NETWORK_H

#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

class NetDevice;
class Node;
class RadioOutage;
class ScenarioOptions;
class WirelessScenario;

/**
 * \ingroup wireless-tcp
 * \brief What scenarios over ad hoc networks have in common: 802.11b radios on one channel, routing, queues, flows, failing nodes.
 *
 * Positions or mobility and the mechanism are the scenario's own:
 *
 * \code
 * NodeContainer nodes(20);
 * MobilityHelper().Install(nodes);
 * AdHocNetwork network(scenario, nodes);
 * scenario.InstallOnEveryNode(network.GetDevices(), network.GetDevices().Get(0));
 * network.AddTransfers({{0, 19}});
 * \endcode
 */
class AdHocNetwork
{
  public:
    /// From here to there, as indexes of nodes.
    using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

    static constexpr double RANGE_M = 150; //!< how far a node is heard (m)
    static constexpr double START_S = 30;  //!< of the first flow (s): OLSR knows all routes by then

    /// \param options gets the options of such networks
    static void AddOptions(ScenarioOptions& options);

    /**
     * Build radios, stacks, routing, queues and addresses.
     *
     * \param scenario its scenario
     * \param nodes the nodes, which have positions and nothing else
     * \throws UsageError if options contradict each other
     */
    AdHocNetwork(WirelessScenario& scenario, const NodeContainer& nodes);

    /**
     * Let senders give up no connection, however long parts of the network cannot reach each other; so do runs that are measured
     * by time.
     *
     * \param scenario the scenario
     */
    static void KeepConnections(WirelessScenario& scenario);

    /// \return the radios, in the order of the nodes
    const NetDeviceContainer& GetDevices() const;
    /// \return the addresses, in the order of the nodes
    const Ipv4InterfaceContainer& GetInterfaces() const;

    /**
     * Add a flow for each pair, or what the option `direction` makes of it, each a second after the one before, with the TCPs of
     * the option `tcp_mix`; and Jain's index of all of them to the summary.
     *
     * \param pairs senders and receivers
     */
    void AddTransfers(const Pairs& pairs);

    /**
     * Let a node be down for a time: it neither sends nor hears, what waits in its queues is lost, and its agent has
     * forgotten everything when it is up again. Its routing protocol and TCP go on.
     *
     * \param node index of the node
     * \param start when
     * \param length how long
     */
    void FailNode(uint32_t node, const Time& start, const Time& length);

  private:
    /// Refuses options that contradict each other.
    void CheckOptions() const;
    /// Sets defaults of what counts on a faster link than there is.
    void ScaleTimers() const;
    /// Puts radios on the nodes.
    void InstallRadios();
    /// Puts the Internet stack and the routing protocol on the nodes.
    void InstallStack();
    /// Puts queues on the radios.
    void InstallQueues();

    WirelessScenario& m_scenario;         //!< its scenario
    ScenarioOptions& m_options;           //!< the scenario's options
    NodeContainer m_nodes;                //!< the nodes
    NetDeviceContainer m_devices;         //!< their radios
    Ipv4InterfaceContainer m_interfaces;  //!< their addresses
    Ptr<RadioOutage> m_outage;            //!< keeps nodes that are down from being heard
};

} // namespace ns3

#endif // AD_HOC_NETWORK_H
