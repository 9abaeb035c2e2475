// SPDX-License-Identifier: GPL-2.0-only
#include "chain-test-network.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/dsr-datagram.h"
#include "ns3/dsr-guard-helper.h"
#include "ns3/dsr-module.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/mobility-model.h"
#include "ns3/packet.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/snoop-helper.h"
#include "ns3/socket.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/wireless-traffic-control.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint16_t PORT = 9;
constexpr uint32_t BURST = 4; //!< packets in one instant

/// Sends numbered UDP packets and counts how often each arrives.
class NumberedPackets
{
  public:
    /**
     * \param from sender
     * \param to receiver
     * \param address of the receiver
     */
    NumberedPackets(Ptr<Node> from, Ptr<Node> to, Ipv4Address address)
        : m_sender(Socket::CreateSocket(from, UdpSocketFactory::GetTypeId())),
          m_receiver(Socket::CreateSocket(to, UdpSocketFactory::GetTypeId())),
          m_from(from->GetId()),
          m_address(address, PORT)
    {
        m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_receiver->SetRecvCallback(MakeCallback(&NumberedPackets::Receive, this));
    }

    /**
     * \param packets how many, all in one instant; numbers go on from the last ones
     * \param size payload, bytes
     * \param at when
     */
    void Send(uint32_t packets, uint32_t size, Time at)
    {
        for (uint32_t i = 0; i < packets; i++)
        {
            received.emplace_back();
        }
        const uint32_t end = received.size();
        Simulator::ScheduleWithContext(m_from, at, [=]() {
            for (uint32_t number = end - packets; number < end; number++)
            {
                std::vector<uint8_t> payload(size);
                payload[0] = number >> 8;
                payload[1] = number & 0xff;
                m_sender->SendTo(Create<Packet>(payload.data(), size), 0, m_address);
            }
        });
    }

    /**
     * \param first number
     * \param step to the next number
     * \return how many packets of these numbers arrived
     */
    uint32_t CountArrived(uint32_t first = 0, uint32_t step = 1) const
    {
        uint32_t arrived = 0;
        for (std::size_t number = first; number < received.size(); number += step)
        {
            arrived += !received[number].empty();
        }
        return arrived;
    }

    /// \return how often packets arrived once more
    uint32_t CountCopies() const
    {
        uint32_t all = 0;
        for (const auto& times : received)
        {
            all += times.size();
        }
        return all - CountArrived();
    }

    std::vector<std::vector<Time>> received; ///< when each number arrived

  private:
    void Receive(Ptr<Socket> socket)
    {
        while (Ptr<Packet> packet = socket->Recv())
        {
            uint8_t number[2];
            packet->CopyData(number, 2);
            received.at(number[0] << 8 | number[1]).push_back(Simulator::Now());
        }
    }

    Ptr<Socket> m_sender;        ///< at the first node
    Ptr<Socket> m_receiver;      ///< at the last node
    uint32_t m_from;             ///< the sender's node
    InetSocketAddress m_address; ///< the receiver's
};

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * Bursts of four packets in one instant.
 */
class BurstTest : public TestCase
{
  public:
    /**
     * \param routing of the chain
     * \param hops of the chain
     * \param size of the packets' payload, bytes
     * \param agents whether Snoop agents are on all nodes that send data
     */
    BurstTest(const std::string& routing, uint32_t hops, uint32_t size, bool agents)
        : TestCase("bursts over " + routing + ", " + std::to_string(hops) + " hops, " + std::to_string(size) + " bytes, " +
                   (agents ? "with" : "without") + " agents"),
          m_routing(routing),
          m_hops(hops),
          m_size(size),
          m_agents(agents)
    {
    }

