// SPDX-License-Identifier: GPL-2.0-only
#include "field-test.h"

#include "ns3/config.h"
#include "ns3/host-profile.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-traffic-control.h"

namespace ns3
{
namespace wirelesstcptest
{

Conversation&
FieldTest::Say(Conversation::Plan plan)
{
    plan.ipv6 = m_hosts.ipv6;
    m_conversations.push_back(std::make_unique<Conversation>(*m_net, plan));
    return *m_conversations.back();
}

void
FieldTest::DoRun()
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    AttributeDefaults defaults;
    if (m_hosts.papers)
    {
        HostProfile::Get("bsd-1995").Apply(defaults);
        // Room for options and IPv6, which ns-3 does not see to: an agent does not serve fragments.
        defaults.Set("ns3::TcpSocket::SegmentSize", "1400");
    }
    Configure(defaults);
    m_net = std::make_unique<TestNetwork>(Hop::POINT_TO_POINT);
    m_net->InstallStack();
    m_hosts.ipv6 ? m_net->AssignIpv6() : m_net->AssignIpv4();
    SnoopHelper snoop(m_hosts.papers ? "1995" : "1997");
    ConfigureAgent(snoop);
    const Ptr<NetDevice> device = m_net->hop.Get(0);
    m_ledger = std::make_unique<HookLedger>(WirelessTrafficControl::Install(device));
    Simulator::Schedule(GetAgentStart(), [this, snoop, device]() {
        m_agent = snoop.Install(device);
        m_ledger->Follow(m_agent);
    });
    if (GetBitsPerError() > 0)
    {
        WirelessLossHelper loss;
        loss.SetBitsPerError(GetBitsPerError());
        loss.Install(m_net->hop);
        loss.AssignStreams(m_net->hop, 1000);
    }
    Prepare();
    Simulator::Stop(Seconds(300));
    Simulator::Run();

    for (std::size_t i = 0; i < m_conversations.size(); i++)
    {
        NS_TEST_EXPECT_MSG_EQ(m_conversations[i]->IsComplete(), true, "conversation " << i);
    }
NS_TEST_EXPECT_MSG_EQ(m_ledger->GetFaults(), "", "the agent's books");
    NS_TEST_EXPECT_MSG_EQ(m_agent->GetHeldPackets(), 0, "packets held at the end");
    NS_TEST_EXPECT_MSG_EQ(m_agent->GetConnections(), 0, "connections known at the end");
    Check();

    Simulator::Destroy();
    Config::Reset();
    m_conversations.clear();
    m_ledger.reset();
    m_agent = nullptr;
    m_net.reset();
}

} // namespace wirelesstcptest
} // namespace ns3
