// SPDX-License-Identifier: GPL-2.0-only
#include "ad-hoc-network.h"

#include "common-options.h"
#include "dsr-guard-helper.h"
#include "flow-statistics-helper.h"
#include "host-profile.h"
#include "wireless-scenario.h"

#include "ns3/aodv-helper.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/dsr-helper.h"
#include "ns3/dsr-main-helper.h"
#include "ns3/dsr-routing.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mobility-model.h"
#include "ns3/olsr-helper.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"
#include "ns3/radio-outage.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wireless-agent.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

namespace ns3
{

namespace
{

/**
 * \param name a mechanism's name
 * \return whether its local retransmissions can overtake others
 */
bool
HasPriority(const std::string& name)
{
    const Mechanism* mechanism = Mechanism::Find(name);
    return mechanism && mechanism->hasPriority;
}

constexpr int64_t STREAM = WirelessScenario::FIRST_STREAM + 1000; //!< of routing, the stack's a thousand further
constexpr double LEAST_RATE = 1000;                               //!< of a slow link (bit/s)
constexpr double HEADERS = 80;                                    //!< IP, TCP, and DSR's with a dozen addresses (bytes)

/// \param queueDisc loses all that waits in it
void
Drain(Ptr<QueueDisc> queueDisc)
{
    for (std::size_t i = 0; i < queueDisc->GetNQueueDiscClasses(); i++)
    {
        Drain(queueDisc->GetQueueDiscClass(i)->GetQueueDisc());
    }
    while (queueDisc->Dequeue())
    {
    }
}

/**
 * Begin anew after a failure.
 *
 * \param device radio of the node, whose queues are empty now
 * \param agents agents, of which that on the radio has forgotten everything
 */
void
Restart(Ptr<NetDevice> device, const std::vector<Ptr<WirelessAgent>>& agents)
{
    Drain(device->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(device));
    for (const auto& agent : agents)
    {
        if (agent->GetNode() == device->GetNode())
        {
            agent->Reboot();
        }
    }
}

} // namespace

void
AdHocNetwork::AddOptions(ScenarioOptions& options)
{
    options.AddPresets("network",
                       "custom",
                       {{{"custom", "what the single options say"}, {}},
                        {{"manet", "segments of 1000 B, queues of 50 packets, 1 Mb/s"},
                         {{"segment_bytes", "1000"}, {"queue_packets", "50"}, {"wireless_rate_bps", "1000000"}}},
                        {{"sensor", "segments of 50 B, queues of 10 packets, 10 kb/s, 10000 B to transfer, no priority"},
                         {{"segment_bytes", "50"},
                          {"queue_packets", "10"},
                          {"wireless_rate_bps", "1000000"},
                          {"link_rate_bps", "10000"},
                          {"transfer_bytes", "10000"},
                          {"priority", "false"}}}},
                       "defaults of other options after the table of Hop-by-Hop TCP");
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
    options.AddChoice("wireless_rate_bps",
                      "2000000",
                      {{"1000000", "DSSS 1 Mb/s"},
                       {"2000000", "DSSS 2 Mb/s"},
                       {"5500000", "CCK 5.5 Mb/s"},
                       {"11000000", "CCK 11 Mb/s"}},
                      "rate of data frames");
    options.AddNumber("link_rate_bps",
                      "bit/s",
                      0,
                      {0, 1e6},
                      "rate at which each node hands packets to its radio, whose frames stay as short as wireless_rate_bps makes them; 0 for no such limit");
    options.AddInteger("flows", "", 1, {1, 20}, "transfers, each started a second after the one before");
    options.AddChoiceList("tcp_mix",
                          CommonOptions::GetTcpChoices(),
                          "TCP of the flows instead of --tcp, flow after flow, then from the front");
}

AdHocNetwork::AdHocNetwork(WirelessScenario& scenario, const NodeContainer& nodes)
    : m_scenario(scenario),
      m_options(scenario.GetOptions()),
      m_nodes(nodes),
      m_outage(CreateObject<RadioOutage>())
{
    CheckOptions();
    if (m_options.GetChoice("routing") == "dsr" && !m_options.GetBoolean("dsr_guard"))
    {
        // ns-3's DSR drops all but the first of segments that go out at once, which delayed acknowledgements call for.
        m_scenario.SetDefault("ns3::TcpSocket::DelAckCount", "1");
    }
    // A route may be missing at first.
    m_scenario.SetDefault("ns3::StreamSource::RouteRetry", "1s");
    if (m_options.GetOptionalNumber("measure_s"))
    {
        KeepConnections(m_scenario);
    }
    if (m_options.GetNumber("link_rate_bps") > 0)
    {
        ScaleTimers();
    }
    InstallRadios();
    InstallStack();
    Ptr<FlowStatistics> statistics = FlowStatisticsHelper().Install(m_nodes);
    m_scenario.AddResult("flow-statistics.csv",
                         [statistics]() { return FlowStatisticsHelper::GetTable(statistics->GetFlows()); });
    InstallQueues();
    m_interfaces = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(m_devices);
}

void
AdHocNetwork::CheckOptions() const
{
    const double rate = m_options.GetNumber("link_rate_bps");
    if (rate > 0 && rate < LEAST_RATE)
    {
        throw UsageError("--link_rate_bps is below 1000, where a packet takes longer than routing protocols live: give 0 or more");
    }
    if (rate > 0 && m_options.GetBoolean("priority") && HasPriority(m_options.GetChoice("mechanism")))
    {
        throw UsageError("with --link_rate_bps nothing overtakes in a node's queue: add --priority=false");
    }
    const Mechanism* mechanism = Mechanism::Find(m_options.GetChoice("mechanism"));
    if (m_options.GetChoice("routing") == "dsr" && mechanism && mechanism->place == Mechanism::Place::PROXY)
    {
        throw UsageError("mechanism " + mechanism->choice.name +
                         " makes datagrams on the way, which DSR does not carry on: give --routing=aodv, olsr or static");
    }
    const auto mix = m_options.GetChoiceList("tcp_mix");
    if (!mix.empty() && m_options.IsGiven("tcp"))
    {
        throw UsageError("--tcp and --tcp_mix exclude each other: give one of them");
    }
    if (mix.size() > m_options.GetInteger("flows"))
    {
        throw UsageError("--tcp_mix names more senders than --flows has: raise --flows");
    }
}

void
AdHocNetwork::ScaleTimers() const
{
    const double packet = (m_options.GetNumber("segment_bytes") + HEADERS) * 8 / m_options.GetNumber("link_rate_bps");
    // The longest that a packet takes over a hop: behind a full queue, one packet in service, one in the device.
    const double hop = packet * (m_options.GetNumber("queue_packets") + 2);
    const double netTraversal = hop * m_nodes.GetN(); // two ways, half the longest each hop
    const std::map<std::string, std::pair<double, double>> timers = {
        // attribute, ns-3's own value (s), what this link needs (s)
        {"ns3::ArpCache::WaitReplyTimeout", {1, 2 * hop}},
        {"ns3::aodv::RoutingProtocol::ActiveRouteTimeout", {3, 3 * hop}},
        {"ns3::aodv::RoutingProtocol::BlackListTimeout", {5.6, 2 * netTraversal}},
        {"ns3::aodv::RoutingProtocol::DeletePeriod", {15, 15 * hop}},
        {"ns3::aodv::RoutingProtocol::HelloInterval", {1, hop}},
        {"ns3::aodv::RoutingProtocol::MyRouteTimeout", {11.2, 4 * netTraversal}},
        {"ns3::aodv::RoutingProtocol::NetTraversalTime", {2.8, netTraversal}},
        {"ns3::aodv::RoutingProtocol::NextHopWait", {0.05, hop}},
        {"ns3::aodv::RoutingProtocol::NodeTraversalTime", {0.04, hop / 2}},
        {"ns3::aodv::RoutingProtocol::PathDiscoveryTime", {5.6, 2 * netTraversal}},
        {"ns3::dsr::DsrRouting::LinkAckTimeout", {0.1, hop}},
        {"ns3::dsr::DsrRouting::MaxRequestPeriod", {10, 8 * hop}},
        {"ns3::dsr::DsrRouting::NodeTraversalTime", {0.04, hop / 2}},
        {"ns3::dsr::DsrRouting::NonPropRequestTimeout", {0.03, hop}},
        {"ns3::dsr::DsrRouting::PassiveAckTimeout", {0.1, hop}},
        {"ns3::dsr::DsrRouting::RequestPeriod", {0.5, 2 * hop}},
        {"ns3::olsr::RoutingProtocol::HelloInterval", {2, 2 * hop}},
        {"ns3::olsr::RoutingProtocol::TcInterval", {5, 4 * hop}},
    };
    for (const auto& [name, seconds] : timers)
    {
        m_scenario.SetDefault(name, std::to_string(std::max(seconds.first, seconds.second)) + "s");
    }
}

void
AdHocNetwork::InstallRadios()
{
    const std::map<std::string, std::string> modes = {{"1000000", "DsssRate1Mbps"},
                                                      {"2000000", "DsssRate2Mbps"},
                                                      {"5500000", "DsssRate5_5Mbps"},
                                                      {"11000000", "DsssRate11Mbps"}};
    YansWifiChannelHelper helper;
    helper.SetPropagationDelay("ns3::ConstantSpeedPropagationDelayModel");
    Ptr<YansWifiChannel> channel = helper.Create();
    Ptr<RangePropagationLossModel> range = CreateObject<RangePropagationLossModel>();
    range->SetAttribute("MaxRange", DoubleValue(RANGE_M));
    range->SetNext(m_outage);
    channel->SetPropagationLossModel(range);
    YansWifiPhyHelper phy;
    phy.SetChannel(channel);
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue(modes.at(m_options.GetChoice("wireless_rate_bps"))),
                                 "ControlMode",
                                 StringValue("DsssRate1Mbps"),
                                 "RtsCtsThreshold",
                                 UintegerValue(65535)); // no RTS
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    m_devices = wifi.Install(phy, mac, m_nodes);
    wifi.AssignStreams(m_devices, WirelessScenario::FIRST_STREAM);
}

