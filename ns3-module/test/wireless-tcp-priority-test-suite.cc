// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-tcp-test-network.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/local-retransmission-tag.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/snoop-helper.h"
#include "ns3/socket.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-header.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/wireless-traffic-control.h"

#include <algorithm>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint32_t WAITING = 40;  ///< packets in the queue
constexpr uint32_t SIZE = 200;    ///< payload of each, bytes
constexpr uint32_t RESENT = 201;  ///< payload of the one sent again, bytes
constexpr uint32_t MAC_QUEUE = 3; ///< packets
constexpr uint16_t FROM = 6001;   ///< port
constexpr uint16_t TO = 6002;     ///< port

/// Where the device's queue disc comes from.
enum class QueueDiscFrom
{
    ASSIGN_BEFORE_HELPER, ///< the default of address assignment, before the helper
    ASSIGN_AFTER_HELPER,  ///< the same, after the helper
    USER,                 ///< a pfifo_fast of the user's own
    NOBODY,               ///< there is none
};

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * A packet sent again while 40 others wait in the queue of the base station.
 */
class OvertakingTest : public TestCase
{
  public:
    /**
     * \param hop kind of last hop
     * \param name its name
     * \param from where the queue disc comes from
     * \param how says it
     */
    OvertakingTest(Hop hop, const std::string& name, QueueDiscFrom from, const std::string& how)
        : TestCase("with priority a packet sent again overtakes 40 that wait, over " + name + " with " + how),
          m_hop(hop),
          m_from(from)
    {
    }

  private:
    /// What a run comes to.
    struct Outcome
    {
        std::size_t position; ///< of the packet sent again among the arrivals, from 0
        std::size_t arrived;  ///< packets in all
        uint32_t waiting;     ///< packets that could be overtaken when it was sent
        std::string root;     ///< type of the root queue disc
        bool kept;            ///< whether the user's queue disc is still there
    };

    void Receive(Ptr<Socket> socket)
    {
        while (Ptr<Packet> packet = socket->Recv())
        {
            m_arrivals.push_back(packet->GetSize());
        }
    }

    /**
     * \param net the network
     * \return the queue disc that the base station's device has before the helper works on it
     */
    Ptr<QueueDisc> Prepare(TestNetwork& net, const SnoopHelper& snoop)
    {
        Ptr<NetDevice> device = net.hop.Get(0);
        Ptr<QueueDisc> own;
        net.InstallStack();
        if (m_from == QueueDiscFrom::ASSIGN_AFTER_HELPER)
        {
            snoop.Install(device);
        }
        if (m_from == QueueDiscFrom::USER)
        {
            TrafficControlHelper helper;
            helper.SetRootQueueDisc("ns3::PfifoFastQueueDisc");
            own = helper.Install(device).Get(0);
        }
        net.AssignIpv4();
        if (m_from == QueueDiscFrom::NOBODY)
        {
            TrafficControlHelper().Uninstall(device);
        }
        if (m_from != QueueDiscFrom::ASSIGN_AFTER_HELPER)
        {
            snoop.Install(device);
        }
        return own;
    }

