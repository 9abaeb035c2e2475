// SPDX-License-Identifier: GPL-2.0-only
#include "one-hop-test-network.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/dsr-guard-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/mobility-model.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-traffic-control.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

constexpr uint32_t HOPS = 4;

/**
 * \ingroup wireless-tcp
 *
 * TCP over a chain of agents.
 */
class OneHopTransferTest : public TestCase
{
  public:
    /// What is tested.
    struct Case
    {
        std::string routing;                           ///< of the chain
        double loss{0};                                ///< above the MAC, on each device
        std::map<std::string, std::string> attributes; ///< of the agents
        std::set<uint32_t> plain;                      ///< nodes without agent
        uint32_t reboots{0};                           ///< of the node in the middle, one each 100 ms
    };

    /**
     * \param c what is tested
     */
    explicit OneHopTransferTest(const Case& c)
        : TestCase(Describe(c)),
          m_case(c)
    {
    }

  private:
    static std::string Describe(const Case& c)
    {
        std::string text = "transfer over " + c.routing + ", loss " + std::to_string(c.loss);
        for (const auto& [name, value] : c.attributes)
        {
            text += ", " + name + " " + value;
        }
        for (const uint32_t node : c.plain)
        {
            text += ", node " + std::to_string(node) + " plain";
        }
        return c.reboots ? text + ", node 2 restarts" : text;
    }

    void DoRun() override
    {
        SetTransferDefaults();
        ChainNetwork net(m_case.routing, HOPS + 1);
        if (m_case.routing == "dsr")
        {
            DsrGuardHelper().Install(net.nodes);
        }
        const NetDeviceContainer devices = DevicesBut(net, m_case.plain);
        Agents agents(devices, m_case.attributes);
        Air air(devices);
        std::vector<Ptr<WirelessLoss>> losses;
        if (m_case.loss > 0)
        {
            WirelessLossHelper helper;
            helper.SetErrorModel("ns3::RateErrorModel",
                                 "ErrorUnit",
                                 StringValue("ERROR_UNIT_PACKET"),
                                 "ErrorRate",
                                 DoubleValue(m_case.loss));
            losses = helper.Install(net.hop);
            helper.AssignStreams(net.hop, 500);
        }
        Transfer transfer(net.nodes.Get(0), net.nodes.Get(HOPS), net.mobileAddress, net.start);
        for (uint32_t i = 0; i < m_case.reboots; i++)
        {
            Simulator::Schedule(net.start + MilliSeconds(500 + 100 * i), &WirelessAgent::Reboot, agents.list.at(2));
        }
        Simulator::Stop(net.start + Seconds(120));
        Simulator::Run();
        uint64_t lost = 0;
        for (const auto& loss : losses)
        {
            lost += loss->GetLostData() + loss->GetLostAcks();
        }
        const uint32_t again = agents.Count("local-retransmission");
        const auto window = m_case.attributes.find("Window");
        const uint32_t reach = window == m_case.attributes.end() ? 0 : std::stoul(window->second) - 1;
        NS_TEST_EXPECT_MSG_EQ(transfer.GetDelivered(), TOTAL, "bytes that arrive as they were sent");
        NS_TEST_EXPECT_MSG_EQ(agents.GetHeld(), 0U, "packets held at the end");
        if (m_case.plain.empty() && m_case.reboots == 0)
        {
            if (m_case.attributes.count("BufferSize") == 0)
            {
                NS_TEST_EXPECT_MSG_LT(transfer.timeouts, 6, "end-to-end timeouts"); // AODV takes links for broken
            }
            NS_TEST_EXPECT_MSG_GT(air.served, TOTAL / SEGMENT * HOPS, "packets that are served");
            if (reach == 0)
            {
                NS_TEST_EXPECT_MSG_EQ(air.furthest, 0, "packets without acknowledgement beside one");
            }
            else if (m_case.loss > 0)
            {
                NS_TEST_EXPECT_MSG_GT(air.furthest, 0, "packets without acknowledgement beside one");
            }
        }
        if (m_case.loss > 0 && m_case.plain.empty())
        {
            // In a larger window a later acknowledgement makes a lost one good.
            NS_TEST_EXPECT_MSG_GT(again, (reach == 0 ? lost - 1 : lost * 9 / 10), "local retransmissions");
            // A fragment is repeated as a whole, as far as it is not acknowledged.
            const bool fragments = m_case.attributes.count("FragmentSize") > 0;
            NS_TEST_EXPECT_MSG_LT(again, (fragments ? lost * 2 : lost * 3 / 2), "local retransmissions");
        }
        if (m_case.attributes.count("BufferSize"))
        {
            NS_TEST_EXPECT_MSG_GT(agents.Count("refused"), 0, "packets refused");
        }
        if (m_case.reboots)
        {
            NS_TEST_EXPECT_MSG_GT(agents.Count("dropped"), 0, "packets lost with the node");
        }
        if (!m_case.plain.empty())
        {
            const uint32_t found = agents.Count("plain-neighbour");
            const uint32_t limit = 6; // RetryLimit
            NS_TEST_EXPECT_MSG_GT(found, 0, "plain neighbours are found out");
            // With every other node plain all copies are for plain nodes; else acknowledgements of agents come late at times.
            const uint32_t late = m_case.plain.size() > 1 ? 0 : TOTAL / SEGMENT;
            NS_TEST_EXPECT_MSG_LT(again, limit * found + late + 1, "superfluous copies");
        }
        Simulator::Destroy();
        Config::Reset();
    }

