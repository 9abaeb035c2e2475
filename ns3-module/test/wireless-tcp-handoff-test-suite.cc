// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-tcp-test-network.h"

#include "ns3/boolean.h"
#include "ns3/constant-velocity-mobility-model.h"
#include "ns3/double.h"
#include "ns3/handoff-helper.h"
#include "ns3/handoff-trigger.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/mobility-helper.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/snoop-helper.h"
#include "ns3/stream-sink.h"
#include "ns3/stream-source.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-traffic-control.h"
#include "ns3/yans-wifi-helper.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint64_t TRANSFER_BYTES = 1000000; ///< of a transfer

/// Fixed host - router - two base stations ( ( ( mobile host.
class Cells
{
  public:
    /**
     * \param snoop whether base stations have Snoop agents
     * \param infrastructure whether base stations are access points, each out of the other's reach
     */
    explicit Cells(bool snoop, bool infrastructure = false)
        : m_spacing(infrastructure ? 80 : 40)
    {
        fixed.Create(1);
        router.Create(1);
        baseStations.Create(2);
        mobile.Create(1);
        MobilityHelper mobility;
        mobility.SetPositionAllocator("ns3::GridPositionAllocator", "DeltaX", DoubleValue(m_spacing));
        mobility.Install(baseStations);
        mobility.SetMobilityModel("ns3::ConstantVelocityMobilityModel");
        mobility.Install(mobile);
        MoveTo(0);

        YansWifiPhyHelper phy;
        phy.SetChannel(YansWifiChannelHelper::Default().Create());
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211b);
        wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                     "DataMode",
                                     StringValue("DsssRate2Mbps"),
                                     "ControlMode",
                                     StringValue("DsssRate1Mbps"));
        WifiMacHelper mac;
        mac.SetType(infrastructure ? "ns3::ApWifiMac" : "ns3::AdhocWifiMac");
        wireless = wifi.Install(phy, mac, baseStations);
        if (infrastructure)
        {
            // A scan that sends also wakes the receiver that ns-3 3.37 to 3.40 can leave deaf at the loss of an access point.
            mac.SetType("ns3::StaWifiMac", "ActiveProbing", BooleanValue(true), "MaxMissedBeacons", UintegerValue(3));
        }
        wireless.Add(wifi.Install(phy, mac, mobile));
        wifi.AssignStreams(wireless, 100);

        const NodeContainer all(fixed, router, baseStations, mobile);
        InternetStackHelper stack;
        stack.Install(all);
        stack.AssignStreams(all, 200);
        Ipv4AddressHelper addresses("10.2.0.0", "255.255.255.0");
        const auto hop = addresses.Assign(wireless);
        mobileAddress = hop.GetAddress(2);
        baseStationAddresses = {hop.GetAddress(0), hop.GetAddress(1)};
        addresses.SetBase("10.1.0.0", "255.255.255.0");
        Link(fixed.Get(0), addresses);
        wired.Add(Link(baseStations.Get(0), addresses));
        wired.Add(Link(baseStations.Get(1), addresses));
        wirelessOfBaseStations.Add(wireless.Get(0));
        wirelessOfBaseStations.Add(wireless.Get(1));
        if (snoop)
        {
            SnoopHelper helper;
            helper.SetPriority(true);
            helper.SetAttribute("HandoffBufferSize", UintegerValue(300)); // holds ns-3's default window
            helper.SetAttribute("IdleTimeout", TimeValue(Seconds(20)));
            agents = helper.Install(wirelessOfBaseStations);
            for (const auto& agent : agents)
            {
                agent->TraceConnectWithoutContext("Event", MakeCallback(&Cells::Note, this));
            }
        }
    }

    /**
     * \param helper with its attributes
     */
    void Install(HandoffHelper& helper)
    {
        helper.InstallNetwork(router.Get(0), wired, wirelessOfBaseStations);
        handoff = helper.InstallMobile(wireless.Get(2));
        helper.AssignStreams(400);
    }

    /**
     * A transfer from the fixed to the mobile host.
     *
     * \param bytes length
     */
    void StartTransfer(uint64_t bytes)
    {
        sink = CreateObject<StreamSink>();
        sink->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), 5001)));
        mobile.Get(0)->AddApplication(sink);
        Ptr<StreamSource> source = CreateObject<StreamSource>();
        source->SetAttribute("Remote", AddressValue(InetSocketAddress(mobileAddress, 5001)));
        source->SetAttribute("MaxBytes", UintegerValue(bytes));
        source->SetStartTime(Seconds(1));
        fixed.Get(0)->AddApplication(source);
    }

    /**
     * The mobile host is at a base station at once.
     *
     * \param baseStation which
     */
    void MoveTo(uint32_t baseStation)
    {
        mobile.Get(0)->GetObject<MobilityModel>()->SetPosition(Vector(baseStation * m_spacing, 3, 0));
    }

    /**
     * \param number of moves there and back
     * \param from time of the first, s
     * \param interval between them, s
     */
    void ScheduleMoves(uint32_t number, double from, double interval)
    {
        for (uint32_t i = 0; i < number; i++)
        {
            Simulator::Schedule(Seconds(from + i * interval), &Cells::MoveTo, this, (i + 1) % 2);
        }
    }

    NodeContainer fixed;                           //!< fixed host
    NodeContainer router;                          //!< router
    NodeContainer baseStations;                    //!< base stations
    NodeContainer mobile;                          //!< mobile host
    NetDeviceContainer wired;                      //!< of the base stations
    NetDeviceContainer wireless;                   //!< of base stations and mobile host
    NetDeviceContainer wirelessOfBaseStations;     //!< of the base stations
    Ipv4Address mobileAddress;                     //!< on the wireless hop
    std::vector<Ipv4Address> baseStationAddresses; //!< on the wireless hop
    std::vector<Ptr<SnoopAgent>> agents;           //!< if any
    Ptr<HandoffMobile> handoff;                    //!< the mobile host's part
    Ptr<StreamSink> sink;                          //!< receives the transfer
    std::map<std::string, uint32_t> kinds;         //!< what the agents did

  private:
    Ptr<NetDevice> Link(Ptr<Node> node, Ipv4AddressHelper& addresses)
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        link.SetChannelAttribute("Delay", StringValue("1ms"));
        const NetDeviceContainer ends = link.Install(node, router.Get(0));
        const auto interfaces = addresses.Assign(ends);
        addresses.NewNetwork();
        Ptr<Ipv4> ipv4 = node->GetObject<Ipv4>();
        Ipv4StaticRoutingHelper().GetStaticRouting(ipv4)->SetDefaultRoute(interfaces.GetAddress(1),
                                                                          ipv4->GetInterfaceForDevice(ends.Get(0)));
        return ends.Get(0);
    }

    void Note(const AgentEvent& event)
    {
        kinds[event.kind]++;
    }

    double m_spacing; //!< between base stations, m
};

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * A transfer during which the mobile host moves several times.
 */
