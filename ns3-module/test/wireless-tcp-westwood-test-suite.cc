// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/test.h"

#include <cstdint>
#include <list>
#include <numeric>
#include <string>

using namespace ns3;
using namespace ns3::wirelesstcptest;

/**
 * \ingroup wireless-tcp
 *
 * A link of 10 Mb/s that is busy: 958 of 1000 bits are data. The least round trip, 10.9 ms, is that of the first segments.
 */
class Westwood2004Test : public TestCase
{
  public:
    /**
     * \param recovery TypeId name of the recovery algorithm
     * \param sack whether SACK is on
     * \param lost frames that are lost
     * \param state what the loss leads to
     */
    Westwood2004Test(const std::string& recovery,
                     bool sack,
                     const std::list<uint32_t>& lost,
                     TcpSocketState::TcpCongState_t state)
        : TestCase("The window after a loss is what the link carries in the least round trip: " + recovery +
                   (sack ? ", SACK, " : ", no SACK, ") + TcpSocketState::TcpCongStateName[state]),
          m_recovery(recovery),
          m_sack(sack),
          m_lost(lost),
          m_awaited(state)
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(6000 * StreamTestNetwork::SEGMENT,
                                  m_lost,
                                  "westwood-plus-2004",
                                  {{"ns3::TcpSocket::DelAckCount", "1"},
                                   {"ns3::TcpL4Protocol::RecoveryType", m_recovery},
                                   {"ns3::TcpSocketBase::Sack", m_sack ? "true" : "false"}});
        network.source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&Westwood2004Test::Attach, this));
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        NS_TEST_ASSERT_MSG_EQ(m_seen, 1U, "losses");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_bandwidthThen, 0.958 * 10e6 / 8, 0.08 * 10e6 / 8, "bandwidth, octets per second");
        NS_TEST_EXPECT_MSG_EQ(m_least, NanoSeconds(10867200), "least round trip");
        const double pipe = m_bandwidthThen * m_least.GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(m_ssthresh, pipe, 1.0, "slow start threshold");
        const uint32_t segment = StreamTestNetwork::SEGMENT;
        const uint32_t window =
            m_awaited == TcpSocketState::CA_LOSS ? segment : m_ssthresh + segment * segment / m_ssthresh;
        NS_TEST_EXPECT_MSG_EQ(m_windowThen, window, "window after the timeout, or when recovery ends");
    }

    /// \param socket the sender's
    void Attach(Ptr<Socket> socket)
    {
        PointerValue control;
        socket->GetAttribute("CongestionOps", control);
        control.GetObject()->TraceConnectWithoutContext("EstimatedBandwidth",
                                                        MakeCallback(&Westwood2004Test::OnBandwidth, this));
        control.GetObject()->TraceConnectWithoutContext("RoundTrip", MakeCallback(&Westwood2004Test::OnRoundTrip, this));
        socket->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&Westwood2004Test::OnWindow, this));
        socket->TraceConnectWithoutContext("SlowStartThreshold", MakeCallback(&Westwood2004Test::OnThreshold, this));
        socket->TraceConnectWithoutContext("CongState", MakeCallback(&Westwood2004Test::OnState, this));
    }

    /// \param bandwidth octets per second
    void OnBandwidth(double, double bandwidth)
    {
        m_bandwidth = bandwidth;
    }

    /// \param roundTrip a sample
    void OnRoundTrip(Time roundTrip)
    {
        m_least = Min(m_least, roundTrip);
    }

    /// \param cwnd congestion window (bytes)
    void OnWindow(uint32_t, uint32_t cwnd)
    {
        m_cwnd = cwnd;
    }

    /// \param ssthresh slow start threshold (bytes)
    void OnThreshold(uint32_t, uint32_t ssthresh)
    {
        m_ssthresh = ssthresh;
        m_bandwidthThen = m_bandwidth;
    }

    /**
     * \param before state
     * \param after state
     */
    void OnState(TcpSocketState::TcpCongState_t before, TcpSocketState::TcpCongState_t after)
    {
        const bool isTimeout = m_awaited == TcpSocketState::CA_LOSS && after == TcpSocketState::CA_LOSS;
        const bool isExit = m_awaited == TcpSocketState::CA_RECOVERY && before == TcpSocketState::CA_RECOVERY;
        if (isTimeout || isExit)
        {
            m_seen++;
            Simulator::ScheduleNow(&Westwood2004Test::Look, this);
        }
    }

    /// The window has been set.
    void Look()
    {
        m_windowThen = m_cwnd;
    }

    std::string m_recovery;                   //!< recovery algorithm
    bool m_sack;                              //!< whether SACK is on
    std::list<uint32_t> m_lost;               //!< frames that are lost
    TcpSocketState::TcpCongState_t m_awaited; //!< what the loss leads to
    uint32_t m_seen{0};                       //!< how often it did
    double m_bandwidth{0};                    //!< estimate, octets per second
    double m_bandwidthThen{0};                //!< when the threshold was set
    Time m_least{Time::Max()};                //!< least round trip
    uint32_t m_cwnd{0};                       //!< congestion window (bytes)
    uint32_t m_windowThen{0};                 //!< after the timeout, or when recovery ended
    uint32_t m_ssthresh{0};                   //!< slow start threshold (bytes)
};

/**
 * \ingroup wireless-tcp
 *
 * Westwood+ as published in 2004.
 */
class Westwood2004TestSuite : public TestSuite
{
  public:
    Westwood2004TestSuite()
        : TestSuite("wireless-tcp-westwood", Type::UNIT)
    {
        std::list<uint32_t> window(80); // more than a window, so that nothing causes duplicate acknowledgements
        std::iota(window.begin(), window.end(), 5500);
        for (const std::string recovery : {"ns3::TcpClassicRecovery", "ns3::TcpPrrRecovery"})
        {
            for (const bool sack : {false, true})
            {
                AddTestCase(new Westwood2004Test(recovery, sack, {5500}, TcpSocketState::CA_RECOVERY));
                AddTestCase(new Westwood2004Test(recovery, sack, window, TcpSocketState::CA_LOSS));
            }
        }
    }
};

static Westwood2004TestSuite g_westwood2004TestSuite; ///< registers itself
