// SPDX-License-Identifier: GPL-2.0-only
//
//   +--------------------------+
//   |  o     o         o       |
//   |     o       x        o   |   o  a node, x  one that has failed for a while
//   |   o      o      o        |
//   +--------- area_m ---------+
//
// Transfers between nodes of a mobile ad hoc network that move about in a square, all with 802.11b on one channel, any of which
// may relay for any other. Some fail for a time and come back with nothing in their queues and agents. An agent sits on every
// node. The first node of each pair is the fixed host of the option `direction`. `manet --help` lists the options.

#include "ns3/core-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/wireless-tcp-module.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

constexpr int64_t STREAM = WirelessScenario::FIRST_STREAM + 5000; //!< of positions and mobility; then of flows and failures

/// \return a position somewhere in the square
Ptr<PositionAllocator>
BuildArea(double side, int64_t stream)
{
    Ptr<RandomRectanglePositionAllocator> area = CreateObject<RandomRectanglePositionAllocator>();
    Ptr<UniformRandomVariable> x = CreateObject<UniformRandomVariable>();
    x->SetAttribute("Max", DoubleValue(side));
    Ptr<UniformRandomVariable> y = CreateObject<UniformRandomVariable>();
    y->SetAttribute("Max", DoubleValue(side));
    area->SetX(x);
    area->SetY(y);
    area->AssignStreams(stream);
    return area;
}

/// Gives nodes positions and lets them move.
void
InstallMobility(const ScenarioOptions& options, const NodeContainer& nodes)
{
    const double side = options.GetNumber("area_m");
    const double fastest = options.GetNumber("speed_mps");
    const std::string range = "[Min=" + std::to_string(fastest / 10) + "|Max=" + std::to_string(fastest) + "]";
    const std::string speed = "ns3::UniformRandomVariable" + range;
    MobilityHelper mobility;
    mobility.SetPositionAllocator(BuildArea(side, STREAM));
    const std::string& model = options.GetChoice("mobility");
    if (model == "random-waypoint")
    {
        const std::string pause = "ns3::ConstantRandomVariable[Constant=" + std::to_string(options.GetNumber("pause_s")) + "]";
        mobility.SetMobilityModel("ns3::RandomWaypointMobilityModel",
                                  "Speed",
                                  StringValue(speed),
                                  "Pause",
                                  StringValue(pause),
                                  "PositionAllocator",
                                  PointerValue(BuildArea(side, STREAM + 10)));
    }
    else if (model == "gauss-markov")
    {
        mobility.SetMobilityModel("ns3::GaussMarkovMobilityModel",
                                  "Bounds",
                                  BoxValue(Box(0, side, 0, side, 0, 0)),
                                  "MeanVelocity",
                                  StringValue(speed),
                                  "NormalPitch",
                                  StringValue("ns3::NormalRandomVariable[Mean=0|Variance=0|Bound=0]"));
    }
    mobility.Install(nodes);
    mobility.AssignStreams(nodes, STREAM + 20);
}

/// \return numbers below n in random order
std::vector<uint32_t>
Shuffle(uint32_t n, Ptr<UniformRandomVariable> random)
{
    std::vector<uint32_t> numbers;
    for (uint32_t i = 0; i < n; i++)
    {
        numbers.insert(numbers.begin() + random->GetInteger(0, i), i);
    }
    return numbers;
}

/// Lets random nodes fail that are neither sender nor receiver, and leaves a table of them.
void
AddFailures(WirelessScenario& scenario,
            AdHocNetwork& network,
            const std::vector<uint32_t>& relays,
            Ptr<UniformRandomVariable> random)
{
    const ScenarioOptions& options = scenario.GetOptions();
    const std::size_t failures = options.GetInteger("failures");
    if (failures > relays.size())
    {
        throw UsageError("--failures is more than there are nodes that neither send nor receive, each of which fails once: lower "
                         "it or raise --nodes");
    }
    const Time length = Seconds(options.GetNumber("failure_s"));
    std::string table = "node,start_s,end_s\n";
    for (std::size_t i = 0; i < failures; i++)
    {
        const Time start = Seconds(AdHocNetwork::START_S + random->GetValue(0, options.GetNumber("failures_within_s")));
        network.FailNode(relays[i], start, length);
        table += std::to_string(relays[i]) + "," + ResultFormat::Seconds(start) + "," + ResultFormat::Seconds(start + length) + "\n";
    }
    scenario.AddResult("failures.csv", [table] { return table; });
}

void
Build(WirelessScenario& scenario)
{
    const ScenarioOptions& options = scenario.GetOptions();
    const auto count = static_cast<uint32_t>(options.GetInteger("nodes"));
    const auto flows = static_cast<uint32_t>(options.GetInteger("flows"));
    if (options.GetChoice("routing") == "static")
    {
        throw UsageError("--routing=static has no routes between nodes that move: give aodv, olsr or dsr");
    }
    if (2 * flows > count)
    {
        throw UsageError("each of --flows has a sender and a receiver of its own: raise --nodes to at least twice as many");
    }
    NodeContainer nodes(count);
    InstallMobility(options, nodes);
    AdHocNetwork network(scenario, nodes);
    AdHocNetwork::KeepConnections(scenario);

    Ptr<UniformRandomVariable> random = CreateObject<UniformRandomVariable>();
    random->SetStream(STREAM + 1000);
    std::vector<uint32_t> order = Shuffle(count, random);
    AdHocNetwork::Pairs pairs;
    for (uint32_t i = 0; i < flows; i++)
    {
        pairs.emplace_back(order[2 * i], order[2 * i + 1]);
    }
    scenario.InstallOnEveryNode(network.GetDevices(), network.GetDevices().Get(pairs.front().second));
    network.AddTransfers(pairs);
    AddFailures(scenario, network, {order.begin() + 2 * flows, order.end()}, random);
}

int
main(int argc, char* argv[])
{
    WirelessScenario scenario("manet", "a mobile ad hoc network whose nodes move and fail");
    ScenarioOptions& options = scenario.GetOptions();
    options.ChangeDefault("transfer_bytes", "200000");
    options.ChangeDefault("max_time_s", "2000");
    AdHocNetwork::AddOptions(options);
    options.ChangeDefault("routing", "aodv");
    options.AddInteger("nodes", "", 20, {2, 100}, "nodes, each of which may relay");
    options.AddNumber("area_m", "m", 400, {1, 100000}, "side of the square; a node is heard over 150 m");
    options.AddChoice("mobility",
                      "random-waypoint",
                      {{"random-waypoint", "to a random place at a random speed, a pause, to the next one"},
                       {"gauss-markov", "speed and direction change a little every second"},
                       {"static", "not at all; parts of the network may not reach each other"}},
                      "how the nodes move from their random places");
    options.AddNumber("speed_mps", "m/s", 5, {0.01, 1000}, "highest speed; the lowest is a tenth of it");
    options.AddNumber("pause_s", "s", 2, {0, 1e6}, "pause of mobility=random-waypoint at each place");
    options.AddInteger("failures", "", 0, {0, 100}, "random nodes that fail once; senders and receivers do not");
    options.AddNumber("failure_s", "s", 10, {0, 1e6, true}, "how long a node that fails is down");
    options.AddNumber("failures_within_s", "s", 60, {0, 1e6}, "time from the start of the first flow in which nodes fail");
    return scenario.Main(argc, argv, Build);
}
