// SPDX-License-Identifier: GPL-2.0-only
#include "chain-test-network.h"

#include "ns3/atcp-helper.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/icmp-unreachable-helper.h"
#include "ns3/mobility-model.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/test.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-loss.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint32_t NODES = 5; // four hops

/// A transfer from the first to the last node, and what its sender did.
class AtcpRun
{
  public:
    /**
     * \param routing of the chain
     * \param withAtcp whether the source has the layer
     */
    AtcpRun(const std::string& routing, bool withAtcp)
        : net(routing, NODES)
    {
        if (withAtcp)
        {
            agent = AtcpHelper().Install(net.hop.Get(0));
            agent->TraceConnectWithoutContext("Event", MakeCallback(&AtcpRun::Note, this));
        }
    }

    /**
     * \param rate of packets that bear TCP, lost above the MAC of every node
     * \param stream first random stream
     */
    void Lose(double rate, int64_t stream = 1000)
    {
        WirelessLossHelper helper;
        helper.SetErrorModel("ns3::RateErrorModel",
                             "ErrorUnit",
                             StringValue("ERROR_UNIT_PACKET"),
                             "ErrorRate",
                             DoubleValue(rate));
        losses = helper.Install(net.hop);
        helper.AssignStreams(net.hop, stream);
    }

    /**
     * \param bytes to send
     * \param length of the run, from the start of the transfer
     */
    void Go(uint64_t bytes, Time length)
    {
        net.StartTransfer(bytes);
        Simulator::Schedule(net.start + MilliSeconds(1), &AtcpRun::Watch, this);
        Simulator::Schedule(net.start + MilliSeconds(1), &AtcpRun::Look, this);
        Simulator::Stop(net.start + length);
        Simulator::Run();
        delivered = net.GetDelivered();
        held = agent ? agent->GetHeldPackets() : 0;
        Simulator::Destroy();
    }

    /// Takes the second relay out of everybody's reach.
    void MoveRelayAway()
    {
        net.nodes.Get(2)->GetObject<MobilityModel>()->SetPosition(Vector(200, 5000, 0));
    }

    /// Brings it back.
    void BringRelayBack()
    {
        net.nodes.Get(2)->GetObject<MobilityModel>()->SetPosition(Vector(200, 0, 0));
    }

    ChainNetwork net;                       ///< the nodes
    Ptr<AtcpAgent> agent;                   ///< the layer, if there is one
    std::vector<Ptr<WirelessLoss>> losses;  ///< what loses packets
    std::map<std::string, uint32_t> events; ///< entries of the diary, of each kind and cause
    uint64_t delivered{0};                  ///< bytes, in order and as sent
    uint32_t held{0};                       ///< packets kept at the end
    uint32_t falls{0};                      ///< of the congestion window
    uint32_t recoveries{0};                 ///< times that TCP took a loss for congestion
    std::vector<uint32_t> restarts;         ///< congestion window at each restart, bytes
    Time silentFrom;                        ///< when the route is there again
    Time resumed;                           ///< when data arrived after that

  private:
    void Watch()
    {
        const std::string socket = "/NodeList/0/$ns3::TcpL4Protocol/SocketList/*/";
        Config::ConnectWithoutContext(socket + "CongestionWindow", MakeCallback(&AtcpRun::NoteWindow, this));
        Config::ConnectWithoutContext(socket + "CongState", MakeCallback(&AtcpRun::NoteState, this));
    }

    void Look()
    {
        if (!silentFrom.IsZero() && Simulator::Now() >= silentFrom && resumed.IsZero())
        {
            m_before = m_before == 0 ? net.GetDelivered() : m_before;
            if (net.GetDelivered() > m_before)
            {
                resumed = Simulator::Now();
            }
        }
        Simulator::Schedule(MilliSeconds(10), &AtcpRun::Look, this);
    }

    void Note(const AgentEvent& event)
    {
        events[event.kind]++;
        events[event.kind + " " + event.cause]++;
    }

    void NoteWindow(uint32_t before, uint32_t after)
    {
        falls += after < before;
        if (after < before)
        {
            restarts.push_back(after);
        }
    }

    void NoteState(TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t state)
    {
        recoveries += state == TcpSocketState::CA_RECOVERY || state == TcpSocketState::CA_LOSS;
    }

    uint64_t m_before{0}; ///< bytes delivered when the route came back
};

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * Random losses are repaired without TCP taking them for congestion.
 */
