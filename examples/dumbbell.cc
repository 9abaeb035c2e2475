// SPDX-License-Identifier: GPL-2.0-only
//
//   source 1 ---+                                       +- - - receiver 1
//   source 2 ---+--- router ----------- base station ---+- - - receiver 2
//      ...      |                                       |        ...
//   50 Mb/s, 20 ms    rate_bps, 10 ms     10 Mb/s, delay_s, losses
//                     buffer_packets
//
// Several transfers over one bottleneck and then each over a lossy hop of its own: the network of a scheme that tells congestion
// from wireless losses [Lim et al., WINSYS 2006, figure 1]. The last hop has no MAC: nothing but losses at a stated rate. Cross
// traffic goes the same way, but loses nothing on its last hop. `dumbbell --help` lists the options.

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"
#include "ns3/wireless-tcp-module.h"

#include <algorithm>
#include <cmath>
#include <memory>

using namespace ns3;

constexpr double START = 1;            //!< of the first flow, s
constexpr double FIRST_DELAY = 0.02;   //!< from a source to the router, s
constexpr double SECOND_DELAY = 0.01;  //!< from the router to the base station, s
constexpr double FIRST_RATE = 50e6;    //!< from a source to the router, bit/s
constexpr double LAST_RATE = 10e6;     //!< from the base station to a receiver, bit/s
constexpr uint32_t LARGE_QUEUE = 1000; //!< packets; where nothing is to be lost

/// \return the two ends of a link
NetDeviceContainer
BuildLink(Ptr<Node> from, Ptr<Node> to, double rate, double delay)
{
    PointToPointHelper link;
    // One packet waits in the device, all others where the queue disc counts them.
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(static_cast<uint64_t>(rate))));
    link.SetDeviceAttribute("Mtu", UintegerValue(1600)); // TCP options must not lead to fragments
    link.SetChannelAttribute("Delay", TimeValue(Seconds(delay)));
    return link.Install(from, to);
}

/// Refuses options of other scenarios that would do nothing here.
void
CheckOptions(const ScenarioOptions& options)
{
    if (options.IsGiven("loss") || options.IsGiven("bits_per_error"))
    {
        throw UsageError("the losses of this scenario are given by --p_w: leave --loss and --bits_per_error out");
    }
    for (const std::string key : {"direction", "loss_direction", "loss_place", "queue_packets", "mac_queue_packets"})
    {
        if (options.IsGiven(key))
        {
            throw UsageError("--" + key + " means nothing in this scenario, which has no Wi-Fi and loses data from sources to "
                             "receivers: leave it out; see --reverse, --buffer_packets, --p_w");
        }
    }
}

/// \return what the wireless hop loses, or nothing
std::optional<WirelessLossHelper>
GetLosses(ScenarioOptions& options)
{
    const double rate = options.GetNumber("p_w");
    const double burst = options.GetNumber("burst_packets");
    WirelessLossHelper losses;
    losses.SetTraffic("data");
    if (options.GetChoice("loss_model") == "uniform")
    {
        losses.SetErrorModel("ns3::RateErrorModel",
                             "ErrorUnit",
                             StringValue("ERROR_UNIT_PACKET"),
                             "ErrorRate",
                             DoubleValue(rate));
    }
    else
    {
        if (rate > burst / (burst + 1))
        {
            throw UsageError("bursts of --burst_packets=b lose at most b / (b + 1) of all packets: lower --p_w or raise "
                             "--burst_packets");
        }
        losses.SetErrorModel("ns3::GilbertElliottErrorModel",
                             "LossRate",
                             DoubleValue(rate),
                             "MeanBurst",
                             DoubleValue(burst));
    }
    return rate > 0 ? std::optional<WirelessLossHelper>(losses) : std::nullopt;
}

/// \return the round trip of a full segment and its acknowledgement that meet no queue, s
double
GetShortestRoundTrip(double rate, double lastDelay, double segment)
{
    constexpr double HEADERS = 54; // PPP, IP, TCP with timestamps
    const double bits = (segment + HEADERS + HEADERS) * 8;
    const double sending = bits / FIRST_RATE + bits / rate + bits / LAST_RATE;
    return sending + 2 * (FIRST_DELAY + SECOND_DELAY + lastDelay);
}

