// SPDX-License-Identifier: GPL-2.0-only
#include "chain-test-network.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/dsr-datagram.h"
#include "ns3/error-model.h"
#include "ns3/ipv4-header.h"
#include "ns3/local-retransmission-tag.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/snoop-helper.h"
#include "ns3/string.h"
#include "ns3/tcp-datagram.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-loss.h"
#include "ns3/wireless-traffic-control.h"

#include <map>
#include <memory>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint32_t NODES = 4;
constexpr uint64_t TRANSFER_BYTES = 60000;

/// What an agent of a chain did and what passed at its device.
class Watch
{
  public:
    /**
     * \param a the agent
     * \param hook of its device
     */
    Watch(Ptr<SnoopAgent> a, Ptr<WirelessTrafficControl> hook)
        : agent(a)
    {
        agent->TraceConnectWithoutContext("Event", MakeCallback(&Watch::Note, this));
        agent->TraceConnectWithoutContext("LocalRetransmission", MakeCallback(&Watch::NoteRetransmission, this));
        hook->TraceConnectWithoutContext("Egress", MakeCallback(&Watch::NoteEgress, this));
        hook->TraceConnectWithoutContext("Ingress", MakeCallback(&Watch::NoteIngress, this));
    }

    Ptr<SnoopAgent> agent;                ///< the agent
    std::map<std::string, uint32_t> kinds; ///< entries of its diary, of each kind
    uint32_t sentAgain{0};                ///< segments that it sent again
    uint32_t wrong{0};                    ///< of these other ones than the diary says
    uint32_t tagged{0};                   ///< packets on their way out with the tag of those
    uint32_t acksIn{0};                   ///< acknowledgements that arrived
    uint32_t acksOut{0};                  ///< acknowledgements on their way out

  private:
    /**
     * \param datagram TCP or not
     * \return whether it is an acknowledgement and nothing else
     */
    static bool IsAck(Ptr<const Packet> datagram)
    {
        const auto tcp = TcpDatagram::Read(datagram);
        return tcp && tcp->payloadSize == 0 && tcp->header.GetFlags() == TcpHeader::ACK;
    }

    void Note(const AgentEvent& event)
    {
        kinds[event.kind]++;
    }

    void NoteRetransmission(Ptr<const Packet> segment, const AgentEvent& event)
    {
        TcpHeader header;
        segment->PeekHeader(header);
        sentAgain++;
        wrong += header.GetSequenceNumber() != event.seq;
    }

    void NoteEgress(Ptr<const Packet> datagram)
    {
        LocalRetransmissionTag tag;
        tagged += datagram->PeekPacketTag(tag);
        acksOut += IsAck(datagram);
    }

    void NoteIngress(Ptr<const Packet> datagram)
    {
        acksIn += IsAck(datagram);
    }
};

/**
 * \param net a chain
 * \param everyHop whether an agent sits on every node that sends data, or on the last one only
 * \return what they do, from the sender on
 */
std::vector<std::unique_ptr<Watch>>
InstallAgents(ChainNetwork& net, bool everyHop)
{
    SnoopHelper snoop;
    std::vector<std::unique_ptr<Watch>> watches;
    const uint32_t last = net.nodes.GetN() - 2;
    for (uint32_t i = everyHop ? 0 : last; i <= last; i++)
    {
        Ptr<NetDevice> device = net.hop.Get(i);
        const auto agent = snoop.Install(device);
        watches.push_back(std::make_unique<Watch>(agent, WirelessTrafficControl::Get(device)));
    }
    return watches;
}

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * A transfer over several lossy hops.
 */
class ChainTransferTest : public TestCase
{
  public:
    /**
     * \param routing of the chain
     * \param everyHop whether an agent sits on every hop, or on the last one only
     */
    ChainTransferTest(const std::string& routing, bool everyHop)
        : TestCase("a transfer over " + routing + " with an agent " + (everyHop ? "at every hop" : "at the last hop")),
          m_routing(routing),
          m_everyHop(everyHop)
    {
    }

