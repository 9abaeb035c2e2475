// SPDX-License-Identifier: GPL-2.0-only
//
//   fixed host ----- router ----- base station - - - - - mobile host
//       10 Mb/s, 100 us   10 Mb/s, 100 us    2 Mb/s, 200 us, bit errors
//
// One transfer between the fixed and the mobile host over the network of the first Snoop paper [Amir et al., HotOS 95], which simulated
// it: packets of 500 bytes, at most 20 of them waiting in a node, first come first served, hosts with Reno. The last hop is a link
// without a MAC: nothing but what the paper specifies delays or loses a packet. `three-hops --help` lists the options.

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/wireless-tcp-module.h"

using namespace ns3;

/// \return the two ends of a link
NetDeviceContainer
BuildLink(Ptr<Node> from, Ptr<Node> to, double rate, double delay)
{
    PointToPointHelper link;
    // One packet waits in the device, all others where the scenario's queue option counts them.
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(static_cast<uint64_t>(rate))));
    link.SetDeviceAttribute("Mtu", UintegerValue(1600)); // TCP options must not lead to fragments
    link.SetChannelAttribute("Delay", TimeValue(Seconds(delay)));
    return link.Install(from, to);
}

void
Build(WirelessScenario& scenario)
{
    // BSD's least timeout is two ticks of its 500 ms clock, the first of which is under way: 0.5 to 1 s. The paper simulated
    // BSD's code with its clock; where so much hangs on timeouts, the mean comes closer to it than the profile's 1 s.
    scenario.SetDefault("ns3::TcpSocketBase::MinRto", "750ms");
    // Open in the paper; simulated receivers of the time acknowledged every packet.
    scenario.SetDefault("ns3::TcpSocket::DelAckCount", "1");

    NodeContainer nodes(4);
    ScenarioOptions& options = scenario.GetOptions();
    const double wiredRate = options.GetNumber("wired_rate_bps");
    const double wiredDelay = options.GetNumber("wired_delay_s");
    const std::vector<NetDeviceContainer> links = {
        BuildLink(nodes.Get(0), nodes.Get(1), wiredRate, wiredDelay),
        BuildLink(nodes.Get(1), nodes.Get(2), wiredRate, wiredDelay),
        BuildLink(nodes.Get(2),
                  nodes.Get(3),
                  options.GetNumber("wireless_rate_bps"),
                  options.GetNumber("wireless_delay_s")),
    };

    InternetStackHelper stack;
    stack.Install(nodes);
    stack.AssignStreams(nodes, WirelessScenario::FIRST_STREAM);
    Ipv4AddressHelper address("10.1.1.0", "255.255.255.0");
    std::vector<Ipv4InterfaceContainer> interfaces;
    for (const auto& link : links)
    {
        scenario.InstallQueues(link);
        interfaces.push_back(address.Assign(link));
        address.NewNetwork();
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    scenario.InstallOnHop(links.back().Get(0), links.back().Get(1));
    scenario.AddTransfer({nodes.Get(0), interfaces.front().GetAddress(0)},
                         {nodes.Get(3), interfaces.back().GetAddress(1)},
                         Seconds(1));
}

int
main(int argc, char* argv[])
{
    WirelessScenario scenario("three-hops", "fixed host, router, base station, lossy link, mobile host");
    ScenarioOptions& options = scenario.GetOptions();
    options.ChangeDefault("tcp", "reno");
    options.ChangeDefault("segment_bytes", "460"); // with headers 500
    options.ChangeDefault("queue_packets", "20");
    options.ChangeDefault("priority", "false"); // first come, first served
    options.AddNumber("wired_rate_bps", "bit/s", 10e6, {1000, 1e11}, "rate of the two wired links");
    options.AddNumber("wired_delay_s", "s", 100e-6, {0, 10}, "one-way delay of each wired link");
    options.AddNumber("wireless_rate_bps", "bit/s", 2e6, {1000, 1e11}, "rate of the last hop");
    options.AddNumber("wireless_delay_s", "s", 200e-6, {0, 10}, "one-way delay of the last hop");
    return scenario.Main(argc, argv, Build);
}
