// SPDX-License-Identifier: GPL-2.0-only
#include "field-test.h"

#include "ns3/attribute-defaults.h"
#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv4.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/snoop-helper.h"
#include "ns3/string.h"
#include "ns3/tcp-datagram.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/wireless-loss.h"
#include "ns3/wireless-traffic-control.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

/**
 * \ingroup wireless-tcp
 */
class OptionsTest : public FieldTest
{
  public:
    /**
     * \param hosts what they are like
     * \param sack whether they use SACK
     * \param timestamps whether they use timestamps
     */
    OptionsTest(const Hosts& hosts, bool sack, bool timestamps)
        : FieldTest(std::string("a transfer with") + (sack ? "" : "out") + " SACK and with" + (timestamps ? "" : "out") +
                        " timestamps",
                    hosts),
          m_sack(sack),
          m_timestamps(timestamps)
    {
    }

  private:
    void Configure(AttributeDefaults& defaults) override
    {
        defaults.Set("ns3::TcpSocketBase::Sack", m_sack ? "true" : "false");
        defaults.Set("ns3::TcpSocketBase::Timestamp", m_timestamps ? "true" : "false");
    }

    void Prepare() override
    {
        Say(Download());
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_GT(m_ledger->Count("local-retransmission"), 0, "local retransmissions");
    }

    bool m_sack;       //!< whether the hosts use SACK
    bool m_timestamps; //!< whether the hosts use timestamps
};

/**
 * \ingroup wireless-tcp
 */
class ManyFlowsTest : public FieldTest
{
  public:
    /// \param hosts what they are like
    explicit ManyFlowsTest(const Hosts& hosts)
        : FieldTest("twenty conversations at once, opened by either side, with data one way or both", hosts)
    {
    }

  private:
    static constexpr uint16_t FLOWS = 20; //!< conversations

    void Prepare() override
    {
        for (uint16_t i = 0; i < FLOWS; i++)
        {
            Conversation::Plan plan;
            plan.toMobile = LENGTH / 4;
            plan.toFixed = i % 4 < 2 ? 0 : LENGTH / 8;
            plan.mobileOpens = i % 2 == 1;
            plan.port = 5001 + i;
            plan.start = Seconds(4) + MilliSeconds(10 * i);
            Say(plan);
        }
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_GT(m_ledger->CountConnections("local-retransmission"), FLOWS / 2, "connections served");
    }
};

/**
 * \ingroup wireless-tcp
 */
class OneFlowTest : public FieldTest
{
  public:
    /**
     * \param name what is special about it
     * \param hosts what they are like
     * \param plan what is said
     */
    OneFlowTest(const std::string& name, const Hosts& hosts, const Conversation::Plan& plan)
        : FieldTest(name, hosts),
          m_plan(plan)
    {
    }

  private:
    void Prepare() override
    {
        Say(m_plan);
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_GT(m_ledger->Count("local-retransmission"), 0, "local retransmissions");
    }

    Conversation::Plan m_plan; //!< what is said
};

/**
 * \ingroup wireless-tcp
 */
class LateAgentTest : public FieldTest
{
  public:
    /// \param hosts what they are like
    explicit LateAgentTest(const Hosts& hosts)
        : FieldTest("a connection already open when the agent starts", hosts)
    {
    }

  private:
    Time GetAgentStart() const override
    {
        return Seconds(4.2);
    }

    void Prepare() override
    {
        Say(Download());
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_EQ(m_ledger->Count("flow-opened", "syn"), 0, "connections seen from the start");
        NS_TEST_EXPECT_MSG_EQ(m_ledger->Count("flow-opened", "none"), 1, "connections picked up");
        NS_TEST_EXPECT_MSG_GT(m_ledger->Count("local-retransmission"), 0, "local retransmissions");
    }
};

/**
 * \ingroup wireless-tcp
 */
class RebootTest : public FieldTest
{
  public:
    /// \param hosts what they are like
    explicit RebootTest(const Hosts& hosts)
        : FieldTest("a base station that reboots again and again", hosts)
    {
    }

