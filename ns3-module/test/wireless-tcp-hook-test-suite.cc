// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-tcp-test-network.h"

#include "ns3/double.h"
#include "ns3/boolean.h"
#include "ns3/flow-monitor-helper.h"
#include "ns3/flow-monitor.h"
#include "ns3/abort.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-header.h"
#include "ns3/simulator.h"
#include "ns3/snoop-agent.h"
#include "ns3/snoop-helper.h"
#include "ns3/test.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"
#include "ns3/wireless-traffic-control.h"

#include <sstream>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

const Time END = Seconds(12);

/**
 * \param net a network with traffic
 * \return what FlowMonitor saw in a run
 */
std::string
RunWithFlowMonitor(TestNetwork& net)
{
    FlowMonitorHelper helper;
    Ptr<FlowMonitor> monitor = helper.Install(net.nodes);
    Simulator::Stop(END);
    Simulator::Run();
    std::ostringstream xml;
    monitor->SerializeToXmlStream(xml, 0, true, true);
    return xml.str();
}

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * A run with a hook that does nothing, or with an agent but no loss, is the same as one without.
 */
class TransparencyTest : public TestCase
{
  public:
    /// What the base station has on its device of the last hop.
    enum class Equipment
    {
        NONE,
        IDLE_HOOK,
        IDLE_HOOK_BEFORE_STACK,
        SNOOP,
    };

    /**
     * \param hop kind of last hop
     * \param name its name
     */
    TransparencyTest(Hop hop, const std::string& name)
        : TestCase("an idle hook changes no event, and an agent no frame, over " + name),
          m_hop(hop)
    {
    }

  private:
    void DoRun() override
    {
        const Outcome plain = Run(Equipment::NONE);
        NS_TEST_ASSERT_MSG_EQ(plain.delivered, BYTES, "the network works without a hook");
        NS_TEST_ASSERT_MSG_EQ(plain.udp, 20, "UDP arrives without a hook");
        for (Equipment equipment : {Equipment::IDLE_HOOK, Equipment::IDLE_HOOK_BEFORE_STACK, Equipment::SNOOP})
        {
            const Outcome hooked = Run(equipment);
            NS_TEST_EXPECT_MSG_EQ(hooked.delivered, plain.delivered, "bytes delivered");
            NS_TEST_EXPECT_MSG_EQ(hooked.udp, plain.udp, "UDP packets delivered");
            NS_TEST_EXPECT_MSG_EQ((hooked.frames == plain.frames), true, "frames on the last hop");
            NS_TEST_EXPECT_MSG_EQ(hooked.flows, plain.flows, "FlowMonitor's results");
            if (equipment != Equipment::SNOOP) // whose timer is an event
            {
                NS_TEST_EXPECT_MSG_EQ(hooked.events, plain.events, "events");
            }
        }
    }

    static constexpr uint64_t BYTES = 300000; ///< of the transfer

    /// What a run comes to.
    struct Outcome
    {
        uint64_t events;                                 ///< that the simulator carried out
        uint64_t delivered;                              ///< bytes that arrived as they were sent
        uint32_t udp;                                    ///< UDP packets that arrived
        std::string flows;                               ///< what FlowMonitor saw
        std::vector<std::pair<Time, std::string>> frames; ///< on the last hop
    };

    /**
     * \param equipment of the base station
     * \return what the run comes to
     */
    Outcome Run(Equipment equipment) const
    {
        TestNetwork net(m_hop);
        if (equipment == Equipment::IDLE_HOOK_BEFORE_STACK)
        {
            WirelessTrafficControl::Install(net.hop.Get(0));
        }
        net.InstallStack();
        net.AssignIpv4();
        if (equipment == Equipment::IDLE_HOOK)
        {
            WirelessTrafficControl::Install(net.hop.Get(0));
        }
        else if (equipment == Equipment::SNOOP)
        {
            SnoopHelper snoop;
            snoop.Install(net.hop.Get(0));
            // Also on the mobile host, whose TCP answers a segment while the agent still has it in hand. There it would take
            // what the base station's queue drops for losses on the hop.
            snoop.SetAttribute("NegativeAcks", BooleanValue(false));
            snoop.Install(net.hop.Get(1));
        }
        net.RecordFrames();
        net.StartTransfer(BYTES);
        net.SendUdp(20, 500, Seconds(4.2));
        const std::string flows = RunWithFlowMonitor(net);
        const Outcome outcome{Simulator::GetEventCount(),
                              net.GetDelivered(),
                              net.GetUdpReceived(),
                              flows,
                              net.GetFrames()};
        Simulator::Destroy();
        return outcome;
    }

    Hop m_hop; ///< kind of last hop
};

/**
 * \ingroup wireless-tcp
 *
 * Counts the datagrams that the traces of hooks show, by IP version.
 */
