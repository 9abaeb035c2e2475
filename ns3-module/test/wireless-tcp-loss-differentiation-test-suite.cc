// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"
#include "wireless-tcp-test-network.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/callback.h"
#include "ns3/channel.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/flow-recorder.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/loss-ledger.h"
#include "ns3/loss-verdict.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-loss-differentiation.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-with-scheme.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <list>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint32_t SEGMENT = StreamTestNetwork::SEGMENT; ///< bytes of a segment
constexpr uint64_t STREAM = 300 * SEGMENT;                ///< length of a transfer

/// Ten segments are the end of slow start, so that losses after the sixth round are in congestion avoidance.
const std::map<std::string, std::string> AVOIDANCE = {{"ns3::TcpSocket::DelAckCount", "1"},
                                                      {"ns3::TcpSocket::InitialSlowStartThreshold", "10000"}};

/**
 * \param settings settings
 * \param more further ones
 * \return all of them
 */
std::map<std::string, std::string>
With(std::map<std::string, std::string> settings, const std::map<std::string, std::string>& more)
{
    settings.insert(more.begin(), more.end());
    return settings;
}

/// Watches a sender's window and verdicts.
class SenderWatch
{
  public:
    /// A fast recovery.
    struct Recovery
    {
        uint32_t ssthresh; ///< slow start threshold when it ended (bytes)
        uint32_t cwnd;     ///< congestion window when the acknowledgement that ended it was processed (bytes)
    };

    /// \param source the sender, not started yet
    explicit SenderWatch(Ptr<StreamSource> source)
    {
        source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&SenderWatch::Attach, this));
    }

    std::vector<LossVerdict> verdicts;                ///< verdicts so far
    std::vector<uint32_t> answers;                    ///< of the control, asked again during each verdict
    std::vector<Recovery> recoveries;                 ///< recoveries so far
    std::vector<std::pair<Time, uint32_t>> windows;   ///< changes of the window
    std::vector<std::pair<Time, uint32_t>> thresholds; ///< changes of the slow start threshold

  private:
    void Attach(Ptr<Socket> socket)
    {
        PointerValue control;
        socket->GetAttribute("CongestionOps", control);
        m_control = control.Get<TcpCongestionOps>();
        m_control->TraceConnectWithoutContext("Verdict", MakeCallback(&SenderWatch::OnVerdict, this));
        socket->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&SenderWatch::OnWindow, this));
        socket->TraceConnectWithoutContext("SlowStartThreshold", MakeCallback(&SenderWatch::OnThreshold, this));
        socket->TraceConnectWithoutContext("CongState", MakeCallback(&SenderWatch::OnState, this));
    }

    void OnVerdict(const LossVerdict& verdict)
    {
        verdicts.push_back(verdict);
        Ptr<TcpSocketState> state = CreateObject<TcpSocketState>();
        state->m_segmentSize = SEGMENT;
        state->m_lastAckedSeq = verdict.head;
        state->m_cWnd = 2 * SEGMENT; // the answer must not depend on how the window is now
        state->m_ssThresh = SEGMENT;
        answers.push_back(m_control->GetSsThresh(state, 2 * SEGMENT));
    }

    void OnWindow(uint32_t, uint32_t cwnd)
    {
        m_cwnd = cwnd;
        windows.emplace_back(Simulator::Now(), cwnd);
    }

    void OnThreshold(uint32_t, uint32_t ssthresh)
    {
        m_ssthresh = ssthresh;
        thresholds.emplace_back(Simulator::Now(), ssthresh);
    }

    void OnState(TcpSocketState::TcpCongState_t before, TcpSocketState::TcpCongState_t after)
    {
        if (before == TcpSocketState::CA_RECOVERY && after == TcpSocketState::CA_OPEN)
        {
            Simulator::ScheduleNow(&SenderWatch::OnRecovered, this);
        }
    }

    void OnRecovered()
    {
        recoveries.push_back({m_ssthresh, m_cwnd});
    }

    Ptr<TcpCongestionOps> m_control; //!< the sender's
    uint32_t m_cwnd{0};              //!< congestion window (bytes)
    uint32_t m_ssthresh{0};          //!< slow start threshold (bytes)
};

/**
 * \param network a network
 * \return the device at the receiver
 */
Ptr<NetDevice>
GetReceiver(const StreamTestNetwork& network)
{
    Ptr<Channel> channel = network.device->GetChannel();
    return channel->GetDevice(channel->GetDevice(0) == network.device ? 1 : 0);
}