  private:
    void DoRun() override
    {
        ChainNetwork net(m_routing, NODES);
        const auto watches = InstallAgents(net, m_everyHop);
        WirelessLossHelper helper;
        helper.SetErrorModel("ns3::RateErrorModel",
                             "ErrorUnit",
                             StringValue("ERROR_UNIT_PACKET"),
                             "ErrorRate",
                             DoubleValue(0.05));
        const auto losses = helper.Install(net.hop);
        helper.AssignStreams(net.hop, 1000);
        net.StartTransfer(TRANSFER_BYTES);
        Simulator::Stop(Seconds(600));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), TRANSFER_BYTES, "bytes delivered as sent");
        for (uint32_t i = 0; i < NODES; i++)
        {
            NS_TEST_EXPECT_MSG_EQ((losses[i]->GetSeenData() > 0), (i > 0), "data arrives at node " << i);
            NS_TEST_EXPECT_MSG_EQ((losses[i]->GetSeenAcks() > 0), true, "segments without data arrive at node " << i);
            NS_TEST_EXPECT_MSG_EQ(losses[i]->GetLostOther(), 0, "nothing but TCP is lost at node " << i);
        }
        for (const auto& watch : watches)
        {
            NS_TEST_EXPECT_MSG_GT(watch->agent->GetPacketsSeen(), TRANSFER_BYTES / 536, "packets seen");
            NS_TEST_EXPECT_MSG_EQ(watch->agent->GetMalformedPackets(), 0, "packets not understood");
            NS_TEST_EXPECT_MSG_GT(watch->kinds["cached"], TRANSFER_BYTES / 536 / 2, "segments cached");
            NS_TEST_EXPECT_MSG_GT(watch->sentAgain, 0, "segments sent again");
            NS_TEST_EXPECT_MSG_EQ(watch->kinds["negative-ack"], 0, "answers in the receiver's place");
            NS_TEST_EXPECT_MSG_EQ(watch->wrong, 0, "segments sent again that are not those of the diary");
            NS_TEST_EXPECT_MSG_EQ(watch->tagged, watch->sentAgain, "packets marked as sent again, other agents' not");
            NS_TEST_EXPECT_MSG_EQ(watch->agent->GetHeldPackets(), 0, "packets held at the end");
            NS_TEST_EXPECT_MSG_EQ(watch->agent->GetConnections(), 0, "connections at the end");
        }
        Simulator::Destroy();
    }

    std::string m_routing; ///< routing protocol
    bool m_everyHop;       ///< whether every hop has an agent
};

/**
 * \ingroup wireless-tcp
 *
 * A chain without losses. The frames on the air tell also whether a routing protocol still has its place at the device:
 * without its promiscuous callback DSR sends every packet again.
 */
class ChainTransparencyTest : public TestCase
{
  public:
    /**
     * \param routing of the chain
     */
    ChainTransparencyTest(const std::string& routing)
        : TestCase("without losses, hooks and agents change no frame over " + routing),
          m_routing(routing)
    {
    }

  private:
    /// What the nodes have on their devices.
    enum class Equipment
    {
        NONE,
        IDLE_HOOKS,
        AGENTS
    };

    /// What a run comes to.
    struct Outcome
    {
        uint32_t udp;                                     ///< packets of the burst that arrived
        uint64_t delivered;                               ///< bytes of the transfer
        uint32_t sentAgain;                               ///< segments, by agents
        std::vector<std::pair<Time, std::string>> frames; ///< on the air
    };

    /**
     * \param equipment of the nodes
     * \return what the run comes to
     */
    Outcome Run(Equipment equipment)
    {
        ChainNetwork net(m_routing, NODES);
        std::vector<std::unique_ptr<Watch>> watches;
        if (equipment == Equipment::AGENTS)
        {
            watches = InstallAgents(net, true);
        }
        for (uint32_t i = 0; equipment == Equipment::IDLE_HOOKS && i < NODES; i++)
        {
            WirelessTrafficControl::Install(net.hop.Get(i));
        }
        net.RecordFrames();
        net.StartTransfer(BYTES);
        net.SendUdp(BURST, 500, net.start + Seconds(60)); // the transfer has found the way
        Simulator::Stop(net.start + Seconds(70));
        Simulator::Run();
        uint32_t sentAgain = 0;
        for (const auto& watch : watches)
        {
            sentAgain += watch->sentAgain;
        }
        const Outcome outcome{net.GetUdpReceived(), net.GetDelivered(), sentAgain, net.GetFrames()};
        Simulator::Destroy();
        return outcome;
    }

    void DoRun() override
    {
        const Outcome plain = Run(Equipment::NONE);
        NS_TEST_ASSERT_MSG_EQ(plain.delivered, BYTES, "the network works without hooks");
        // ns-3's DSR discards all but the first of a burst.
        NS_TEST_EXPECT_MSG_EQ(plain.udp, (m_routing == "dsr" ? 1 : BURST), "UDP arrives without hooks");
        const Outcome hooked = Run(Equipment::IDLE_HOOKS);
        NS_TEST_EXPECT_MSG_EQ(hooked.delivered, BYTES, "bytes delivered with idle hooks");
        NS_TEST_EXPECT_MSG_EQ(hooked.udp, plain.udp, "UDP packets with idle hooks");
        NS_TEST_EXPECT_MSG_EQ((hooked.frames == plain.frames), true, "frames with idle hooks");
        const Outcome watched = Run(Equipment::AGENTS);
        NS_TEST_EXPECT_MSG_EQ(watched.delivered, BYTES, "bytes delivered with agents");
        NS_TEST_EXPECT_MSG_EQ(watched.udp, plain.udp, "UDP packets with agents");
        // Frames that collide too often are lost without anybody's doing, and agents repair that.
        if (watched.sentAgain == 0)
        {
            NS_TEST_EXPECT_MSG_EQ((watched.frames == plain.frames), true, "frames with agents");
        }
    }

