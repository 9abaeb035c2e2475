// SPDX-License-Identifier: GPL-2.0-only
//
//   sender ( ( ( relay ( ( ( relay ( ( ( receiver
//
// One transfer over a chain of 802.11b hops, all on one channel. A node hears its neighbours only, so what two nodes send to the
// one between them collides there: the chain is its own worst enemy. An agent sits on every node that sends data, the sender
// included, or on the last one of them only. The first node is the fixed host of the option `direction`, the last the mobile
// one. `chain --help` lists the options.

#include "ns3/aodv-module.h"
#include "ns3/core-module.h"
#include "ns3/dsr-module.h"
#include "ns3/internet-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/olsr-module.h"
#include "ns3/wifi-module.h"
#include "ns3/wireless-tcp-module.h"

using namespace ns3;

constexpr double SPACING = 100; //!< of the nodes, metres
constexpr double RANGE = 150;   //!< of each, metres
constexpr double START = 30;    //!< of the transfer, s: OLSR knows all routes by then

/// \return the wireless devices, one a node
NetDeviceContainer
BuildWifi(const std::string& dataMode, const NodeContainer& nodes)
{
    MobilityHelper mobility;
    mobility.SetPositionAllocator("ns3::GridPositionAllocator",
                                  "DeltaX",
                                  DoubleValue(SPACING),
                                  "GridWidth",
                                  UintegerValue(nodes.GetN()));
    mobility.Install(nodes);

    YansWifiChannelHelper channel;
    channel.SetPropagationDelay("ns3::ConstantSpeedPropagationDelayModel");
    channel.AddPropagationLoss("ns3::RangePropagationLossModel", "MaxRange", DoubleValue(RANGE));
    YansWifiPhyHelper phy;
    phy.SetChannel(channel.Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue(dataMode),
                                 "ControlMode",
                                 StringValue("DsssRate1Mbps"),
                                 "RtsCtsThreshold",
                                 UintegerValue(65535)); // no RTS
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    NetDeviceContainer devices = wifi.Install(phy, mac, nodes);
    wifi.AssignStreams(devices, WirelessScenario::FIRST_STREAM);
    return devices;
}

/// Installs the Internet stack with a routing protocol on nodes that have no addresses yet.
void
InstallStack(WirelessScenario& scenario, const NodeContainer& nodes)
{
    const std::string routing = scenario.GetOptions().GetChoice("routing");
    constexpr int64_t STREAM = WirelessScenario::FIRST_STREAM + 1000;
    InternetStackHelper stack;
    if (routing == "aodv")
    {
        AodvHelper aodv;
        stack.SetRoutingHelper(aodv);
        stack.Install(nodes);
        aodv.AssignStreams(nodes, STREAM);
    }
    else if (routing == "olsr")
    {
        OlsrHelper olsr;
        stack.SetRoutingHelper(olsr);
        stack.Install(nodes);
        olsr.AssignStreams(nodes, STREAM);
    }
    else
    {
        stack.Install(nodes);
    }
    stack.AssignStreams(nodes, STREAM + 1000);
    scenario.InstallTcp(nodes); // before DSR, which starts once more whenever something joins its node
    if (routing == "dsr")
    {
        // Takes TCP's way down to IP, so the stack is there before it and addresses come behind it.
        DsrHelper dsr;
        DsrMainHelper().Install(dsr, nodes);
        for (uint32_t i = 0; i < nodes.GetN(); i++)
        {
            nodes.Get(i)->GetObject<dsr::DsrRouting>()->AssignStreams(STREAM + i);
        }
    }
}

/// Sets the routes from each node to each other one, along the chain.
void
SetStaticRoutes(const NodeContainer& nodes, const Ipv4InterfaceContainer& interfaces)
{
    for (uint32_t from = 0; from < nodes.GetN(); from++)
    {
        Ptr<Ipv4StaticRouting> table = Ipv4StaticRoutingHelper().GetStaticRouting(nodes.Get(from)->GetObject<Ipv4>());
        for (uint32_t to = 0; to < nodes.GetN(); to++)
        {
            if (to != from)
            {
                const uint32_t next = to > from ? from + 1 : from - 1;
                table->AddHostRouteTo(interfaces.GetAddress(to), interfaces.GetAddress(next), 1);
            }
        }
    }
}