class HandoffTransferTest : public TestCase
{
  public:
    /// How a run differs from others.
    struct Variant
    {
        std::string name;           ///< what is special about it
        bool snoop{true};           ///< whether base stations have agents
        bool alwaysPrime{false};    ///< whether the router copies everything
        bool overlap{false};        ///< whether the mobile host hears both cells
        uint32_t duplicateAcks{0};  ///< sent by the mobile host
        double bitsPerError{0};     ///< of injected losses; 0 for none
        bool infrastructure{false}; ///< whether association makes the mobile host move
    };

    /**
     * \param variant how the run differs
     */
    explicit HandoffTransferTest(const Variant& variant)
        : TestCase("a transfer with handoffs arrives whole, " + variant.name),
          m_variant(variant)
    {
    }

  private:
    void DoRun() override
    {
        Cells cells(m_variant.snoop, m_variant.infrastructure);
        HandoffHelper helper;
        helper.SetRouterAttribute("AlwaysPrime", BooleanValue(m_variant.alwaysPrime));
        helper.SetMobileAttribute("Primed", BooleanValue(m_variant.snoop));
        helper.SetMobileAttribute("Overlap", BooleanValue(m_variant.overlap));
        helper.SetMobileAttribute("DuplicateAcks", UintegerValue(m_variant.duplicateAcks));
        if (m_variant.infrastructure)
        {
            helper.SetTrigger("ns3::HandoffAssociationTrigger");
        }
        else
        {
            // The moves are sudden, so all base stations must count as near, also before one.
            helper.SetTriggerAttribute("Anticipation", DoubleValue(100));
        }
        cells.Install(helper);
        WirelessLossHelper loss;
        if (m_variant.bitsPerError > 0)
        {
            loss.SetBitsPerError(m_variant.bitsPerError);
            loss.Install(cells.wireless);
            loss.AssignStreams(cells.wireless, 1000);
        }
        cells.StartTransfer(TRANSFER_BYTES);
        cells.ScheduleMoves(4, 2, m_variant.infrastructure ? 2 : 1);
        Simulator::Stop(Seconds(80));
        Simulator::Run();

        NS_TEST_ASSERT_MSG_EQ(cells.sink->GetTotalRx(), TRANSFER_BYTES, "bytes arrived");
        NS_TEST_ASSERT_MSG_EQ(cells.sink->IsStreamOk(), true, "and are those that were sent, in their order");
        const auto& handoffs = cells.handoff->GetHandoffs();
        NS_TEST_ASSERT_MSG_EQ(handoffs.size(), 4, "one handoff a move");
        for (std::size_t i = 0; i < handoffs.size(); i++)
        {
            NS_TEST_ASSERT_MSG_EQ(handoffs[i].from, cells.baseStationAddresses[i % 2], "from the old base station");
            NS_TEST_ASSERT_MSG_EQ(handoffs[i].to, cells.baseStationAddresses[(i + 1) % 2], "to the new one");
            if (m_variant.snoop && m_variant.bitsPerError == 0 && handoffs[i].complete)
            {
                // A station waits 50 ms for answers before it chooses among access points.
                const Time limit = MilliSeconds(m_variant.infrastructure ? 120 : 70);
                NS_TEST_ASSERT_MSG_LT(handoffs[i].latency, limit, "soon after it was decided");
                NS_TEST_ASSERT_MSG_EQ(handoffs[i].packetsLost, 0, "nothing is sent after the mobile host left");
            }
        }
        NS_TEST_ASSERT_MSG_EQ(handoffs.front().complete, true, "the first is in the middle of the transfer");
        if (m_variant.snoop)
        {
            NS_TEST_ASSERT_MSG_GT(cells.kinds["buffered"], 0, "base stations buffer");
            NS_TEST_ASSERT_MSG_GT(cells.kinds["handoff-forwarded"], 0, "and forward what they buffered");
            for (const auto& agent : cells.agents)
            {
                NS_TEST_ASSERT_MSG_EQ(agent->GetHeldPackets(), 0, "nothing is held when all has aged");
                NS_TEST_ASSERT_MSG_EQ(agent->GetConnections(), 0, "no connection is known when all has aged");
            }
        }
        else if (!m_variant.overlap && !m_variant.infrastructure)
        {
            NS_TEST_ASSERT_MSG_GT(handoffs.front().packetsLost, 0, "the old base station sends in vain");
        }
        Simulator::Destroy();
    }