/**
 * \param network a network
 * \param watched whether the ledger sees the losses
 * \return a ledger that serves the sender
 */
Ptr<LossLedger>
MakeLedger(const StreamTestNetwork& network, bool watched)
{
    Ptr<LossLedger> ledger = CreateObject<LossLedger>();
    ledger->Serve(network.device->GetNode());
    if (watched)
    {
        ledger->Watch(network.device);
        ledger->Watch(GetReceiver(network));
    }
    return ledger;
}

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * The oracle makes the verdict certain: its ledger sees the loss, or does not, and then the loss counts as congestion.
 */
class RecoveryExitTest : public TestCase
{
  public:
    /**
     * \param recovery TypeId name of the recovery algorithm
     * \param sack whether SACK is on
     * \param wireless what the verdict is to be
     * \param lost frames that are lost
     */
    RecoveryExitTest(const std::string& recovery, bool sack, bool wireless, const std::list<uint32_t>& lost)
        : TestCase("cwnd when recovery ends is what the verdict asked for: " + recovery + (sack ? ", SACK" : ", no SACK") +
                   (wireless ? ", wireless, " : ", congestion, ") + std::to_string(lost.size()) + " lost"),
          m_recovery(recovery),
          m_sack(sack),
          m_wireless(wireless),
          m_lost(lost)
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(STREAM,
                                  m_lost,
                                  "oracle",
                                  With(AVOIDANCE,
                                       {{"ns3::TcpL4Protocol::RecoveryType", m_recovery},
                                        {"ns3::TcpSocketBase::Sack", m_sack ? "true" : "false"}}));
        SenderWatch sender(network.source);
        FlowRecorder recorder(network.source, network.sink, false, [](const std::string&, int64_t) {});
        Ptr<LossLedger> ledger = MakeLedger(network, m_wireless);
        network.Run();

        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetCounters().timeouts, 0U, "timeouts");
        NS_TEST_ASSERT_MSG_EQ(sender.verdicts.size(), 1U, "verdicts");
        NS_TEST_ASSERT_MSG_EQ(sender.recoveries.size(), 1U, "recoveries");
        const LossVerdict& verdict = sender.verdicts.front();
        NS_TEST_EXPECT_MSG_EQ(verdict.GetName(), m_wireless ? "wireless" : "no-truth", "verdict");
        NS_TEST_EXPECT_MSG_EQ(sender.answers.front(), verdict.ssthresh, "asked again, the answer is the same");
        if (m_wireless)
        {
            NS_TEST_EXPECT_MSG_EQ(verdict.ssthresh, verdict.cwnd, "the window is kept");
        }
        else
        {
            NS_TEST_EXPECT_MSG_LT(verdict.ssthresh, 6 * verdict.cwnd / 10, "the window is halved");
        }
        const auto [ssthresh, cwnd] = sender.recoveries.front();
        NS_TEST_EXPECT_MSG_EQ(ssthresh, verdict.ssthresh, "threshold when recovery ends");
        // The acknowledgement that ends the recovery makes the window grow like any other, by 1000 * 1000 / cwnd.
        NS_TEST_EXPECT_MSG_EQ(cwnd, verdict.ssthresh + SEGMENT * SEGMENT / verdict.ssthresh, "window when recovery ends");
    }

    std::string m_recovery;      //!< recovery algorithm
    bool m_sack;                 //!< whether SACK is on
    bool m_wireless;             //!< what the verdict is to be
    std::list<uint32_t> m_lost;  //!< frames that are lost
};

/**
 * \ingroup wireless-tcp
 */