using Counts = std::map<std::string, uint64_t>; //!< what an agent did, by kind

/// Counts what an agent does.
void
Count(Counts* counts, const AgentEvent& event)
{
    (*counts)[event.kind]++;
}

/// Leaves a table of what each agent did.
void
AddAgentTable(WirelessScenario& scenario)
{
    const auto agents = scenario.GetAgents();
    auto counts = std::make_shared<std::vector<Counts>>(agents.size());
    for (std::size_t i = 0; i < agents.size(); i++)
    {
        agents[i]->TraceConnectWithoutContext("Event", MakeBoundCallback(&Count, &counts->at(i)));
    }
    scenario.AddResult("agents.csv", [agents, counts]() {
        std::string table = "node,packets_seen,cached,local_retransmissions,suppressed_acks,regenerated_acks\n";
        for (std::size_t i = 0; i < agents.size(); i++)
        {
            table += std::to_string(agents[i]->GetNode()->GetId()) + "," + std::to_string(agents[i]->GetPacketsSeen());
            for (const char* kind : {"cached", "local-retransmission", "ack-suppressed", "ack-regenerated"})
            {
                table += "," + std::to_string((*counts)[i][kind]);
            }
            table += "\n";
        }
        return table;
    });
}

void
Build(WirelessScenario& scenario)
{
    ScenarioOptions& options = scenario.GetOptions();
    const std::string routing = options.GetChoice("routing");
    const bool guard = options.GetBoolean("dsr_guard");
    if (routing == "dsr" && !guard)
    {
        // ns-3's DSR drops all but the first of segments that go out at once, which delayed acknowledgements call for.
        scenario.SetDefault("ns3::TcpSocket::DelAckCount", "1");
    }
    NodeContainer nodes(static_cast<uint32_t>(options.GetInteger("nodes")));
    const std::map<std::string, std::string> modes = {{"1000000", "DsssRate1Mbps"},
                                                      {"2000000", "DsssRate2Mbps"},
                                                      {"5500000", "DsssRate5_5Mbps"},
                                                      {"11000000", "DsssRate11Mbps"}};
    NetDeviceContainer devices = BuildWifi(modes.at(options.GetChoice("wireless_rate_bps")), nodes);
    InstallStack(scenario, nodes);
    if (routing == "dsr" && guard)
    {
        DsrGuardHelper().Install(nodes);
    }
    scenario.InstallQueues(devices);
    Ipv4InterfaceContainer interfaces = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
    if (routing == "static")
    {
        SetStaticRoutes(nodes, interfaces);
    }
    scenario.InstallOnChain(devices, options.GetChoice("agents") == "every");
    AddAgentTable(scenario);
    const uint32_t last = nodes.GetN() - 1;
    scenario.AddTransfer({nodes.Get(0), interfaces.GetAddress(0)},
                         {nodes.Get(last), interfaces.GetAddress(last)},
                         Seconds(START));
}

int
main(int argc, char* argv[])
{
    WirelessScenario scenario("chain", "a chain of 802.11b hops, from its first to its last node");
    ScenarioOptions& options = scenario.GetOptions();
    options.ChangeDefault("transfer_bytes", "1048576");
    options.AddInteger("nodes", "", 5, {2, 20}, "nodes of the chain, sender and receiver included");
    options.AddChoice("routing",
                      "static",
                      {{"static", "routes set by hand"},
                       {"aodv", "ns-3's AODV"},
                       {"olsr", "ns-3's OLSR"},
                       {"dsr", "ns-3's DSR; see dsr_guard"}},
                      "how the nodes find each other");
    options.AddBoolean("dsr_guard",
                       true,
                       "whether ns-3's DSR, which drops all but the first of a burst, is kept from it; otherwise receivers acknowledge "
                       "every segment (DelAckCount 1)");
    options.AddChoice("agents",
                      "every",
                      {{"every", "every node that sends data, the sender included"},
                       {"last", "the last node before the receiver"}},
                      "where the mechanism is");
    options.AddChoice("wireless_rate_bps",
                      "2000000",
                      {{"1000000", "DSSS 1 Mb/s"},
                       {"2000000", "DSSS 2 Mb/s"},
                       {"5500000", "CCK 5.5 Mb/s"},
                       {"11000000", "CCK 11 Mb/s"}},
                      "rate of data frames");
    return scenario.Main(argc, argv, Build);
}
