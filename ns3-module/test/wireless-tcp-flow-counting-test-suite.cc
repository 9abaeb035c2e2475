// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"
#include "wireless-tcp-test-network.h"

#include "ns3/flow-recorder.h"
#include "ns3/flow-statistics-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"

#include <fstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint32_t IP_UDP = 28; //!< bytes of the headers

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * Packets that IP cuts to pieces.
 */
class FragmentsTest : public TestCase
{
  public:
    FragmentsTest()
        : TestCase("a datagram in fragments is a packet")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork net(Hop::POINT_TO_POINT);
        net.InstallStack();
        net.AssignIpv4();
        net.SendUdp(10, 5000, net.start);
        Ptr<FlowStatistics> statistics = FlowStatisticsHelper().InstallAll();
        Simulator::Stop(net.start + Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetUdpReceived(), 10, "packets received");
        const FlowStatistics::Flow flow = statistics->GetFlows().at(0);
        NS_TEST_EXPECT_MSG_EQ(flow.txPackets, 10, "sent");
        NS_TEST_EXPECT_MSG_EQ(flow.rxPackets, 10, "received");
        NS_TEST_EXPECT_MSG_EQ(flow.rxBytes, 10 * (5000 + IP_UDP), "bytes received");
        NS_TEST_EXPECT_MSG_EQ(flow.duplicatePackets, 0, "copies");
        Simulator::Destroy();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Retransmissions, beside the sender's own count, over a link that loses chosen segments.
 */
class RetransmissionTest : public TestCase
{
  public:
    RetransmissionTest()
        : TestCase("a range that is sent again keeps its first time")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t BYTES = 40 * StreamTestNetwork::SEGMENT;
        StreamTestNetwork network(BYTES, {0, 20}); // the SYN, the eighteenth segment of data
        FlowRecorder recorder(network.source, network.sink, false, [](const std::string&, int64_t) {});
        Ptr<FlowStatistics> statistics = FlowStatisticsHelper().InstallAll();
        network.Run();
        const FlowStatistics::Flow data = statistics->GetFlows().at(0);
        NS_TEST_EXPECT_MSG_EQ(recorder.GetCounters().retransmissions, 1, "of data");
        NS_TEST_EXPECT_MSG_EQ(data.retransmissions, 2, "and the SYN");
        NS_TEST_EXPECT_MSG_EQ(data.lostPackets, 2, "packets lost");
        NS_TEST_EXPECT_MSG_EQ(data.txPackets, data.rxPackets + 2, "packets sent");
        NS_TEST_EXPECT_MSG_EQ(data.newPackets, data.rxPackets, "each brings something");
        NS_TEST_EXPECT_MSG_EQ(data.inOrderBytes, BYTES, "bytes in order");
        NS_TEST_EXPECT_MSG_EQ(data.inFlightPackets, 0, "nothing is on its way");
        // The SYN is sent again after 3 s, the segment after a round trip at least.
        NS_TEST_EXPECT_MSG_GT(data.firstSendDelaySum, data.delaySum + MilliSeconds(3010), "waits");
        NS_TEST_EXPECT_MSG_LT(data.firstSendDelaySum, data.delaySum + MilliSeconds(3030), "waits");
        NS_TEST_EXPECT_MSG_EQ(statistics->GetFlows().at(1).retransmissions, 0, "of the receiver");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * A packet at several ages.
 */
class InFlightTest : public TestCase
{
  public:
    InFlightTest()
        : TestCase("a packet is in flight, is lost when it takes too long, and received when it comes at last")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork net(Hop::POINT_TO_POINT);
        net.InstallStack();
        net.AssignIpv4();
        net.SendUdp(1, 100, net.start); // takes more than 5 ms
        FlowStatisticsHelper helper;
        helper.SetAttribute("MaxDelay", TimeValue(MilliSeconds(3)));
        Ptr<FlowStatistics> statistics = helper.InstallAll();
        Check(statistics, net.start + MilliSeconds(2), 1, 0, 0);
        Check(statistics, net.start + MilliSeconds(3), 0, 1, 0);
        Check(statistics, net.start + MilliSeconds(50), 0, 0, 1);
        Simulator::Destroy();
    }