    Variant m_variant; //!< how the run differs
};

/**
 * \ingroup wireless-tcp
 *
 * The messages of one handoff.
 */
class HandoffMessagesTest : public TestCase
{
  public:
    HandoffMessagesTest()
        : TestCase("a handoff is announced, the old base station told first, and state goes along")
    {
    }

  private:
    void NoteTx(const HandoffHeader& message, Ipv4Address, uint32_t size)
    {
        if (message.GetType() != HandoffHeader::BEACON)
        {
            m_sent.emplace_back(message.GetType(), size > 0);
        }
    }

    void NoteDatagram(const Ipv4Header& header, Ptr<const Packet> payload, uint32_t)
    {
        if (header.GetProtocol() == UdpL4Protocol::PROT_NUMBER)
        {
            Ptr<Packet> packet = payload->Copy();
            UdpHeader udp;
            packet->RemoveHeader(udp);
            HandoffHeader message;
            packet->RemoveHeader(message);
            m_urgent[message.GetType()] = header.GetTos() > 0;
        }
    }

    void DoRun() override
    {
        Cells cells(true);
        HandoffHelper helper;
        cells.Install(helper);
        for (const auto& node : {cells.baseStations.Get(0), cells.mobile.Get(0)})
        {
            node->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
                "SendOutgoing",
                MakeCallback(&HandoffMessagesTest::NoteDatagram, this));
        }
        for (const auto& node : {cells.baseStations.Get(0), cells.baseStations.Get(1), cells.mobile.Get(0)})
        {
            node->GetApplication(0)->TraceConnectWithoutContext("Tx",
                                                                MakeCallback(&HandoffMessagesTest::NoteTx, this));
        }
        cells.StartTransfer(TRANSFER_BYTES);
        // First near the border, then over it.
        Simulator::Schedule(Seconds(2), [&cells]() {
            cells.mobile.Get(0)->GetObject<MobilityModel>()->SetPosition(Vector(15, 3, 0));
        });
        cells.ScheduleMoves(1, 2.5, 1);
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        // The serving base station passes announcements on; the last one says that the old one is far.
        const std::vector<std::pair<HandoffHeader::Type, bool>> expected = {{HandoffHeader::PRIME, false},
                                                                            {HandoffHeader::PRIME, false},
                                                                            {HandoffHeader::DISABLE, false},
                                                                            {HandoffHeader::STATE, true},
                                                                            {HandoffHeader::DISABLED, false},
                                                                            {HandoffHeader::ENABLE, true},
                                                                            {HandoffHeader::ROUTE, false},
                                                                            {HandoffHeader::ENABLED, false},
                                                                            {HandoffHeader::UNPRIME, false},
                                                                            {HandoffHeader::UNPRIME, false}};
        NS_TEST_ASSERT_MSG_EQ((m_sent == expected), true, "the messages, in their order");
        NS_TEST_ASSERT_MSG_EQ(m_urgent.at(HandoffHeader::DISABLE), true, "the word to leave goes ahead of data");
        NS_TEST_ASSERT_MSG_EQ(m_urgent.at(HandoffHeader::DISABLED), false, "its answer stays behind data");
        NS_TEST_ASSERT_MSG_EQ(cells.handoff->GetBaseStation(), cells.baseStationAddresses[1], "served by the new one");
        NS_TEST_ASSERT_MSG_EQ(cells.agents[0]->GetConnections(), 0, "the old one knows no connection any more");
        NS_TEST_ASSERT_MSG_EQ(cells.agents[1]->GetConnections(), 1, "the new one does");
        Simulator::Destroy();
    }

    std::vector<std::pair<HandoffHeader::Type, bool>> m_sent; //!< type, whether state went along
    std::map<HandoffHeader::Type, bool> m_urgent;             //!< whether a message has precedence
};

