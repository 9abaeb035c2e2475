// SPDX-License-Identifier: GPL-2.0-only
#include "chain-test-network.h"
#include "stream-test-network.h"
#include "wireless-tcp-test-network.h"

#include "ns3/callback.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/flow-recorder.h"
#include "ns3/mobility-model.h"
#include "ns3/net-device.h"
#include "ns3/object-ptr-container.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-adaptive-window-limit.h"
#include "ns3/tcp-hop-by-hop.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <list>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

using Settings = std::map<std::string, std::string>; //!< attributes by name

/// Name of the bound's attribute.
const std::string MAX_SEGMENTS = "ns3::TcpAdaptiveWindowLimit::MaxSegments";
/// Name of the factor's attribute.
const std::string RTO_FACTOR = "ns3::TcpHopByHop::RtoFactor";

/**
 * \param node a host that sends
 * \return the control of its connection
 */
Ptr<TcpAdaptiveWindowLimit>
GetControl(Ptr<Node> node)
{
    ObjectPtrContainerValue sockets;
    node->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
    PointerValue control;
    sockets.Begin()->second->GetAttribute("CongestionOps", control);
    return control.Get<TcpAdaptiveWindowLimit>();
}

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * The window of a sender with losses of every kind: single ones, several in a window, of a retransmission, and timeouts.
 */
class WindowBoundTest : public TestCase
{
  public:
    /// \param segments upper bound of the window
    explicit WindowBoundTest(uint32_t segments)
        : TestCase("The window reaches " + std::to_string(segments) + " segments and never exceeds them"),
          m_segments(segments)
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string sack : {"false", "true"})
        {
            for (const std::string recovery : {"ns3::TcpClassicRecovery", "ns3::TcpPrrRecovery"})
            {
                for (const std::string limitedTransmit : {"false", "true"})
                {
                    Run({{MAX_SEGMENTS, std::to_string(m_segments)},
                         {"ns3::TcpSocket::InitialCwnd", "10"},
                         {"ns3::TcpSocketBase::Sack", sack},
                         {"ns3::TcpSocketBase::LimitedTransmit", limitedTransmit},
                         {"ns3::TcpL4Protocol::RecoveryType", recovery}},
                        "SACK " + sack + ", " + recovery + ", limited transmit " + limitedTransmit + ": ");
                }
            }
        }
    }

    /**
     * \param settings of the hosts
     * \param what names them
     */
    void Run(const Settings& settings, const std::string& what)
    {
        const std::list<uint32_t> lost{20, 60, 61, 100, 102, 140, 144, 145, 146, 147, 200, 201, 202, 203, 204, 205, 206, 207, 208, 300};
        StreamTestNetwork network(600 * StreamTestNetwork::SEGMENT, lost, "hop-by-hop", settings);
        m_largest = 0;
        network.source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&WindowBoundTest::Attach, this));
        FlowRecorder recorder(network.source, network.sink, false, [](const std::string&, int64_t) {});
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, what << "the stream received is the one sent");
        NS_TEST_EXPECT_MSG_EQ(m_largest, m_segments * StreamTestNetwork::SEGMENT, what << "the largest window");
        NS_TEST_EXPECT_MSG_GT(recorder.GetCounters().timeouts, 0U, what << "timeouts");
        if (m_segments > 4)
        {
            // With four, three duplicates come only if the window is full when its oldest segment is lost.
            NS_TEST_EXPECT_MSG_GT(recorder.GetCounters().fastRetransmits, 0U, what << "fast retransmits");
        }
    }

    /// \param socket the sender's
    void Attach(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&WindowBoundTest::OnWindow, this));
    }

    /// \param cwnd congestion window (bytes)
    void OnWindow(uint32_t, uint32_t cwnd)
    {
        m_largest = std::max(m_largest, cwnd);
    }

    uint32_t m_segments;   //!< upper bound of the window
    uint32_t m_largest{0}; //!< largest window seen (bytes)
};

/**
 * \ingroup wireless-tcp
 *
 * When a sender retransmits after the link went dead, on the wire.
 */
class RaisedTimeoutTest : public TestCase
{
  public:
    /**
     * \param what when the link goes dead
     * \param lost frames it loses
     */
    RaisedTimeoutTest(const std::string& what, const std::list<uint32_t>& lost)
        : TestCase("Each timeout is the factor times ns-3's, " + what),
          m_lost(lost)
    {
    }

