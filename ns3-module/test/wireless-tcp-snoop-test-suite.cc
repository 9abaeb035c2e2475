// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-tcp-test-network.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/local-retransmission-tag.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/snoop-helper.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-traffic-control.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint64_t TRANSFER_BYTES = 400000; ///< of a transfer
constexpr double BITS_PER_ERROR = 40000;   ///< about one data segment in nine is lost

/// Takes down what an agent reports.
class Diary
{
  public:
    /**
     * \param agent the agent
     * \param hook of its device
     */
    Diary(Ptr<SnoopAgent> agent, Ptr<WirelessTrafficControl> hook)
    {
        agent->TraceConnectWithoutContext("Event", MakeCallback(&Diary::Note, this));
        agent->TraceConnectWithoutContext("LocalRetransmission", MakeCallback(&Diary::NoteRetransmission, this));
        hook->TraceConnectWithoutContext("Egress", MakeCallback(&Diary::NoteEgress, this));
    }

    std::map<std::string, uint32_t> kinds;  ///< entries of each kind
    std::map<std::string, uint32_t> causes; ///< entries of each cause
    uint32_t retransmissions{0};           ///< traced as such
    uint32_t wrong{0};                     ///< whose segment is not the one in the diary, or is not tagged
    uint32_t leaving{0};                   ///< packets on their way to the device
    uint32_t tagged{0};                    ///< of these with the tag
    Address source;                        ///< sender of the data
    Address destination;                   ///< receiver of the data

  private:
    void Note(const AgentEvent& event)
    {
        kinds[event.kind]++;
        causes[event.cause]++;
        source = event.source;
        destination = event.destination;
    }

    void NoteRetransmission(Ptr<const Packet> segment, const AgentEvent& event)
    {
        retransmissions++;
        TcpHeader header;
        segment->PeekHeader(header);
        LocalRetransmissionTag tag;
        wrong += event.kind != "local-retransmission" || header.GetSequenceNumber() != event.seq ||
                 segment->GetSize() - header.GetSerializedSize() != event.length || !segment->PeekPacketTag(tag);
    }

    void NoteEgress(Ptr<const Packet> datagram)
    {
        LocalRetransmissionTag tag;
        leaving++;
        tagged += datagram->PeekPacketTag(tag);
    }
};

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * Transfers over a lossy last hop, with the agent.
 */
class LossyTransferTest : public TestCase
{
  public:
    /// How a run differs from the plainest one.
    struct Variant
    {
        std::string preset;       ///< of the agent
        bool ipv6{false};         ///< whether TCP runs over IPv6
        bool priority{false};     ///< whether local retransmissions overtake others
        bool checksums{false};    ///< whether ns-3 computes and checks checksums
        std::string name;         ///< what is special about it
    };

    /**
     * \param hop kind of last hop
     * \param name its name
     * \param variant how the run differs
     */
    LossyTransferTest(Hop hop, const std::string& name, const Variant& variant)
        : TestCase("a lossy transfer over " + name + " arrives whole and leaves no packet behind, " + variant.name),
          m_hop(hop),
          m_variant(variant)
    {
    }

