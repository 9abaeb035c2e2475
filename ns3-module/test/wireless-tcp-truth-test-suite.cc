// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"
#include "wireless-tcp-test-network.h"

#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/channel.h"
#include "ns3/error-model.h"
#include "ns3/loss-ledger.h"
#include "ns3/loss-verdict.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/sequence-number.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rtt-sampler.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/wireless-loss-helper.h"

#include <cmath>
#include <cstdint>
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint32_t SEGMENT = StreamTestNetwork::SEGMENT; ///< bytes of a segment

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

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * Each sample is compared with what the packets say: the time since the departure of the segment that the acknowledgement reports
 * last, which was sent once and alone.
 */
class TrueSampleTest : public TestCase
{
  public:
    /**
     * \param delay of the link, one way
     * \param sack whether SACK is on
     */
    TrueSampleTest(Time delay, bool sack)
        : TestCase("Round-trip samples are what the packets say, with losses, link of " +
                   std::to_string(delay.GetMicroSeconds()) + " us, SACK " + (sack ? "on" : "off")),
          m_delay(delay),
          m_sack(sack)
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(400 * SEGMENT,
                                  {17, 60, 62, 150, 151, 300},
                                  "newreno",
                                  {{"ns3::TcpSocketBase::Sack", m_sack ? "true" : "false"}});
        network.device->GetChannel()->SetAttribute("Delay", TimeValue(m_delay));
        network.source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&TrueSampleTest::Attach, this));
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        NS_TEST_EXPECT_MSG_GT(m_samples, 100U, "samples");
        NS_TEST_EXPECT_MSG_GT(m_retransmissions, 5U, "retransmissions");
        // The SYN and its acknowledgement: 54 octets each with the option for the segment size, or less.
        NS_TEST_EXPECT_MSG_GT(m_least, 2 * m_delay, "no round trip is shorter than the path");
        NS_TEST_EXPECT_MSG_LT(m_least, 2 * m_delay + MilliSeconds(2), "the shortest is that of an empty queue");
    }

    /// \param socket the sender's
    void Attach(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&TrueSampleTest::Sent, this));
        socket->TraceConnectWithoutContext("Rx", MakeCallback(&TrueSampleTest::Received, this));
        Ptr<TcpRttSampler> sampler = CreateObject<TcpRttSampler>();
        sampler->TraceConnectWithoutContext("Sample", MakeCallback(&TrueSampleTest::Sampled, this));
        sampler->Watch(DynamicCast<TcpSocketBase>(socket));
    }

    /**
     * \param packet payload
     * \param header TCP header
     */
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        const bool isSyn = header.GetFlags() & TcpHeader::SYN;
        const bool isFin = header.GetFlags() & TcpHeader::FIN;
        const uint32_t length = packet->GetSize() + (isSyn || isFin ? 1 : 0);
        if (length == 0)
        {
            return;
        }
        const SequenceNumber32 end = header.GetSequenceNumber() + length;
        m_retransmissions += m_departures.count(end);
        m_departures[end].push_back(Simulator::Now());
    }

    /// \param header TCP header
    void Received(Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        m_ack = header.GetAckNumber();
    }

    /// \param roundTrip a sample
    void Sampled(Time roundTrip)
    {
        m_samples++;
        m_least = Min(m_least, roundTrip);
        const auto& departures = m_departures[m_ack];
        NS_TEST_ASSERT_MSG_EQ(departures.size(), 1U, "the segment was sent once");
        NS_TEST_EXPECT_MSG_EQ(roundTrip, Simulator::Now() - departures.front(), "the time since then");
    }

    Time m_delay;                                               //!< of the link
    bool m_sack;                                                //!< whether SACK is on
    std::map<SequenceNumber32, std::vector<Time>> m_departures; //!< by the octet after the segment
    SequenceNumber32 m_ack;                                     //!< the last acknowledgement
    uint32_t m_samples{0};                                      //!< samples so far
    std::size_t m_retransmissions{0};                           //!< segments sent again
    Time m_least{Time::Max()};                                  //!< shortest sample
};

/**
 * \ingroup wireless-tcp
 */
class ClockTest : public TestCase
{
  public:
    ClockTest()
        : TestCase("On a path that is too short for its clock a scheme says so instead of guessing")
    {
    }