class AsNewRenoTest : public TestCase
{
  public:
    /**
     * \param name what it shows
     * \param lost frames that are lost
     * \param settings attributes
     * \param verdicts names of the verdicts
     */
    AsNewRenoTest(const std::string& name,
                  const std::list<uint32_t>& lost,
                  const std::map<std::string, std::string>& settings,
                  const std::vector<std::string>& verdicts)
        : TestCase(name),
          m_lost(lost),
          m_settings(settings),
          m_verdicts(verdicts)
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string sack : {"false", "true"})
        {
            const auto settings = With(m_settings, {{"ns3::TcpSocketBase::Sack", sack}});
            std::vector<std::string> verdicts;
            const auto lim = Run("lim", settings, verdicts);
            NS_TEST_EXPECT_MSG_EQ((verdicts == m_verdicts), true, "verdicts with SACK " << sack);
            const auto reno = Run("newreno", settings, verdicts);
            NS_TEST_EXPECT_MSG_EQ((lim.first == reno.first), true, "windows with SACK " << sack);
            NS_TEST_EXPECT_MSG_EQ((lim.second == reno.second), true, "thresholds with SACK " << sack);
            NS_TEST_EXPECT_MSG_GT(reno.second.size(), 0, "the threshold changes with SACK " << sack);
        }
    }

    /**
     * \param tcp variant
     * \param settings attributes
     * \param verdicts is set to the names of the verdicts
     * \return changes of window and threshold
     */
    std::pair<std::vector<std::pair<Time, uint32_t>>, std::vector<std::pair<Time, uint32_t>>> Run(
        const std::string& tcp,
        const std::map<std::string, std::string>& settings,
        std::vector<std::string>& verdicts)
    {
        StreamTestNetwork network(STREAM, m_lost, tcp, settings);
        SenderWatch sender(network.source);
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        verdicts.clear();
        for (const auto& verdict : sender.verdicts)
        {
            verdicts.push_back(verdict.GetName());
        }
        return {sender.windows, sender.thresholds};
    }

    std::list<uint32_t> m_lost;                    //!< frames that are lost
    std::map<std::string, std::string> m_settings; //!< attributes
    std::vector<std::string> m_verdicts;           //!< names of the verdicts
};

/**
 * \ingroup wireless-tcp
 *
 * The one ns-3 script everybody has, with nothing but the default of SocketType changed.
 */
class SocketTypeTest : public TestCase
{
  public:
    /// \param type TypeId name of a congestion control
    explicit SocketTypeTest(const std::string& type)
        : TestCase("Config::SetDefault of SocketType is all that a script needs: " + type),
          m_type(type)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue(m_type));
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("2Mbps"));
        link.SetChannelAttribute("Delay", StringValue("10ms"));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("20p"));
        NetDeviceContainer devices = link.Install(nodes);
        InternetStackHelper().Install(nodes);
        Ipv4InterfaceContainer addresses = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
        BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(addresses.GetAddress(1), 9));
        source.SetAttribute("MaxBytes", UintegerValue(0));
        source.Install(nodes.Get(0)).Start(Seconds(0));
        Ptr<PacketSink> sink = DynamicCast<PacketSink>(
            PacketSinkHelper("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9))
                .Install(nodes.Get(1))
                .Get(0));
        Simulator::Schedule(Seconds(5), &SocketTypeTest::Look, this, nodes.Get(0));
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(sink->GetTotalRx() * 8.0 / 10, 1.5e6, "throughput, bit/s");
        NS_TEST_EXPECT_MSG_EQ(m_found, m_type, "congestion control of the sender");
        Simulator::Destroy();
        Config::Reset();
    }

    /// \param node the sender
    void Look(Ptr<Node> node)
    {
        const auto found = Config::LookupMatches("/NodeList/" + std::to_string(node->GetId()) +
                                                 "/$ns3::TcpL4Protocol/SocketList/*/CongestionOps");
        NS_TEST_ASSERT_MSG_EQ(found.GetN(), 1U, "sockets of the sender");
        m_found = found.Get(0)->GetInstanceTypeId().GetName();
    }

    std::string m_type;  //!< congestion control that is set
    std::string m_found; //!< congestion control that the sender has
};

/**
 * \ingroup wireless-tcp
 *
 * A server that sends: its socket is a copy of the listening one.
 */