void
AdHocNetwork::InstallStack()
{
    const std::string& routing = m_options.GetChoice("routing");
    InternetStackHelper stack;
    if (routing == "aodv")
    {
        AodvHelper aodv;
        stack.SetRoutingHelper(aodv);
        stack.Install(m_nodes);
        aodv.AssignStreams(m_nodes, STREAM);
    }
    else if (routing == "olsr")
    {
        OlsrHelper olsr;
        stack.SetRoutingHelper(olsr);
        stack.Install(m_nodes);
        olsr.AssignStreams(m_nodes, STREAM);
    }
    else
    {
        stack.Install(m_nodes);
    }
    stack.AssignStreams(m_nodes, STREAM + 1000);
    m_scenario.InstallTcp(m_nodes); // before DSR, which starts once more whenever something joins its node
    if (routing == "dsr")
    {
        // Takes TCP's way down to IP, so the stack is there before it and addresses come behind it.
        DsrHelper dsr;
        DsrMainHelper().Install(dsr, m_nodes);
        for (uint32_t i = 0; i < m_nodes.GetN(); i++)
        {
            m_nodes.Get(i)->GetObject<dsr::DsrRouting>()->AssignStreams(STREAM + i);
        }
        if (m_options.GetBoolean("dsr_guard"))
        {
            DsrGuardHelper().Install(m_nodes);
        }
    }
}