    /**
     * \param priority whether retransmissions have it
     * \return what the run comes to
     */
    Outcome Run(bool priority)
    {
        TestNetwork net(m_hop);
        SnoopHelper snoop;
        snoop.SetPriority(priority, QueueSize(QueueSizeUnit::PACKETS, MAC_QUEUE));
        Ptr<QueueDisc> own = Prepare(net, snoop);
        Ptr<WirelessTrafficControl> hook = WirelessTrafficControl::Get(net.hop.Get(0));

        m_arrivals.clear();
        Ptr<Socket> receiver = Socket::CreateSocket(net.nodes.Get(2), UdpSocketFactory::GetTypeId());
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), TO));
        receiver->SetRecvCallback(MakeCallback(&OvertakingTest::Receive, this));
        Ptr<Socket> sender = Socket::CreateSocket(net.nodes.Get(1), UdpSocketFactory::GetTypeId());
        sender->Bind(InetSocketAddress(Ipv4Address::GetAny(), FROM));
        const InetSocketAddress to(net.mobileAddress, TO);
        // The first packet finds the link-layer address.
        Simulator::ScheduleWithContext(1, Seconds(4), [=]() { sender->SendTo(Create<Packet>(SIZE), 0, to); });
        uint32_t waiting = 0;
        Simulator::ScheduleWithContext(1, Seconds(5), [&]() {
            m_arrivals.clear();
            for (uint32_t i = 0; i < WAITING; i++)
            {
                sender->SendTo(Create<Packet>(SIZE), 0, to);
            }
            waiting = hook->GetWaiting();
            Resend(net, priority);
        });
        Simulator::Stop(Seconds(7));
        Simulator::Run();
        Ptr<QueueDisc> root = hook->GetRootQueueDiscOnDevice(net.hop.Get(0));
        const Outcome outcome{
            static_cast<std::size_t>(std::find(m_arrivals.begin(), m_arrivals.end(), RESENT) - m_arrivals.begin()),
            m_arrivals.size(),
            waiting,
            root ? root->GetInstanceTypeId().GetName() : "none",
            own && (root == own || (root->GetNQueueDiscClasses() == 2 &&
                                    root->GetQueueDiscClass(1)->GetQueueDisc() == own))};
        Simulator::Destroy();
        return outcome;
    }

    /**
     * Hands the node's own layer what an agent does, of the same flow as the packets that wait.
     *
     * \param net the network
     * \param priority whether the packet has it
     */
    void Resend(TestNetwork& net, bool priority)
    {
        Ptr<Packet> packet = Create<Packet>(RESENT);
        UdpHeader udp;
        udp.SetSourcePort(FROM);
        udp.SetDestinationPort(TO);
        packet->AddHeader(udp);
        packet->AddPacketTag(LocalRetransmissionTag(priority));
        Ipv4Header ip;
        ip.SetSource("10.1.2.1");
        ip.SetDestination(net.mobileAddress);
        ip.SetProtocol(17);
        ip.SetPayloadSize(packet->GetSize());
        ip.SetTtl(64);
        net.nodes.Get(1)->GetObject<TrafficControlLayer>()->Send(
            net.hop.Get(0),
            Create<Ipv4QueueDiscItem>(packet, net.hop.Get(1)->GetAddress(), Ipv4L3Protocol::PROT_NUMBER, ip));
    }

    void DoRun() override
    {
        const Outcome without = Run(false);
        NS_TEST_EXPECT_MSG_EQ(without.arrived, WAITING + 1, "all arrive without priority");
        NS_TEST_EXPECT_MSG_EQ(without.position, WAITING, "the last one without priority");
        NS_TEST_EXPECT_MSG_EQ(without.waiting, 0, "nothing could be overtaken without priority");
        const Outcome with = Run(true);
        NS_TEST_EXPECT_MSG_EQ(with.arrived, WAITING + 1, "all arrive with priority");
        // One may be on the air already, and traffic control may hold one that found the device's queue full.
        NS_TEST_EXPECT_MSG_LT_OR_EQ(with.position, MAC_QUEUE + 2, "one of the first with priority");
        const bool qos = m_hop == Hop::QOS_WIFI; // whose queue can be overtaken, too
        NS_TEST_EXPECT_MSG_GT_OR_EQ(with.waiting, WAITING - (qos ? 0 : MAC_QUEUE + 2), "could be overtaken");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(with.waiting, WAITING - (qos ? 0 : MAC_QUEUE), "could be overtaken");
        if (m_from == QueueDiscFrom::USER)
        {
            NS_TEST_EXPECT_MSG_EQ(with.kept, true, "the user's queue disc is the second band");
        }
        const bool multiQueue = qos && m_from != QueueDiscFrom::USER && m_from != QueueDiscFrom::NOBODY;
        NS_TEST_EXPECT_MSG_EQ(with.root, (multiQueue ? "ns3::MqQueueDisc" : "ns3::PrioQueueDisc"), "root queue disc");
    }

    Hop m_hop;                        ///< kind of last hop
    QueueDiscFrom m_from;             ///< where the queue disc comes from
    std::vector<uint32_t> m_arrivals; ///< payload sizes, in order
};

/**
 * \ingroup wireless-tcp
 *
 * Devices on which priority cannot work.
 */
class PriorityErrorTest : public TestCase
{
  public:
    PriorityErrorTest()
        : TestCase("where priority cannot work, the simulation ends with a sentence that says why")
    {
    }

  private:
    void DoRun() override
    {
        const auto start = [](QueueSize size, bool flowControl) {
            TestNetwork net(Hop::POINT_TO_POINT);
            PointToPointHelper link;
            if (!flowControl)
            {
                link.DisableFlowControl();
            }
            NetDeviceContainer devices = link.Install(net.nodes.Get(1), net.nodes.Get(2));
            net.InstallStack();
            net.hop = devices;
            net.AssignIpv4();
            SnoopHelper snoop;
            snoop.SetPriority(true, size);
            snoop.Install(devices.Get(0));
            Simulator::Run();
        };
        std::string text;
        NS_TEST_EXPECT_MSG_NE(RunInChild([=]() { start(QueueSize("3p"), false); }, text), 0, "no flow control");
        NS_TEST_EXPECT_MSG_NE(text.find("has no flow control"), std::string::npos, text);
        NS_TEST_EXPECT_MSG_NE(text.find("node 1, device 2 (ns3::PointToPointNetDevice)"), std::string::npos, text);
        NS_TEST_EXPECT_MSG_NE(RunInChild([=]() { start(QueueSize("0p"), true); }, text), 0, "no packet");
        NS_TEST_EXPECT_MSG_NE(text.find("must hold at least one packet"), std::string::npos, text);
        NS_TEST_EXPECT_MSG_NE(RunInChild([=]() { start(QueueSize("3000B"), true); }, text), 0, "other unit");
        NS_TEST_EXPECT_MSG_NE(text.find("has no queue whose size can be set to 3000B"), std::string::npos, text);
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Priority of local retransmissions.
 */
class PriorityTestSuite : public TestSuite
{
  public:
    PriorityTestSuite()
        : TestSuite("wireless-tcp-priority", Type::UNIT)
    {
        const std::vector<std::pair<QueueDiscFrom, std::string>> queueDiscs = {
            {QueueDiscFrom::ASSIGN_BEFORE_HELPER, "the default queue disc, assigned before the helper"},
            {QueueDiscFrom::ASSIGN_AFTER_HELPER, "the default queue disc, assigned after the helper"},
            {QueueDiscFrom::USER, "a queue disc of one's own"},
            {QueueDiscFrom::NOBODY, "no queue disc"},
        };
        for (const auto& [hop, name] : AllHops())
        {
            for (const auto& [from, how] : queueDiscs)
            {
                AddTestCase(new OvertakingTest(hop, name, from, how));
            }
        }
        AddTestCase(new PriorityErrorTest);
    }
};

static PriorityTestSuite g_priorityTestSuite; ///< registers itself
