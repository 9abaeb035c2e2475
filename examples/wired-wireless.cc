// SPDX-License-Identifier: GPL-2.0-only
//
//   fixed host ----- wired link ----- base station ( ( ( 802.11b ) ) ) mobile host
//
// One transfer between the fixed and the mobile host, as in the Snoop paper's testbed [Balakrishnan et al., MobiCom 95].
// `wired-wireless --help` lists the options.

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/wifi-module.h"
#include "ns3/wireless-tcp-module.h"

using namespace ns3;

/// \return the two ends of the wired link
NetDeviceContainer
BuildWiredLink(ScenarioOptions& options, Ptr<Node> fixedHost, Ptr<Node> baseStation)
{
    const double presetDelay = options.GetChoice("wired") == "wan" ? 0.06 : 0.001;
    const double delay = options.GetOptionalNumber("wired_delay_s").value_or(presetDelay);
    const double rate = options.GetOptionalNumber("wired_rate_bps").value_or(10e6);

    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(static_cast<uint64_t>(rate))));
    link.SetDeviceAttribute("Mtu", UintegerValue(1600)); // TCP options must not lead to fragments
    link.SetChannelAttribute("Delay", TimeValue(Seconds(delay)));
    return link.Install(fixedHost, baseStation);
}

/// \return the wireless devices: base station first, mobile host second
NetDeviceContainer
BuildWirelessHop(ScenarioOptions& options, Ptr<Node> baseStation, Ptr<Node> mobileHost)
{
    const std::map<std::string, std::string> modes = {{"1000000", "DsssRate1Mbps"},
                                                      {"2000000", "DsssRate2Mbps"},
                                                      {"5500000", "DsssRate5_5Mbps"},
                                                      {"11000000", "DsssRate11Mbps"}};
    const std::string dataMode = modes.at(options.GetChoice("wireless_rate_bps"));

    MobilityHelper mobility;
    mobility.SetMobilityModel("ns3::ConstantPositionMobilityModel");
    mobility.Install(NodeContainer(baseStation, mobileHost));
    mobileHost->GetObject<MobilityModel>()->SetPosition(Vector(5, 0, 0)); // metres: no losses but injected ones

    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue(dataMode),
                                 "ControlMode",
                                 StringValue("DsssRate1Mbps"),
                                 "RtsCtsThreshold",
                                 UintegerValue(65535)); // no RTS
    const Ssid ssid("wireless-tcp");
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac", "Ssid", SsidValue(ssid));
    NetDeviceContainer devices = wifi.Install(phy, mac, baseStation);
    mac.SetType("ns3::StaWifiMac", "Ssid", SsidValue(ssid));
    devices.Add(wifi.Install(phy, mac, mobileHost));
    wifi.AssignStreams(devices, WirelessScenario::FIRST_STREAM);
    return devices;
}

/// A datagram to a closed port and the error message that it brings back fill both ARP caches before the transfer.
void
WarmUp(Ptr<Node> from, Ipv4Address to)
{
    Ptr<Socket> socket = Socket::CreateSocket(from, UdpSocketFactory::GetTypeId());
    socket->SendTo(Create<Packet>(1), 0, InetSocketAddress(to, 9));
    socket->Close();
}

void
Build(WirelessScenario& scenario)
{
    NodeContainer nodes(3);
    Ptr<Node> fixedHost = nodes.Get(0);
    Ptr<Node> baseStation = nodes.Get(1);
    Ptr<Node> mobileHost = nodes.Get(2);

    NetDeviceContainer wired = BuildWiredLink(scenario.GetOptions(), fixedHost, baseStation);
    NetDeviceContainer wireless = BuildWirelessHop(scenario.GetOptions(), baseStation, mobileHost);

    InternetStackHelper stack;
    stack.Install(nodes);
    stack.AssignStreams(nodes, WirelessScenario::FIRST_STREAM + 100);
    scenario.InstallQueues(wired);
    scenario.InstallQueues(wireless);

    Ipv4AddressHelper address("10.1.1.0", "255.255.255.0");
    Ipv4InterfaceContainer wire = address.Assign(wired);
    address.SetBase("10.1.2.0", "255.255.255.0");
    Ipv4InterfaceContainer hop = address.Assign(wireless);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    scenario.InstallOnHop(wireless.Get(0), wireless.Get(1));
    Simulator::Schedule(Seconds(1), &WarmUp, fixedHost, hop.GetAddress(1)); // the mobile host has associated by then
    scenario.AddTransfer({fixedHost, wire.GetAddress(0)}, {mobileHost, hop.GetAddress(1)}, Seconds(2));
}

int
main(int argc, char* argv[])
{
    WirelessScenario scenario("wired-wireless", "fixed host, wired link, base station, 802.11b hop, mobile host");
    ScenarioOptions& options = scenario.GetOptions();
    options.AddChoice("wired",
                      "lan",
                      {{"lan", "10 Mb/s, 1 ms"}, {"wan", "10 Mb/s, 60 ms"}},
                      "the wired link, rate and one-way delay");
    options.AddOptionalNumber("wired_rate_bps", "bit/s", {1000, 1e11}, "rate of the wired link, instead of the preset's");
    options.AddOptionalNumber("wired_delay_s", "s", {0, 10}, "one-way delay of the wired link, instead of the preset's");
    options.AddChoice("wireless_rate_bps",
                      "2000000",
                      {{"1000000", "DSSS 1 Mb/s"},
                       {"2000000", "DSSS 2 Mb/s"},
                       {"5500000", "CCK 5.5 Mb/s"},
                       {"11000000", "CCK 11 Mb/s"}},
                      "rate of data frames on the wireless hop");
    return scenario.Main(argc, argv, Build);
}