  private:
    void DoRun() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(m_variant.checksums));
        TestNetwork net(m_hop);
        net.InstallStack();
        m_variant.ipv6 ? net.AssignIpv6() : net.AssignIpv4();
        SnoopHelper snoop(m_variant.preset);
        if (m_variant.priority)
        {
            snoop.SetPriority(true);
        }
        const auto agent = snoop.Install(net.hop.Get(0));
        Diary diary(agent, WirelessTrafficControl::Get(net.hop.Get(0)));
        WirelessLossHelper loss;
        loss.SetBitsPerError(BITS_PER_ERROR);
        const auto losses = loss.Install(net.hop);
        loss.AssignStreams(net.hop, 1000);
        net.StartTransfer(TRANSFER_BYTES, m_variant.ipv6);
        uint32_t most = 0;
        for (int i = 0; i < 2000; i++)
        {
            Simulator::Schedule(Seconds(4) + i * MilliSeconds(10), [&]() {
                most = std::max(most, agent->GetHeldPackets());
            });
        }
        Simulator::Stop(Seconds(400));
        Simulator::Run();

        NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), TRANSFER_BYTES, "bytes delivered as sent");
        NS_TEST_EXPECT_MSG_GT(losses[1]->GetLostData(), 40, "losses");
        NS_TEST_EXPECT_MSG_GT(most, 0, "packets held meanwhile");
        NS_TEST_EXPECT_MSG_EQ(agent->GetHeldPackets(), 0, "packets held at the end");
        NS_TEST_EXPECT_MSG_EQ(agent->GetConnections(), 0, "connections known at the end");
        NS_TEST_EXPECT_MSG_GT(agent->GetPacketsSeen(), TRANSFER_BYTES / 536, "packets seen");
        NS_TEST_EXPECT_MSG_GT(diary.retransmissions, 10, "local retransmissions");
        NS_TEST_EXPECT_MSG_EQ(diary.retransmissions, diary.kinds["local-retransmission"], "in diary and trace");
        NS_TEST_EXPECT_MSG_EQ(diary.retransmissions, diary.tagged, "on their way to the device");
        NS_TEST_EXPECT_MSG_EQ(diary.wrong, 0, "retransmissions other than the diary says");
        NS_TEST_EXPECT_MSG_GT(diary.kinds["ack-suppressed"], 0, "suppressed acknowledgements");
        const Address to = m_variant.ipv6 ? Address(Inet6SocketAddress(net.mobileAddress6, 5001))
                                          : Address(InetSocketAddress(net.mobileAddress, 5001));
        NS_TEST_EXPECT_MSG_EQ((diary.destination == to), true, "receiver of the data");
        Simulator::Destroy();
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
    }

    Hop m_hop;         ///< kind of last hop
    Variant m_variant; ///< how the run differs
};

/**
 * \ingroup wireless-tcp
 *
 * An agent that is disposed of in the middle of a transfer, once from outside and once by its own listener.
 */
class DisposeTest : public TestCase
{
  public:
    /**
     * \param byListener whether a trace sink disposes of the agent while it works
     */
    explicit DisposeTest(bool byListener)
        : TestCase(byListener ? "packets go on when a listener disposes of the agent"
                              : "packets go on without an agent that was disposed of"),
          m_byListener(byListener)
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork net(Hop::POINT_TO_POINT);
        net.InstallStack();
        net.AssignIpv4();
        m_agent = SnoopHelper().Install(net.hop.Get(0));
        if (m_byListener)
        {
            m_agent->TraceConnectWithoutContext("Event", MakeCallback(&DisposeTest::Note, this));
        }
        else
        {
            Simulator::Schedule(Seconds(4.3), [this]() { m_agent->Dispose(); });
        }
        net.StartTransfer(TRANSFER_BYTES);
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), TRANSFER_BYTES, "bytes delivered");
        NS_TEST_EXPECT_MSG_EQ(WirelessTrafficControl::Get(net.hop.Get(0))->GetAgent(), nullptr, "the hook has no agent");
        m_agent = nullptr;
        Simulator::Destroy();
    }

    void Note(const AgentEvent&)
    {
        if (Simulator::Now() > Seconds(4.3) && m_agent)
        {
            Ptr<SnoopAgent> agent = m_agent;
            m_agent = nullptr;
            agent->Dispose();
        }
    }

    bool m_byListener;       ///< who disposes of the agent
    Ptr<SnoopAgent> m_agent; ///< the agent
};

/**
 * \ingroup wireless-tcp
 *
 * What the agent is for.
 */
class GainTest : public TestCase
{
  public:
    GainTest()
        : TestCase("a lossy transfer is faster with the agent than without, and the same again when repeated")
    {
    }

  private:
    /**
     * \param agent whether there is one
     * \return events and bytes delivered after 60 s
     */
    std::pair<uint64_t, uint64_t> Run(bool agent)
    {
        TestNetwork net(Hop::CSMA);
        net.InstallStack();
        net.AssignIpv4();
        if (agent)
        {
            SnoopHelper().Install(net.hop.Get(0));
        }
        WirelessLossHelper loss;
        loss.SetBitsPerError(BITS_PER_ERROR);
        loss.Install(net.hop);
        loss.AssignStreams(net.hop, 1000);
        net.StartTransfer(20000000);
        Simulator::Stop(Seconds(64));
        Simulator::Run();
        const std::pair<uint64_t, uint64_t> result(Simulator::GetEventCount(), net.GetDelivered());
        Simulator::Destroy();
        return result;
    }

