// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"

#include "ns3/flow-recorder.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/stream-pattern.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/test.h"

#include <list>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

/**
 * \param offset place in the stream
 * \param size bytes
 * \return the stream's bytes from there
 */
std::vector<uint8_t>
Bytes(uint64_t offset, size_t size)
{
    std::vector<uint8_t> bytes(size);
    StreamPattern::Fill(offset, bytes.data(), size);
    return bytes;
}

} // namespace

/**
 * \ingroup wireless-tcp
 */
class StreamPatternTest : public TestCase
{
  public:
    StreamPatternTest()
        : TestCase("A byte depends on its offset alone, and a misplaced segment differs nearly everywhere")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<uint8_t> whole = Bytes(0, 100);
        for (size_t start = 0; start < whole.size(); start++)
        {
            const std::vector<uint8_t> part = Bytes(start, whole.size() - start);
            NS_TEST_ASSERT_MSG_EQ((part == std::vector<uint8_t>(whole.begin() + start, whole.end())),
                                  true,
                                  "cut at " << start);
        }
        // Segments that are lost, repeated or swapped shift the stream by such distances; the last two cross 2^32.
        for (const uint64_t shift : {1ULL, 8ULL, 256ULL, 1448ULL, 1460ULL, 65536ULL, 4294967295ULL, 4294967296ULL})
        {
            const std::vector<uint8_t> here = Bytes(0, 1460);
            const std::vector<uint8_t> there = Bytes(shift, 1460);
            size_t same = 0;
            for (size_t i = 0; i < here.size(); i++)
            {
                same += here[i] == there[i] ? 1 : 0;
            }
            NS_TEST_EXPECT_MSG_LT(same, 30U, "shift by " << shift);
        }
    }
};

/**
 * \ingroup wireless-tcp
 */
class StreamSinkTest : public TestCase
{
  public:
    StreamSinkTest()
        : TestCase("The sink finds one flipped bit, counts on, and keeps the first place")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<StreamSink> sink = CreateObject<StreamSink>();
        std::vector<uint8_t> bytes = Bytes(0, 3000);
        sink->Verify(Create<Packet>(bytes.data(), 1000));
        NS_TEST_EXPECT_MSG_EQ(sink->IsStreamOk(), true, "right bytes");
        bytes[1234] ^= 0x10;
        bytes[2345] ^= 0x01;
        sink->Verify(Create<Packet>(bytes.data() + 1000, 1000));
        sink->Verify(Create<Packet>(bytes.data() + 2000, 1000));
        NS_TEST_EXPECT_MSG_EQ(sink->IsStreamOk(), false, "wrong bytes");
        NS_TEST_EXPECT_MSG_EQ(sink->GetFirstMismatch(), 1234U, "place of the first wrong byte");
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 3000U, "bytes counted");
    }
};

/**
 * \ingroup wireless-tcp
 */
class SequenceUnwrapTest : public TestCase
{
  public:
    SequenceUnwrapTest()
        : TestCase("Sequence numbers find their place in streams longer than 4 GB")
    {
    }

  private:
    void DoRun() override
    {
        const SequenceNumber32 first(4294967000U); // the stream itself wraps after 296 bytes
        NS_TEST_EXPECT_MSG_EQ(FlowRecorder::Unwrap(first, first, 0), 0, "first byte");
        NS_TEST_EXPECT_MSG_EQ(FlowRecorder::Unwrap(first - 1, first, 0), -1, "the SYN");
        NS_TEST_EXPECT_MSG_EQ(FlowRecorder::Unwrap(first + 296, first, 0), 296, "across 2^32");
        const int64_t far = 3 * 4294967296LL + 12345;
        NS_TEST_EXPECT_MSG_EQ(FlowRecorder::Unwrap(first + 12345, first, far), far, "third time round");
        NS_TEST_EXPECT_MSG_EQ(FlowRecorder::Unwrap(first + 12345 - 65535, first, far), far - 65535, "a window before");
        NS_TEST_EXPECT_MSG_EQ(FlowRecorder::Unwrap(first + 12345 + 65535, first, far), far + 65535, "a window after");
    }
};

/**
 * \ingroup wireless-tcp
 */
