// SPDX-License-Identifier: GPL-2.0-only
#include "chain-test-network.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/dsr-datagram.h"
#include "ns3/dsr-guard-helper.h"
#include "ns3/flow-monitor-helper.h"
#include "ns3/flow-monitor.h"
#include "ns3/flow-statistics-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-traffic-control.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

using Flow = FlowStatistics::Flow;

constexpr uint32_t IP_UDP = 28; //!< bytes of the headers

/// Sends UDP packets and counts them at the receiver's socket.
class UdpStream
{
  public:
    /**
     * \param from sender
     * \param to receiver
     * \param address of the receiver
     * \param port of the receiver
     */
    UdpStream(Ptr<Node> from, Ptr<Node> to, Ipv4Address address, uint16_t port)
        : m_from(from->GetId()),
          m_sender(Socket::CreateSocket(from, UdpSocketFactory::GetTypeId())),
          m_receiver(Socket::CreateSocket(to, UdpSocketFactory::GetTypeId())),
          m_to(address, port)
    {
        m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        m_receiver->SetRecvCallback(MakeCallback(&UdpStream::Receive, this));
    }

    /**
     * \param packets how many
     * \param size payload, bytes
     * \param at when the first one is sent
     * \param interval between them
     */
    void Send(uint32_t packets, uint32_t size, Time at, Time interval)
    {
        for (uint32_t i = 0; i < packets; i++)
        {
            Simulator::ScheduleWithContext(m_from, at + interval * i, [this, size]() {
                m_sender->SendTo(Create<Packet>(size), 0, m_to);
            });
        }
    }

    uint32_t received{0}; ///< packets, copies included

  private:
    void Receive(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            received++;
        }
    }

    uint32_t m_from;          ///< the sender's node
    Ptr<Socket> m_sender;     ///< where packets are sent
    Ptr<Socket> m_receiver;   ///< where they are received
    InetSocketAddress m_to;   ///< its address
};

/**
 * \param devices lose what arrives
 * \param rate share of packets
 * \param frames as WirelessLossHelper::SetFrames
 */
void
Lose(const NetDeviceContainer& devices, double rate, const std::string& frames)
{
    WirelessLossHelper loss;
    loss.SetErrorModel("ns3::RateErrorModel",
                       "ErrorRate",
                       DoubleValue(rate),
                       "ErrorUnit",
                       StringValue("ERROR_UNIT_PACKET"));
    loss.SetFrames(frames);
    loss.Install(devices);
    loss.AssignStreams(devices, 5000);
}

/**
 * \param statistics some
 * \param protocol 6 or 17
 * \param source of the packets
 * \return the first flow of these; one without packets if there is none
 */
Flow
FindFlow(Ptr<const FlowStatistics> statistics, uint8_t protocol, Ipv4Address source = "10.1.1.1")
{
    for (const Flow& flow : statistics->GetFlows())
    {
        if (flow.ends.protocol == protocol && flow.ends.sourceAddress == source)
        {
            return flow;
        }
    }
    return {};
}

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * Where FlowMonitor sees something, it sees the same.
 */
class FlowMonitorEqualityTest : public TestCase
{
  public:
    /**
     * \param routing of the chain
     */
    explicit FlowMonitorEqualityTest(const std::string& routing)
        : TestCase("flows of TCP and UDP with losses are as FlowMonitor has them, over " + routing),
          m_routing(routing)
    {
    }