class TraceCounter
{
  public:
    /**
     * \param hook all of its traces are counted
     */
    explicit TraceCounter(Ptr<WirelessTrafficControl> hook)
    {
        hook->TraceConnectWithoutContext("Ingress", MakeCallback(&TraceCounter::Ingress, this));
        hook->TraceConnectWithoutContext("Egress", MakeCallback(&TraceCounter::Egress, this));
        hook->TraceConnectWithoutContext("WiredIngress", MakeCallback(&TraceCounter::WiredIngress, this));
        hook->TraceConnectWithoutContext("WiredEgress", MakeCallback(&TraceCounter::WiredEgress, this));
    }

    uint32_t ingress[2]{};      ///< of IPv4, IPv6
    uint32_t egress[2]{};       ///< of IPv4, IPv6
    uint32_t wiredIngress[2]{}; ///< of IPv4, IPv6
    uint32_t wiredEgress[2]{};  ///< of IPv4, IPv6
    uint32_t malformed{0};      ///< whose length is not what the IP header says

  private:
    void Count(Ptr<const Packet> datagram, uint32_t* counts)
    {
        uint8_t version = 0;
        datagram->CopyData(&version, 1);
        Ipv4Header v4;
        Ipv6Header v6;
        if (version >> 4 == 4)
        {
            datagram->PeekHeader(v4);
            counts[0]++;
            malformed += v4.GetPayloadSize() + 20u != datagram->GetSize();
        }
        else
        {
            datagram->PeekHeader(v6);
            counts[1]++;
            malformed += v6.GetPayloadLength() + 40u != datagram->GetSize();
        }
    }

    void Ingress(Ptr<const Packet> datagram)
    {
        Count(datagram, ingress);
    }

    void Egress(Ptr<const Packet> datagram)
    {
        Count(datagram, egress);
    }

    void WiredIngress(Ptr<const Packet> datagram)
    {
        Count(datagram, wiredIngress);
    }