    void DoRun() override
    {
        const auto with = Run(true);
        const auto without = Run(false);
        NS_TEST_EXPECT_MSG_GT(with.second, 3 * without.second / 2, "bytes delivered");
        NS_TEST_EXPECT_MSG_EQ((Run(true) == with), true, "the same run again");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Congestion at the base station.
 */
class QueueDropTest : public TestCase
{
  public:
    /// Which queue is too short.
    enum class Queue
    {
        QUEUE_DISC,
        DEVICE,
        DEVICE_WITHOUT_FLOW_CONTROL,
    };

    /**
     * \param queue which queue is too short
     * \param name its name
     */
    QueueDropTest(Queue queue, const std::string& name)
        : TestCase("the agent leaves to the sender what the base station drops, in " + name),
          m_queue(queue)
    {
    }

  private:
    void NoteDrop(Ptr<const Packet>)
    {
        m_drops++;
    }

    void NoteItemDrop(Ptr<const QueueDiscItem>)
    {
        m_drops++;
    }

    void DoRun() override
    {
        TestNetwork net(Hop::POINT_TO_POINT);
        if (m_queue == Queue::DEVICE_WITHOUT_FLOW_CONTROL)
        {
            PointToPointHelper link;
            link.DisableFlowControl();
            link.SetDeviceAttribute("DataRate", StringValue("2Mbps"));
            net.hop = link.Install(net.nodes.Get(1), net.nodes.Get(2));
        }
        Ptr<NetDevice> device = net.hop.Get(0);
        net.InstallStack();
        const bool queueDisc = m_queue == Queue::QUEUE_DISC;
        if (queueDisc)
        {
            TrafficControlHelper helper;
            helper.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("5p"));
            helper.Install(device).Get(0)->TraceConnectWithoutContext(
                "Drop",
                MakeCallback(&QueueDropTest::NoteItemDrop, this));
        }
        net.AssignIpv4();
        PointerValue queue;
        device->GetAttribute("TxQueue", queue);
        queue.GetObject()->SetAttribute("MaxSize", StringValue("5p"));
        if (!queueDisc)
        {
            if (m_queue == Queue::DEVICE)
            {
                TrafficControlHelper().Uninstall(device);
            }
            queue.GetObject()->TraceConnectWithoutContext("Drop", MakeCallback(&QueueDropTest::NoteDrop, this));
            net.nodes.Get(1)->GetObject<TrafficControlLayer>()->TraceConnectWithoutContext(
                "TcDrop",
                MakeCallback(&QueueDropTest::NoteDrop, this));
        }
        const auto agent = SnoopHelper().Install(device);
        Diary diary(agent, WirelessTrafficControl::Get(device));
        net.StartTransfer(TRANSFER_BYTES);
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), TRANSFER_BYTES, "bytes delivered as sent");
        NS_TEST_EXPECT_MSG_GT(m_drops, 5, "packets dropped");
        NS_TEST_EXPECT_MSG_GT(diary.causes["queue-drop"], 0, "drops noticed");
        // A copy sent again by the agent may be dropped, too, which it is not told.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(diary.causes["queue-drop"] + diary.retransmissions, m_drops, "drops noticed");
        NS_TEST_EXPECT_MSG_EQ(agent->GetHeldPackets(), 0, "packets held at the end");
        Simulator::Destroy();
    }

    Queue m_queue;       ///< which queue is too short
    uint32_t m_drops{0}; ///< packets dropped
};

/**
 * \ingroup wireless-tcp
 *
 * Segments that the agent cannot read.
 */
