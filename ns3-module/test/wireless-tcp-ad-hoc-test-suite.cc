// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"

#include "ns3/config.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/data-rate.h"
#include "ns3/flow-recorder.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-delays.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/radio-outage.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-socket-factory.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

/**
 * \ingroup wireless-tcp
 */
class PacketDelaysTest : public TestCase
{
  public:
    PacketDelaysTest()
        : TestCase("A packet's delay begins with the first transmission of its last byte and ends when that byte is read")
    {
    }

  private:
    void DoRun() override
    {
        PacketDelays delays(100, 250);
        const auto at = [&delays](uint64_t milliseconds, void (PacketDelays::*what)(uint64_t), uint64_t end) {
            Simulator::Schedule(MilliSeconds(milliseconds), what, &delays, end);
        };
        at(0, &PacketDelays::Sent, 60);
        at(10, &PacketDelays::Sent, 200);    // two packets end in one segment
        at(20, &PacketDelays::Sent, 250);    // the last one is shorter
        at(30, &PacketDelays::Sent, 160);    // a retransmission begins nothing
        at(40, &PacketDelays::Delivered, 199);
        at(50, &PacketDelays::Delivered, 249);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(delays.GetUndelivered(), 1U, "one byte is missing");
        at(10, &PacketDelays::Delivered, 250);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(delays.GetSeries(), "0.04,1,0.03\n0.05,2,0.04\n0.06,3,0.04\n", "series");
        NS_TEST_EXPECT_MSG_EQ(delays.GetUndelivered(), 0U, "all there");
        Simulator::Destroy();
    }
};

/**
 * \ingroup wireless-tcp
 */
class DelayFiguresTest : public TestCase
{
  public:
    DelayFiguresTest()
        : TestCase("Mean and quantiles of delays, by nearest rank; none of nothing")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<Time> delays;
        for (const uint64_t second : {5, 1, 4, 2, 100})
        {
            delays.push_back(Seconds(second));
        }
        NS_TEST_EXPECT_MSG_EQ(PacketDelays::GetMean(delays).value(), 22.4, "mean");
        NS_TEST_EXPECT_MSG_EQ(PacketDelays::GetQuantile(delays, 0.5).value(), 4, "median");
        NS_TEST_EXPECT_MSG_EQ(PacketDelays::GetQuantile(delays, 0.8).value(), 5, "four of five");
        NS_TEST_EXPECT_MSG_EQ(PacketDelays::GetQuantile(delays, 0.95).value(), 100, "all");
        NS_TEST_EXPECT_MSG_EQ(PacketDelays::GetQuantile(delays, 0.01).value(), 1, "the least");
        NS_TEST_EXPECT_MSG_EQ(PacketDelays::GetMean({}).has_value(), false, "mean of nothing");
        NS_TEST_EXPECT_MSG_EQ(PacketDelays::GetQuantile({}, 0.5).has_value(), false, "quantile of nothing");
    }
};

/**
 * \ingroup wireless-tcp
 */
class FlowDelaysTest : public TestCase
{
  public:
    FlowDelaysTest()
        : TestCase("A lost packet delays itself and what waits behind it, by as much as its retransmission takes")
    {
    }

  private:
    void DoRun() override
    {
        // Frame 20 is the nineteenth segment. The last segment has one byte.
        StreamTestNetwork network(39 * StreamTestNetwork::SEGMENT + 1, {20});
        FlowRecorder recorder(network.source, network.sink, false, [](const std::string&, int64_t) {});
        network.Run();
        const PacketDelays& delays = *recorder.GetDelays();
        constexpr uint32_t HEADERS = 42; // PPP, IP, TCP
        const DataRate rate("10Mb/s");
        const Time alone = rate.CalculateBytesTxTime(StreamTestNetwork::SEGMENT + HEADERS) + MilliSeconds(5);
        NS_TEST_ASSERT_MSG_EQ(delays.GetDelays().size(), 40U, "packets");
        NS_TEST_EXPECT_MSG_EQ_TOL(delays.GetDelays()[0],
                                  rate.CalculateBytesTxTime(HEADERS) + alone,
                                  NanoSeconds(2),
                                  "the first one goes behind the last packet of the handshake");
        NS_TEST_EXPECT_MSG_GT(delays.GetDelays()[18], 3 * alone, "over, a third duplicate back, and over again");
        NS_TEST_EXPECT_MSG_GT(delays.GetDelays()[19], 2 * alone, "it waited for the one before");
        NS_TEST_EXPECT_MSG_LT(delays.GetDelays()[17], 2 * alone + MilliSeconds(5), "the one before did not");
        NS_TEST_EXPECT_MSG_EQ(delays.GetUndelivered(), 0U, "all there");
    }
};

/**
 * \ingroup wireless-tcp
 */