  private:
    void DoRun() override
    {
        const Settings coarse;
        const Settings fine{{"ns3::TcpSocketBase::MinRto", "10ms"},
                            {"ns3::TcpSocketBase::ClockGranularity", "1ms"},
                            {"ns3::TcpSocket::DelAckCount", "1"}};
        for (const auto& clock : {coarse, fine})
        {
            const auto plain = Run(clock, "1");
            for (const std::string factor : {"2", "3.5"})
            {
                const auto raised = Run(clock, factor);
                NS_TEST_ASSERT_MSG_GT_OR_EQ(plain.size(), 4U, "a series of timeouts");
                NS_TEST_ASSERT_MSG_GT_OR_EQ(raised.size(), 4U, "a series of timeouts");
                // The first timeout counts from the last acknowledgement, which is no earlier than the segment.
                const auto first = [](const std::vector<Time>& waits) {
                    return waits[0] - NanoSeconds(waits[1].GetNanoSeconds() / 2);
                };
                NS_TEST_EXPECT_MSG_EQ_TOL(first(raised), first(plain), NanoSeconds(100), "the first timeout");
                for (std::size_t i = 1; i < 4; i++)
                {
                    NS_TEST_EXPECT_MSG_EQ_TOL(raised[i].GetSeconds() / plain[i].GetSeconds(),
                                              std::stod(factor),
                                              1e-3,
                                              "timeout " << i << ", which is " << plain[i].As(Time::MS) << " otherwise");
                }
            }
        }
    }

    /**
     * \param clock settings of the hosts
     * \param factor of the timeout
     * \return the time between retransmissions of the segment that is sent most often
     */
    std::vector<Time> Run(Settings clock, const std::string& factor)
    {
        clock[RTO_FACTOR] = factor;
        StreamTestNetwork network(100 * StreamTestNetwork::SEGMENT, m_lost, "hop-by-hop", clock);
        m_departures.clear();
        network.source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&RaisedTimeoutTest::Attach, this));
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        const auto most =
            std::max_element(m_departures.begin(), m_departures.end(), [](const auto& one, const auto& other) {
                return one.second.size() < other.second.size();
            });
        std::vector<Time> waits;
        for (std::size_t i = 1; i < most->second.size(); i++)
        {
            waits.push_back(most->second[i] - most->second[i - 1]);
        }
        return waits;
    }

    /// \param socket the sender's
    void Attach(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&RaisedTimeoutTest::OnTx, this));
    }

    /**
     * \param segment its data
     * \param header its header
     */
    void OnTx(Ptr<const Packet> segment, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        if (segment->GetSize() > 0)
        {
            m_departures[header.GetSequenceNumber().GetValue()].push_back(Simulator::Now());
        }
    }

    std::list<uint32_t> m_lost;                          //!< frames that the link loses
    std::map<uint32_t, std::vector<Time>> m_departures; //!< when each segment was sent
};

/**
 * \ingroup wireless-tcp
 *
 * The bound over chains of 802.11 nodes.
 */
class PathLengthTest : public TestCase
{
  public:
    /**
     * \param routing of the chain
     * \param hops of the chain
     * \param segments the bound: a fifth of the round trip's hops, at least two
     */
    PathLengthTest(const std::string& routing, uint32_t hops, uint32_t segments)
        : TestCase(routing + ", " + std::to_string(hops) + " hops: a bound of " + std::to_string(segments)),
          m_routing(routing),
          m_hops(hops),
          m_segments(segments)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpAdaptiveWindowLimit::GetTypeId()));
        Config::SetDefault(MAX_SEGMENTS, UintegerValue(17));
        ChainNetwork network(m_routing, m_hops + 1);
        network.StartTransfer(100000000);
        Simulator::Stop(network.start + Seconds(5));
        Simulator::Run();
        const auto control = GetControl(network.nodes.Get(0));
        NS_TEST_EXPECT_MSG_GT(network.GetDelivered(), 0U, "data arrives");
        NS_TEST_EXPECT_MSG_EQ(control->GetWindowLimit(), m_segments, "segments");
        Simulator::Destroy();
        Config::Reset();
    }

    std::string m_routing; //!< of the chain
    uint32_t m_hops;       //!< of the chain
    uint32_t m_segments;   //!< the bound expected
};

/**
 * \ingroup wireless-tcp
 *
 * The receiver walks to the sender: four hops become one.
 */