  private:
    void DoRun() override
    {
        ChainNetwork net(m_routing, m_hops + 1);
        if (m_routing == "dsr")
        {
            DsrGuardHelper().Install(net.nodes);
        }
        for (uint32_t i = 0; m_agents && i < m_hops; i++)
        {
            SnoopHelper().Install(net.hop.Get(i));
        }
        NumberedPackets packets(net.nodes.Get(0), net.nodes.Get(m_hops), net.mobileAddress);
        // ARP keeps three packets of a burst to a neighbour that it does not know, so one goes ahead. DSR releases one after another.
        packets.Send(m_routing == "dsr" ? BURST : 1, m_size, net.start);
        for (uint32_t i = 0; i < ROUNDS; i++)
        {
            packets.Send(BURST, m_size, net.start + Seconds(1 + i));
        }
        Simulator::Stop(net.start + Seconds(ROUNDS + 5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(packets.CountArrived(), packets.received.size(), "packets that arrive");
        NS_TEST_EXPECT_MSG_EQ(packets.CountCopies(), 0, "packets that arrive once more");
        Simulator::Destroy();
    }

    static constexpr uint32_t ROUNDS = 100; ///< bursts, after the first

    std::string m_routing; ///< routing protocol
    uint32_t m_hops;       ///< of the chain
    uint32_t m_size;       ///< of the packets
    bool m_agents;         ///< whether there are agents
};

/**
 * \ingroup wireless-tcp
 *
 * What the guard is for. If this fails with a new release, DSR may have been mended there.
 */
class UnguardedBurstTest : public TestCase
{
  public:
    UnguardedBurstTest()
        : TestCase("DSR alone drops all but the first of a burst")
    {
    }

  private:
    void DoRun() override
    {
        ChainNetwork net("dsr", 2);
        NumberedPackets packets(net.nodes.Get(0), net.nodes.Get(1), net.mobileAddress);
        packets.Send(1, 500, net.start);
        for (uint32_t i = 0; i < 100; i++)
        {
            packets.Send(BURST, 500, net.start + Seconds(1 + i));
        }
        Simulator::Stop(net.start + Seconds(105));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(packets.CountArrived(1, BURST), 100, "first packets");
        for (uint32_t i = 2; i <= BURST; i++)
        {
            NS_TEST_EXPECT_MSG_EQ(packets.CountArrived(i, BURST), 0, "packets behind, number " << i);
        }
        Simulator::Destroy();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Packets that wait for a route, in many networks: DSR releases them at random times.
 */
class DiscoveryBurstTest : public TestCase
{
  public:
    DiscoveryBurstTest()
        : TestCase("nothing of a burst that waits for a route is lost")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::ArpCache::PendingQueueSize", UintegerValue(20)); // ARP drops what exceeds it
        for (uint32_t seed = 0; seed < 30; seed++)
        {
            // Before the Internet stack and DSR: the order of installation does not matter.
            ChainNetwork net("dsr", 4, [](const NetDeviceContainer& devices) { DsrGuardHelper().Install(devices); });
            for (uint32_t i = 0; i < net.nodes.GetN(); i++)
            {
                net.nodes.Get(i)->GetObject<dsr::DsrRouting>()->AssignStreams(1000 + 10 * seed + i);
            }
            NumberedPackets packets(net.nodes.Get(0), net.nodes.Get(3), net.mobileAddress);
            packets.Send(12, 500, net.start);
            // Some more come while those are being released.
            for (uint32_t i = 1; i <= 20; i++)
            {
                packets.Send(2, 500, net.start + MilliSeconds(40 * i));
            }
            Simulator::Stop(net.start + Seconds(10));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(packets.CountArrived(), packets.received.size(), "packets that arrive, seed " << seed);
            NS_TEST_EXPECT_MSG_EQ(packets.CountCopies(), 0, "packets that arrive once more, seed " << seed);
            Simulator::Destroy();
        }
        Config::Reset();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * A stream over one of two relays side by side, which then goes away.
 */
class BrokenLinkTest : public TestCase
{
  public:
    /**
     * \param ahead nodes between the sender and the relays
     * \param interval between packets; DSR waits for 100 ms until it sends one again
     */
    BrokenLinkTest(uint32_t ahead, Time interval)
        : TestCase("a stream of a packet each " + std::to_string(interval.GetMilliSeconds()) + " ms leaves a broken link " +
                   std::to_string(ahead + 1) + " hops from its source"),
          m_ahead(ahead),
          m_interval(interval)
    {
    }

  private:
    void DoRun() override
    {
        ChainNetwork net("dsr", m_ahead + 4);
        const uint32_t relay = m_ahead + 1;
        const uint32_t last = m_ahead + 3;
        const auto place = [&net](uint32_t node, double x, double y) {
            net.nodes.Get(node)->GetObject<MobilityModel>()->SetPosition(Vector(x, y, 0));
        };
        place(relay, 100.0 * relay, 50);
        place(relay + 1, 100.0 * relay, -50);
        place(last, 100.0 * (relay + 1), 0);
        DsrGuardHelper().Install(net.nodes);
        NumberedPackets packets(net.nodes.Get(0), net.nodes.Get(last), net.mobileAddress);
        const auto count = static_cast<uint32_t>((Seconds(10) / m_interval).GetDouble());
        for (uint32_t i = 0; i < count; i++)
        {
            packets.Send(1, 500, net.start + m_interval * i);
        }
        uint32_t before = 0;
        Simulator::Schedule(net.start + Seconds(5), [&]() {
            before = packets.CountArrived();
            place(m_used, 100000, 100000);
        });
        for (uint32_t i = relay; i <= relay + 1; i++)
        {
            auto note = MakeBoundCallback(&BrokenLinkTest::Note, &m_used, i);
            WirelessTrafficControl::Install(net.hop.Get(i))->TraceConnectWithoutContext("Egress", note);
        }
        Simulator::Stop(net.start + Seconds(15));
        Simulator::Run();
        const uint32_t lost = count - packets.CountArrived();
        NS_TEST_EXPECT_MSG_GT(before, count / 2 - 10, "packets before the link breaks");
        // DSR's patience is 200 ms; then the MAC tries in vain what waits, among it the error message, and a new route is found.
        NS_TEST_EXPECT_MSG_LT(m_interval * lost, Seconds(2), "time until the stream goes on");
        Simulator::Destroy();
    }

    static void Note(uint32_t* used, uint32_t node, Ptr<const Packet> datagram)
    {
        const auto data = DsrDatagram::Read(datagram);
        if (data && data->ip.GetSource() == Ipv4Address("10.1.1.1"))
        {
            *used = node;
        }
    }

    uint32_t m_ahead;   ///< nodes between the sender and the relays
    Time m_interval;    ///< between packets
    uint32_t m_used{0}; ///< the relay that sent last
};

/**
 * \ingroup wireless-tcp-tests
 * A route request that does not reach its target is made good by a later one, which the nodes that saw the first one pass on.
 */
class RepeatedRequestTest : public TestCase
{
  public:
    /**
     * \param guarded whether there is a guard; without one DSR repeats the very request that those nodes drop
     */
    explicit RepeatedRequestTest(bool guarded)
        : TestCase(std::string("a target that was out of reach is found, ") + (guarded ? "with a guard" : "without a guard: never")),
          m_guarded(guarded)
    {
    }

  private:
    void DoRun() override
    {
        ChainNetwork net("dsr", 4);
        if (m_guarded)
        {
            DsrGuardHelper().Install(net.nodes);
        }
        Ptr<MobilityModel> target = net.nodes.Get(3)->GetObject<MobilityModel>();
        const Vector place = target->GetPosition();
        target->SetPosition(Vector(100000, 100000, 0));
        Simulator::Schedule(net.start + MilliSeconds(300), &MobilityModel::SetPosition, target, place);
        NumberedPackets packets(net.nodes.Get(0), net.nodes.Get(3), net.mobileAddress);
        packets.Send(1, 500, net.start);
        Simulator::Stop(net.start + Seconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(packets.CountArrived(), (m_guarded ? 1U : 0U), "packets that arrive");
        Simulator::Destroy();
    }

    bool m_guarded; ///< whether there is a guard
};

/**
 * \ingroup wireless-tcp
 *
 * What agents that repeat packets on their hop tell the guard.
 */
class TakeOverTest : public TestCase
{
  public:
    TakeOverTest()
        : TestCase("DSR sends no packet again that an agent took over, and gives one another route that it gave up")
    {
    }

  private:
    void DoRun() override
    {
        ChainNetwork net("dsr", 4);
        const auto place = [&net](uint32_t node, double x, double y) {
            net.nodes.Get(node)->GetObject<MobilityModel>()->SetPosition(Vector(x, y, 0));
        };
        place(1, 100, 50);
        place(2, 100, -50);
        place(3, 200, 0);
        m_guard = DsrGuardHelper().Install(net.nodes).front();
        NumberedPackets packets(net.nodes.Get(0), net.nodes.Get(3), net.mobileAddress);
        packets.Send(1, 500, net.start);
        packets.Send(1, 500, net.start + Seconds(2));
        Simulator::Schedule(net.start + Seconds(1), [&]() {
            auto layer = net.nodes.Get(0)->GetObject<TrafficControlLayer>();
            layer->GetRootQueueDiscOnDevice(net.hop.Get(0))
                ->TraceConnectWithoutContext("Enqueue", MakeCallback(&TakeOverTest::Note, this));
            place(1, 100000, 0);
            place(2, 100000, 1000);
        });
        Simulator::Schedule(net.start + Seconds(3), [&]() {
            NS_TEST_EXPECT_MSG_EQ(m_items.size(), 1, "DSR sends it once");
            place(1, 100, 50);
            place(2, 100, -50);
            const Time sent = net.start + Seconds(2);
            const auto neighbour = Mac48Address::ConvertFrom(m_items.front()->GetAddress());
            NS_TEST_EXPECT_MSG_EQ(m_guard->IsUnheard(neighbour, sent), true, "the relay is unheard since");
            NS_TEST_EXPECT_MSG_EQ(m_guard->IsUnheard(neighbour, net.start), false, "it was heard before");
            m_guard->ReportBroken(m_items.front());
        });
        Simulator::Stop(net.start + Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(packets.CountArrived(), 2, "packets that arrive");
        NS_TEST_EXPECT_MSG_EQ(packets.CountCopies(), 0, "packets that arrive once more");
        Simulator::Destroy();
    }

    void Note(Ptr<const QueueDiscItem> item)
    {
        auto ipv4 = DynamicCast<const Ipv4QueueDiscItem>(item);
        if (ipv4 && DsrDatagram::Read(ipv4->GetHeader(), item->GetPacket()))
        {
            m_items.push_back(item);
            m_guard->TakeOver(item);
        }
    }

    Ptr<DsrGuard> m_guard;                         ///< of the sender
    std::vector<Ptr<const QueueDiscItem>> m_items; ///< data that DSR handed down
};

/**
 * \ingroup wireless-tcp
 *
 * TCP with delayed acknowledgements, which always come for two segments.
 */
class DelayedAckTest : public TestCase
{
  public:
    /**
     * \param hops of the chain
     */
    DelayedAckTest(uint32_t hops)
        : TestCase("TCP with delayed acknowledgements over DSR, " + std::to_string(hops) + " hops"),
          m_hops(hops)
    {
    }

  private:
    /**
     * \param routing of the chain
     * \return kb/s over 20 s; DSR is guarded
     */
    double GetGoodput(const std::string& routing) const
    {
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(2));
        ChainNetwork net(routing, m_hops + 1);
        if (routing == "dsr")
        {
            DsrGuardHelper().Install(net.nodes);
        }
        net.StartTransfer(100000000);
        Simulator::Stop(net.start + Seconds(20));
        Simulator::Run();
        const double goodput = net.GetDelivered() * 8 / 20e3;
        Simulator::Destroy();
        Config::Reset();
        return goodput;
    }

    void DoRun() override
    {
        const double withStatic = GetGoodput("static");
        const double withDsr = GetGoodput("dsr");
        NS_TEST_EXPECT_MSG_GT(withDsr, withStatic / 2, "goodput, kb/s");
    }

    uint32_t m_hops; ///< of the chain
};

/**
 * \ingroup wireless-tcp
 *
 * Nodes that cannot be guarded.
 */
class GuardRefusalTest : public TestCase
{
  public:
    GuardRefusalTest()
        : TestCase("the guard says what it lacks")
    {
    }

  private:
    void DoRun() override
    {
        std::string output;
        int status = RunInChild(
            []() {
                ChainNetwork net("static", 2);
                DsrGuardHelper().Install(net.nodes);
                Simulator::Run();
            },
            output);
        NS_TEST_EXPECT_MSG_NE(status, 0, "ends with an error");
        NS_TEST_EXPECT_MSG_NE(output.find("does not run DSR"), std::string::npos, output);
        status = RunInChild(
            []() {
                Config::SetDefault("ns3::dsr::DsrRouting::LinkAcknowledgment", BooleanValue(false));
                ChainNetwork net("dsr", 2);
                DsrGuardHelper().Install(net.nodes);
                Simulator::Run();
            },
            output);
        NS_TEST_EXPECT_MSG_NE(status, 0, "ends with an error");
        NS_TEST_EXPECT_MSG_NE(output.find("LinkAcknowledgment is false"), std::string::npos, output);
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Bursts over every routing protocol, and what else the guard of DSR is for.
 */
class BurstTestSuite : public TestSuite
{
  public:
    BurstTestSuite()
        : TestSuite("wireless-tcp-burst", Type::UNIT)
    {
        for (const std::string& routing : AllRoutings())
        {
            for (uint32_t hops : {1, 3, 5})
            {
                if (routing == "olsr" && hops == 5)
                {
                    continue; // at times its messages collide so often that there is no route
                }
                for (uint32_t size : {500, 1000})
                {
                    AddTestCase(new BurstTest(routing, hops, size, false));
                    AddTestCase(new BurstTest(routing, hops, size, true));
                }
            }
        }
        AddTestCase(new UnguardedBurstTest);
        AddTestCase(new DiscoveryBurstTest);
        for (uint32_t ahead : {0, 1})
        {
            AddTestCase(new BrokenLinkTest(ahead, MilliSeconds(10)));
            AddTestCase(new BrokenLinkTest(ahead, MilliSeconds(300)));
        }
        AddTestCase(new RepeatedRequestTest(false));
        AddTestCase(new RepeatedRequestTest(true));
        AddTestCase(new TakeOverTest);
        for (uint32_t hops : {1, 2, 3, 4})
        {
            AddTestCase(new DelayedAckTest(hops));
        }
        AddTestCase(new GuardRefusalTest);
    }
};

static BurstTestSuite g_burstTestSuite; ///< registers itself
