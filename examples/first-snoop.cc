// SPDX-License-Identifier: GPL-2.0-only
//
// The least that uses the module: a finished ns-3 scenario, one line that loses packets on the wireless hop and one that
// puts a Snoop agent on the base station. `--snoop=false` shows it without.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/wireless-tcp-module.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    bool snoop = true;
    CommandLine cmd(__FILE__);
    cmd.AddValue("snoop", "whether the base station runs a Snoop agent", snoop);
    cmd.Parse(argc, argv);

    // fixed host (0) -- base station (1) -- mobile host (2)
    NodeContainer nodes(3);
    PointToPointHelper wire;
    wire.SetDeviceAttribute("DataRate", StringValue("10Mb/s"));
    NetDeviceContainer wired = wire.Install(nodes.Get(0), nodes.Get(1));
    CsmaHelper radio; // any ns-3 device will do: Wi-Fi, CSMA, point-to-point
    radio.SetChannelAttribute("DataRate", StringValue("2Mb/s"));
    NetDeviceContainer wireless = radio.Install(NodeContainer(nodes.Get(1), nodes.Get(2)));
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(wired);
    Ipv4InterfaceContainer hop = Ipv4AddressHelper("10.1.2.0", "255.255.255.0").Assign(wireless);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    WirelessLossHelper losses;
    losses.SetBitsPerError(65536); // mean distance between bit errors
    losses.Install(wireless);
    if (snoop)
    {
        SnoopHelper().Install(NetDeviceContainer(wireless.Get(0))); // the base station's wireless device
    }

    BulkSendHelper sender("ns3::TcpSocketFactory", InetSocketAddress(hop.GetAddress(1), 5001));
    sender.Install(nodes.Get(0)).Start(Seconds(1));
    PacketSinkHelper receiver("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 5001));
    Ptr<PacketSink> sink = DynamicCast<PacketSink>(receiver.Install(nodes.Get(2)).Get(0));
    Simulator::Stop(Seconds(61));
    Simulator::Run();
    std::cout << (snoop ? "Snoop" : "plain TCP") << ": " << sink->GetTotalRx() * 8 / 60 / 1e6 << " Mb/s" << std::endl;
    Simulator::Destroy();
    return 0;
}
