// SPDX-License-Identifier: GPL-2.0-only
//
//   fixed host ----- router -+--- base station 1 ( ( (
//                            +--- base station 2 ( ( (  ) ) ) mobile host, on its way from one to the next and back
//
// One transfer from the fixed to the mobile host, which moves between base stations on one 802.11b channel, as in the
// Snoop papers' testbed [Balakrishnan et al., MobiCom 95 and Wireless Networks 95], or between 802.11 access points.
// `handoff --help` lists the options.

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/wifi-module.h"
#include "ns3/wireless-tcp-module.h"

#include <cmath>

using namespace ns3;

constexpr double START = 2; //!< of the transfer, s

/// \return whether base stations are access points
bool
IsInfrastructure(ScenarioOptions& options)
{
    return options.GetChoice("association") == "infrastructure";
}

/// \return metres between base stations: where a station has to lose its access point before it leaves it, cells must end
double
GetSpacing(ScenarioOptions& options)
{
    return IsInfrastructure(options) ? 80 : 40;
}

/// Walks from base station to base station and back, so that it crosses a border every interval.
class Walk
{
  public:
    Walk(Ptr<ConstantVelocityMobilityModel> place, uint64_t baseStations, double spacing, double interval)
        : m_place(place),
          m_spacing(spacing),
          m_last(static_cast<int64_t>(baseStations) - 1),
          m_interval(interval)
    {
        Simulator::Schedule(Seconds(START + interval / 2), &Walk::Leave, this);
    }

  private:
    /// At a base station: set out for the next.
    void Leave()
    {
        if (m_at + m_step < 0 || m_at + m_step > m_last)
        {
            m_step = -m_step;
        }
        m_place->SetPosition(Vector(m_at * m_spacing, 3, 0));
        m_place->SetVelocity(Vector(m_step * m_spacing / m_interval, 0, 0));
        m_at += m_step;
        Simulator::Schedule(Seconds(m_interval), &Walk::Leave, this);
    }

    Ptr<ConstantVelocityMobilityModel> m_place; //!< of the mobile host
    double m_spacing;                           //!< between base stations, m
    int64_t m_last;                             //!< number of the last base station
    double m_interval;                          //!< from one base station to the next, s
    int64_t m_at{0};                            //!< base station where the mobile host is or goes
    int64_t m_step{1};                          //!< direction
};

/// Notes each handoff for handoffs.csv.
class HandoffLog
{
  public:
    HandoffLog(WirelessScenario& scenario, Ptr<HandoffMobile> mobile, const Ipv4InterfaceContainer& hop)
        : m_mobile(mobile),
          m_hop(hop)
    {
        for (const auto& agent : scenario.GetAgents())
        {
            agent->TraceConnectWithoutContext("Event", MakeCallback(&HandoffLog::AgentDid, this));
        }
        scenario.AddResult("handoffs.csv", [this]() { return GetTable(); });
    }

  private:
    void AgentDid(const AgentEvent& event)
    {
        if (event.kind == "handoff-forwarded")
        {
            m_forwarded[m_mobile->GetHandoffs().size()]++;
        }
    }

    /// \return number of a base station, from 1 on
    std::string Number(Ipv4Address baseStation) const
    {
        uint32_t i = 0;
        while (m_hop.GetAddress(i) != baseStation)
        {
            i++;
        }
        return std::to_string(i + 1);
    }

    std::string GetTable()
    {
        std::string table = "time_s,from,to,latency_s,silence_s,packets_lost,forwarded\n";
        std::size_t n = 0;
        for (const auto& handoff : m_mobile->GetHandoffs())
        {
            table += ResultFormat::Seconds(handoff.start) + "," + Number(handoff.from) + "," + Number(handoff.to) + "," +
                     (handoff.complete ? ResultFormat::Seconds(handoff.latency) : "") + "," +
                     (handoff.complete ? ResultFormat::Seconds(handoff.silence) : "") + "," +
                     std::to_string(handoff.packetsLost) + "," + std::to_string(m_forwarded[++n]) + "\n";
        }
        return table;
    }

    Ptr<HandoffMobile> m_mobile;                  //!< moves
    Ipv4InterfaceContainer m_hop;                 //!< addresses of the base stations come first
    std::map<std::size_t, uint32_t> m_forwarded;  //!< packets forwarded from buffers, by number of the handoff
};