class SlowLinkTest : public TestCase
{
  public:
    SlowLinkTest()
        : TestCase("A slow link sends packet after packet at its rate, the first one too, and drops what its queue has no room for")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("1Gb/s"));
        NetDeviceContainer devices = link.Install(nodes);
        InternetStackHelper().Install(nodes);
        TrafficControlHelper queues;
        const uint16_t root = queues.SetRootQueueDisc("ns3::SlowLinkQueueDisc", "Rate", StringValue("10kb/s"));
        const auto classes = queues.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
        queues.AddChildQueueDisc(root, classes.front(), "ns3::FifoQueueDisc", "MaxSize", StringValue("3p"));
        queues.Install(devices);
        const auto addresses = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
        devices.Get(0)->TraceConnectWithoutContext("PhyTxBegin", MakeCallback(&SlowLinkTest::Sent, this));

        Ptr<Socket> socket = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
        socket->Connect(InetSocketAddress(addresses.GetAddress(1), 9));
        Simulator::Schedule(Seconds(1), [socket] {
            for (uint32_t i = 0; i < 6; i++)
            {
                socket->Send(Create<Packet>(97)); // 125 bytes with its headers: 100 ms
            }
        });
        Simulator::Schedule(Seconds(2), [socket] { socket->Send(Create<Packet>(3000)); });
        Simulator::Run();
        // One on the link, three in the queue; then two fragments, of 1500 and 1528 bytes in all.
        const std::vector<Time> expected = {MilliSeconds(1100),
                                            MilliSeconds(1200),
                                            MilliSeconds(1300),
                                            MilliSeconds(1400)};
        NS_TEST_ASSERT_MSG_GT(m_sent.size(), expected.size(), "packets sent");
        for (std::size_t i = 0; i < expected.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ(m_sent[i], expected[i], "packet " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(m_sent[4], Seconds(2) + DataRate("10kb/s").CalculateBytesTxTime(1500), "the idle time is not saved up");
        Simulator::Destroy();
    }

    /// A packet goes out.
    void Sent(Ptr<const Packet> /* packet */)
    {
        m_sent.push_back(Simulator::Now());
    }

    std::vector<Time> m_sent; //!< when packets went out
};

/**
 * \ingroup wireless-tcp
 */
class RadioOutageTest : public TestCase
{
  public:
    RadioOutageTest()
        : TestCase("A node that is down neither hears nor is heard, all others do")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<Ptr<MobilityModel>> nodes;
        for (uint32_t i = 0; i < 3; i++)
        {
            nodes.push_back(CreateObject<ConstantPositionMobilityModel>());
        }
        Ptr<RadioOutage> outage = CreateObject<RadioOutage>();
        const auto isHeard = [&](uint32_t from, uint32_t to) { return outage->CalcRxPower(16, nodes[from], nodes[to]) == 16; };
        NS_TEST_EXPECT_MSG_EQ(isHeard(0, 1), true, "all up");
        outage->Begin(nodes[1]);
        NS_TEST_EXPECT_MSG_EQ(isHeard(0, 1), false, "to the one that is down");
        NS_TEST_EXPECT_MSG_EQ(isHeard(1, 0), false, "from it");
        NS_TEST_EXPECT_MSG_EQ(isHeard(0, 2), true, "past it");
        outage->End(nodes[1]);
        NS_TEST_EXPECT_MSG_EQ(isHeard(1, 0), true, "up again");
    }
};

/**
 * \ingroup wireless-tcp
 */
class RouteRetryTest : public TestCase
{
  public:
    RouteRetryTest()
        : TestCase("A sender without a route asks again, and sends when there is one")
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(1000, {}, "newreno", {{"ns3::StreamSource::RouteRetry", "2s"}});
        Ptr<Ipv4> ipv4 = network.device->GetNode()->GetObject<Ipv4>();
        ipv4->SetDown(1);
        Simulator::Schedule(Seconds(4), [ipv4] { ipv4->SetUp(1); });
        Simulator::Schedule(Seconds(3.5), [this, &network] {
            NS_TEST_EXPECT_MSG_EQ(network.source->IsRouteless(), true, "no route yet");
            NS_TEST_EXPECT_MSG_EQ(network.source->HasFailed(), false, "but not given up");
        });
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(network.sink->GetTotalRx(), 1000U, "delivered");
        NS_TEST_EXPECT_MSG_EQ(network.source->IsRouteless(), false, "a route");
        NS_TEST_EXPECT_MSG_GT(network.sink->GetFirstSynTime(), Seconds(5), "asked at 1, 3 and 5 s");
        NS_TEST_EXPECT_MSG_LT(network.sink->GetFirstSynTime(), Seconds(5.1), "and not later");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * What scenarios over ad hoc networks are made of.
 */
class AdHocTestSuite : public TestSuite
{
  public:
    AdHocTestSuite()
        : TestSuite("wireless-tcp-ad-hoc", Type::UNIT)
    {
        AddTestCase(new PacketDelaysTest);
        AddTestCase(new DelayFiguresTest);
        AddTestCase(new FlowDelaysTest);
        AddTestCase(new SlowLinkTest);
        AddTestCase(new RadioOutageTest);
        AddTestCase(new RouteRetryTest);
    }
};

static AdHocTestSuite g_adHocTestSuite; ///< registers itself