  private:
    void Prepare() override
    {
        Say(Download());
        for (int i = 1; i <= 100; i++)
        {
            Simulator::Schedule(Seconds(4) + MilliSeconds(70 * i), [this]() {
                m_agent->Reboot();
                m_leftOver += m_agent->GetHeldPackets() + m_agent->GetConnections();
            });
        }
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_EQ(m_leftOver, 0, "held or known after a reboot");
        NS_TEST_EXPECT_MSG_GT(m_ledger->Count("flow-closed", "reboot"), 3, "connections forgotten");
        NS_TEST_EXPECT_MSG_GT(m_ledger->Count("local-retransmission"), 0, "local retransmissions");
    }

    uint32_t m_leftOver{0}; //!< packets and connections after reboots
};

/**
 * \ingroup wireless-tcp
 */
class SegmentSizeTest : public FieldTest
{
  public:
    /// \param hosts what they are like
    explicit SegmentSizeTest(const Hosts& hosts)
        : FieldTest("a sender that splits and merges segments when it sends them again", hosts)
    {
    }

  private:
    void ConfigureAgent(SnoopHelper& snoop) override
    {
        // So that much is left to the sender.
        snoop.SetAttribute("MaxLocalRetransmissions", UintegerValue(1));
    }

    double GetBitsPerError() const override
    {
        return BITS_PER_ERROR / 2;
    }

    void Prepare() override
    {
        Conversation& conversation = Say(Download());
        for (int i = 1; i <= 400; i++)
        {
            const uint32_t size = i % 2 == 1 ? 300 : 700;
            Simulator::Schedule(Seconds(4.1) + MilliSeconds(40 * i),
                                [&conversation, size]() { conversation.SetSegmentSizeOfFixed(size); });
        }
        // Congestion losses, so that the sender has to send again what the agent has not seen.
        Ptr<ReceiveListErrorModel> losses = CreateObject<ReceiveListErrorModel>();
        losses->SetList({20, 21, 30, 40, 41, 50, 60});
        m_net->wired.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_GT(m_ledger->GetResegmented(), 3, "segments sent again in other pieces");
        NS_TEST_EXPECT_MSG_GT(m_ledger->Count("local-retransmission"), 0, "local retransmissions");
    }
};

/**
 * \ingroup wireless-tcp
 */
class PathMtuTest : public FieldTest
{
  public:
    /// \param hosts what they are like
    explicit PathMtuTest(const Hosts& hosts)
        : FieldTest("a hop that carries smaller packets for a while", hosts)
    {
    }

  private:
    static constexpr uint16_t SMALL = 1280; //!< bytes; the least that IPv6 allows

    void Configure(AttributeDefaults& defaults) override
    {
        defaults.Set("ns3::TcpSocket::SegmentSize", "1400");
    }

    void Prepare() override
    {
        Say(Download());
        Ptr<NetDevice> device = m_net->hop.Get(0);
        const uint16_t before = device->GetMtu();
        Simulator::Schedule(Seconds(4.1), [device]() { device->SetMtu(SMALL); });
        Simulator::Schedule(Seconds(6), [device, before]() { device->SetMtu(before); });
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_GT(m_agent->GetFragments(), 3, "fragments");
    }
};

/**
 * \ingroup wireless-tcp
 */
class SimultaneousLossTest : public FieldTest
{
  public:
    /// \param hosts what they are like
    explicit SimultaneousLossTest(const Hosts& hosts)
        : FieldTest("two connections that lose at the same time are both served", hosts)
    {
    }

  private:
    /// Loses the next segment with data of each connection, once it is told to.
    class NextOfEach : public ErrorModel
    {
      public:
        bool on{false};              //!< whether it was told to
        std::set<TcpEnds> lost;      //!< connections that lost one

      private:
        bool DoCorrupt(Ptr<Packet> datagram) override
        {
            const auto tcp = TcpDatagram::Read(datagram);
            return on && tcp && tcp->payloadSize > 0 && lost.insert(tcp->ends).second;
        }

        void DoReset() override
        {
        }
    };

    double GetBitsPerError() const override
    {
        return 0;
    }

