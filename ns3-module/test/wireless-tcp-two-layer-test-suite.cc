// SPDX-License-Identifier: GPL-2.0-only
#include "chain-test-network.h"
#include "stream-test-network.h"
#include "wireless-tcp-test-network.h"

#include "ns3/attribute-defaults.h"
#include "ns3/callback.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/flow-recorder.h"
#include "ns3/host-profile.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/mechanism.h"
#include "ns3/packet.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-two-layer.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wireless-agent.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-loss.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint32_t SEGMENT_PACKETS = 32; //!< packets of a segment
constexpr uint32_t FRAGMENT_PACKETS = 8; //!< packets of a fragment
constexpr uint32_t PACKET = 1000;        //!< octets of a packet
constexpr uint32_t HOPS = 4;             //!< of a chain

/// A stream over a chain with losses above the MAC.
class LossyChain
{
  public:
    using Events = std::map<std::string, uint32_t>; //!< how often, by kind

    /**
     * \param hops of the chain
     * \param tcp name of a TcpVariant
     * \param mechanism name of a Mechanism
     * \param bytes length of the stream
     * \param loss share of TCP segments that each hop loses
     */
    LossyChain(uint32_t hops, const std::string& tcp, const std::string& mechanism, uint64_t bytes, double loss)
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        HostProfile::Get("bsd-1995").Apply(m_defaults);
        TcpVariant::Get(tcp).Apply(m_defaults);
        m_defaults.Set("ns3::TcpSocket::SegmentSize", std::to_string(PACKET));
        // Whole packets, or the end of the full buffer goes out as a short one.
        m_defaults.Set("ns3::TcpSocket::SndBufSize", std::to_string(2 * SEGMENT_PACKETS * PACKET));
        // ns-3 keeps three packets while it asks for an address, and asks again after two minutes.
        m_defaults.Set("ns3::ArpCache::PendingQueueSize", "100");
        m_defaults.Set("ns3::ArpCache::AliveTimeout", "1000s");
        const Mechanism& layer = *Mechanism::Find(mechanism);
        for (const auto& [name, value] : layer.preset)
        {
            m_defaults.Set(layer.type + "::" + name, value);
        }
        // No hop gives up, or the end-to-end layer sees a loss in a thousand packets or so.
        m_defaults.Set("ns3::OneHopTcpAgent::RetryLimit", "20");
        network = std::make_unique<ChainNetwork>("static", hops + 1);
        for (uint32_t i = 0; layer.install && i < network->hop.GetN(); i++)
        {
            layer.install(network->hop.Get(i))
                ->TraceConnectWithoutContext("Event", MakeBoundCallback(&LossyChain::Count, &events[network->hop.Get(i)->GetNode()->GetId()]));
        }
        if (loss > 0)
        {
            WirelessLossHelper losses;
            losses.SetErrorModel("ns3::RateErrorModel",
                                 "ErrorUnit",
                                 StringValue("ERROR_UNIT_PACKET"),
                                 "ErrorRate",
                                 DoubleValue(loss));
            losses.Install(network->hop);
            losses.AssignStreams(network->hop, 1000);
        }
        const auto sender = network->nodes.Get(0)->GetObject<Ipv4L3Protocol>();
        sender->TraceConnectWithoutContext("SendOutgoing", MakeCallback(&LossyChain::OnData, this));
        sender->TraceConnectWithoutContext("LocalDeliver", MakeCallback(&LossyChain::OnAck, this));
        const auto receiver = network->nodes.Get(hops)->GetObject<Ipv4L3Protocol>();
        receiver->TraceConnectWithoutContext("SendOutgoing", MakeCallback(&LossyChain::OnAnswer, this));
        network->StartTransfer(bytes);
    }

    ~LossyChain()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    /// \param time to run it for, from the start of the stream
    void Run(Time time)
    {
        Simulator::Stop(network->start + time);
        Simulator::Run();
    }

    std::unique_ptr<ChainNetwork> network;                ///< the chain
    std::map<uint32_t, Events> events;     ///< what the agent of each node did
    uint32_t acks{0};                                     ///< acknowledgements of data, by the receiver's TCP
    uint32_t packets{0};                                  ///< data that the sender's TCP sent
    uint32_t mostOutstanding{0};                          ///< octets without acknowledgement
    uint32_t excess{0};                                   ///< packets sent beyond the window

  private:
    /**
     * \param events what an agent did
     * \param event what it does
     */
    static void Count(Events* events, const AgentEvent& event)
    {
        (*events)[event.kind]++;
    }

    /**
     * \param packet a TCP segment
     * \return its header
     */
    static TcpHeader Peek(Ptr<const Packet> packet)
    {
        TcpHeader header;
        packet->PeekHeader(header);
        return header;
    }

    void OnData(const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t)
    {
        const TcpHeader header = Peek(packet);
        const uint32_t size = packet->GetSize() - header.GetSerializedSize();
        if (ip.GetProtocol() != TcpL4Protocol::PROT_NUMBER || size == 0)
        {
            return;
        }
        packets++;
        m_highest = std::max(m_highest, header.GetSequenceNumber().GetValue() + size);
        const uint32_t outstanding = m_highest - m_acknowledged;
        mostOutstanding = std::max(mostOutstanding, outstanding);
        // The first window is one segment; it grows by no more than one for each acknowledged.
        const uint32_t segment = SEGMENT_PACKETS * PACKET;
        excess += outstanding > segment + m_acknowledged / segment * segment;
    }

    void OnAck(const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t)
    {
        if (ip.GetProtocol() == TcpL4Protocol::PROT_NUMBER)
        {
            m_acknowledged = std::max(m_acknowledged, Peek(packet).GetAckNumber().GetValue());
        }
    }

    void OnAnswer(const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t)
    {
        const bool tcp = ip.GetProtocol() == TcpL4Protocol::PROT_NUMBER;
        acks += tcp && Peek(packet).GetFlags() == TcpHeader::ACK && Peek(packet).GetAckNumber().GetValue() > 1;
    }

    AttributeDefaults m_defaults; //!< of the simulation
    uint32_t m_highest{1};        //!< octet after the last one sent
    uint32_t m_acknowledged{1};   //!< octet after the last one acknowledged
};

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * A stream through both layers.
 */