class UnreadableTest : public TestCase
{
  public:
    UnreadableTest()
        : TestCase("fragments and cut headers are passed on and counted")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork net(Hop::CSMA);
        net.InstallStack();
        net.AssignIpv4();
        // The default queue disc would look into the TCP header that is not there.
        TrafficControlHelper().Uninstall(net.hop.Get(0));
        const auto agent = SnoopHelper().Install(net.hop.Get(0));
        auto hook = WirelessTrafficControl::Get(net.hop.Get(0));
        Diary diary(agent, hook);
        Simulator::ScheduleWithContext(1, Seconds(1), [&]() {
            for (uint16_t fragmentOffset : {0, 1480})
            {
                Ptr<Packet> cut = Create<Packet>(10);
                Ipv4Header ip;
                ip.SetSource("10.1.1.1");
                ip.SetDestination(net.mobileAddress);
                ip.SetProtocol(6);
                ip.SetFragmentOffset(fragmentOffset);
                ip.SetPayloadSize(cut->GetSize());
                hook->Send(net.hop.Get(0),
                           Create<Ipv4QueueDiscItem>(cut,
                                                     net.hop.Get(1)->GetAddress(),
                                                     Ipv4L3Protocol::PROT_NUMBER,
                                                     ip));
            }
        });
        // Before the mobile host sees them, whose TCP would stumble.
        Simulator::Stop(Seconds(1) + NanoSeconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(agent->GetMalformedPackets(), 1, "cut header");
        NS_TEST_EXPECT_MSG_EQ(agent->GetFragments(), 1, "fragment");
        NS_TEST_EXPECT_MSG_EQ(agent->GetUnservedPackets(), 0, "connections beyond the limit");
        NS_TEST_EXPECT_MSG_EQ(diary.leaving, 2, "both passed on");
        Simulator::Destroy();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * A clock too coarse for the agent's deadlines. The resolution can be set once in a process, so this runs in one of its own.
 */
class CoarseClockTest : public TestCase
{
  public:
    CoarseClockTest()
        : TestCase("the timer does not spin on a clock with a resolution of a microsecond")
    {
    }

  private:
    static constexpr const char* MARK = "WTCP_TEST_COARSE_CLOCK"; ///< set in the process of its own

    void DoRun() override
    {
        if (!std::getenv(MARK))
        {
            std::string output;
            const int status = RunInChild(
                []() {
                    setenv(MARK, "1", 1);
                    execl("/proc/self/exe", "test-runner", "--suite=wireless-tcp-coarse-clock", nullptr);
                },
                output);
            NS_TEST_EXPECT_MSG_EQ(status, 0, output);
            return;
        }
        alarm(60); // ends the process if time stands still
        Time::SetResolution(Time::US);
        TestNetwork net(Hop::POINT_TO_POINT);
        net.InstallStack();
        net.AssignIpv4();
        const auto agent = SnoopHelper().Install(net.hop.Get(0));
        Diary diary(agent, WirelessTrafficControl::Get(net.hop.Get(0)));
        WirelessLossHelper loss;
        loss.SetBitsPerError(BITS_PER_ERROR);
        loss.Install(net.hop);
        loss.AssignStreams(net.hop, 1000);
        net.StartTransfer(TRANSFER_BYTES);
        Simulator::Stop(Seconds(400));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), TRANSFER_BYTES, "bytes delivered as sent");
        NS_TEST_EXPECT_MSG_GT(diary.retransmissions, 0, "local retransmissions");
        NS_TEST_EXPECT_MSG_EQ(agent->GetHeldPackets(), 0, "packets held at the end");
        Simulator::Destroy();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * The Snoop agent in running networks.
 */
class SnoopTestSuite : public TestSuite
{
  public:
    SnoopTestSuite()
        : TestSuite("wireless-tcp-snoop", Type::UNIT)
    {
        const std::vector<LossyTransferTest::Variant> variants = {
            {"1997", false, false, false, "as printed in 1997"},
            {"1995", false, false, false, "as printed in 1995"},
            {"1997", true, false, false, "over IPv6"},
            {"1997", false, true, false, "with priority"},
            {"1995", false, false, true, "with checksums"},
        };
        for (const auto& [hop, name] : AllHops())
        {
            for (const auto& variant : variants)
            {
                AddTestCase(new LossyTransferTest(hop, name, variant));
            }
        }
        AddTestCase(new QueueDropTest(QueueDropTest::Queue::QUEUE_DISC, "a queue disc"));
        AddTestCase(new QueueDropTest(QueueDropTest::Queue::DEVICE, "the device's queue"));
        AddTestCase(new QueueDropTest(QueueDropTest::Queue::DEVICE_WITHOUT_FLOW_CONTROL,
                                      "the device's queue without flow control"));
        AddTestCase(new DisposeTest(false));
        AddTestCase(new DisposeTest(true));
        AddTestCase(new GainTest);
        AddTestCase(new UnreadableTest);
    }
};

static SnoopTestSuite g_snoopTestSuite; ///< registers itself

/**
 * \ingroup wireless-tcp
 *
 * A suite of its own, since it runs itself again.
 */
class CoarseClockTestSuite : public TestSuite
{
  public:
    CoarseClockTestSuite()
        : TestSuite("wireless-tcp-coarse-clock", Type::UNIT)
    {
        AddTestCase(new CoarseClockTest);
    }
};

static CoarseClockTestSuite g_coarseClockTestSuite; ///< registers itself
