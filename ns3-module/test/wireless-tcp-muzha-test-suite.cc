// SPDX-License-Identifier: GPL-2.0-only
#include "chain-test-network.h"
#include "stream-test-network.h"
#include "wireless-tcp-test-network.h"

#include "ns3/callback.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/flow-recorder.h"
#include "ns3/loopback-net-device.h"
#include "ns3/muzha-helper.h"
#include "ns3/muzha-router.h"
#include "ns3/muzha-tag.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-ptr-container.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-muzha.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

/**
 * \ingroup wireless-tcp
 *
 * The level of a 1 Mb/s link with more and more to carry.
 */
class MuzhaLevelTest : public TestCase
{
  public:
    MuzhaLevelTest()
        : TestCase("Levels fall when a link saturates, and rise when it is idle again")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("1Mb/s"));
        const NetDeviceContainer devices = link.Install(nodes);
        m_device = devices.Get(0);
        m_router = MuzhaHelper().Install(devices).front();
        Expect(Seconds(0.5), 4, "idle");
        for (uint32_t i = 0; i < 100; i++)
        {
            Send(Seconds(1) + MilliSeconds(20 * i), 1); // each takes 10 ms
            Send(Seconds(5) + MilliSeconds(10 * i), 1);
        }
        Expect(Seconds(2), 3, "busy half of the time");
        Expect(Seconds(5.9), 2, "busy all the time");
        Send(Seconds(10), 3);
        Expect(Seconds(10), 2, "two wait, one is sent");
        Send(Seconds(11), 6);
        Expect(Seconds(11), 1, "five wait");
        Send(Seconds(12), 11);
        Expect(Seconds(12), 0, "ten wait");
        Expect(Seconds(13), 4, "idle again");
        Simulator::Run();
        Simulator::Destroy();
        m_router = nullptr;
        m_device = nullptr;
    }

    /**
     * \param at when
     * \param packets to send, of 1250 octets on the wire
     */
    void Send(Time at, uint32_t packets)
    {
        Simulator::Schedule(at, [this, packets]() {
            for (uint32_t i = 0; i < packets; i++)
            {
                m_device->Send(Create<Packet>(1248), m_device->GetBroadcast(), 0x0800);
            }
        });
    }

    /**
     * \param at when
     * \param level expected then
     * \param what the load
     */
    void Expect(Time at, uint32_t level, const std::string& what)
    {
        Simulator::Schedule(at, [this, level, what]() {
            NS_TEST_EXPECT_MSG_EQ(+m_router->GetLevel(), level, what);
        });
    }

    Ptr<NetDevice> m_device;   //!< sends
    Ptr<MuzhaRouter> m_router; //!< its router
};

/**
 * \ingroup wireless-tcp
 *
 * The window of a sender whose path asks for what the test says.
 */
class MuzhaWindowTest : public TestCase
{
  public:
    /// What a sender should do.
    struct Expectation
    {
        std::string name;             ///< what it shows
        uint8_t level;                ///< what the path asks for
        uint32_t initial;             ///< initial window, segments
        std::list<uint32_t> lost;     ///< frames that are lost
        std::vector<uint32_t> values; ///< the first values that the window takes, segments
        uint32_t atMost{0};           ///< what the next one is at most, segments; 0 for no matter
    };