  private:
    void DoRun() override
    {
        ChainNetwork net(m_routing, 4);
        Lose(net.hop, 0.05, m_routing == "static" ? "all" : "tcp");
        UdpStream udp(net.nodes.Get(0), net.nodes.Get(3), net.mobileAddress, 9);
        udp.Send(200, 500, net.start, MilliSeconds(20));
        UdpStream back(net.nodes.Get(3), net.nodes.Get(0), "10.1.1.1", 10);
        back.Send(200, 500, net.start + MilliSeconds(3), MilliSeconds(30));
        net.StartTransfer(100000);
        FlowMonitorHelper helper;
        Ptr<FlowMonitor> monitor = helper.InstallAll();
        Ptr<FlowStatistics> statistics = FlowStatisticsHelper().InstallAll();
        Simulator::Stop(net.start + Seconds(200));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), 100000, "bytes delivered");
        NS_TEST_EXPECT_MSG_EQ(statistics->GetFlows().size(), monitor->GetFlowStats().size(), "flows");
        NS_TEST_EXPECT_MSG_GT(statistics->GetFlows().size(), 3, "flows");
        const Flow tcp = FindFlow(statistics, 6);
        NS_TEST_EXPECT_MSG_GT(tcp.lostPackets, 0, "packets lost");
        NS_TEST_EXPECT_MSG_GT(tcp.retransmissions, tcp.lostPackets / 2, "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(tcp.inOrderBytes, 100000, "bytes in order");
        NS_TEST_EXPECT_MSG_GT(tcp.firstSendDelaySum, tcp.delaySum, "retransmitted data waits longer");
        NS_TEST_EXPECT_MSG_EQ(FindFlow(statistics, 17).rxPackets, udp.received, "UDP packets");
        NS_TEST_EXPECT_MSG_EQ(FindFlow(statistics, 17, net.mobileAddress).rxPackets, back.received, "UDP packets back");

        // The attributes of each line of theirs are in the line of ours that begins alike.
        std::ostringstream ours;
        statistics->SerializeToXmlStream(ours);
        std::istringstream theirs(monitor->SerializeToXmlString(0, false, false));
        uint32_t lines = 0;
        for (std::string line; std::getline(theirs, line);)
        {
            if (line.find("<Flow flowId") == std::string::npos)
            {
                continue;
            }
            lines++;
            line.pop_back();
            const std::size_t begin = ours.str().find(line.substr(0, line.find('"', line.find('=', line.find('=') + 1))));
            NS_TEST_ASSERT_MSG_NE(begin, std::string::npos, line);
            const std::string own = ours.str().substr(begin, ours.str().find('>', begin) - begin);
            std::istringstream attributes(line);
            for (std::string attribute; attributes >> attribute;)
            {
                NS_TEST_EXPECT_MSG_NE(own.find(attribute), std::string::npos, attribute << " in " << own);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(lines, 2 * statistics->GetFlows().size(), "lines");
        Simulator::Destroy();
    }

    std::string m_routing; ///< of the chain
};

/**
 * \ingroup wireless-tcp
 *
 * UDP under DSR, which without link acknowledgements delivers each packet several times.
 */
class DsrUdpTest : public TestCase
{
  public:
    /// How DSR is used.
    enum class Use
    {
        ALONE,
        GUARDED,
        WITHOUT_LINK_ACKNOWLEDGEMENTS,
    };

    /**
     * \param use how DSR is used
     * \param name in words
     */
    DsrUdpTest(Use use, const std::string& name)
        : TestCase("each packet of UDP under DSR counts once, " + name),
          m_use(use)
    {
    }

  private:
    void DoRun() override
    {
        const bool hasCopies = m_use == Use::WITHOUT_LINK_ACKNOWLEDGEMENTS;
        Config::SetDefault("ns3::dsr::DsrRouting::LinkAcknowledgment", BooleanValue(!hasCopies));
        ChainNetwork net("dsr", 4);
        if (m_use == Use::GUARDED)
        {
            DsrGuardHelper().Install(net.nodes);
        }
        UdpStream there(net.nodes.Get(0), net.nodes.Get(3), net.mobileAddress, 9);
        UdpStream back(net.nodes.Get(3), net.nodes.Get(0), "10.1.1.1", 9);
        there.Send(100, 500, net.start, MilliSeconds(100));
        back.Send(60, 100, net.start + MilliSeconds(2050), MilliSeconds(100));
        Ptr<FlowStatistics> statistics = FlowStatisticsHelper().InstallAll();
        Simulator::Stop(net.start + Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(statistics->GetFlows().size(), 2, "flows");
        Check(FindFlow(statistics, 17), 100, 500, there.received, hasCopies);
        Check(FindFlow(statistics, 17, net.mobileAddress), 60, 100, back.received, hasCopies);
        Simulator::Destroy();
        Config::Reset();
    }

    void Check(const Flow& flow, uint32_t packets, uint32_t size, uint32_t received, bool hasCopies)
    {
        NS_TEST_EXPECT_MSG_EQ(flow.txPackets, packets, "packets sent");
        NS_TEST_EXPECT_MSG_EQ(flow.txBytes, packets * (size + IP_UDP), "bytes sent");
        NS_TEST_EXPECT_MSG_EQ(flow.rxPackets, packets, "packets received");
        NS_TEST_EXPECT_MSG_EQ(flow.rxBytes, packets * (size + IP_UDP), "bytes received");
        NS_TEST_EXPECT_MSG_EQ(flow.lostPackets + flow.inFlightPackets, 0, "packets missing");
        NS_TEST_EXPECT_MSG_EQ(flow.rxPackets + flow.duplicatePackets, received, "what the socket received");
        NS_TEST_EXPECT_MSG_EQ((flow.duplicatePackets > 0), hasCopies, "whether there are copies");
        NS_TEST_EXPECT_MSG_EQ(flow.newPackets, packets, "packets that bring something new");
        NS_TEST_EXPECT_MSG_EQ(flow.firstSendDelaySum, flow.delaySum, "UDP sends nothing again");
        NS_TEST_EXPECT_MSG_GT(flow.minDelay, MilliSeconds(1), "three hops");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(flow.minDelay * static_cast<int64_t>(packets), flow.delaySum, "shortest delay");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(flow.maxDelay * static_cast<int64_t>(packets), flow.delaySum, "longest delay");
        if (!hasCopies)
        {
            NS_TEST_EXPECT_MSG_EQ(flow.timesForwarded, 2 * packets, "two relays");
        }
    }

    Use m_use; ///< how DSR is used
};

/**
 * \ingroup wireless-tcp
 *
 * A transfer under DSR with losses, beside what hooks see at its ends.
 */
class DsrTcpTest : public TestCase
{
  public:
    /**
     * \param guarded whether there is a guard
     */
    explicit DsrTcpTest(bool guarded)
        : TestCase(std::string("each segment under DSR with losses counts once, ") + (guarded ? "guarded" : "alone")),
          m_guarded(guarded)
    {
    }

  private:
    /// Segments that pass the device of an end.
    struct Watched
    {
        void Count(Ptr<const Packet> datagram)
        {
            const auto data = DsrDatagram::Read(datagram);
            arrivals += data && !data->GetNextHop();
        }

        uint32_t arrivals{0}; ///< at the end of their route
    };

    void DoRun() override
    {
        ChainNetwork net("dsr", 4);
        if (m_guarded)
        {
            DsrGuardHelper().Install(net.nodes);
        }
        Lose(net.hop, 0.02, "tcp");
        Watched receiver;
        Watched sender;
        WirelessTrafficControl::Install(net.hop.Get(3))
            ->TraceConnectWithoutContext("WiredEgress", MakeCallback(&Watched::Count, &receiver));
        WirelessTrafficControl::Install(net.hop.Get(0))
            ->TraceConnectWithoutContext("WiredEgress", MakeCallback(&Watched::Count, &sender));
        net.StartTransfer(100000);
        Ptr<FlowStatistics> statistics = FlowStatisticsHelper().InstallAll();
        Simulator::Stop(net.start + Seconds(200));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), 100000, "bytes delivered");
        NS_TEST_EXPECT_MSG_EQ(statistics->GetFlows().size(), 2, "flows");
        const Flow data = FindFlow(statistics, 6);
        const Flow acks = FindFlow(statistics, 6, net.mobileAddress);
        NS_TEST_EXPECT_MSG_EQ(data.rxPackets + data.duplicatePackets, receiver.arrivals, "data that arrives");
        NS_TEST_EXPECT_MSG_EQ(acks.rxPackets + acks.duplicatePackets, sender.arrivals, "acknowledgements that arrive");
        NS_TEST_EXPECT_MSG_EQ(data.txPackets, data.rxPackets + data.lostPackets, "each is received or lost");
        NS_TEST_EXPECT_MSG_GT(data.lostPackets, 0, "some are lost");
        NS_TEST_EXPECT_MSG_EQ(data.inOrderBytes, 100000, "bytes in order");
        NS_TEST_EXPECT_MSG_EQ(acks.inOrderBytes, 0, "bytes the other way");
        NS_TEST_EXPECT_MSG_GT(data.firstSendDelaySum, data.delaySum, "retransmitted data waits longer");
        Simulator::Destroy();
    }

    bool m_guarded; ///< whether there is a guard
};

