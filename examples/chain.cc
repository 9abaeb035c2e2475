// SPDX-License-Identifier: GPL-2.0-only
//
//   sender ( ( ( relay ( ( ( relay ( ( ( receiver
//
// Transfers over a chain of 802.11b hops, all on one channel. A node hears its neighbours only, so what two nodes send to the
// one between them collides there: the chain is its own worst enemy. An agent sits on every node that sends data, the sender
// included, or on the last one of them only. The first node is the fixed host of the option `direction`, the last the mobile
// one. `chain --help` lists the options.

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/wireless-tcp-module.h"

using namespace ns3;

constexpr double SPACING = 100; //!< of the nodes, metres; less than their range, and more than half of it

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
    NodeContainer nodes(static_cast<uint32_t>(options.GetInteger("nodes")));
    MobilityHelper mobility;
    mobility.SetPositionAllocator("ns3::GridPositionAllocator",
                                  "DeltaX",
                                  DoubleValue(SPACING),
                                  "GridWidth",
                                  UintegerValue(nodes.GetN()));
    mobility.Install(nodes);
    AdHocNetwork network(scenario, nodes);
    if (options.GetChoice("routing") == "static")
    {
        SetStaticRoutes(nodes, network.GetInterfaces());
    }
    scenario.InstallOnChain(network.GetDevices(),
                            options.GetChoice("agents") == "every",
                            static_cast<uint32_t>(options.GetInteger("proxy_spacing")));
    AddAgentTable(scenario);
    network.AddTransfers(AdHocNetwork::Pairs(options.GetInteger("flows"), {0, nodes.GetN() - 1}));
}

int
main(int argc, char* argv[])
{
    WirelessScenario scenario("chain", "a chain of 802.11b hops, from its first to its last node");
    ScenarioOptions& options = scenario.GetOptions();
    options.ChangeDefault("transfer_bytes", "1048576");
    AdHocNetwork::AddOptions(options);
    options.AddInteger("nodes", "", 5, {2, 20}, "nodes of the chain, sender and receiver included");
    options.AddChoice("agents",
                      "every",
                      {{"every", "every node that sends data, the sender included"},
                       {"last", "the last node before the receiver"}},
                      "where a mechanism for senders of data is");
    options.AddInteger("proxy_spacing", "", 3, {1, 19}, "hops from one proxy to the next, for mechanism split");
    return scenario.Main(argc, argv, Build);
}
