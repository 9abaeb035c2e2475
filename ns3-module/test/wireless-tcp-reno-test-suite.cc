// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"

#include "ns3/callback.h"
#include "ns3/tcp-variant-helper.h"
#include "ns3/classic-reno-socket.h"
#include "ns3/flow-recorder.h"
#include "ns3/node.h"
#include "ns3/object-ptr-container.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-classic-reno.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"

#include <cstdint>
#include <list>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

/// Old and new value of each drop of a congestion window, bytes.
using Drops = std::vector<std::pair<uint32_t, uint32_t>>;

constexpr uint64_t BYTES = 200 * StreamTestNetwork::SEGMENT; ///< length of a transfer

/**
 * \param drops drops of a window
 * \return them as text
 */
std::string
Describe(const Drops& drops)
{
    std::string text;
    for (const auto& [before, after] : drops)
    {
        text += " " + std::to_string(before) + "->" + std::to_string(after);
    }
    return text;
}

/// Collects the drops of a source's window.
class DropCollector
{
  public:
    /// \param source the source, not started yet
    explicit DropCollector(Ptr<StreamSource> source)
    {
        source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&DropCollector::Attach, this));
    }

    Drops drops; ///< the drops so far

  private:
    /// \param socket the source's socket
    void Attach(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&DropCollector::Changed, this));
    }

    /**
     * \param before old value (bytes)
     * \param after new value (bytes)
     */
    void Changed(uint32_t before, uint32_t after)
    {
        if (after < before)
        {
            drops.emplace_back(before, after);
        }
    }
};

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * Slow start from one segment with an acknowledgement for each doubles the window every round: segment 1, 2-3, 4-7, 8-15,
 * 16-31. Segment n is frame n + 1, SYN and handshake before it. The losses are in the fifth round, when the window is
 * 16 segments and all of them are outstanding.
 */
class RenoRecoveryTest : public TestCase
{
  public:
    /// What a sender should do.
    struct Expectation
    {
        std::string name;                ///< what it shows
        std::string tcp;                 ///< variant
        std::list<uint32_t> lostFrames;  ///< frames that the receiver loses
        Drops drops;                     ///< of the window
        uint64_t fastRetransmits;        ///< times it enters fast recovery
        uint64_t timeouts;               ///< times it times out
        uint64_t retransmissions;        ///< segments sent again
    };

    /// \param expected what the sender should do
    RenoRecoveryTest(const Expectation& expected)
        : TestCase(expected.name),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(BYTES, m_expected.lostFrames, m_expected.tcp, {{"ns3::TcpSocket::DelAckCount", "1"}});
        FlowRecorder recorder(network.source, network.sink, false, [](const std::string&, int64_t) {});
        DropCollector collector(network.source);
        network.Run();

        NS_TEST_EXPECT_MSG_EQ(recorder.IsComplete(), true, "complete");
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        NS_TEST_EXPECT_MSG_EQ(Describe(collector.drops), Describe(m_expected.drops), "drops of the window");
        const FlowRecorder::Counters& counters = recorder.GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.fastRetransmits, m_expected.fastRetransmits, "fast retransmits");
        NS_TEST_EXPECT_MSG_EQ(counters.timeouts, m_expected.timeouts, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(counters.retransmissions, m_expected.retransmissions, "retransmissions");
    }

    Expectation m_expected; //!< what the sender should do
};

/**
 * \ingroup wireless-tcp
 */
class RenoWithSackTest : public TestCase
{
  public:
    RenoWithSackTest()
        : TestCase("With SACK, one recovery sends every hole again before it ends")
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(
            BYTES,
            {17, 19, 21},
            "reno",
            {{"ns3::TcpSocket::DelAckCount", "1"}, {"ns3::TcpSocketBase::Sack", "true"}});
        FlowRecorder recorder(network.source, network.sink, false, [](const std::string&, int64_t) {});
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(recorder.IsComplete(), true, "complete");
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetCounters().retransmissions, 3U, "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetCounters().fastRetransmits, 1U, "fast retransmits");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetCounters().timeouts, 0U, "timeouts");
    }
};

/**
 * \ingroup wireless-tcp
 */
class RenoThresholdTest : public TestCase
{
  public:
    RenoThresholdTest()
        : TestCase("Half of window or outstanding data, whichever is smaller, in whole segments, at least two")
    {
    }