    void Check(Ptr<FlowStatistics> statistics, Time at, uint32_t inFlight, uint32_t lost, uint32_t received)
    {
        Simulator::Stop(at - Simulator::Now());
        Simulator::Run();
        const FlowStatistics::Flow flow = statistics->GetFlows().at(0);
        NS_TEST_EXPECT_MSG_EQ(flow.txPackets, 1, "sent");
        NS_TEST_EXPECT_MSG_EQ(flow.inFlightPackets, inFlight, "in flight at " << at.As(Time::S));
        NS_TEST_EXPECT_MSG_EQ(flow.lostPackets, lost, "lost at " << at.As(Time::S));
        NS_TEST_EXPECT_MSG_EQ(flow.rxPackets, received, "received at " << at.As(Time::S));
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Two connections between the same ends, one after the other.
 */
class ReconnectionTest : public TestCase
{
  public:
    ReconnectionTest()
        : TestCase("connections of the same ends are one flow, whose data adds up")
    {
    }

  private:
    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        socket->SetRecvCallback(MakeCallback(&ReconnectionTest::Receive, this));
        socket->SetCloseCallbacks(MakeCallback(&ReconnectionTest::Close, this), MakeNullCallback<void, Ptr<Socket>>());
    }

    void Receive(Ptr<Socket> socket)
    {
        while (Ptr<Packet> packet = socket->Recv())
        {
            m_received += packet->GetSize();
        }
    }

    void Close(Ptr<Socket> socket)
    {
        socket->Close();
    }

    void DoRun() override
    {
        TestNetwork net(Hop::POINT_TO_POINT);
        net.InstallStack();
        net.AssignIpv4();
        const InetSocketAddress to(net.mobileAddress, 80);
        Ptr<Socket> listener = Socket::CreateSocket(net.nodes.Get(2), TcpSocketFactory::GetTypeId());
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 80));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&ReconnectionTest::Accept, this));
        std::vector<Ptr<Socket>> clients;
        for (uint32_t i = 0; i < 2; i++)
        {
            Simulator::ScheduleWithContext(net.nodes.Get(0)->GetId(), Seconds(4 + 500 * i), [&]() {
                clients.push_back(Socket::CreateSocket(net.nodes.Get(0), TcpSocketFactory::GetTypeId()));
                NS_TEST_EXPECT_MSG_EQ(clients.back()->Bind(InetSocketAddress(Ipv4Address::GetAny(), 1000)), 0, "bound");
                clients.back()->Connect(to);
                clients.back()->Send(Create<Packet>(3000));
                clients.back()->Close();
            });
        }
        Ptr<FlowStatistics> statistics = FlowStatisticsHelper().InstallAll();
        Simulator::Stop(Seconds(1000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_received, 6000, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(statistics->GetFlows().size(), 2, "flows");
        const FlowStatistics::Flow flow = statistics->GetFlows().at(0);
        NS_TEST_EXPECT_MSG_EQ(flow.inOrderBytes, 6000, "bytes in order");
        NS_TEST_EXPECT_MSG_EQ(flow.retransmissions, 0, "nothing is sent again");
        NS_TEST_EXPECT_MSG_EQ(flow.newPackets, flow.rxPackets, "all is new");
        Simulator::Destroy();
    }

    uint64_t m_received{0}; ///< bytes
};

/**
 * \ingroup wireless-tcp
 *
 * Files.
 */
class FlowStatisticsFileTest : public TestCase
{
  public:
    FlowStatisticsFileTest()
        : TestCase("a file that cannot be written is an error that names it")
    {
    }

  private:
    void DoRun() override
    {
        const std::string name = CreateTempDirFilename("flows.xml");
        CreateObject<FlowStatistics>()->SerializeToXmlFile(name);
        std::ifstream file(name);
        std::string line;
        std::getline(file, line);
        NS_TEST_EXPECT_MSG_EQ(line, "<?xml version=\"1.0\" ?>", "first line");
        std::string output;
        const int status =
            RunInChild([]() { CreateObject<FlowStatistics>()->SerializeToXmlFile("/no/such/folder"); }, output);
        NS_TEST_EXPECT_MSG_NE(status, 0, "ends with an error");
        NS_TEST_EXPECT_MSG_NE(output.find("cannot write /no/such/folder"), std::string::npos, output);
    }
};

/**
 * \ingroup wireless-tcp
 *
 * What FlowStatistics counts, packet by packet.
 */
class FlowCountingTestSuite : public TestSuite
{
  public:
    FlowCountingTestSuite()
        : TestSuite("wireless-tcp-flow-counting", Type::UNIT)
    {
        AddTestCase(new FragmentsTest);
        AddTestCase(new RetransmissionTest);
        AddTestCase(new InFlightTest);
        AddTestCase(new ReconnectionTest);
        AddTestCase(new FlowStatisticsFileTest);
    }
};

static FlowCountingTestSuite g_flowCountingTestSuite; ///< registers itself