class AtcpLossTest : public TestCase
{
  public:
    /**
     * \param rate of losses above the MAC, at every node
     * \param sack whether TCP has selective acknowledgements
     */
    AtcpLossTest(double rate, bool sack)
        : TestCase("random losses of " + std::to_string(rate) + (sack ? " with SACK" : " without SACK")),
          m_rate(rate),
          m_sack(sack)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(m_sack));
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpNewReno"));
        uint64_t plainTotal = 0;
        uint64_t atcpTotal = 0;
        uint32_t plainFalls = 0;
        uint32_t atcpFalls = 0;
        uint32_t recoveries = 0;
        for (int64_t stream = 1000; stream <= 3000; stream += 1000)
        {
            AtcpRun plain("static", false);
            plain.Lose(m_rate, stream);
            plain.Go(100000000, Seconds(30));
            plainTotal += plain.delivered;
            plainFalls += plain.falls;
            AtcpRun atcp("static", true);
            atcp.Lose(m_rate, stream);
            atcp.Go(100000000, Seconds(30));
            atcpTotal += atcp.delivered;
            atcpFalls += atcp.falls;
            recoveries += atcp.recoveries;
        }
        // Without SACK the layer repairs one loss for each round trip, and is somewhat slower than TCP at few losses.
        NS_TEST_EXPECT_MSG_GT(atcpTotal, (m_sack ? plainTotal : plainTotal * 8 / 10), "bytes delivered");
        NS_TEST_EXPECT_MSG_GT(plainFalls, 0, "falls of the congestion window without the layer");
        NS_TEST_EXPECT_MSG_EQ(recoveries, 0, "losses that TCP took for congestion");
        NS_TEST_EXPECT_MSG_EQ(atcpFalls, 0, "falls of the congestion window");
        AtcpRun whole("static", true);
        whole.Lose(m_rate);
        whole.Go(60000, Seconds(600));
        NS_TEST_EXPECT_MSG_EQ(whole.delivered, 60000, "bytes delivered as sent");
        NS_TEST_EXPECT_MSG_EQ(whole.held, 0, "packets kept at the end");
        Config::Reset();
    }

    double m_rate; ///< of losses
    bool m_sack;   ///< whether TCP has SACK
};

/**
 * \ingroup wireless-tcp
 *
 * A relay goes away for ten seconds.
 */
class AtcpRouteTest : public TestCase
{
  public:
    AtcpRouteTest()
        : TestCase("a route is lost for ten seconds")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpNewReno"));
        AtcpRun run("aodv", true);
        IcmpUnreachableHelper().Install(run.net.nodes);
        const Time gone = run.net.start + Seconds(10);
        run.silentFrom = gone + Seconds(10);
        Simulator::Schedule(gone, &AtcpRun::MoveRelayAway, &run);
        Simulator::Schedule(gone + Seconds(10), &AtcpRun::BringRelayBack, &run);
        run.Go(100000000, Seconds(40));
        NS_TEST_EXPECT_MSG_GT(run.events["persist-entered unreachable"], 0, "times that a router said so");
        NS_TEST_EXPECT_MSG_GT(run.events["window-restarted"], 0, "times that a route was found again");
        NS_TEST_EXPECT_MSG_EQ(run.recoveries, 0, "losses that TCP took for congestion");
        NS_TEST_EXPECT_MSG_EQ(run.resumed.IsZero(), false, "data arrives again");
        // AODV repeats its request for a route after up to 5.6 s.
        NS_TEST_EXPECT_MSG_LT(run.resumed - run.silentFrom, Seconds(6), "time until data arrives again");
        NS_TEST_EXPECT_MSG_EQ(run.restarts.empty(), false, "the congestion window restarts");
        NS_TEST_EXPECT_MSG_EQ(std::count(run.restarts.begin(), run.restarts.end(), 536),
                              int64_t(run.restarts.size()),
                              "congestion windows of one segment after it");
        Config::Reset();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Congestion is TCP's business.
 */
class AtcpCongestionTest : public TestCase
{
  public:
    AtcpCongestionTest()
        : TestCase("congestion that is echoed")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpNewReno"));
        Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
        Config::SetDefault("ns3::WifiMacQueue::MaxSize", QueueSizeValue(QueueSize("5p")));
        AtcpRun plain("static", false);
        plain.Go(100000000, Seconds(30));
        AtcpRun atcp("static", true);
        atcp.Go(100000000, Seconds(30));
        NS_TEST_EXPECT_MSG_GT(plain.falls, 0, "falls of the congestion window without the layer");
        NS_TEST_EXPECT_MSG_GT(atcp.events["left-to-sender congestion"], 0, "echoes seen by the layer");
        // Not the same number: the MAC gives packets up, too, and the layer repairs those.
        NS_TEST_EXPECT_MSG_GT(atcp.falls, plain.falls / 2, "falls of the congestion window with the layer");
        NS_TEST_EXPECT_MSG_GT(atcp.delivered, plain.delivered * 9 / 10, "bytes delivered");
        Config::Reset();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * The test suite of ATCP.
 */
class WirelessTcpAtcpTestSuite : public TestSuite
{
  public:
    WirelessTcpAtcpTestSuite()
        : TestSuite("wireless-tcp-atcp", Type::UNIT)
    {
        for (const double rate : {0.01, 0.05})
        {
            AddTestCase(new AtcpLossTest(rate, true));
            AddTestCase(new AtcpLossTest(rate, false));
        }
        AddTestCase(new AtcpRouteTest);
        AddTestCase(new AtcpCongestionTest);
    }
};

static WirelessTcpAtcpTestSuite g_wirelessTcpAtcpTestSuite;
