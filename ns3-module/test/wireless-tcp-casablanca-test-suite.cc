// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"

#include "ns3/callback.h"
#include "ns3/channel.h"
#include "ns3/drop-first-queue-disc.h"
#include "ns3/drop-first-tag.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/loss-ledger.h"
#include "ns3/loss-verdict.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/queue-size.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <cstdint>
#include <list>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

/**
 * \ingroup wireless-tcp
 */
class DropFirstQueueTest : public TestCase
{
  public:
    DropFirstQueueTest()
        : TestCase("A full queue drops the last marked packet first, keeps the order, and else drops what arrives")
    {
    }

  private:
    void DoRun() override
    {
        // What arrives, a mark behind the size; what is dropped; what comes out.
        struct Case
        {
            std::vector<std::pair<uint32_t, bool>> arrivals;
            std::vector<uint32_t> dropped;
            std::vector<uint32_t> kept;
        };

        for (const Case& one : {Case{{{1, false}, {2, true}, {3, true}, {4, false}, {5, false}}, {3, 2}, {1, 4, 5}},
                                Case{{{1, true}, {2, false}, {3, false}, {4, true}, {5, false}}, {4, 1}, {2, 3, 5}},
                                Case{{{1, false}, {2, false}, {3, false}, {4, false}}, {4}, {1, 2, 3}}})
        {
            m_dropped.clear();
            Ptr<DropFirstQueueDisc> queue = CreateObjectWithAttributes<DropFirstQueueDisc>("MaxSize", QueueSizeValue(QueueSize("3p")));
            queue->Initialize();
            queue->TraceConnectWithoutContext("Drop", MakeCallback(&DropFirstQueueTest::Dropped, this));
            for (const auto& [size, isMarked] : one.arrivals)
            {
                queue->Enqueue(MakeItem(size, isMarked));
            }
            NS_TEST_EXPECT_MSG_EQ((m_dropped == one.dropped), true, "dropped");
            std::vector<uint32_t> kept;
            while (Ptr<QueueDiscItem> item = queue->Dequeue())
            {
                kept.push_back(item->GetPacket()->GetSize());
            }
            NS_TEST_EXPECT_MSG_EQ((kept == one.kept), true, "kept");
            NS_TEST_EXPECT_MSG_EQ(queue->GetStats().nTotalDroppedPackets, one.dropped.size(), "drops counted");
            // The places of marked packets that have left are forgotten.
            for (uint32_t size = 10; size < 14; size++)
            {
                queue->Enqueue(MakeItem(size, false));
            }
            NS_TEST_EXPECT_MSG_EQ(m_dropped.back(), 13U, "dropped after all have left");
        }
    }

    /**
     * \param size of its packet (bytes)
     * \param isMarked whether it is marked
     * \return something to queue
     */
    Ptr<QueueDiscItem> MakeItem(uint32_t size, bool isMarked)
    {
        Ptr<Packet> packet = Create<Packet>(size);
        if (isMarked)
        {
            packet->AddPacketTag(DropFirstTag());
        }
        return Create<Ipv4QueueDiscItem>(packet, Address(), 0x0800, Ipv4Header());
    }

    /// \param item a packet that is dropped
    void Dropped(Ptr<const QueueDiscItem> item)
    {
        m_dropped.push_back(item->GetPacket()->GetSize());
    }

    std::vector<uint32_t> m_dropped; //!< sizes of the packets dropped
};

/**
 * \ingroup wireless-tcp
 *
 * A window that outgrows the queue, and errors on the link that hit a marked and an unmarked segment.
 */
class CasablancaTest : public TestCase
{
  public:
    /// \param sack whether SACK is on
    explicit CasablancaTest(bool sack)
        : TestCase(std::string("Queue drops hit marked segments and are recognised, SACK ") + (sack ? "on" : "off")),
          m_sack(sack)
    {
    }

  private:
    void DoRun() override
    {
        // Segment n is frame n + 1; in each four the last is marked: 148, 152, ...
        const std::list<uint32_t> spoilt = {149, 251};
        StreamTestNetwork network(3000 * StreamTestNetwork::SEGMENT,
                                  spoilt,
                                  "casablanca",
                                  {{"ns3::TcpSocket::DelAckCount", "1"},
                                   {"ns3::TcpSocket::InitialSlowStartThreshold", "20000"},
                                   {"ns3::TcpSocketBase::Sack", m_sack ? "true" : "false"},
                                   {"ns3::DropTailQueue<Packet>::MaxSize", "1p"}});
        Ptr<NetDevice> device = network.device;
        TrafficControlHelper queues;
        queues.Uninstall(device);
        queues.SetRootQueueDisc("ns3::DropFirstQueueDisc", "MaxSize", QueueSizeValue(QueueSize("20p")));
        queues.Install(device);
        Ptr<Channel> channel = device->GetChannel();
        Ptr<LossLedger> ledger = CreateObject<LossLedger>();
        ledger->Watch(device);
        ledger->Watch(channel->GetDevice(channel->GetDevice(0) == device ? 1 : 0));
        ledger->Serve(device->GetNode());
        ledger->TraceConnectWithoutContext("Comparison", MakeCallback(&CasablancaTest::Compared, this));
        network.Run();

        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        const LossLedger::Accuracy& accuracy = ledger->GetAccuracy();
        NS_TEST_EXPECT_MSG_GT(accuracy.congestion, 2U, "verdicts about congestion losses");
        NS_TEST_EXPECT_MSG_EQ(accuracy.GetCongestionAccuracy(), 1.0, "A_c");
        NS_TEST_ASSERT_MSG_GT(m_verdicts.size(), 1U, "verdicts");
        NS_TEST_EXPECT_MSG_EQ(m_verdicts[0], "congestion/link", "the link spoilt a marked segment, which is one in four");
        NS_TEST_EXPECT_MSG_EQ(m_verdicts[1], "wireless/link", "the link spoilt one that is not marked");
    }

    /**
     * \param verdict a verdict
     * \param truth what the ledger knows
     */
    void Compared(const LossVerdict& verdict, const std::string& truth)
    {
        m_verdicts.push_back(verdict.GetName() + "/" + truth);
    }

    bool m_sack;                         //!< whether SACK is on
    std::vector<std::string> m_verdicts; //!< verdicts and truths
};

/**
 * \ingroup wireless-tcp
 *
 * TCP-Casablanca.
 */
class CasablancaTestSuite : public TestSuite
{
  public:
    CasablancaTestSuite()
        : TestSuite("wireless-tcp-casablanca", Type::UNIT)
    {
        AddTestCase(new DropFirstQueueTest);
        AddTestCase(new CasablancaTest(true));
        AddTestCase(new CasablancaTest(false));
    }
};

static CasablancaTestSuite g_casablancaTestSuite; ///< registers itself
