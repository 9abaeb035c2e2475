// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"

#include "ns3/callback.h"
#include "ns3/channel.h"
#include "ns3/dcr-socket.h"
#include "ns3/flow-recorder.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

/**
 * \ingroup wireless-tcp
 *
 * Frame 100 is lost while the window is in congestion avoidance and a round trip takes 10.9 ms and what waits in the queue. A link
 * that repairs it delivers it some time later.
 */
class DcrTest : public TestCase
{
  public:
    /// What a sender should do.
    struct Expectation
    {
        std::string name;         ///< what it shows
        std::string tcp;          ///< variant
        Time repair;              ///< after how long the link delivers what it lost; zero for never
        std::list<uint32_t> lost; ///< frames that are lost
        uint64_t fastRetransmits; ///< times it enters fast recovery
        uint64_t retransmissions; ///< segments it sends again
        uint64_t spared;          ///< times the wait spared the window
    };

    /// \param expected what the sender should do
    explicit DcrTest(const Expectation& expected)
        : TestCase(expected.name),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string recovery : {"ns3::TcpClassicRecovery", "ns3::TcpPrrRecovery"})
        {
            Run("true", recovery);
            // Without SACK ns-3 takes what a needless retransmission causes for news of further losses, and sends a hundred
            // segments again.
            const bool isNeedless = m_expected.repair.IsStrictlyPositive() && m_expected.retransmissions > 0;
            if (!isNeedless)
            {
                Run("false", recovery);
            }
        }
    }

    /**
     * \param sack whether SACK is on
     * \param recovery TypeId name of the recovery algorithm
     */
    void Run(const std::string& sack, const std::string& recovery)
    {
        const std::string what = "SACK " + sack + ", " + recovery + ": ";
        StreamTestNetwork network(300 * StreamTestNetwork::SEGMENT,
                                  m_expected.lost,
                                  m_expected.tcp,
                                  {{"ns3::TcpSocket::DelAckCount", "1"},
                                   {"ns3::TcpSocket::InitialSlowStartThreshold", "10000"},
                                   {"ns3::TcpL4Protocol::RecoveryType", recovery},
                                   {"ns3::TcpSocketBase::Sack", sack}});
        Ptr<Channel> channel = network.device->GetChannel();
        m_receiver = DynamicCast<PointToPointNetDevice>(channel->GetDevice(channel->GetDevice(0) == network.device ? 1 : 0));
        m_receiver->TraceConnectWithoutContext("PhyRxDrop", MakeCallback(&DcrTest::Lost, this));
        network.source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&DcrTest::Attach, this));
        FlowRecorder recorder(network.source, network.sink, false, [](const std::string&, int64_t) {});
        network.Run();

        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, what << "the stream received is the one sent");
        const FlowRecorder::Counters& counters = recorder.GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.timeouts, 0U, what << "timeouts");
        NS_TEST_EXPECT_MSG_EQ(counters.fastRetransmits, m_expected.fastRetransmits, what << "fast retransmits");
        NS_TEST_EXPECT_MSG_EQ(counters.retransmissions, m_expected.retransmissions, what << "retransmissions");
        if (auto socket = DynamicCast<DcrSocket>(m_socket))
        {
            NS_TEST_EXPECT_MSG_EQ(socket->GetSpared(), m_expected.spared, what << "waits that spared the window");
        }
        NS_TEST_EXPECT_MSG_EQ((m_lowest < m_before), (m_expected.fastRetransmits > 0), what << "the window drops");
        m_socket = nullptr;
        m_receiver = nullptr;
    }

    /// \param socket the sender's
    void Attach(Ptr<Socket> socket)
    {
        m_socket = socket;
        m_before = 0;
        m_lowest = 0;
        socket->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&DcrTest::OnWindow, this));
    }

    /// \param frame a frame that the link lost
    void Lost(Ptr<const Packet> frame)
    {
        m_before = m_cwnd;
        m_lowest = m_cwnd;
        if (m_expected.repair.IsStrictlyPositive())
        {
            Simulator::Schedule(m_expected.repair, &PointToPointNetDevice::Receive, m_receiver, frame->Copy());
        }
    }

    /// \param cwnd congestion window (bytes)
    void OnWindow(uint32_t, uint32_t cwnd)
    {
        m_cwnd = cwnd;
        m_lowest = std::min(m_lowest, cwnd);
    }

    Expectation m_expected;                 //!< what the sender should do
    Ptr<PointToPointNetDevice> m_receiver;  //!< the receiver's device
    Ptr<Socket> m_socket;                   //!< the sender's socket
    uint32_t m_cwnd{0};                     //!< congestion window (bytes)
    uint32_t m_before{0};                   //!< congestion window at the last loss (bytes)
    uint32_t m_lowest{0};                   //!< lowest congestion window since then (bytes)
};

/**
 * \ingroup wireless-tcp
 *
 * TCP-DCR.
 */
class DcrTestSuite : public TestSuite
{
  public:
    DcrTestSuite()
        : TestSuite("wireless-tcp-dcr", Type::UNIT)
    {
        AddTestCase(new DcrTest({"NewReno halves its window although the link repairs the loss",
                                 "newreno",
                                 MilliSeconds(6),
                                 {100},
                                 1,
                                 1,
                                 0}));
        AddTestCase(new DcrTest({"TCP-DCR waits for the link to repair a loss", "dcr", MilliSeconds(6), {100}, 0, 0, 1}));
        AddTestCase(new DcrTest({"A loss that nobody repairs is answered after a round trip", "dcr", Time(0), {100}, 1, 1, 0}));
        AddTestCase(new DcrTest({"A repair that comes after the wait is too late", "dcr", MilliSeconds(60), {100}, 1, 1, 0}));
        AddTestCase(new DcrTest({"Two losses of a window are answered once", "dcr", Time(0), {100, 103}, 1, 2, 0}));
    }
};

static DcrTestSuite g_dcrTestSuite; ///< registers itself