  private:
    void DoRun() override
    {
        struct Case
        {
            uint32_t window;
            uint32_t outstanding;
            uint32_t threshold;
        };

        for (const Case& one : {Case{16000, 16000, 8000},
                                Case{16000, 60000, 8000},
                                Case{60000, 16000, 8000},
                                Case{9999, 9999, 4000},
                                Case{3000, 3000, 2000},
                                Case{1000, 64000, 2000}})
        {
            Ptr<TcpSocketState> state = CreateObject<TcpSocketState>();
            state->m_segmentSize = 1000;
            state->m_cWnd = one.window;
            state->m_lastAckedSeq = SequenceNumber32(4294960000U); // the data crosses the end of the number space
            state->m_highTxMark = state->m_lastAckedSeq + one.outstanding;
            Ptr<TcpClassicReno> reno = CreateObject<TcpClassicReno>();
            for (int i = 0; i < 2; i++) // asking does not change the answer
            {
                NS_TEST_EXPECT_MSG_EQ(reno->GetSsThresh(state, 0),
                                      one.threshold,
                                      "window " << one.window << ", outstanding " << one.outstanding);
            }
        }
    }
};

/**
 * \ingroup wireless-tcp
 */
class RenoSocketsTest : public TestCase
{
  public:
    RenoSocketsTest()
        : TestCase("Sockets of both ends are of the class, the accepted one too; the node's own TCP stays as it is")
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(BYTES, {}, "reno");
        Simulator::Schedule(Seconds(1.05), &RenoSocketsTest::Look, this, network.source->GetNode(), 1);
        Simulator::Schedule(Seconds(1.05), &RenoSocketsTest::Look, this, network.sink->GetNode(), 2);
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(m_looked, 2, "nodes looked at");
    }

    /**
     * \param node a host during the transfer
     * \param expected how many sockets it has
     */
    void Look(Ptr<Node> node, uint32_t expected)
    {
        m_looked++;
        ClassicRenoHelper().Install(node); // a second time: nothing happens
        Ptr<TcpL4Protocol> tcp = node->GetObject<TcpL4Protocol>();
        ObjectPtrContainerValue sockets;
        tcp->GetAttribute("SocketList", sockets);
        uint32_t reno = 0;
        for (auto socket = sockets.Begin(); socket != sockets.End(); ++socket)
        {
            reno += DynamicCast<ClassicRenoSocket>(socket->second) ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(sockets.GetN(), expected, "sockets of node " << node->GetId());
        NS_TEST_EXPECT_MSG_EQ(reno, expected, "of the class");
        Ptr<Socket> plain = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(bool(DynamicCast<TcpSocketBase>(plain)), true, "a TCP socket");
        NS_TEST_EXPECT_MSG_EQ(bool(DynamicCast<ClassicRenoSocket>(plain)), false, "of ns-3's own class");
    }

    int m_looked{0}; //!< nodes looked at
};

/**
 * \ingroup wireless-tcp
 *
 * The classic Reno sender.
 */
class RenoTestSuite : public TestSuite
{
  public:
    RenoTestSuite()
        : TestSuite("wireless-tcp-reno", Type::UNIT)
    {
        // One loss: at the third duplicate acknowledgement 16 segments are outstanding and in the window; half is 8.
        AddTestCase(new RenoRecoveryTest(
            {"Reno halves its window at a single loss", "reno", {17}, {{16000, 8000}}, 1, 0, 1}));
        // Segments 16 and 17. The first recovery sends 32-35, for ns-3 books a duplicate acknowledgement as a segment less
        // in flight from the third on: n of them leave 18 - n in flight. Its end adds 1000 * 1000 / 8000 to the window.
        // Of the four duplicate acknowledgements that 32-35 cause, the third starts the second recovery: half of 8125 is 4.
        AddTestCase(new RenoRecoveryTest({"Reno halves its window twice at two losses in it",
                                          "reno",
                                          {17, 18},
                                          {{16000, 8000}, {8125, 4000}},
                                          2,
                                          0,
                                          2}));
        // Segments 16, 17 and 18. As before with one duplicate acknowledgement less, so that 32-34 are sent, just enough for
        // the second recovery. That sends nothing new: 17 segments are outstanding in a window of 4, and after its end, which
        // adds 1000 * 1000 / 4000, nothing causes duplicate acknowledgements. The timeout leaves two segments as threshold.
        AddTestCase(new RenoRecoveryTest({"Reno times out at three losses in its window",
                                          "reno",
                                          {17, 18, 19},
                                          {{16000, 8000}, {8125, 4000}, {4250, 1000}},
                                          2,
                                          1,
                                          3}));
        // ns-3 halves what it takes to be in flight at the third duplicate acknowledgement: 16 less one booked.
        AddTestCase(new RenoRecoveryTest(
            {"NewReno halves its window once at two losses in it", "newreno", {17, 18}, {{16000, 7500}}, 1, 0, 2}));
        AddTestCase(new RenoRecoveryTest(
            {"NewReno halves its window once at three losses in it", "newreno", {17, 18, 19}, {{16000, 7500}}, 1, 0, 3}));
        AddTestCase(new RenoWithSackTest);
        AddTestCase(new RenoThresholdTest);
        AddTestCase(new RenoSocketsTest);
    }
};

static RenoTestSuite g_renoTestSuite; ///< registers itself