class RouteChangeTest : public TestCase
{
  public:
    /// \param routing of the chain
    explicit RouteChangeTest(const std::string& routing)
        : TestCase(routing + ": the bound follows the route"),
          m_routing(routing)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpHopByHop::GetTypeId()));
        Config::SetDefault("ns3::TcpHopByHop::AdaptiveLimit", StringValue("true"));
        Config::SetDefault("ns3::TcpAdaptiveWindowLimit::HopFraction", DoubleValue(0.75));
        ChainNetwork network(m_routing, 5);
        network.StartTransfer(100000000);
        Simulator::Stop(network.start + Seconds(5));
        Simulator::Run();
        const auto control = GetControl(network.nodes.Get(0));
        NS_TEST_EXPECT_MSG_EQ(control->GetWindowLimit(), 6U, "three quarters of eight hops");
        auto receiver = network.nodes.Get(4)->GetObject<MobilityModel>();
        receiver->SetPosition(network.nodes.Get(0)->GetObject<MobilityModel>()->GetPosition() + Vector(-100, 0, 0));
        const uint64_t before = network.GetDelivered();
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(network.GetDelivered(), before, "data arrives by the new route");
        NS_TEST_EXPECT_MSG_EQ(control->GetWindowLimit(), 2U, "three quarters of two hops");
        Simulator::Destroy();
        Config::Reset();
    }

    std::string m_routing; //!< of the chain
};

/**
 * \ingroup wireless-tcp
 *
 * Values that make no sense.
 */
class EndToEndSettingsTest : public TestCase
{
  public:
    EndToEndSettingsTest()
        : TestCase("Settings out of range end the program with their name")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::string, std::string>> settings = {
            {"MaxSegments", "0"},
            {"RtoFactor", "0.5"},
            {"HopFraction", "0"},
            {"HopFraction", "1.5"},
            {"MinSegments", "0"},
            {"InitialTtl", "0"},
        };
        for (const auto& [name, value] : settings)
        {
            Expect(name, StringValue(value), value);
        }
        // ns-3 reads no text as one of these.
        for (const std::string name : {"RtoFactor", "HopFraction"})
        {
            Expect(name, DoubleValue(std::numeric_limits<double>::quiet_NaN()), "NaN");
            Expect(name, DoubleValue(std::numeric_limits<double>::infinity()), "infinity");
        }
        std::string output;
        const int status = RunInChild(
            []() {
                Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpAdaptiveWindowLimit::GetTypeId()));
                Config::SetDefault("ns3::TcpAdaptiveWindowLimit::InitialTtl", UintegerValue(32));
                ChainNetwork network("static", 2);
                network.StartTransfer(100000);
                Simulator::Stop(network.start + Seconds(5));
                Simulator::Run();
            },
            output);
        NS_TEST_EXPECT_MSG_NE(status, 0, "a time to live above InitialTtl");
        NS_TEST_EXPECT_MSG_NE(output.find("InitialTtl is 32"), std::string::npos, "the message names it: " << output);
    }

    /**
     * \param name of an attribute
     * \param value that it does not take
     * \param text of the value
     */
    template <typename Value>
    void Expect(const std::string& name, const Value& value, const std::string& text)
    {
        std::string output;
        const int status = RunInChild([&]() { CreateObject<TcpHopByHop>()->SetAttribute(name, value); }, output);
        NS_TEST_EXPECT_MSG_NE(status, 0, name << " of " << text);
        NS_TEST_EXPECT_MSG_NE(output.find(name), std::string::npos, "the message names it: " << output);
    }
};

/**
 * \ingroup wireless-tcp
 *
 * The end-to-end part of Hop-by-Hop TCP, and the adaptive congestion window limit.
 */
class HopByHopEndToEndTestSuite : public TestSuite
{
  public:
    HopByHopEndToEndTestSuite()
        : TestSuite("wireless-tcp-hop-by-hop-end-to-end", Type::UNIT)
    {
        for (const uint32_t segments : {1, 2, 4, 7})
        {
            AddTestCase(new WindowBoundTest(segments));
        }
        AddTestCase(new RaisedTimeoutTest("from the first data segment on", {2, 3, 4, 5, 6, 7, 8, 9}));
        AddTestCase(new RaisedTimeoutTest("in the middle of a stream", {50, 51, 52, 53, 54, 55, 56, 57, 58, 59}));
        const std::map<uint32_t, uint32_t> bounds{{2, 2}, {3, 2}, {4, 2}, {5, 2}, {6, 2}, {7, 3}, {8, 3}, {9, 4}, {10, 4}};
        for (const auto& [hops, segments] : bounds)
        {
            AddTestCase(new PathLengthTest("static", hops, segments));
        }
        for (const std::string routing : {"aodv", "dsr"})
        {
            for (const uint32_t hops : {2, 7, 10})
            {
                AddTestCase(new PathLengthTest(routing, hops, bounds.at(hops)));
            }
            AddTestCase(new RouteChangeTest(routing));
        }
        AddTestCase(new EndToEndSettingsTest());
    }
};

static HopByHopEndToEndTestSuite g_hopByHopEndToEndTestSuite; ///< registers itself