    void WiredEgress(Ptr<const Packet> datagram)
    {
        Count(datagram, wiredEgress);
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Two devices of one node, IPv4 and IPv6, all seen by their own hook.
 */
class TwoHooksTest : public TestCase
{
  public:
    TwoHooksTest()
        : TestCase("two hooks on a node see IPv4 and IPv6 of their own device, whole and without padding")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork net(Hop::CSMA);
        net.InstallStack();
        net.AssignIpv4();
        Ptr<WirelessTrafficControl> onHop = WirelessTrafficControl::Install(net.hop.Get(0));
        // IPv6 comes after the hook: it has to be hooked at the start of the simulation.
        net.AssignIpv6();
        Ptr<WirelessTrafficControl> onWire = WirelessTrafficControl::Install(net.wired.Get(1));
        NS_TEST_ASSERT_MSG_EQ((onHop == WirelessTrafficControl::Install(net.hop.Get(0))), true, "a second hook");
        NS_TEST_ASSERT_MSG_EQ((WirelessTrafficControl::Get(net.hop.Get(0)) == onHop), true, "the device's hook");
        NS_TEST_ASSERT_MSG_EQ((WirelessTrafficControl::Get(net.hop.Get(1)) == nullptr), true, "no hook");
        NS_TEST_ASSERT_MSG_EQ(onHop->GetInstanceTypeId(), WirelessTrafficControl::GetTypeId(), "the hook's type");
        TraceCounter hop(onHop);
        TraceCounter wire(onWire);
        net.StartTransfer(50000, true);
        net.SendUdp(3, 10, Seconds(2));
        Simulator::Stop(END);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), 50000, "bytes over IPv6");
        NS_TEST_EXPECT_MSG_EQ(hop.egress[0], 3, "UDP packets leave by the hop");
        NS_TEST_EXPECT_MSG_EQ(wire.ingress[0], 3, "UDP packets arrive by the wire");
        NS_TEST_EXPECT_MSG_GT(hop.egress[1], 90, "data leaves by the hop");
        NS_TEST_EXPECT_MSG_GT(hop.ingress[1], 40, "acknowledgements arrive by the hop");
        for (const TraceCounter* counter : {&hop, &wire})
        {
            for (int version : {0, 1})
            {
                NS_TEST_EXPECT_MSG_EQ(counter->egress[version], counter->wiredIngress[version], "nothing lost or made");
                NS_TEST_EXPECT_MSG_EQ(counter->ingress[version], counter->wiredEgress[version], "nothing lost or made");
            }
            NS_TEST_EXPECT_MSG_EQ(counter->malformed, 0, "lengths as the IP header says");
        }
        Simulator::Destroy();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * What a node sends to its own address never was on the air.
 */
class OwnAddressTest : public TestCase
{
  public:
    OwnAddressTest()
        : TestCase("datagrams to the node's own address pass neither agent nor traces")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork net(Hop::CSMA);
        net.InstallStack();
        net.AssignIpv4();
        Ptr<WirelessTrafficControl> hook = WirelessTrafficControl::Install(net.hop.Get(1));
        TraceCounter counter(hook);
        // Straight to the interface; IP's routing would take the loopback device.
        Ptr<Ipv4L3Protocol> ip = net.nodes.Get(2)->GetObject<Ipv4L3Protocol>();
        Ptr<Ipv4Interface> interface = ip->GetInterface(ip->GetInterfaceForDevice(net.hop.Get(1)));
        Ipv4Header header;
        header.SetDestination(net.mobileAddress);
        header.SetSource(net.mobileAddress);
        header.SetProtocol(17);
        header.SetTtl(1);
        header.SetPayloadSize(UdpHeader().GetSerializedSize());
        const Ipv4Address to = net.mobileAddress;
        Simulator::ScheduleWithContext(2, Seconds(1), [=]() {
            Ptr<Packet> packet = Create<Packet>();
            packet->AddHeader(UdpHeader());
            interface->Send(packet, header, to);
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(counter.ingress[0], 0, "arrivals");
        NS_TEST_EXPECT_MSG_EQ(counter.wiredEgress[0], 0, "handed on");
        Simulator::Destroy();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Mistakes and failures end the simulation with a sentence that says what and where.
 */
class FatalErrorTest : public TestCase
{
  public:
    FatalErrorTest()
        : TestCase("mistakes and core failures end the simulation with a sentence that says what and where")
    {
    }

  private:
    /**
     * \param body ends the simulation with an error
     * \param texts the error's text has each
     */
    void Expect(const std::function<void()>& body, const std::vector<std::string>& texts)
    {
        std::string output;
        const int status = RunInChild(body, output);
        NS_TEST_EXPECT_MSG_NE(status, 0, "ends with an error: " << texts.front());
        for (const std::string& text : texts)
        {
            NS_TEST_EXPECT_MSG_NE(output.find(text),
                                  std::string::npos,
                                  "\"" << text << "\" is not in: " << output);
        }
    }

    void DoRun() override
    {
        Expect(
            []() {
                TestNetwork net(Hop::WIFI);
                WirelessTrafficControl::Install(net.hop.Get(0));
                Simulator::Run();
            },
            {"node 1, device 1 (ns3::WifiNetDevice)", "has no IPv4 or IPv6 interface", "assign the device an address"});
        Expect(
            []() {
                TestNetwork net(Hop::WIFI);
                net.InstallStack();
                net.AssignIpv4();
                Ptr<SnoopAgent> agent = SnoopHelper().Install(net.hop.Get(0));
                net.SendUdp(1, 100, Seconds(4));
                Simulator::Schedule(Seconds(3), &SnoopAgent::FailNextEvent, agent, "cache lost id 7");
                Simulator::Run();
            },
            {"ns3::SnoopAgent on node 1, device 1 (ns3::WifiNetDevice): cache lost id 7"});
        Expect(
            []() {
                SnoopHelper snoop;
                snoop.SetAttribute("SrttGain", DoubleValue(0));
            },
            {"SrttGain"});
        Expect(
            []() {
                SnoopHelper snoop;
                snoop.SetAttribute("DupAckThreshold", UintegerValue(0));
            },
            {"DupAckThreshold"});
        Expect([]() { SnoopHelper snoop("2001"); }, {"no preset \"2001\"", "1995 and 1997"});
        Expect(
            []() {
                TestNetwork net(Hop::CSMA);
                SnoopHelper().Install(net.hop.Get(0));
                SnoopHelper().Install(net.hop.Get(0));
            },
            {"node 1, device 1 (ns3::CsmaNetDevice) has an agent already"});
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Scripts end in many ways.
 */
class EndOfScriptTest : public TestCase
{
  public:
    EndOfScriptTest()
        : TestCase("scripts may end without Simulator::Destroy, in mid-transfer and with an agent in a global variable")
    {
    }

  private:
    void DoRun() override
    {
        for (bool destroy : {false, true})
        {
            for (bool global : {false, true})
            {
                std::string output;
                const int status = RunInChild(
                    [=]() {
                        static Ptr<SnoopAgent> kept;
                        TestNetwork net(Hop::CSMA);
                        net.InstallStack();
                        net.AssignIpv4();
                        Ptr<SnoopAgent> agent = SnoopHelper().Install(net.hop.Get(0));
                        kept = global ? agent : nullptr;
                        net.StartTransfer(100000);
                        Simulator::Stop(Seconds(4.2));
                        Simulator::Run();
                        if (destroy)
                        {
                            Simulator::Destroy();
                            NS_ABORT_MSG_IF(agent->GetHeldPackets() != 0 || agent->GetConnections() != 0,
                                            "disposed of, but still at work");
                        }
                    },
                    output);
                NS_TEST_EXPECT_MSG_EQ(status, 0, "destroy " << destroy << ", global " << global << ": " << output);
            }
        }
    }
};

/**
 * \ingroup wireless-tcp
 *
 * The hook, alone and with an agent that has nothing to do.
 */
class HookTestSuite : public TestSuite
{
  public:
    HookTestSuite()
        : TestSuite("wireless-tcp-hook", Type::UNIT)
    {
        for (const auto& [hop, name] : AllHops())
        {
            AddTestCase(new TransparencyTest(hop, name));
        }
        AddTestCase(new TwoHooksTest);
        AddTestCase(new OwnAddressTest);
        AddTestCase(new FatalErrorTest);
        AddTestCase(new EndOfScriptTest);
    }
};

static HookTestSuite g_hookTestSuite; ///< registers itself