    Case m_case; ///< what is tested
};

/**
 * \ingroup wireless-tcp
 *
 * Acknowledgements that ride on packets.
 */
class OneHopPiggybackTest : public TestCase
{
  public:
    OneHopPiggybackTest()
        : TestCase("piggybacking saves frames")
    {
    }

  private:
    /**
     * \param piggyback whether acknowledgements ride
     * \return frames of their own, all acknowledgements
     */
    static std::pair<uint32_t, uint32_t> CountAcks(bool piggyback)
    {
        SetTransferDefaults();
        ChainNetwork net("static", HOPS + 1);
        Agents agents(net.hop, {{"Piggyback", piggyback ? "true" : "false"}});
        Transfer transfer(net.nodes.Get(0), net.nodes.Get(HOPS), net.mobileAddress, net.start);
        Simulator::Stop(net.start + Seconds(120));
        Simulator::Run();
        const uint32_t alone = agents.Count("local-ack");
        const uint32_t riding = agents.Count("local-ack-piggybacked");
        Simulator::Destroy();
        Config::Reset();
        return {alone, alone + riding};
    }

    void DoRun() override
    {
        const auto [off, offAll] = CountAcks(false);
        const auto [on, onAll] = CountAcks(true);
        NS_TEST_EXPECT_MSG_EQ(off, offAll, "none ride");
        NS_TEST_EXPECT_MSG_LT(on, onAll, "some ride");
        NS_TEST_EXPECT_MSG_LT(on, off * 9 / 10, "frames saved");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Other devices than ad hoc Wi-Fi, IPv6, frames without room.
 */
class OneHopDeviceTest : public TestCase
{
  public:
    /**
     * \param hop what the hop with agents is made of
     * \param name of that
     * \param ipv6 whether over IPv6
     * \param mtu of the hop, bytes; 0 for the device's own
     * \param segment bytes of a segment
     */
    OneHopDeviceTest(Hop hop, const std::string& name, bool ipv6, uint16_t mtu, uint32_t segment)
        : TestCase("transfer over " + name + (ipv6 ? ", IPv6" : ", IPv4") + ", MTU " + std::to_string(mtu) + ", segments of " +
                   std::to_string(segment) + " bytes"),
          m_hop(hop),
          m_ipv6(ipv6),
          m_mtu(mtu),
          m_segment(segment)
    {
    }

  private:
    void DoRun() override
    {
        SetTransferDefaults();
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(m_segment));
        TestNetwork net(m_hop);
        net.InstallStack();
        if (m_ipv6)
        {
            net.AssignIpv6();
        }
        else
        {
            net.AssignIpv4();
        }
        Agents agents(net.hop);
        Air air(net.hop);
        for (uint32_t i = 0; m_mtu > 0 && i < 2; i++)
        {
            net.hop.Get(i)->SetMtu(m_mtu);
        }
        net.StartTransfer(TOTAL, m_ipv6);
        Simulator::Stop(net.start + Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), TOTAL, "bytes that arrive as they were sent");
        NS_TEST_EXPECT_MSG_EQ(agents.GetHeld(), 0U, "packets held at the end");
        const uint32_t headers = m_ipv6 ? 40 : 20;
        const bool full = m_segment + 32 + headers + 26 > net.hop.Get(0)->GetMtu();
        NS_TEST_EXPECT_MSG_EQ(agents.causes.count("mtu"), full, "packets without room");
        NS_TEST_EXPECT_MSG_EQ((agents.list.front()->GetUnservedPackets() > 0), full, "packets without room");
        // ns-3 addresses all on a point-to-point link to everybody, and so to no neighbour.
        const bool served = m_hop != Hop::POINT_TO_POINT;
        NS_TEST_EXPECT_MSG_EQ((agents.Count("rtt-sample") > 10), served, "packets that are acknowledged");
        NS_TEST_EXPECT_MSG_EQ((agents.list.front()->GetFragments() > 0), (m_mtu > 0 && m_segment > m_mtu), "fragments");
        Simulator::Destroy();
        Config::Reset();
    }