class TwoLayerChainTest : public TestCase
{
  public:
    /// \param loss share of TCP segments that each hop loses
    explicit TwoLayerChainTest(double loss)
        : TestCase("Segments over four hops that lose " + std::to_string(loss) + " each: one acknowledgement for 32 packets"),
          m_loss(loss)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t SEGMENTS = 12;
        constexpr uint32_t PACKETS = SEGMENTS * SEGMENT_PACKETS;
        LossyChain chain(HOPS, "two-layer", "two-layer", PACKETS * PACKET, m_loss);
        chain.Run(Seconds(400));
        NS_TEST_EXPECT_MSG_EQ(chain.network->GetDelivered(), PACKETS * PACKET, "the stream received is the one sent");
        NS_TEST_EXPECT_MSG_EQ(chain.packets, PACKETS, "the hops repair every loss");
        NS_TEST_EXPECT_MSG_EQ(chain.excess, 0U, "packets beyond the window");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(chain.mostOutstanding, SEGMENT_PACKETS * PACKET, "the window is used");
        // Besides those of segments, the first packet's and some of the FIN, which may come with the last segment.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(chain.acks, SEGMENTS - 1, "acknowledgements");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(chain.acks, SEGMENTS + 4, "acknowledgements");
    }

    double m_loss; //!< of each hop
};

/**
 * \ingroup wireless-tcp
 *
 * Fragments where nothing is lost: one hop, where two nodes cannot but hear each other.
 */
class TwoLayerFragmentTest : public TestCase
{
  public:
    TwoLayerFragmentTest()
        : TestCase("Over one hop: one local acknowledgement for 8 packets")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t PACKETS = 12 * SEGMENT_PACKETS;
        LossyChain chain(1, "two-layer", "two-layer", PACKETS * PACKET, 0);
        chain.Run(Seconds(100));
        NS_TEST_EXPECT_MSG_EQ(chain.network->GetDelivered(), PACKETS * PACKET, "the stream received is the one sent");
        auto& receiver = chain.events.at(chain.network->nodes.Get(1)->GetId());
        const uint32_t local = receiver["local-ack"] + receiver["local-ack-piggybacked"];
        NS_TEST_EXPECT_MSG_GT_OR_EQ(local, PACKETS / FRAGMENT_PACKETS, "local acknowledgements");
        // The first packet of each window finds nothing behind it, and is a fragment of its own.
        NS_TEST_EXPECT_MSG_LT(local, PACKETS / 5, "local acknowledgements");
    }
};

/**
 * \ingroup wireless-tcp
 */
class TwoLayerThroughputTest : public TestCase
{
  public:
    TwoLayerThroughputTest()
        : TestCase("Over four hops that lose a tenth each, much more than NewReno")
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t plain = Run("newreno", "none");
        const uint64_t layers = Run("two-layer", "two-layer");
        NS_TEST_EXPECT_MSG_GT(layers, 200 * PACKET, "octets in a minute");
        NS_TEST_EXPECT_MSG_GT(layers, 5 * plain, "octets in a minute");
    }

    /**
     * \param tcp of the hosts
     * \param mechanism of all nodes
     * \return octets delivered
     */
    uint64_t Run(const std::string& tcp, const std::string& mechanism)
    {
        LossyChain chain(HOPS, tcp, mechanism, 100000000, 0.1);
        chain.Run(Seconds(60));
        return chain.network->GetDelivered();
    }
};