    void Prepare() override
    {
        m_losses = CreateObject<NextOfEach>();
        auto onMobile = CreateObject<WirelessLoss>();
        onMobile->SetAttribute("ErrorModel", PointerValue(m_losses));
        WirelessTrafficControl::Install(m_net->hop.Get(1))->SetLoss(onMobile);
        for (uint16_t port : {5001, 5002})
        {
            Conversation::Plan plan = Download();
            plan.port = port;
            Say(plan);
        }
        Simulator::Schedule(Seconds(4.25), [this]() { m_losses->on = true; });
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_EQ(m_losses->lost.size(), 2, "connections that lost a segment");
        NS_TEST_EXPECT_MSG_EQ(m_ledger->CountConnections("local-retransmission"), 2, "connections served");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(m_ledger->Count("local-retransmission"), 4, "local retransmissions");
        NS_TEST_EXPECT_MSG_EQ(m_ledger->Count("sender-retransmission"), 0, "retransmissions of the senders");
        m_losses = nullptr;
    }

    Ptr<NextOfEach> m_losses; //!< at the mobile host
};

/**
 * \ingroup wireless-tcp
 */
class AgeingTest : public FieldTest
{
  public:
    /// \param hosts what they are like
    explicit AgeingTest(const Hosts& hosts)
        : FieldTest("connections that never end are forgotten when they are silent", hosts)
    {
    }

  private:
    void ConfigureAgent(SnoopHelper& snoop) override
    {
        snoop.SetAttribute("IdleTimeout", TimeValue(Seconds(20)));
    }

    void Prepare() override
    {
        for (uint16_t port = 5001; port < 5006; port++)
        {
            Conversation::Plan plan = Download();
            plan.toMobile /= 4;
            plan.closes = false;
            plan.port = port;
            Say(plan);
        }
        Simulator::Schedule(Seconds(150), [this]() { m_known = m_agent->GetConnections(); });
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_EQ(m_known, 0, "connections known after the silence");
        NS_TEST_EXPECT_MSG_EQ(m_ledger->Count("flow-closed", "idle"), m_ledger->Count("flow-opened"), "forgotten");
    }

    uint32_t m_known{99}; //!< connections known after the silence
};

/**
 * \ingroup wireless-tcp
 */
class EcnTest : public FieldTest
{
  public:
    /// \param hosts what they are like
    explicit EcnTest(const Hosts& hosts)
        : FieldTest("explicit congestion notification passes unchanged", hosts)
    {
    }

  private:
    void Configure(AttributeDefaults& defaults) override
    {
        defaults.Set("ns3::TcpSocketBase::UseEcn", "On");
    }

    void Prepare() override
    {
        // A wire slower than the hop, with a queue that marks instead of dropping.
        m_net->wired.Get(0)->SetAttribute("DataRate", StringValue("500kbps"));
        PointerValue queue;
        m_net->wired.Get(0)->GetAttribute("TxQueue", queue);
        queue.GetObject()->SetAttribute("MaxSize", StringValue("1p"));
        TrafficControlHelper red;
        red.SetRootQueueDisc("ns3::RedQueueDisc",
                             "UseEcn",
                             BooleanValue(true),
                             "UseHardDrop",
                             BooleanValue(false),
                             "MinTh",
                             StringValue("1"),
                             "MaxTh",
                             StringValue("20"),
                             "LInterm",
                             StringValue("2"),
                             "QW",
                             StringValue("0.5"));
        TrafficControlHelper().Uninstall(m_net->wired.Get(0));
        red.Install(m_net->wired.Get(0));
        Say(Download());
    }