/// \return the wireless devices: base stations first, the mobile host last
NetDeviceContainer
BuildWirelessHop(ScenarioOptions& options, const NodeContainer& baseStations, Ptr<Node> mobileHost)
{
    MobilityHelper mobility;
    mobility.SetPositionAllocator("ns3::GridPositionAllocator", "DeltaX", DoubleValue(GetSpacing(options)));
    mobility.Install(baseStations);
    mobility.SetMobilityModel("ns3::ConstantVelocityMobilityModel");
    mobility.Install(mobileHost);
    mobileHost->GetObject<MobilityModel>()->SetPosition(Vector(0, 3, 0));

    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue("DsssRate2Mbps"),
                                 "ControlMode",
                                 StringValue("DsssRate1Mbps"),
                                 "RtsCtsThreshold",
                                 UintegerValue(65535)); // no RTS
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac"); // as WaveLAN: no association
    WifiMacHelper baseStationMac = mac;
    if (IsInfrastructure(options))
    {
        const Ssid ssid("wireless-tcp");
        // 802.11 counts in units of 1024 us.
        const auto units = std::llround(options.GetNumber("beacon_interval_s") / 1024e-6);
        baseStationMac.SetType("ns3::ApWifiMac",
                               "Ssid",
                               SsidValue(ssid),
                               "BeaconInterval",
                               TimeValue(MicroSeconds(1024 * units)));
        mac.SetType("ns3::StaWifiMac", "Ssid", SsidValue(ssid));
    }
    NetDeviceContainer devices = wifi.Install(phy, baseStationMac, baseStations);
    devices.Add(wifi.Install(phy, mac, mobileHost));
    wifi.AssignStreams(devices, WirelessScenario::FIRST_STREAM);
    return devices;
}

/// Adds a link to the router and the node's default route over it. \return the node's device
Ptr<NetDevice>
Link(WirelessScenario& scenario, Ptr<Node> node, Ptr<Node> router, Ipv4AddressHelper& addresses)
{
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    link.SetDeviceAttribute("Mtu", UintegerValue(1600)); // TCP options must not lead to fragments
    link.SetChannelAttribute("Delay", StringValue("500us"));
    NetDeviceContainer ends = link.Install(node, router);
    scenario.InstallQueues(ends);
    const auto interfaces = addresses.Assign(ends);
    addresses.NewNetwork();
    Ptr<Ipv4> ipv4 = node->GetObject<Ipv4>();
    Ipv4StaticRoutingHelper().GetStaticRouting(ipv4)->SetDefaultRoute(interfaces.GetAddress(1),
                                                                      ipv4->GetInterfaceForDevice(ends.Get(0)));
    return ends.Get(0);
}

/// Refuses what goes with no access points.
void
CheckOptions(ScenarioOptions& options)
{
    if (!IsInfrastructure(options))
    {
        return;
    }
    if (options.GetBoolean("overlap"))
    {
        throw UsageError("--overlap and --association=infrastructure exclude each other: a station hears data of its own access "
                         "point only");
    }
    if (options.GetChoice("mechanism").rfind("snoop", 0) == 0 && options.GetChoice("priming") == "anticipated")
    {
        throw UsageError("--association=infrastructure gives no warning of a handoff: add --priming=always");
    }
}