    static constexpr uint64_t BYTES = 20000; ///< of the transfer
    static constexpr uint32_t BURST = 10;    ///< UDP packets in one instant

    std::string m_routing; ///< routing protocol
};

/**
 * \ingroup wireless-tcp
 *
 * Acknowledgements are lost between the sender and the relay. The relay's agent repeats them, but not under DSR.
 */
class RepeatedAckTest : public TestCase
{
  public:
    /**
     * \param routing of the chain
     */
    RepeatedAckTest(const std::string& routing)
        : TestCase("lost acknowledgements are repeated by a relay where that is possible: over " + routing),
          m_routing(routing)
    {
    }

  private:
    void DoRun() override
    {
        ChainNetwork net(m_routing, 3);
        const auto watches = InstallAgents(net, false);
        Watch& watch = *watches.front();
        WirelessLossHelper helper;
        helper.SetErrorModel("ns3::RateErrorModel",
                             "ErrorUnit",
                             StringValue("ERROR_UNIT_PACKET"),
                             "ErrorRate",
                             DoubleValue(1));
        helper.SetTraffic("acks");
        PointerValue value;
        helper.Install(net.hop.Get(0))->GetAttribute("ErrorModel", value);
        const auto errors = value.Get<ErrorModel>();
        errors->Disable();
        // For so long that the sender sends old data again.
        for (uint32_t outage = 0; outage < 10; outage++)
        {
            Simulator::Schedule(net.start + Seconds(0.2 + 3 * outage), &ErrorModel::Enable, errors);
            Simulator::Schedule(net.start + Seconds(3 + 3 * outage), &ErrorModel::Disable, errors);
        }
        net.StartTransfer(TRANSFER_BYTES);
        Simulator::Stop(Seconds(600));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetDelivered(), TRANSFER_BYTES, "bytes delivered as sent");
        const uint32_t repeated = watch.kinds["ack-regenerated"];
        // DSR takes a link for broken when the agent answers instead of passing its packets on.
        NS_TEST_EXPECT_MSG_EQ((repeated > 0), (m_routing != "dsr"), repeated << " acknowledgements repeated");
        NS_TEST_EXPECT_MSG_EQ(watch.acksOut,
                              watch.acksIn - watch.kinds["ack-suppressed"] + repeated,
                              "acknowledgements on their way to the sender");
        Simulator::Destroy();
    }

    std::string m_routing; ///< routing protocol
};

/**
 * \ingroup wireless-tcp
 *
 * What DSR puts on the air, as the release in use writes it.
 */
class DsrDatagramTest : public TestCase
{
  public:
    DsrDatagramTest()
        : TestCase("TCP that DSR carries is read and told apart, and nothing else is")
    {
    }

  private:
    void Record(Ptr<const Packet> datagram)
    {
        m_datagrams.push_back(datagram->Copy());
    }

    /**
     * \param datagram seen at the relay
     * \param kind `data`, `ack` or `other`
     */
    void CheckLoss(Ptr<const Packet> datagram, const std::string& kind)
    {
        auto loss = CreateObject<WirelessLoss>();
        loss->IsLost(datagram);
        NS_TEST_EXPECT_MSG_EQ(loss->GetSeenData(), (kind == "data"), "seen as data");
        NS_TEST_EXPECT_MSG_EQ(loss->GetSeenAcks(), (kind == "ack"), "seen as an acknowledgement");
        NS_TEST_EXPECT_MSG_EQ(loss->GetSeenOther(), (kind == "other"), "seen as something else");
    }

    /**
     * \param bytes a packet
     * \return its bytes
     */
    static std::string BytesOf(Ptr<const Packet> packet)
    {
        std::string bytes(packet->GetSize(), '\0');
        packet->CopyData(reinterpret_cast<uint8_t*>(bytes.data()), bytes.size());
        return bytes;
    }