    void Check() override
    {
        // That no bit changes, in passing and in copies, is in the books.
        NS_TEST_EXPECT_MSG_GT(m_ledger->GetCongestionMarks(), 0, "datagrams with a mark");
        NS_TEST_EXPECT_MSG_GT(m_ledger->Count("local-retransmission"), 0, "local retransmissions");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * The segments are made by hand: ten thousand sockets would test ns-3.
 */
class TenThousandTest : public TestCase
{
  public:
    TenThousandTest()
        : TestCase("with ten thousand connections the agent holds what it may, and nothing when they have aged")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t MAX_CONNECTIONS = 2000;
        constexpr uint32_t MAX_PACKETS = 3000;
        TestNetwork net(Hop::POINT_TO_POINT);
        net.InstallStack();
        net.AssignIpv4();
        // Room for all, and nobody at the other end who answers or sends them back.
        TrafficControlHelper().Uninstall(net.hop.Get(0));
        PointerValue queue;
        net.hop.Get(0)->GetAttribute("TxQueue", queue);
        queue.GetObject()->SetAttribute("MaxSize", StringValue("100000p"));
        net.nodes.Get(2)->GetObject<Ipv4>()->SetAttribute("IpForward", BooleanValue(false));
        SnoopHelper snoop;
        snoop.SetAttribute("MaxConnections", UintegerValue(MAX_CONNECTIONS));
        snoop.SetAttribute("MaxPackets", UintegerValue(MAX_PACKETS));
        const auto agent = snoop.Install(net.hop.Get(0));
        auto hook = WirelessTrafficControl::Get(net.hop.Get(0));
        uint32_t mostHeld = 0;
        uint32_t mostConnections = 0;
        Simulator::ScheduleWithContext(net.nodes.Get(1)->GetId(), Seconds(1), [&]() {
            for (uint32_t n = 0; n < 30000; n++)
            {
                TcpHeader tcp;
                tcp.SetSourcePort(80);
                tcp.SetDestinationPort(1 + n % 10000);
                tcp.SetSequenceNumber(SequenceNumber32(n / 10000 * 1000));
                tcp.SetFlags(TcpHeader::ACK);
                Ptr<Packet> segment = Create<Packet>(1000);
                segment->AddHeader(tcp);
                Ipv4Header ip;
                ip.SetSource("10.1.1.1");
                ip.SetDestination("10.1.2.77");
                ip.SetProtocol(6);
                ip.SetPayloadSize(segment->GetSize());
                hook->Send(net.hop.Get(0),
                           Create<Ipv4QueueDiscItem>(segment,
                                                     net.hop.Get(1)->GetAddress(),
                                                     Ipv4L3Protocol::PROT_NUMBER,
                                                     ip));
                mostHeld = std::max(mostHeld, agent->GetHeldPackets());
                mostConnections = std::max(mostConnections, agent->GetConnections());
            }
        });
        Simulator::Stop(Seconds(200));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(mostConnections, MAX_CONNECTIONS, "connections known");
        NS_TEST_EXPECT_MSG_EQ(mostHeld, MAX_PACKETS, "packets held");
        NS_TEST_EXPECT_MSG_EQ(agent->GetUnservedPackets(), 24000, "packets of connections beyond the bound");
        NS_TEST_EXPECT_MSG_EQ(agent->GetHeldPackets(), 0, "packets held after the silence");
        NS_TEST_EXPECT_MSG_EQ(agent->GetConnections(), 0, "connections known after the silence");
        Simulator::Destroy();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * What happens in the field.
 */
class FieldTestSuite : public TestSuite
{
  public:
    FieldTestSuite()
        : TestSuite("wireless-tcp-field", Type::UNIT)
    {
        for (const Hosts& hosts : {Hosts{false, false}, Hosts{false, true}, Hosts{true, false}, Hosts{true, true}})
        {
            for (bool sack : {false, true})
            {
                for (bool timestamps : {false, true})
                {
                    AddTestCase(new OptionsTest(hosts, sack, timestamps));
                }
            }
            constexpr uint32_t LENGTH = 60000;
            Conversation::Plan plan;
            plan.toMobile = LENGTH;
            plan.mobileOpens = true;
            AddTestCase(new OneFlowTest("a connection that the mobile host opens", hosts, plan));
            plan.toFixed = LENGTH;
            AddTestCase(new OneFlowTest("data both ways", hosts, plan));
            plan.firstSequence = 0x80000000 - LENGTH / 2;
            AddTestCase(new OneFlowTest("sequence numbers that cross 2^31", hosts, plan));
            plan.firstSequence = 0U - LENGTH / 2;
            AddTestCase(new OneFlowTest("sequence numbers that cross 2^32", hosts, plan));
            AddTestCase(new ManyFlowsTest(hosts));
            AddTestCase(new LateAgentTest(hosts));
            AddTestCase(new RebootTest(hosts));
            AddTestCase(new SegmentSizeTest(hosts));
            AddTestCase(new PathMtuTest(hosts));
            AddTestCase(new SimultaneousLossTest(hosts));
            AddTestCase(new AgeingTest(hosts));
            AddTestCase(new EcnTest(hosts));
        }
        AddTestCase(new TenThousandTest);
    }
};

static FieldTestSuite g_fieldTestSuite; ///< registers itself