void
AdHocNetwork::InstallQueues()
{
    const double rate = m_options.GetNumber("link_rate_bps");
    if (rate == 0)
    {
        m_scenario.InstallQueues(m_devices);
        return;
    }
    const auto packets = static_cast<uint32_t>(m_options.GetInteger("queue_packets"));
    TrafficControlHelper queues;
    const uint16_t root = queues.SetRootQueueDisc("ns3::SlowLinkQueueDisc",
                                                  "Rate",
                                                  DataRateValue(DataRate(static_cast<uint64_t>(rate))));
    const auto classes = queues.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
    queues.AddChildQueueDisc(root,
                             classes.front(),
                             HostProfile::Get(m_options.GetChoice("profile")).GetQueueDisc(),
                             "MaxSize",
                             QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, packets)));
    queues.Install(m_devices);
}

void
AdHocNetwork::KeepConnections(WirelessScenario& scenario)
{
    scenario.SetDefault("ns3::TcpSocket::ConnCount", "12"); // the last one after 3.4 hours
    scenario.SetDefault("ns3::TcpSocket::DataRetries", "1000000");
}

const NetDeviceContainer&
AdHocNetwork::GetDevices() const
{
    return m_devices;
}

const Ipv4InterfaceContainer&
AdHocNetwork::GetInterfaces() const
{
    return m_interfaces;
}

void
AdHocNetwork::AddTransfers(const Pairs& pairs)
{
    auto mix = m_options.GetChoiceList("tcp_mix");
    if (mix.empty())
    {
        mix = {m_options.GetChoice("tcp")};
    }
    for (std::size_t i = 0; i < pairs.size(); i++)
    {
        const auto [from, to] = pairs[i];
        // Whole seconds apart, so that the bins of throughput.csv are the same for all.
        m_scenario.AddTransfer({m_nodes.Get(from), m_interfaces.GetAddress(from)},
                               {m_nodes.Get(to), m_interfaces.GetAddress(to)},
                               Seconds(START_S + static_cast<double>(i)),
                               mix[i % mix.size()]);
    }
    WirelessScenario& scenario = m_scenario;
    scenario.AddFigure("jain", [&scenario] { return scenario.GetJainIndex(scenario.GetFlows().size()); });
}

void
AdHocNetwork::FailNode(uint32_t node, const Time& start, const Time& length)
{
    Simulator::Schedule(start, &RadioOutage::Begin, m_outage, m_nodes.Get(node)->GetObject<MobilityModel>());
    Simulator::Schedule(start + length,
                        [&scenario = m_scenario, outage = m_outage, device = m_devices.Get(node)] {
                            outage->End(device->GetNode()->GetObject<MobilityModel>());
                            Restart(device, scenario.GetAgents());
                        });
}

} // namespace ns3