  private:
    void DoRun() override
    {
        // A clock of 1 ms is that of TCP timestamps.
        struct Case
        {
            Time delay;
            std::string tick;
            bool usable;
        };

        for (const Case& one : {Case{MicroSeconds(100), "1ms", false},
                                Case{MilliSeconds(1), "1ms", false},
                                Case{MilliSeconds(10), "1ms", true},
                                Case{MicroSeconds(100), "1ns", true},
                                Case{MilliSeconds(1), "1ns", true},
                                Case{MilliSeconds(10), "1ns", true}})
        {
            StreamTestNetwork network(300 * SEGMENT,
                                      {200},
                                      "lim",
                                      {{"ns3::TcpSocket::DelAckCount", "1"},
                                       {"ns3::TcpSocket::InitialSlowStartThreshold", "5000"},
                                       {"ns3::TcpSocket::SndBufSize", "6000"},
                                       {"ns3::TcpRttSampler::ClockTick", one.tick}});
            network.device->GetChannel()->SetAttribute("Delay", TimeValue(one.delay));
            network.source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&ClockTest::Attach, this));
            m_verdicts.clear();
            network.Run();
            NS_TEST_ASSERT_MSG_EQ(m_verdicts.size(), 1U, "verdicts");
            const std::string& verdict = m_verdicts.front();
            const bool judged = verdict == "wireless" || verdict == "congestion";
            NS_TEST_EXPECT_MSG_EQ(judged, one.usable, "link of " << one.delay << ", clock of " << one.tick << ": " << verdict);
            NS_TEST_EXPECT_MSG_EQ((verdict == "below-resolution"), !one.usable, verdict);
        }
    }

    /// \param socket the sender's
    void Attach(Ptr<Socket> socket)
    {
        PointerValue control;
        socket->GetAttribute("CongestionOps", control);
        control.GetObject()->TraceConnectWithoutContext("Verdict", MakeCallback(&ClockTest::OnVerdict, this));
    }

    /// \param verdict a verdict
    void OnVerdict(const LossVerdict& verdict)
    {
        m_verdicts.push_back(verdict.GetName());
    }

    std::vector<std::string> m_verdicts; //!< names of the verdicts
};

/**
 * \ingroup wireless-tcp
 *
 * A window that outgrows the queue, and errors on the link: each loss has its cause, and the oracle is always right.
 */
class LedgerTest : public TestCase
{
  public:
    /**
     * \param tcp variant
     * \param spoilt frames that the link spoils
     */
    LedgerTest(const std::string& tcp, const std::list<uint32_t>& spoilt)
        : TestCase("Queue overflows and injected errors are told apart; accuracy of " + tcp),
          m_tcp(tcp),
          m_spoilt(spoilt)
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(4000 * SEGMENT,
                                  m_spoilt,
                                  m_tcp,
                                  {{"ns3::TcpSocket::DelAckCount", "1"},
                                   {"ns3::TcpSocket::InitialSlowStartThreshold", "110000"},
                                   {"ns3::TcpSocket::SndBufSize", "1000000"},
                                   {"ns3::TcpSocket::RcvBufSize", "1000000"},
                                   {"ns3::TcpSocketBase::WindowScaling", "true"},
                                   {"ns3::TcpSocketBase::Sack", "true"},
                                   {"ns3::DropTailQueue<Packet>::MaxSize", "5p"}});
        Ptr<LossLedger> ledger = CreateObject<LossLedger>();
        ledger->Watch(network.device);
        ledger->Watch(GetReceiver(network));
        ledger->Serve(network.device->GetNode());
        ledger->TraceConnectWithoutContext("Loss", MakeCallback(&LedgerTest::Lost, this));
        ledger->TraceConnectWithoutContext("Comparison", MakeCallback(&LedgerTest::Compared, this));
        network.source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&LedgerTest::Attach, this));
        network.Run();

        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        Ptr<QueueDisc> queue =
            network.device->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(network.device);
        const uint64_t overflows = queue->GetStats().nTotalDroppedPackets;
        NS_TEST_EXPECT_MSG_GT(overflows, 0U, "queue overflows");
        NS_TEST_EXPECT_MSG_EQ(ledger->GetLosses(LossLedger::Cause::QUEUE), overflows, "all recorded as such");
        NS_TEST_EXPECT_MSG_EQ(ledger->GetLosses(LossLedger::Cause::LINK), m_spoilt.size(), "injected errors");
        NS_TEST_EXPECT_MSG_EQ(ledger->GetLosses(LossLedger::Cause::MAC), 0U, "a point-to-point link has no MAC");
        NS_TEST_EXPECT_MSG_EQ(m_losses.size(), overflows + m_spoilt.size(), "losses told");
        NS_TEST_EXPECT_MSG_EQ(m_resent, m_losses.size(), "every loss was sent again, and nothing else");

        const LossLedger::Accuracy& accuracy = ledger->GetAccuracy();
        NS_TEST_EXPECT_MSG_EQ(accuracy.congestion + accuracy.wireless + accuracy.unexplained,
                              m_verdicts.size(),
                              "verdicts counted");
        NS_TEST_EXPECT_MSG_GT(accuracy.congestion, 0U, "about congestion losses");
        NS_TEST_EXPECT_MSG_GT(accuracy.wireless, 0U, "about wireless losses");
        NS_TEST_EXPECT_MSG_EQ(accuracy.unexplained, 0U, "about others");
        uint64_t right = 0;
        for (const auto& [truth, verdict] : m_verdicts)
        {
            right += (truth == "queue") == (verdict == "congestion") ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(accuracy.congestionRight + accuracy.wirelessRight, right, "verdicts that were right");
        if (m_tcp == "oracle")
        {
            NS_TEST_EXPECT_MSG_EQ(accuracy.GetCongestionAccuracy(), 1.0, "A_c");
            NS_TEST_EXPECT_MSG_EQ(accuracy.GetWirelessAccuracy(), 1.0, "A_w");
        }
    }

    /// \param entry a loss
    void Lost(const LossLedger::Entry& entry)
    {
        m_losses.push_back(entry);
        m_missing.insert(entry.sequence);
    }

    /**
     * \param verdict a verdict
     * \param truth what the ledger knows
     */
    void Compared(const LossVerdict& verdict, const std::string& truth)
    {
        if (verdict.judgement != LossVerdict::Judgement::NOT_ASKED)
        {
            m_verdicts.emplace_back(truth, verdict.GetName());
        }
    }

    /// \param socket the sender's
    void Attach(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&LedgerTest::Sent, this));
    }

    /**
     * \param packet payload
     * \param header TCP header
     */
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        if (packet->GetSize() > 0)
        {
            m_resent += m_missing.erase(header.GetSequenceNumber());
        }
    }

    std::string m_tcp;                                            //!< variant
    std::list<uint32_t> m_spoilt;                                 //!< frames that the link spoils
    std::vector<LossLedger::Entry> m_losses;                      //!< losses told
    std::set<SequenceNumber32> m_missing;                         //!< lost, and not sent again
    std::size_t m_resent{0};                                      //!< lost, and sent again
    std::vector<std::pair<std::string, std::string>> m_verdicts;  //!< truth and verdict of each comparison
};