/// Adds to the summary how often senders that tell losses apart were right.
void
AddAccuracy(WirelessScenario& scenario, Ptr<LossLedger> ledger)
{
    const auto add = [&scenario, ledger](const std::string& name, double (*figure)(const LossLedger::Accuracy&)) {
        scenario.AddFigure(name, [ledger, figure] {
            const double value = figure(ledger->GetAccuracy());
            return std::isnan(value) ? std::nullopt : std::optional<double>(value);
        });
    };
    using Accuracy = LossLedger::Accuracy;
    add("a_c", [](const Accuracy& accuracy) { return accuracy.GetCongestionAccuracy(); });
    add("a_w", [](const Accuracy& accuracy) { return accuracy.GetWirelessAccuracy(); });
    add("verdicts_on_congestion", [](const Accuracy& accuracy) { return static_cast<double>(accuracy.congestion); });
    add("verdicts_on_wireless", [](const Accuracy& accuracy) { return static_cast<double>(accuracy.wireless); });
    add("verdicts_unexplained", [](const Accuracy& accuracy) { return static_cast<double>(accuracy.unexplained); });
}

void
Build(WirelessScenario& scenario)
{
    ScenarioOptions& options = scenario.GetOptions();
    const std::size_t flows = options.GetInteger("flows");
    const std::size_t pairs = flows + options.GetInteger("cross_flows");
    const std::size_t reverse = options.GetInteger("reverse");
    const double rate = options.GetNumber("rate_bps");
    std::vector<std::string> mix = options.GetChoiceList("tcp_mix");
    if (!mix.empty() && options.IsGiven("tcp"))
    {
        throw UsageError("--tcp and --tcp_mix exclude each other: give one of them");
    }
    if (mix.size() > flows)
    {
        throw UsageError("--tcp_mix names more senders than --flows has: raise --flows");
    }
    if (reverse > flows)
    {
        throw UsageError("--reverse is more than --flows, each of which has one way back: raise --flows");
    }
    if (mix.empty())
    {
        mix = {options.GetChoice("tcp")};
    }
    CheckOptions(options);
    const auto losses = GetLosses(options);
    // One acknowledgement for each segment, as simulated receivers of the paper's time sent.
    scenario.SetDefault("ns3::TcpSocket::DelAckCount", "1");
    // A flow that is measured by time does not give up, however many timeouts in a row a burst of losses brings.
    scenario.SetDefault("ns3::TcpSocket::DataRetries", "1000000");

    NodeContainer routers(2);
    NodeContainer sources(pairs);
    NodeContainer receivers(pairs);
    InternetStackHelper stack;
    const NodeContainer all(routers, sources, receivers);
    stack.Install(all);
    stack.AssignStreams(all, WirelessScenario::FIRST_STREAM + 100);

    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const auto connect = [&](const NetDeviceContainer& link, uint32_t queue, const std::string& type = "ns3::FifoQueueDisc") {
        scenario.InstallQueues(link, queue, type);
        const auto interfaces = addresses.Assign(link);
        addresses.NewNetwork();
        return interfaces;
    };
    const NetDeviceContainer middle = BuildLink(routers.Get(0), routers.Get(1), rate, SECOND_DELAY);
    // TCP-Casablanca is a sender and a queue that drops what it marked first.
    const bool marked = std::find(mix.begin(), mix.end(), "casablanca") != mix.end();
    connect(middle,
            static_cast<uint32_t>(options.GetInteger("buffer_packets")),
            marked ? "ns3::DropFirstQueueDisc" : "ns3::FifoQueueDisc");
    static std::unique_ptr<BottleneckMeter> bottleneck; // until the results are written
    bottleneck = std::make_unique<BottleneckMeter>(middle.Get(0));

    std::vector<NetDeviceContainer> hops;
    std::vector<std::pair<Ipv4Address, Ipv4Address>> ends;
    for (std::size_t i = 0; i < pairs; i++)
    {
        const auto first = connect(BuildLink(sources.Get(i), routers.Get(0), FIRST_RATE, FIRST_DELAY), LARGE_QUEUE);
        hops.push_back(BuildLink(routers.Get(1), receivers.Get(i), LAST_RATE, options.GetNumber("delay_s")));
        ends.emplace_back(first.GetAddress(0), connect(hops.back(), LARGE_QUEUE).GetAddress(1));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    Ptr<LossLedger> ledger = CreateObject<LossLedger>();
    ledger->Watch(middle.Get(0));
    Ptr<UniformRandomVariable> stagger = CreateObject<UniformRandomVariable>();
    stagger->SetStream(WirelessScenario::FIRST_STREAM);
    const auto start = [&scenario, &stagger] {
        return Seconds(scenario.GetFlows().empty() ? START : START + stagger->GetValue());
    };
    for (std::size_t i = 0; i < pairs; i++)
    {
        if (i < flows)
        {
            scenario.InstallOnHop(hops[i].Get(0), hops[i].Get(1));
            if (losses)
            {
                scenario.AddLoss(*losses, hops[i].Get(1));
            }
            ledger->Watch(hops[i].Get(1));
            ledger->Serve(sources.Get(i));
            bottleneck->Watch(ends[i].second);
        }
        const std::string& tcp = i < flows ? mix[i % mix.size()] : options.GetChoice("cross_tcp");
        scenario.AddFlow(sources.Get(i), receivers.Get(i), ends[i].second, start(), tcp);
    }
    for (std::size_t i = 0; i < reverse; i++)
    {
        scenario.AddFlow(receivers.Get(i), sources.Get(i), ends[i].first, start(), mix[i % mix.size()]);
    }
    scenario.AddFigure("utilization", [] { return bottleneck->GetUtilization(Seconds(START)); });
    scenario.AddFigure("jain", [&scenario, flows] { return scenario.GetJainIndex(flows); });
    scenario.AddFigure("p_c", [] { return bottleneck->GetLoss(); });
    scenario.AddFigure("buffer_wait_s", [] { return bottleneck->GetWait(); });
    AddAccuracy(scenario, ledger);
    const double roundTrip = GetShortestRoundTrip(rate,
                                                  options.GetNumber("delay_s"),
                                                  static_cast<double>(options.GetInteger("segment_bytes")));
    scenario.AddFigure("shortest_round_trip_s", [roundTrip] { return roundTrip; });
}

int
main(int argc, char* argv[])
{
    WirelessScenario scenario("dumbbell", "sources, one bottleneck, and a lossy link to each receiver");
    ScenarioOptions& options = scenario.GetOptions();
    std::vector<OptionChoice> variants;
    for (const auto& tcp : TcpVariant::GetAll())
    {
        variants.push_back({tcp.name, tcp.help});
    }
    options.ChangeDefault("profile", "modern");
    options.ChangeDefault("segment_bytes", "1448"); // with headers and timestamps 1500
    options.ChangeDefault("window_bytes", "1000000");
    options.ChangeDefault("transfer_bytes", "1000000000000"); // no end
    options.ChangeDefault("measure_s", "200");
    options.AddInteger("flows", "", 1, {1, 100}, "transfers; all but the first begin within a second after it");
    options.AddChoiceList("tcp_mix", variants, "TCP of the sources instead of --tcp, source after source, then from the front");
    options.AddInteger("reverse", "", 0, {0, 100}, "transfers in the other direction, from as many receivers");
    options.AddInteger("cross_flows", "", 0, {0, 100}, "further transfers that lose nothing on the last hop");
    options.AddChoice("cross_tcp", "newreno", variants, "TCP of the further transfers");
    options.AddNumber("p_w", "", 0.01, {0, 1}, "share of the data packets that the last hop loses");
    options.AddChoice("loss_model",
                      "uniform",
                      {{"uniform", "each packet independently"},
                       {"gilbert-elliott", "bursts of geometric length"}},
                      "how the lost packets are spread");
    options.AddNumber("burst_packets", "packet", 4, {1, 1e6}, "mean length of a burst of loss_model=gilbert-elliott");
    options.AddNumber("rate_bps", "bit/s", 1e6, {1000, LAST_RATE}, "rate of the bottleneck; at most that of the last hops");
    options.AddInteger("buffer_packets", "packet", 12, {1, 100000}, "buffer of the bottleneck, one packet in the device not counted");
    options.AddNumber("delay_s", "s", 0.01, {0, 10}, "one-way delay of the last hop");
    return scenario.Main(argc, argv, Build);
}