/**
 * \ingroup wireless-tcp
 *
 * Statistics before and after everything else.
 */
class InstallationOrderTest : public TestCase
{
  public:
    InstallationOrderTest()
        : TestCase("the order of installation does not matter, and statistics change no result")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<std::string> tables;
        std::vector<uint64_t> events;
        for (uint32_t order = 0; order < 5; order++)
        {
            const FlowStatisticsHelper helper;
            Ptr<FlowStatistics> statistics;
            ChainNetwork net("dsr", 3, [&](const NetDeviceContainer& devices) {
                if (order == 0)
                {
                    statistics = helper.InstallAll();
                }
                if (order == 1)
                {
                    DsrGuardHelper().Install(devices);
                }
            });
            if (order == 2)
            {
                statistics = helper.InstallAll();
            }
            DsrGuardHelper().Install(net.nodes);
            if (order == 1 || order == 3)
            {
                statistics = helper.InstallAll();
                statistics->Install(net.nodes.Get(0)); // once more
            }
            Ptr<FlowStatistics> others;
            if (order == 3)
            {
                others = helper.InstallAll();
            }
            UdpStream udp(net.nodes.Get(0), net.nodes.Get(2), net.mobileAddress, 9);
            udp.Send(50, 300, net.start, MilliSeconds(30));
            net.StartTransfer(50000);
            Simulator::Stop(net.start + Seconds(20));
            Simulator::Run();
            events.push_back(Simulator::GetEventCount());
            NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), 50000, "bytes delivered");
            NS_TEST_EXPECT_MSG_EQ(udp.received, 50, "packets received");
            if (statistics)
            {
                tables.push_back(FlowStatisticsHelper::GetTable(statistics->GetFlows()));
                NS_TEST_EXPECT_MSG_EQ(tables.back(), tables.front(), "order " << order);
            }
            if (others)
            {
                NS_TEST_EXPECT_MSG_EQ(FlowStatisticsHelper::GetTable(others->GetFlows()), tables.front(), "another one's");
            }
            Simulator::Destroy();
        }
        NS_TEST_EXPECT_MSG_EQ(tables.size(), 4, "tables");
        // The last run has none.
        NS_TEST_EXPECT_MSG_EQ(events[0], events[4] + 3, "an event for each node");
        NS_TEST_EXPECT_MSG_EQ(events[2], events[4] + 3, "an event for each node");
        NS_TEST_EXPECT_MSG_EQ(events[3], events[4] + 6, "an event for each node and statistics");
        const std::string& table = tables.front();
        NS_TEST_EXPECT_MSG_EQ(std::count(table.begin(), table.end(), '\n'), 4, "a heading and three flows");
    }
};

/**
 * \ingroup wireless-tcp
 */
class FlowStatisticsTestSuite : public TestSuite
{
  public:
    FlowStatisticsTestSuite()
        : TestSuite("wireless-tcp-flow-statistics", Type::UNIT)
    {
        for (const char* routing : {"static", "aodv", "olsr"})
        {
            AddTestCase(new FlowMonitorEqualityTest(routing));
        }
        AddTestCase(new DsrUdpTest(DsrUdpTest::Use::ALONE, "alone"));
        AddTestCase(new DsrUdpTest(DsrUdpTest::Use::GUARDED, "guarded"));
        AddTestCase(new DsrUdpTest(DsrUdpTest::Use::WITHOUT_LINK_ACKNOWLEDGEMENTS, "without link acknowledgements"));
        AddTestCase(new DsrTcpTest(true));
        AddTestCase(new DsrTcpTest(false));
        AddTestCase(new InstallationOrderTest);
    }
};

static FlowStatisticsTestSuite g_flowStatisticsTestSuite; ///< registers itself