/**
 * \ingroup wireless-tcp
 */
class LedgerDevicesTest : public TestCase
{
  public:
    LedgerDevicesTest()
        : TestCase("Losses of every kind of device are recorded, over both versions of IP")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& [hop, name] : AllHops())
        {
            for (const bool ipv6 : {false, true})
            {
                Run(hop, name, ipv6);
            }
        }
    }

    /**
     * \param hop what the last hop is made of
     * \param name its name
     * \param ipv6 whether over IPv6
     */
    void Run(Hop hop, const std::string& name, bool ipv6)
    {
        TestNetwork network(hop);
        network.InstallStack();
        WirelessLossHelper losses;
        losses.SetErrorModel("ns3::RateErrorModel", "ErrorUnit", StringValue("ERROR_UNIT_PACKET"), "ErrorRate", DoubleValue(0.02));
        losses.SetTraffic("data");
        Ptr<WirelessLoss> loss = losses.Install(network.hop.Get(1));
        losses.AssignStreams(network.hop, 7);
        ipv6 ? network.AssignIpv6() : network.AssignIpv4();
        Ptr<LossLedger> ledger = CreateObject<LossLedger>();
        ledger->Watch(network.hop.Get(0));
        ledger->Watch(network.hop.Get(1));

        uint64_t expectedMac = 0;
        Ptr<RateErrorModel> spoils = CreateObject<RateErrorModel>();
        spoils->AssignStreams(11);
        spoils->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        spoils->SetRate(0.6);
        if (hop == Hop::WIFI)
        {
            Simulator::Schedule(Seconds(4.2), [&network, spoils] {
                DynamicCast<WifiNetDevice>(network.hop.Get(1))->GetPhy()->SetPostReceptionErrorModel(spoils);
            });
            Simulator::Schedule(Seconds(8), [spoils] { spoils->Disable(); });
            expectedMac = 1;
        }
        network.StartTransfer(400000, ipv6);
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(network.GetDelivered(), 400000U, name << ": delivered");
        NS_TEST_EXPECT_MSG_GT(loss->GetLostData(), 0U, name << ": injected losses");
        NS_TEST_EXPECT_MSG_EQ(ledger->GetLosses(LossLedger::Cause::LINK), loss->GetLostData(), name << ": recorded");
        if (expectedMac > 0)
        {
            NS_TEST_EXPECT_MSG_GT(ledger->GetLosses(LossLedger::Cause::MAC), 0U, name << ": given up by the MAC");
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(ledger->GetLosses(LossLedger::Cause::MAC), 0U, name << ": given up by the MAC");
        }
        Simulator::Destroy();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * True round-trip samples, and why segments die.
 */
class TruthTestSuite : public TestSuite
{
  public:
    TruthTestSuite()
        : TestSuite("wireless-tcp-truth", Type::UNIT)
    {
        for (const Time& delay : {MicroSeconds(100), MilliSeconds(1), MilliSeconds(10)})
        {
            AddTestCase(new TrueSampleTest(delay, false));
            AddTestCase(new TrueSampleTest(delay, true));
        }
        AddTestCase(new ClockTest);
        AddTestCase(new LedgerTest("oracle", {150, 900, 901, 2500}));
        AddTestCase(new LedgerTest("lim", {2000, 2500}));
        AddTestCase(new LedgerDevicesTest);
    }
};

static TruthTestSuite g_truthTestSuite; ///< registers itself