    /// \param expected what the sender should do
    explicit MuzhaWindowTest(const Expectation& expected)
        : TestCase(expected.name),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(200 * StreamTestNetwork::SEGMENT,
                                  m_expected.lost,
                                  "muzha",
                                  {{"ns3::TcpSocket::InitialCwnd", std::to_string(m_expected.initial)},
                                   {"ns3::TcpSocket::DelAckCount", "1"},
                                   {"ns3::TcpSocketBase::Sack", "true"}});
        network.device->TraceConnectWithoutContext("MacTx", MakeCallback(&MuzhaWindowTest::Ask, this));
        network.source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&MuzhaWindowTest::Attach, this));
        FlowRecorder recorder(network.source, network.sink, false, [](const std::string&, int64_t) {});
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetCounters().timeouts, 0U, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetCounters().retransmissions, m_expected.lost.size(), "retransmissions");
        NS_TEST_ASSERT_MSG_GT_OR_EQ(m_opened.size(), m_expected.values.size(), "changes of the window");
        for (std::size_t i = 0; i < m_expected.values.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ(m_opened[i], m_expected.values[i] * StreamTestNetwork::SEGMENT, "value " << i);
        }
        if (m_expected.atMost > 0)
        {
            NS_TEST_ASSERT_MSG_GT(m_opened.size(), m_expected.values.size(), "changes of the window");
            NS_TEST_EXPECT_MSG_LT_OR_EQ(m_opened[m_expected.values.size()],
                                        m_expected.atMost * StreamTestNetwork::SEGMENT,
                                        "after recovery");
        }
        if (m_expected.values.size() == 1)
        {
            NS_TEST_EXPECT_MSG_EQ(m_opened.size(), 1U, "the window stays");
            NS_TEST_EXPECT_MSG_EQ(m_cwnd, m_opened.front(), "the window at the end");
        }
    }

    /// \param packet that leaves
    void Ask(Ptr<const Packet> packet)
    {
        Ptr<Packet> changed = ConstCast<Packet>(packet);
        MuzhaTag tag;
        if (changed->RemovePacketTag(tag))
        {
            tag.path = std::min(tag.path, m_expected.level);
            changed->AddPacketTag(tag);
        }
    }

    /// \param socket the sender's
    void Attach(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&MuzhaWindowTest::OnWindow, this));
        socket->TraceConnectWithoutContext("CongState", MakeCallback(&MuzhaWindowTest::OnState, this));
    }

    /// \param cwnd congestion window (bytes)
    void OnWindow(uint32_t, uint32_t cwnd)
    {
        m_cwnd = cwnd;
        // Recovery steers by the window, which means nothing then.
        if (m_state != TcpSocketState::CA_RECOVERY && (m_opened.empty() || m_opened.back() != cwnd))
        {
            m_opened.push_back(cwnd);
        }
    }

    /// \param state congestion state
    void OnState(TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t state)
    {
        m_state = state;
    }

    Expectation m_expected;                                          //!< what the sender should do
    uint32_t m_cwnd{0};                                              //!< congestion window (bytes)
    std::vector<uint32_t> m_opened;                                  //!< values of the window outside recovery
    TcpSocketState::TcpCongState_t m_state{TcpSocketState::CA_OPEN}; //!< congestion state
};

/**
 * \ingroup wireless-tcp
 *
 * A flow over a chain of 802.11 nodes without other losses than collisions and full queues.
 */
class MuzhaChainTest : public TestCase
{
  public:
    /**
     * \param routing of the chain
     * \param keepsBursts whether it carries packets that come in one instant: DSR discards all but the first
     */
    MuzhaChainTest(const std::string& routing, bool keepsBursts)
        : TestCase(routing + ", 4 hops: as fast as NewReno" + (keepsBursts ? ", and fewer retransmissions" : "")),
          m_routing(routing),
          m_keepsBursts(keepsBursts)
    {
    }

  private:
    /// What a flow did.
    struct Result
    {
        uint64_t delivered;       ///< octets
        uint64_t retransmissions; ///< segments
        uint64_t levels;          ///< changes of the level in the middle of the path
    };

    void DoRun() override
    {
        const Result newReno = Run(TcpNewReno::GetTypeId());
        const Result muzha = Run(TcpMuzha::GetTypeId());
        const std::string both = "NewReno " + std::to_string(newReno.delivered) + " octets, " +
                                 std::to_string(newReno.retransmissions) + " retransmissions; Muzha " +
                                 std::to_string(muzha.delivered) + ", " + std::to_string(muzha.retransmissions);
        NS_TEST_EXPECT_MSG_GT(muzha.delivered * 100, newReno.delivered * 98, both);
        NS_TEST_EXPECT_MSG_EQ((muzha.retransmissions < newReno.retransmissions) || !m_keepsBursts, true, both);
        NS_TEST_EXPECT_MSG_EQ(newReno.levels, 0U, "levels in the middle of the path for segments of NewReno");
        NS_TEST_EXPECT_MSG_GT(muzha.levels, 0U, "levels in the middle of the path");
    }