class StreamTransferTest : public TestCase
{
  public:
    /// What a transfer should show.
    struct Expectation
    {
        std::string name;                ///< what is lost
        std::list<uint32_t> lostFrames;  ///< frames that the receiver loses
        uint64_t retransmissions;        ///< by the sender
        uint64_t timeouts;               ///< of the sender
        uint64_t fastRetransmits;        ///< of the sender
        std::vector<std::string> causes; ///< of the drops of its window
    };

    /// \param expected what the transfer should show
    StreamTransferTest(const Expectation& expected)
        : TestCase("A transfer is verified and its retransmissions are counted: " + expected.name),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t bytes = 40 * StreamTestNetwork::SEGMENT;
        StreamTestNetwork network(bytes, m_expected.lostFrames);
        std::vector<std::string> causes;
        FlowRecorder recorder(network.source, network.sink, false, [&causes](const std::string& cause, int64_t) {
            causes.push_back(cause);
        });
        network.Run();

        NS_TEST_EXPECT_MSG_EQ(network.sink->GetTotalRx(), bytes, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsClosed(), true, "the receiver saw the end");
        NS_TEST_EXPECT_MSG_EQ(network.source->IsClosed(), true, "the sender is closed");
        NS_TEST_EXPECT_MSG_EQ(recorder.IsComplete(), true, "complete");
        const FlowRecorder::Counters& counters = recorder.GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.segmentsSent, 40 + m_expected.retransmissions, "segments sent");
        NS_TEST_EXPECT_MSG_EQ(counters.retransmissions, m_expected.retransmissions, "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(counters.timeouts, m_expected.timeouts, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(counters.fastRetransmits, m_expected.fastRetransmits, "fast retransmits");
        NS_TEST_EXPECT_MSG_EQ((causes == m_expected.causes), true, "causes of " << causes.size() << " window drops");
    }

    Expectation m_expected; //!< what the transfer should show
};

/**
 * \ingroup wireless-tcp
 */
class StraySynTest : public TestCase
{
  public:
    StraySynTest()
        : TestCase("A SYN that leads to no connection does not keep the sink from the one that is meant for it")
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t bytes = 40 * StreamTestNetwork::SEGMENT;
        StreamTestNetwork network(bytes, {});
        // From an address where nobody lives, before the transfer and in the middle of it.
        for (const Time& at : {Seconds(0.5), Seconds(1.05)})
        {
            Simulator::Schedule(at, [&network]() {
                Ptr<Node> node = network.sink->GetNode();
                TcpHeader tcp;
                tcp.SetSourcePort(4000);
                tcp.SetDestinationPort(5001);
                tcp.SetFlags(TcpHeader::SYN);
                Ptr<Packet> packet = Create<Packet>();
                packet->AddHeader(tcp);
                Ipv4Header ip;
                ip.SetSource("10.9.9.9");
                ip.SetDestination(node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal());
                ip.SetProtocol(TcpL4Protocol::PROT_NUMBER);
                ip.SetPayloadSize(packet->GetSize());
                node->GetObject<TcpL4Protocol>()->Receive(packet, ip, node->GetObject<Ipv4L3Protocol>()->GetInterface(1));
            });
        }
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(network.sink->GetTotalRx(), bytes, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsClosed(), true, "the receiver saw the end");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * The verified byte stream and the record of one flow.
 */
class StreamTestSuite : public TestSuite
{
  public:
    StreamTestSuite()
        : TestSuite("wireless-tcp-stream", Type::UNIT)
    {
        AddTestCase(new StreamPatternTest);
        AddTestCase(new StreamSinkTest);
        AddTestCase(new SequenceUnwrapTest);
        AddTestCase(new StraySynTest);
        // Frame 0 is the SYN, 1 the ACK of the handshake, 2 to 41 are the segments, 42 is the FIN.
        AddTestCase(new StreamTransferTest({"nothing is lost", {}, 0, 0, 0, {}}));
        AddTestCase(new StreamTransferTest({"the SYN", {0}, 0, 0, 0, {}}));
        AddTestCase(new StreamTransferTest({"a segment in the middle", {20}, 1, 0, 1, {"fast-retransmit"}}));
        AddTestCase(new StreamTransferTest({"the first segment", {2}, 1, 1, 0, {}}));
        AddTestCase(new StreamTransferTest({"the last segment", {41}, 1, 1, 0, {"timeout"}}));
        AddTestCase(new StreamTransferTest({"the FIN", {42}, 0, 0, 0, {}}));
    }
};

static StreamTestSuite g_streamTestSuite; ///< registers itself