void
Build(WirelessScenario& scenario)
{
    ScenarioOptions& options = scenario.GetOptions();
    CheckOptions(options);
    const bool infrastructure = IsInfrastructure(options);
    NodeContainer ends(2);
    Ptr<Node> fixedHost = ends.Get(0);
    Ptr<Node> mobileHost = ends.Get(1);
    NodeContainer router(1);
    NodeContainer baseStations(options.GetInteger("base_stations"));
    const NodeContainer all(ends, router, baseStations);

    if (infrastructure)
    {
        scenario.SetDefault("ns3::StaWifiMac::MaxMissedBeacons", "10"); // ns-3's own
        // Passive scans take longer, and end never where ns-3 3.37 to 3.40 left the receiver deaf when it lost the access point:
        // what it was receiving then is forgotten only when it sends.
        scenario.SetDefault("ns3::StaWifiMac::ActiveProbing", "true");
    }
    scenario.SetDefault("ns3::WifiMac::QosSupported", options.GetBoolean("qos") ? "true" : "false");
    const NetDeviceContainer wireless = BuildWirelessHop(options, baseStations, mobileHost);
    InternetStackHelper stack;
    Ipv4StaticRoutingHelper routing;
    stack.SetRoutingHelper(routing);
    stack.Install(all);
    stack.AssignStreams(all, WirelessScenario::FIRST_STREAM + 100);
    scenario.InstallQueues(wireless);
    Ipv4AddressHelper addresses("10.2.0.0", "255.255.255.0");
    const Ipv4InterfaceContainer hop = addresses.Assign(wireless);
    const Ipv4Address mobileAddress = hop.GetAddress(baseStations.GetN());
    addresses.SetBase("10.1.0.0", "255.255.255.0");
    Link(scenario, fixedHost, router.Get(0), addresses);
    NetDeviceContainer wired;
    NetDeviceContainer wirelessOfBaseStations;
    for (uint32_t i = 0; i < baseStations.GetN(); i++)
    {
        wired.Add(Link(scenario, baseStations.Get(i), router.Get(0), addresses));
        wirelessOfBaseStations.Add(wireless.Get(i));
    }

    scenario.SetDefault("ns3::SnoopAgent::HandoffBufferSize", std::to_string(options.GetInteger("buffer_packets")));
    scenario.InstallOnHop(wirelessOfBaseStations, wireless.Get(baseStations.GetN()));

    const std::string& mechanism = options.GetChoice("mechanism");
    HandoffHelper handoff;
    const bool snoop = !scenario.GetAgents().empty(); // without an agent a base station would send copies on
    handoff.SetRouterAttribute("AlwaysPrime", BooleanValue(snoop && options.GetChoice("priming") == "always"));
    if (infrastructure)
    {
        handoff.SetTrigger("ns3::HandoffAssociationTrigger");
    }
    const double beaconInterval = infrastructure ? 0 : options.GetNumber("beacon_interval_s"); // the MAC sends its own
    handoff.SetBaseStationAttribute("BeaconInterval", TimeValue(Seconds(beaconInterval)));
    handoff.SetMobileAttribute("Overlap", BooleanValue(options.GetBoolean("overlap")));
    handoff.SetMobileAttribute("Primed", BooleanValue(snoop));
    handoff.SetMobileAttribute("DuplicateAcks", UintegerValue(mechanism == "fast-retransmit" ? 3 : 0));
    handoff.InstallNetwork(router.Get(0), wired, wirelessOfBaseStations);
    Ptr<HandoffMobile> mobile = handoff.InstallMobile(wireless.Get(baseStations.GetN()));
    handoff.AssignStreams(WirelessScenario::FIRST_STREAM + 200);

    static std::unique_ptr<HandoffLog> log; // until the results are written
    log = std::make_unique<HandoffLog>(scenario, mobile, hop);
    static std::unique_ptr<Walk> walk;
    if (const auto interval = options.GetOptionalNumber("handoff_interval_s"))
    {
        walk = std::make_unique<Walk>(mobileHost->GetObject<ConstantVelocityMobilityModel>(),
                                      baseStations.GetN(),
                                      GetSpacing(options),
                                      *interval);
    }
    const Ipv4Address fixedAddress = fixedHost->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    scenario.AddTransfer({fixedHost, fixedAddress}, {mobileHost, mobileAddress}, Seconds(START));
}

int
main(int argc, char* argv[])
{
    WirelessScenario scenario("handoff",
                              "fixed host, router, base stations on one 802.11b channel, mobile host that moves",
                              {{"fast-retransmit", "the mobile host sends three duplicate ACKs after a handoff"}});
    ScenarioOptions& options = scenario.GetOptions();
    // What is on its way must fit into a buffering base station, or a handoff loses the rest.
    options.ChangeDefault("window_bytes", "16384");
    options.AddOptionalNumber("handoff_interval_s", "s", {0.2, 1e6}, "time between handoffs; none: the mobile host stays");
    options.AddChoice("association",
                      "beacon",
                      {{"beacon", "the mobile host goes by the strength of UDP beacons in an ad-hoc network, as WaveLAN had it"},
                       {"infrastructure", "base stations are 802.11 access points; it goes when it has lost one, to the next"}},
                      "what makes the mobile host move");
    options.AddInteger("base_stations", "", 2, {2, 4}, "base stations in a row, 40 m apart, access points 80 m");
    options.AddNumber("beacon_interval_s",
                      "s",
                      0.1,
                      {0.01, 10},
                      "mean time between beacons of a base station; an access point's is a multiple of 1024 us");
    options.AddInteger("buffer_packets", "packet", 12, {1, 1000}, "what a buffering Snoop agent holds for the mobile host");
    options.AddChoice("priming",
                      "anticipated",
                      {{"anticipated", "from when the mobile host comes within 15 dB of a move"},
                       {"always", "all base stations get everything"}},
                      "when the router copies the mobile host's packets to base stations that do not serve it");
    options.AddBoolean("qos", true, "whether the wireless hop has 802.11e, so that messages of a handoff do not wait behind data");
    options.AddBoolean("overlap", false, "whether the mobile host still hears data from a base station that it has left");
    return scenario.Main(argc, argv, Build);
}