class AcceptedSocketTest : public TestCase
{
  public:
    AcceptedSocketTest()
        : TestCase("The socket that a listening one makes has samples and verdicts of its own")
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(0, {}, "lim", AVOIDANCE);
        // The transfer is to go the other way, by sockets of the nodes' own TCP.
        m_server = Socket::CreateSocket(network.sink->GetNode(), TypeId::LookupByName("ns3::TcpSocketFactory"));
        m_server->Bind(InetSocketAddress(Ipv4Address::GetAny(), 80));
        m_server->Listen();
        m_server->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&AcceptedSocketTest::Accept, this));
        for (int i = 0; i < 2; i++)
        {
            m_clients.push_back(
                Socket::CreateSocket(network.source->GetNode(), TypeId::LookupByName("ns3::TcpSocketFactory")));
            Simulator::Schedule(Seconds(0.1), &AcceptedSocketTest::Connect, this, m_clients.back());
        }
        Simulator::Stop(Seconds(0.9));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_samples.size(), 2U, "connections");
        for (const auto& [control, samples] : m_samples)
        {
            NS_TEST_EXPECT_MSG_GT(samples, 10, "samples of an accepted connection");
        }
        m_server = nullptr;
        m_clients.clear();
        m_samples.clear();
        m_controls.clear();
    }

    /// \param client connects to the server
    void Connect(Ptr<Socket> client)
    {
        client->Connect(InetSocketAddress(Ipv4Address("10.1.1.2"), 80));
    }

    /**
     * \param socket the accepted socket
     */
    void Accept(Ptr<Socket> socket, const Address&)
    {
        PointerValue value;
        socket->GetAttribute("CongestionOps", value);
        Ptr<TcpCongestionOps> control = value.Get<TcpCongestionOps>();
        m_samples[control] = 0;
        control->TraceConnect("RoundTrip", std::to_string(m_samples.size()), MakeCallback(&AcceptedSocketTest::Sampled, this));
        m_controls[std::to_string(m_samples.size())] = control;
        socket->Send(Create<Packet>(60 * SEGMENT));
    }

    /**
     * \param context which connection
     * \param roundTrip a sample
     */
    void Sampled(std::string context, Time)
    {
        m_samples[m_controls[context]]++;
    }

    Ptr<Socket> m_server;                                    //!< listens
    std::vector<Ptr<Socket>> m_clients;                      //!< connect to it
    std::map<Ptr<TcpCongestionOps>, int> m_samples;          //!< samples of each connection
    std::map<std::string, Ptr<TcpCongestionOps>> m_controls; //!< connections by context
};

/**
 * \ingroup wireless-tcp
 */
class SchemeSettingsTest : public TestCase
{
  public:
    SchemeSettingsTest()
        : TestCase("Settings out of range are refused by name; a scheme comes from text with its settings")
    {
    }

  private:
    void DoRun() override
    {
        for (const double exponent : {0.0, -2.0})
        {
            const auto body = [exponent] {
                Config::SetDefault("ns3::LimDifferentiator::Exponent", DoubleValue(exponent));
            };
            std::string output;
            NS_TEST_EXPECT_MSG_NE(RunInChild(body, output), 0, "k of " << exponent);
            NS_TEST_EXPECT_MSG_NE(output.find("Exponent"), std::string::npos, "the message names it: " << output);
            NS_TEST_EXPECT_MSG_NE(output.find("ns3::LimDifferentiator"), std::string::npos, output);
        }
        const auto misspelt = [] {
            Config::SetDefault("ns3::ZigzagDifferentiator::Delay", StringValue("halfway"));
            CreateObject<ZigzagDifferentiator>();
        };
        std::string output;
        NS_TEST_EXPECT_MSG_NE(RunInChild(misspelt, output), 0, "a delay that does not exist");
        NS_TEST_EXPECT_MSG_NE(output.find("ns3::ZigzagDifferentiator::Delay is one-way or round-trip, not \"halfway\""),
                              std::string::npos,
                              output);
        // What no checker can see: the leave fraction lies above the enter fraction.
        const auto contradictory = [] {
            StreamTestNetwork network(STREAM, {}, "spike", {{"ns3::SpikeDifferentiator::Enter", "0.1"}});
            network.Run();
        };
        NS_TEST_EXPECT_MSG_NE(RunInChild(contradictory, output), 0, "a spike that ends above its start");
        NS_TEST_EXPECT_MSG_NE(output.find("ns3::SpikeDifferentiator::Leave must be above 0 and at most Enter"),
                              std::string::npos,
                              output);

        ObjectFactory factory("ns3::TcpLossDifferentiation");
        factory.Set("Differentiator", StringValue("ns3::LimDifferentiator[Exponent=3.5]"));
        PointerValue scheme;
        factory.Create<TcpLossDifferentiation>()->GetAttribute("Differentiator", scheme);
        DoubleValue exponent;
        scheme.Get<LossDifferentiator>()->GetAttribute("Exponent", exponent);
        NS_TEST_EXPECT_MSG_EQ(exponent.Get(), 3.5, "exponent");
    }
};

/**
 * \ingroup wireless-tcp
 */