    void CheckSegment(Ptr<const Packet> datagram, const DsrDatagram& read)
    {
        const bool forward = read.ip.GetSource() == Ipv4Address("10.1.1.1");
        m_forward += forward;
        m_backward += !forward;
        NS_TEST_EXPECT_MSG_EQ(read.ip.GetSource(), Ipv4Address(forward ? "10.1.1.1" : "10.1.1.3"), "source");
        NS_TEST_EXPECT_MSG_EQ(read.ip.GetDestination(), Ipv4Address(forward ? "10.1.1.3" : "10.1.1.1"), "destination");
        TcpHeader tcp;
        read.segment->PeekHeader(tcp);
        NS_TEST_EXPECT_MSG_EQ((forward ? tcp.GetDestinationPort() : tcp.GetSourcePort()), 5001, "port");
        CheckLoss(datagram, read.segment->GetSize() > tcp.GetSerializedSize() ? "data" : "ack");

        Ptr<Packet> padded = datagram->Copy();
        padded->AddPaddingAtEnd(6);
        const auto again = DsrDatagram::Read(padded);
        NS_TEST_EXPECT_MSG_EQ((again && BytesOf(again->ToPlain()) == BytesOf(read.ToPlain())), true, "with padding");
        NS_TEST_EXPECT_MSG_EQ(DsrDatagram::Read(datagram->CreateFragment(0, 40)).has_value(), false, "cut");
        NS_TEST_EXPECT_MSG_EQ(DsrDatagram::Read(read.ToPlain()).has_value(), false, "plain");
        Ptr<Packet> laterFragment = datagram->Copy();
        Ipv4Header ip;
        laterFragment->RemoveHeader(ip);
        ip.SetFragmentOffset(1480);
        laterFragment->AddHeader(ip);
        NS_TEST_EXPECT_MSG_EQ(DsrDatagram::Read(laterFragment).has_value(), false, "later fragment");
    }

    void DoRun() override
    {
        ChainNetwork net("dsr", 3);
        auto hook = WirelessTrafficControl::Install(net.hop.Get(1));
        hook->TraceConnectWithoutContext("Ingress", MakeCallback(&DsrDatagramTest::Record, this));
        net.StartTransfer(5000);
        net.SendUdp(1, 100, net.start + Seconds(20));
        Simulator::Stop(net.start + Seconds(30));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(net.GetDelivered(), 5000, "bytes delivered");
        NS_TEST_ASSERT_MSG_EQ(net.GetUdpReceived(), 1, "UDP delivered");
        uint32_t others = 0;
        uint32_t udp = 0;
        for (const auto& datagram : m_datagrams)
        {
            const auto read = DsrDatagram::Read(datagram);
            const bool isUdp = read && read->ip.GetProtocol() == 17;
            if (read)
            {
                const bool forward = read->ip.GetSource() == Ipv4Address("10.1.1.1");
                NS_TEST_EXPECT_MSG_EQ(read->route.size(), 3, "nodes of the route");
                NS_TEST_EXPECT_MSG_EQ(read->GetReceiver(), Ipv4Address("10.1.1.2"), "receiver");
                NS_TEST_EXPECT_MSG_EQ(read->GetNextHop().value_or(Ipv4Address::GetAny()),
                                      Ipv4Address(forward ? "10.1.1.3" : "10.1.1.1"),
                                      "next hop");
            }
            if (isUdp)
            {
                udp++;
                NS_TEST_EXPECT_MSG_EQ(read->segment->GetSize(), 108, "UDP header and payload");
                CheckLoss(datagram, "other");
            }
            else if (read)
            {
                CheckSegment(datagram, *read);
            }
            else
            {
                others++;
                CheckLoss(datagram, "other");
            }
        }
        NS_TEST_EXPECT_MSG_GT(m_forward, 10, "segments from the sender");
        NS_TEST_EXPECT_MSG_GT(m_backward, 10, "segments from the receiver");
        NS_TEST_EXPECT_MSG_EQ(udp, 1, "UDP packets");
        NS_TEST_EXPECT_MSG_GT(others, 1, "route request and reply");
        Simulator::Destroy();
    }

    std::vector<Ptr<Packet>> m_datagrams; ///< that arrived at the relay
    uint32_t m_forward{0};                ///< TCP segments from the sender
    uint32_t m_backward{0};               ///< TCP segments from the receiver
};

/**
 * \ingroup wireless-tcp
 *
 * Several wireless hops.
 */
class ChainTestSuite : public TestSuite
{
  public:
    ChainTestSuite()
        : TestSuite("wireless-tcp-chain", Type::UNIT)
    {
        for (const std::string& routing : AllRoutings())
        {
            AddTestCase(new ChainTransferTest(routing, true));
            AddTestCase(new ChainTransferTest(routing, false));
            AddTestCase(new ChainTransparencyTest(routing));
            AddTestCase(new RepeatedAckTest(routing));
        }
        AddTestCase(new DsrDatagramTest);
    }
};

static ChainTestSuite g_chainTestSuite; ///< registers itself