    Hop m_hop;          ///< what the hop is made of
    bool m_ipv6;        ///< whether over IPv6
    uint16_t m_mtu;     ///< of the hop
    uint32_t m_segment; ///< bytes of a segment
};

/**
 * \ingroup wireless-tcp
 *
 * Neighbours that go away.
 */
class OneHopBrokenLinkTest : public TestCase
{
  public:
    /// \param routing `static`: another neighbour goes away; `dsr`: the relay in use does, and there is another
    explicit OneHopBrokenLinkTest(const std::string& routing)
        : TestCase("a neighbour goes away, " + routing),
          m_routing(routing)
    {
    }

  private:
    void DoRun() override
    {
        SetTransferDefaults();
        ChainNetwork net(m_routing, 4);
        Agents agents(net.hop);
        const auto place = [&net](uint32_t node, double x, double y) {
            net.nodes.Get(node)->GetObject<MobilityModel>()->SetPosition(Vector(x, y, 0));
        };
        const bool dsr = m_routing == "dsr";
        std::unique_ptr<Transfer> other;
        if (dsr)
        {
            DsrGuardHelper().Install(net.nodes);
            place(1, 100, 50);
            place(2, 100, -50);
            place(3, 200, 0);
            for (uint32_t i : {1, 2})
            {
                WirelessTrafficControl::Get(net.hop.Get(i))
                    ->TraceConnectWithoutContext("Egress",
                                                 Callback<void, Ptr<const Packet>>([this, i](Ptr<const Packet> datagram) {
                                                     m_used = datagram->GetSize() > SEGMENT ? i : m_used;
                                                 }));
            }
        }
        else
        {
            // The first node talks to two neighbours; the one of the side talk goes away.
            place(2, 0, 100);
            place(3, 100000, 1000);
            other = std::make_unique<Transfer>(net.nodes.Get(0), net.nodes.Get(2), Ipv4Address("10.1.1.3"), net.start, 10000000);
        }
        std::unique_ptr<Transfer> transfer;
        if (dsr)
        {
            transfer = std::make_unique<Transfer>(net.nodes.Get(0), net.nodes.Get(3), net.mobileAddress, net.start, 1000000);
        }
        else
        {
            transfer = std::make_unique<Transfer>(net.nodes.Get(0), net.nodes.Get(1), Ipv4Address("10.1.1.2"), net.start);
        }
        uint64_t before = 0;
        Simulator::Schedule(net.start + MilliSeconds(600), [&]() {
            before = transfer->GetDelivered();
            m_gone = dsr ? m_used : 2;
            place(m_gone, 100000, 0);
        });
        Simulator::Stop(net.start + Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(before, 0, "the transfer has begun");
        NS_TEST_EXPECT_MSG_LT(before, TOTAL, "and has not ended");
        NS_TEST_EXPECT_MSG_EQ(transfer->GetDelivered(), (dsr ? 1000000 : TOTAL), "bytes that arrive as they were sent");
        NS_TEST_EXPECT_MSG_LT(transfer->sink->GetLastByteTime(), net.start + Seconds(dsr ? 25 : 15), "completion");
        NS_TEST_EXPECT_MSG_GT(agents.Count("retransmission-limit"), 0, "packets given up");
        if (dsr)
        {
            NS_TEST_EXPECT_MSG_EQ(m_used, (3 - m_gone), "the other relay is used");
        }
        Simulator::Destroy();
        Config::Reset();
    }

    std::string m_routing; ///< of the network
    uint32_t m_used{1};    ///< relay that sent data last
    uint32_t m_gone{0};    ///< neighbour that went away
};

/**
 * \ingroup wireless-tcp
 *
 * Frames that are none of one-hop TCP's, and datagrams that it does not serve.
 */
class OneHopStrangersTest : public TestCase
{
  public:
    OneHopStrangersTest()
        : TestCase("garbage is survived; broadcast and multicast pass once")
    {
    }