/**
 * \ingroup wireless-tcp
 *
 * A sender without the lower layer: nothing but a timeout sends a packet again.
 */
class TwoLayerTimeoutTest : public TestCase
{
  public:
    TwoLayerTimeoutTest()
        : TestCase("Duplicate acknowledgements do nothing; after a timeout the window is one segment")
    {
    }

  private:
    void DoRun() override
    {
        // The first packet of the third segment, while the two behind it arrive and ask for it 63 times; and much later all of a window.
        std::list<uint32_t> lost{66};
        for (uint32_t frame = 400; frame < 470; frame++)
        {
            lost.push_back(frame);
        }
        StreamTestNetwork network(1000 * StreamTestNetwork::SEGMENT, lost, "two-layer");
        network.source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&TwoLayerTimeoutTest::Attach, this));
        FlowRecorder recorder(network.source, network.sink, false, [](const std::string&, int64_t) {});
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(network.sink->IsStreamOk(), true, "the stream received is the one sent");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetCounters().fastRetransmits, 0U, "fast retransmits");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(recorder.GetCounters().timeouts, 2U, "timeouts");
        constexpr uint32_t SEGMENT = SEGMENT_PACKETS * StreamTestNetwork::SEGMENT;
        uint32_t back = 0;
        for (std::size_t i = 0; i < m_windows.size(); i++)
        {
            if (m_windows[i] == StreamTestNetwork::SEGMENT) // InitialCwnd of the profile, and ns-3's answer to a timeout
            {
                const bool again = i + 1 < m_windows.size() && m_windows[i + 1] == SEGMENT;
                NS_TEST_EXPECT_MSG_EQ(again, true, "the first window, and that after a timeout");
                back++;
                continue;
            }
            NS_TEST_EXPECT_MSG_EQ(m_windows[i] % SEGMENT, 0U, "a window of whole segments: " << m_windows[i]);
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(back, 3U, "at the start and after two timeouts");
    }

    /// \param socket the sender's
    void Attach(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&TwoLayerTimeoutTest::OnWindow, this));
    }

    /// \param cwnd congestion window (octets)
    void OnWindow(uint32_t, uint32_t cwnd)
    {
        m_windows.push_back(cwnd);
    }

    std::vector<uint32_t> m_windows; //!< each congestion window
};

/**
 * \ingroup wireless-tcp
 *
 * Sockets that are set up for other controls.
 */
class TwoLayerSettingsTest : public TestCase
{
  public:
    TwoLayerSettingsTest()
        : TestCase("Attributes of the socket that do not fit end the program with their name")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::string, std::string>> settings = {
            {"ns3::TcpSocket::DelAckCount", "2"},
            {"ns3::TcpSocket::DelAckTimeout", "6s"},
            {"ns3::TcpSocketBase::ReTxThreshold", "3"},
            {"ns3::TcpSocketBase::Sack", "true"},
            {"ns3::TcpSocketBase::LimitedTransmit", "true"},
            {"ns3::TcpSocket::SndBufSize", "31999"},
            {"ns3::TcpSocket::RcvBufSize", "31999"},
            {"ns3::TcpTwoLayer::SegmentPackets", "8"},
            {"ns3::TcpTwoLayer::SegmentPackets", "0"},
        };
        for (const auto& [name, value] : settings)
        {
            std::string output;
            const std::map<std::string, std::string> setting{{name, value}};
            const int status =
                RunInChild([&setting]() { StreamTestNetwork(100000, {}, "two-layer", setting).Run(); }, output);
            NS_TEST_EXPECT_MSG_NE(status, 0, name << " of " << value);
            const std::string attribute = name.substr(name.rfind(':') + 1);
            const std::string named = attribute == "DelAckTimeout" ? "MinRto" : attribute;
            NS_TEST_EXPECT_MSG_NE(output.find(named), std::string::npos, "the message names it: " << output);
        }
    }
};

/**
 * \ingroup wireless-tcp
 *
 * The two-layer transport of Heimlicher et al.
 */
class TwoLayerTestSuite : public TestSuite
{
  public:
    TwoLayerTestSuite()
        : TestSuite("wireless-tcp-two-layer", Type::UNIT)
    {
        for (const double loss : {0.0, 0.1, 0.2})
        {
            AddTestCase(new TwoLayerChainTest(loss));
        }
        AddTestCase(new TwoLayerFragmentTest());
        AddTestCase(new TwoLayerThroughputTest());
        AddTestCase(new TwoLayerTimeoutTest());
        AddTestCase(new TwoLayerSettingsTest());
    }
};

static TwoLayerTestSuite g_twoLayerTestSuite; ///< registers itself