/**
 * \ingroup wireless-tcp
 *
 * The message header.
 */
class HandoffHeaderTest : public TestCase
{
  public:
    HandoffHeaderTest()
        : TestCase("a message reads back as it was written")
    {
    }

  private:
    void DoRun() override
    {
        const HandoffHeader written(HandoffHeader::STATE, Ipv4Address("10.2.0.3"), Ipv4Address("10.2.0.1"));
        Ptr<Packet> packet = Create<Packet>(5);
        packet->AddHeader(written);
        NS_TEST_ASSERT_MSG_EQ(packet->GetSize(), 5 + HandoffHeader::SIZE, "its size");
        HandoffHeader read;
        packet->RemoveHeader(read);
        NS_TEST_ASSERT_MSG_EQ(+read.GetType(), +written.GetType(), "type");
        NS_TEST_ASSERT_MSG_EQ(read.GetMobile(), written.GetMobile(), "mobile host");
        NS_TEST_ASSERT_MSG_EQ(read.GetBaseStation(), written.GetBaseStation(), "base station");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Packets are taken back from a queue.
 */
class WithdrawTest : public TestCase
{
  public:
    WithdrawTest()
        : TestCase("packets in the queue are taken back by choice and the others keep their order")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork net(Hop::POINT_TO_POINT);
        net.InstallStack();
        net.AssignIpv4();
        SnoopHelper snoop;
        snoop.SetPriority(true);
        snoop.Install(net.hop.Get(0));
        Ptr<WirelessTrafficControl> hook = WirelessTrafficControl::Get(net.hop.Get(0));
        net.SendUdp(20, 1000, Seconds(1));
        uint32_t asked = 0;
        uint32_t withdrawn = 0;
        Simulator::Schedule(Seconds(1.02), [&]() {
            // Every second one.
            withdrawn = hook->Withdraw([&asked](Ptr<const QueueDiscItem>) { return ++asked % 2 == 0; });
        });
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_GT(asked, 4, "packets waited");
        NS_TEST_ASSERT_MSG_EQ(withdrawn, asked / 2, "half of them are taken back");
        NS_TEST_ASSERT_MSG_EQ(net.GetUdpReceived(), 20 - withdrawn, "the others arrive");
        Simulator::Destroy();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Mistakes end in clear errors.
 */
class HandoffMistakesTest : public TestCase
{
  public:
    HandoffMistakesTest()
        : TestCase("mistakes end in errors that say what to do")
    {
    }

  private:
    void Expect(const std::string& part, const std::function<void()>& body)
    {
        std::string output;
        NS_TEST_ASSERT_MSG_NE(RunInChild(body, output), 0, "the program ends with an error");
        NS_TEST_ASSERT_MSG_NE(output.find(part), std::string::npos, "\"" << part << "\" in: " << output);
    }

    void DoRun() override
    {
        Expect("call InstallNetwork first", []() {
            Cells cells(false);
            HandoffHelper().InstallMobile(cells.wireless.Get(2));
        });
        Expect("give one of each for every base station", []() {
            Cells cells(false);
            HandoffHelper().InstallNetwork(cells.router.Get(0), cells.wired, cells.wireless);
        });
        Expect("has no link to the router", []() {
            Cells cells(false);
            HandoffHelper().InstallNetwork(cells.mobile.Get(0), cells.wired, cells.wirelessOfBaseStations);
        });
        Expect("2001:db8::3, but IPv6 packets would not follow a handoff; give", []() {
            Cells cells(false);
            HandoffHelper helper;
            cells.Install(helper);
            Ptr<Ipv6> ipv6 = cells.mobile.Get(0)->GetObject<Ipv6>();
            ipv6->AddAddress(ipv6->AddInterface(cells.wireless.Get(2)),
                             Ipv6InterfaceAddress(Ipv6Address("2001:db8::3"), Ipv6Prefix(64)));
            Simulator::Stop(Seconds(1));
            Simulator::Run();
        });
        Expect("is no HandoffTrigger; give", []() { HandoffHelper().SetTrigger("ns3::Node"); });
        Expect("give it a StaWifiMac, or use HandoffBeaconTrigger", []() {
            Cells cells(false);
            HandoffHelper helper;
            helper.SetTrigger("ns3::HandoffAssociationTrigger");
            cells.Install(helper);
            Simulator::Stop(Seconds(1));
            Simulator::Run();
        });
        Expect("serves one mobile host; give each its own trigger", []() {
            Cells cells(false);
            HandoffHelper helper;
            cells.Install(helper);
            Simulator::Stop(Seconds(1));
            Simulator::Run();
            PointerValue trigger;
            cells.handoff->GetAttribute("Trigger", trigger);
            trigger.Get<HandoffTrigger>()->Start(PeekPointer(cells.handoff));
        });
        Expect("has not started yet", []() {
            Cells cells(true);
            cells.agents[0]->StartBuffering(cells.mobileAddress);
        });
    }
};

/**
 * \ingroup wireless-tcp
 *
 * The suite.
 */
class WirelessTcpHandoffTestSuite : public TestSuite
{
  public:
    WirelessTcpHandoffTestSuite()
        : TestSuite("wireless-tcp-handoff", TestSuite::Type::UNIT)
    {
        std::vector<HandoffTransferTest::Variant> variants(10);
        variants[0].name = "with Snoop agents";
        variants[1].name = "with all base stations primed always";
        variants[1].alwaysPrime = true;
        variants[2].name = "in cells that overlap";
        variants[2].overlap = true;
        variants[3].name = "with losses";
        variants[3].bitsPerError = 100000;
        variants[4].name = "without agents";
        variants[4].snoop = false;
        variants[5].name = "without agents in cells that overlap";
        variants[5].snoop = false;
        variants[5].overlap = true;
        variants[6].name = "with duplicate acknowledgements";
        variants[6].snoop = false;
        variants[6].duplicateAcks = 3;
        variants[7].name = "between access points with Snoop agents";
        variants[7].infrastructure = true;
        variants[7].alwaysPrime = true;
        variants[8].name = "between access points without agents";
        variants[8].infrastructure = true;
        variants[8].snoop = false;
        variants[9].name = "between access points with duplicate acknowledgements";
        variants[9].infrastructure = true;
        variants[9].snoop = false;
        variants[9].duplicateAcks = 3;
        for (const auto& variant : variants)
        {
            AddTestCase(new HandoffTransferTest(variant));
        }
        AddTestCase(new HandoffMessagesTest);
        AddTestCase(new HandoffHeaderTest);
        AddTestCase(new WithdrawTest);
        AddTestCase(new HandoffMistakesTest);
    }
};

static WirelessTcpHandoffTestSuite g_wirelessTcpHandoffTestSuite; //!< registers the suite