  private:
    void DoRun() override
    {
        SetTransferDefaults();
        ChainNetwork net("static", 3);
        Agents agents(net.hop);
        Transfer transfer(net.nodes.Get(0), net.nodes.Get(2), net.mobileAddress, net.start);
        const Address victim = net.hop.Get(1)->GetAddress();
        for (uint32_t i = 0; i < 100; i++)
        {
            Simulator::Schedule(net.start + MilliSeconds(10 * i), [&net, victim, i]() {
                std::vector<uint8_t> bytes(1 + i % 70);
                for (std::size_t at = 0; at < bytes.size(); at++)
                {
                    bytes[at] = i * 31 + at * 17;
                }
                net.hop.Get(2)->Send(Create<Packet>(bytes.data(), bytes.size()), victim, WirelessTrafficControl::FRAME_PROTOCOL);
                // Well-formed: acknowledges number 7 of epoch 1, of which nothing is outstanding.
                const std::vector<uint8_t> ack = {0x31, 0x48, 0x12, 0, 0, 0, 0, 0, 1, 0, 8, 0, 0, 0, 7, 1, 0};
                std::vector<uint8_t> valid = ack;
                uint32_t sum = 0x12;
                for (std::size_t at = 5; at < valid.size(); at += 2)
                {
                    sum += valid[at] << 8 | (at + 1 < valid.size() ? valid[at + 1] : 0);
                }
                sum = ~((sum & 0xffff) + (sum >> 16)) & 0xffff;
                valid[3] = sum >> 8;
                valid[4] = sum & 0xff;
                net.hop.Get(2)->Send(Create<Packet>(valid.data(), valid.size()), victim, WirelessTrafficControl::FRAME_PROTOCOL);
            });
        }
        uint32_t received = 0;
        Ptr<Socket> listener = Socket::CreateSocket(net.nodes.Get(1), UdpSocketFactory::GetTypeId());
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        listener->SetRecvCallback(Callback<void, Ptr<Socket>>([&received](Ptr<Socket> socket) {
            while (socket->Recv())
            {
                received++;
            }
        }));
        uint32_t multicasts = 0; // handed to the node, which is in no group
        WirelessTrafficControl::Get(net.hop.Get(1))
            ->TraceConnectWithoutContext("WiredEgress",
                                         Callback<void, Ptr<const Packet>>([&multicasts](Ptr<const Packet> datagram) {
                                             Ipv4Header ip;
                                             datagram->PeekHeader(ip);
                                             multicasts += ip.GetDestination() == Ipv4Address("224.0.0.7");
                                         }));
        Ptr<Socket> sender = Socket::CreateSocket(net.nodes.Get(0), UdpSocketFactory::GetTypeId());
        sender->SetAllowBroadcast(true);
        sender->BindToNetDevice(net.hop.Get(0));
        for (uint32_t i = 0; i < 50; i++)
        {
            const Ipv4Address to(i % 2 ? "10.1.1.255" : "224.0.0.7");
            Simulator::ScheduleWithContext(0, net.start + MilliSeconds(20000 + 20 * i), [sender, to]() {
                sender->SendTo(Create<Packet>(100), 0, InetSocketAddress(to, 9));
            });
        }
        Simulator::Stop(net.start + Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(transfer.GetDelivered(), TOTAL, "bytes that arrive as they were sent");
        NS_TEST_EXPECT_MSG_EQ(received, 25, "broadcasts");
        NS_TEST_EXPECT_MSG_EQ(multicasts, 25, "multicasts");
        NS_TEST_EXPECT_MSG_GT(agents.list.at(1)->GetMalformedPackets(), 95, "garbage");
        NS_TEST_EXPECT_MSG_GT(agents.Count("local-ack-ignored"), 95, "acknowledgements for nothing");
        NS_TEST_EXPECT_MSG_EQ(agents.GetHeld(), 0U, "packets held at the end");
        Simulator::Destroy();
        Config::Reset();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Attributes out of range.
 */
class OneHopRangeTest : public TestCase
{
  public:
    OneHopRangeTest()
        : TestCase("attributes out of range are named")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::map<std::string, std::string>, std::string>> wrong = {
            {{{"FragmentSize", "4"}, {"Window", "2"}}, "ns3::OneHopTcpAgent::FragmentSize"},
            {{{"MinTimeout", "2s"}, {"MaxTimeout", "1s"}}, "ns3::OneHopTcpAgent::MaxTimeout"},
            {{{"Window", "17"}}, "ns3::OneHopTcpAgent::Window"},
        };
        for (const auto& [attributes, name] : wrong)
        {
            std::string output;
            const int status = RunInChild(
                [&]() {
                    ChainNetwork net("static", 2);
                    Agents agents(net.hop, attributes);
                    Simulator::Stop(Seconds(1));
                    Simulator::Run();
                },
                output);
            NS_TEST_EXPECT_MSG_NE(status, 0, name);
            NS_TEST_EXPECT_MSG_NE(output.find(name), std::string::npos, output);
        }
    }
};

/**
 * \ingroup wireless-tcp
 *
 * One-hop TCP.
 */
class OneHopTestSuite : public TestSuite
{
  public:
    OneHopTestSuite()
        : TestSuite("wireless-tcp-one-hop", Type::UNIT)
    {
        for (const std::string& routing : AllRoutings())
        {
            for (const double loss : {0.0, 0.1, 0.2})
            {
                AddTestCase(new OneHopTransferTest({routing, loss, {}, {}, 0}));
            }
            AddTestCase(new OneHopTransferTest({routing, 0.1, {{"Window", "4"}}, {}, 0}));
        }
        const auto transfer = [this](double loss,
                                     const std::map<std::string, std::string>& attributes,
                                     const std::set<uint32_t>& plain = {},
                                     uint32_t reboots = 0) {
            AddTestCase(new OneHopTransferTest({"static", loss, attributes, plain, reboots}));
        };
        transfer(0.2, {{"Window", "16"}, {"FragmentSize", "8"}});
        transfer(0, {{"BufferSize", "2"}});
        transfer(0, {}, {}, 20);
        transfer(0, {}, {2});
        transfer(0, {}, {0});
        transfer(0, {}, {HOPS});
        transfer(0, {}, {1, 3});
        AddTestCase(new OneHopPiggybackTest);
        for (const auto& [hop, name] : AllHops())
        {
            AddTestCase(new OneHopDeviceTest(hop, name, false, 0, 536));
            AddTestCase(new OneHopDeviceTest(hop, name, true, 0, 536));
        }
        AddTestCase(new OneHopDeviceTest(Hop::CSMA, "CSMA", false, 1500, 1448));
        AddTestCase(new OneHopDeviceTest(Hop::CSMA, "CSMA", false, 600, 1000));
        AddTestCase(new OneHopBrokenLinkTest("static"));
        AddTestCase(new OneHopBrokenLinkTest("dsr"));
        AddTestCase(new OneHopStrangersTest);
        AddTestCase(new OneHopRangeTest);
    }
};

static OneHopTestSuite g_oneHopTestSuite; ///< registers itself