    /**
     * \param control congestion control of all nodes
     * \return what the flow did in a minute
     */
    Result Run(TypeId control)
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(control));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1000));
        ChainNetwork network(m_routing, 5);
        m_levels = 0;
        MuzhaHelper().Install(network.hop).at(2)->TraceConnectWithoutContext("Level", MakeCallback(&MuzhaChainTest::OnLevel, this));
        network.StartTransfer(100000000);
        m_retransmissions = 0;
        m_next = SequenceNumber32(0);
        Simulator::Schedule(network.start + MilliSeconds(1), &MuzhaChainTest::Attach, this, network.nodes.Get(0));
        Simulator::Stop(network.start + Seconds(60));
        Simulator::Run();
        const Result result{network.GetDelivered(), m_retransmissions, m_levels};
        Simulator::Destroy();
        Config::Reset();
        return result;
    }

    /// \param node the sender
    void Attach(Ptr<Node> node)
    {
        ObjectPtrContainerValue sockets;
        node->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
        sockets.Begin()->second->TraceConnectWithoutContext("Tx", MakeCallback(&MuzhaChainTest::OnTx, this));
    }

    /**
     * \param segment its data
     * \param header its header
     */
    void OnTx(Ptr<const Packet> segment, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        if (segment->GetSize() > 0)
        {
            m_retransmissions += header.GetSequenceNumber() < m_next ? 1 : 0;
            m_next = std::max(m_next, header.GetSequenceNumber() + segment->GetSize());
        }
    }

    /// A level of the router in the middle of the path.
    void OnLevel(uint8_t, uint8_t)
    {
        m_levels++;
    }

    std::string m_routing;         //!< of the chain
    bool m_keepsBursts;            //!< whether it carries packets that come in one instant
    uint64_t m_levels{0};          //!< changes of the level in the middle of the path
    uint64_t m_retransmissions{0}; //!< segments
    SequenceNumber32 m_next{0};    //!< the octet after the last one sent
};

/**
 * \ingroup wireless-tcp
 *
 * Mistakes of a user.
 */
class MuzhaMistakesTest : public TestCase
{
  public:
    MuzhaMistakesTest()
        : TestCase("Mistakes end the program with a message that names them")
    {
    }

  private:
    void DoRun() override
    {
        Expect("MuzhaRouter::HalveQueue must be at least DecelerateQueue", []() {
            MuzhaHelper helper;
            helper.SetAttribute("HalveQueue", UintegerValue(1));
            helper.Install(PointToPointHelper().Install(NodeContainer(2)));
        });
        Expect("MuzhaRouter::AggressiveBelow must be 0 to ModerateBelow", []() {
            MuzhaHelper helper;
            helper.SetAttribute("ModerateBelow", DoubleValue(0.1));
            helper.Install(PointToPointHelper().Install(NodeContainer(2)));
        });
        Expect("is not a point-to-point, CSMA or Wi-Fi device", []() {
            NodeContainer nodes(1);
            Ptr<LoopbackNetDevice> device = CreateObject<LoopbackNetDevice>();
            nodes.Get(0)->AddDevice(device);
            MuzhaHelper().Install(NetDeviceContainer(device));
        });
        Expect("call Serve first", []() { CreateObject<MuzhaRouter>()->GetLevel(); });
    }

    /**
     * \param text part of the message
     * \param body the mistake
     */
    void Expect(const std::string& text, const std::function<void()>& body)
    {
        std::string output;
        NS_TEST_EXPECT_MSG_NE(RunInChild(body, output), 0, text);
        NS_TEST_EXPECT_MSG_NE(output.find(text), std::string::npos, "\"" << text << "\" is not in: " << output);
    }
};

/**
 * \ingroup wireless-tcp
 *
 * TCP Muzha.
 */
class MuzhaTestSuite : public TestSuite
{
  public:
    MuzhaTestSuite()
        : TestSuite("wireless-tcp-muzha", Type::UNIT)
    {
        AddTestCase(new MuzhaLevelTest());
        AddTestCase(new MuzhaWindowTest({"It doubles each round trip, without slow start", 4, 1, {}, {1, 2, 4, 8, 16}}));
        AddTestCase(new MuzhaWindowTest({"It grows by a segment each round trip", 3, 2, {}, {2, 3, 4, 5, 6, 7, 8, 9}}));
        AddTestCase(new MuzhaWindowTest({"It stays", 2, 6, {}, {6}}));
        AddTestCase(new MuzhaWindowTest({"It shrinks by a segment each round trip", 1, 6, {}, {6, 5, 4, 3, 2, 1}}));
        AddTestCase(new MuzhaWindowTest({"It is halved each round trip", 0, 16, {}, {16, 8, 4, 2, 1}}));
        AddTestCase(new MuzhaWindowTest({"A loss without marks leaves it as it is", 2, 8, {60}, {8}}));
        AddTestCase(new MuzhaWindowTest({"A loss with marks halves what is in flight", 1, 16, {14}, {16, 15}, 7}));
        AddTestCase(new MuzhaChainTest("static", true));
        AddTestCase(new MuzhaChainTest("aodv", true));
        AddTestCase(new MuzhaChainTest("dsr", false));
        AddTestCase(new MuzhaMistakesTest());
    }
};

static MuzhaTestSuite g_muzhaTestSuite; ///< registers itself