class SchemeDelayTest : public TestCase
{
  public:
    /**
     * \param tcp variant
     * \param minimum least delay that its verdicts rest on
     * \param settings attributes
     * \param lost frames that are lost
     * \param segments losses that it is told of
     */
    SchemeDelayTest(const std::string& tcp,
                    Time minimum,
                    const std::map<std::string, std::string>& settings,
                    const std::list<uint32_t>& lost,
                    uint32_t segments)
        : TestCase("The delays of " + tcp + " are those of the path; lost segments: " + std::to_string(segments)),
          m_tcp(tcp),
          m_minimum(minimum),
          m_settings(settings),
          m_lost(lost),
          m_segments(segments)
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(STREAM, m_lost, m_tcp, With(m_settings, AVOIDANCE));
        SenderWatch sender(network.source);
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        NS_TEST_ASSERT_MSG_EQ(sender.verdicts.size(), 1U, "verdicts");
        const LossVerdict& verdict = sender.verdicts.front();
        NS_TEST_EXPECT_MSG_EQ(verdict.minimum, m_minimum, "least delay");
        NS_TEST_EXPECT_MSG_EQ(verdict.segments, m_segments, "segments lost in one go");
        NS_TEST_EXPECT_MSG_EQ((verdict.GetName() == "wireless" || verdict.GetName() == "congestion"),
                              true,
                              verdict.GetName());
    }

    std::string m_tcp;                             //!< variant
    Time m_minimum;                                //!< least delay
    std::map<std::string, std::string> m_settings; //!< attributes
    std::list<uint32_t> m_lost;                    //!< frames that are lost
    uint32_t m_segments;                           //!< losses that the scheme is told of
};

/**
 * \ingroup wireless-tcp
 *
 * Loss differentiation as congestion control.
 */
class LossDifferentiationTestSuite : public TestSuite
{
  public:
    LossDifferentiationTestSuite()
        : TestSuite("wireless-tcp-loss-differentiation", Type::UNIT)
    {
        for (const std::string recovery : {"ns3::TcpClassicRecovery", "ns3::TcpPrrRecovery"})
        {
            for (const bool sack : {false, true})
            {
                for (const bool wireless : {false, true})
                {
                    AddTestCase(new RecoveryExitTest(recovery, sack, wireless, {100}));
                    AddTestCase(new RecoveryExitTest(recovery, sack, wireless, {100, 102}));
                }
            }
        }
        AddTestCase(new AsNewRenoTest("Slow start counts as congestion: windows as NewReno's",
                                      {17},
                                      {{"ns3::TcpSocket::DelAckCount", "1"}},
                                      {"slow-start"}));
        AddTestCase(new AsNewRenoTest("A timeout is untouched: windows as NewReno's", {301}, AVOIDANCE, {}));
        std::list<uint32_t> retransmission(18); // and what follows it
        std::iota(retransmission.begin(), retransmission.end(), 108);
        retransmission.push_front(100);
        const auto congestion = With(AVOIDANCE, {{"ns3::LimDifferentiator::MinTicks", "4294967295"}});
        AddTestCase(new AsNewRenoTest("A timeout in a recovery is untouched: windows as NewReno's", retransmission, congestion, {"below-resolution"}));
        for (const std::string type : {"ns3::TcpLossDifferentiation",
                                       "ns3::TcpZigzag",
                                       "ns3::TcpMbiaz",
                                       "ns3::TcpSpike",
                                       "ns3::TcpLossOracle",
                                       "ns3::TcpWestwoodPlus2004"})
        {
            AddTestCase(new SocketTypeTest(type));
        }
        AddTestCase(new AcceptedSocketTest);
        AddTestCase(new SchemeSettingsTest);
        // A segment is 1042 octets on the link: 833.6 us and the 5 ms of the link.
        const Time oneWay = NanoSeconds(5833600);
        const std::map<std::string, std::string> sack = {{"ns3::TcpSocketBase::Sack", "true"}};
        for (const std::string tcp : {"zigzag", "spike"})
        {
            AddTestCase(new SchemeDelayTest(tcp, oneWay, {}, {100}, 1));
            AddTestCase(new SchemeDelayTest(tcp, oneWay, sack, {100, 101}, 2));
        }
        AddTestCase(new SchemeDelayTest("mbiaz", NanoSeconds(833600), sack, {100, 101, 102}, 3));
        // An acknowledgement is 42 octets.
        AddTestCase(new SchemeDelayTest("lim", oneWay + NanoSeconds(5033600), sack, {100, 101}, 2));
    }
};

static LossDifferentiationTestSuite g_lossDifferentiationTestSuite; ///< registers itself
