// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-tcp-test-network.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-loss.h"

#include <cmath>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint8_t TCP = 6;
constexpr uint8_t UDP = 17;
constexpr uint8_t FRAGMENT = 44;
constexpr uint8_t DSR = 48;
constexpr uint8_t DESTINATION_OPTIONS = 60;

/**
 * \param payload bytes
 * \return a TCP segment
 */
Ptr<Packet>
Segment(uint32_t payload)
{
    Ptr<Packet> packet = Create<Packet>(payload);
    packet->AddHeader(TcpHeader());
    return packet;
}

/**
 * \param packet gets a header
 * \param protocol of what is in it
 * \param fragmentOffset bytes
 * \return the packet
 */
Ptr<Packet>
InIpv4(Ptr<Packet> packet, uint8_t protocol, uint16_t fragmentOffset = 0)
{
    Ipv4Header header;
    header.SetProtocol(protocol);
    header.SetPayloadSize(packet->GetSize());
    header.SetFragmentOffset(fragmentOffset);
    packet->AddHeader(header);
    return packet;
}

/**
 * \param packet gets a header
 * \param next header that follows
 * \return the packet
 */
Ptr<Packet>
InIpv6(Ptr<Packet> packet, uint8_t next)
{
    Ipv6Header header;
    header.SetNextHeader(next);
    header.SetPayloadLength(packet->GetSize());
    packet->AddHeader(header);
    return packet;
}

/**
 * \param bytes in front of the packet
 * \param packet what follows
 * \return both
 */
Ptr<Packet>
Behind(const std::vector<uint8_t>& bytes, Ptr<Packet> packet)
{
    Ptr<Packet> both = Create<Packet>(bytes.data(), bytes.size());
    both->AddAtEnd(packet);
    return both;
}

/// An ns3::ErrorModel that loses everything and remembers the size of what it was shown.
class LoseEverything : public ErrorModel
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::wirelesstcptest::LoseEverything")
                                .SetParent<ErrorModel>()
                                .AddConstructor<LoseEverything>();
        return tid;
    }

    uint32_t lastSize{0}; ///< bytes

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        lastSize = packet->GetSize();
        return true;
    }

    void DoReset() override
    {
    }
};

NS_OBJECT_ENSURE_REGISTERED(LoseEverything);

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * What is at risk, datagram by datagram.
 */
class FilterTest : public TestCase
{
  public:
    FilterTest()
        : TestCase("data, acknowledgements and the rest are told apart and lost as asked")
    {
    }

  private:
    /**
     * \param what the datagram is, for messages
     * \param datagram shown to losses with every filter
     * \param kind `data`, `ack` or `other`
     */
    void Check(const std::string& what, Ptr<Packet> datagram, const std::string& kind)
    {
        for (const std::string traffic : {"data", "acks", "both"})
        {
            for (const std::string frames : {"tcp", "all"})
            {
                Ptr<WirelessLoss> loss = CreateObject<WirelessLoss>();
                loss->SetAttribute("ErrorModel", PointerValue(CreateObject<LoseEverything>()));
                loss->SetAttribute("Traffic", StringValue(traffic));
                loss->SetAttribute("Frames", StringValue(frames));
                const bool expected = kind == "data"  ? traffic != "acks"
                                      : kind == "ack" ? traffic != "data"
                                                      : frames == "all";
                NS_TEST_EXPECT_MSG_EQ(loss->IsLost(datagram), expected, what << ", " << traffic << ", " << frames);
                NS_TEST_EXPECT_MSG_EQ(loss->GetSeenData(), (kind == "data"), what << " seen");
                NS_TEST_EXPECT_MSG_EQ(loss->GetSeenAcks(), (kind == "ack"), what << " seen");
                NS_TEST_EXPECT_MSG_EQ(loss->GetSeenOther(), (kind == "other"), what << " seen");
                NS_TEST_EXPECT_MSG_EQ(loss->GetLostData() + loss->GetLostAcks() + loss->GetLostOther(),
                                      expected,
                                      what << " lost");
            }
        }
    }

    void DoRun() override
    {
        Check("IPv4 data", InIpv4(Segment(1), TCP), "data");
        Check("IPv4 acknowledgement", InIpv4(Segment(0), TCP), "ack");
        Check("later IPv4 fragment", InIpv4(Create<Packet>(100), TCP, 1480), "data");
        Check("IPv4 UDP", InIpv4(Create<Packet>(100), UDP), "other");
        Check("IPv6 data", InIpv6(Segment(1), TCP), "data");
        Check("IPv6 acknowledgement", InIpv6(Segment(0), TCP), "ack");
        Check("IPv6 acknowledgement behind 16 bytes of options",
              InIpv6(Behind({TCP, 1, 1, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, Segment(0)), DESTINATION_OPTIONS),
              "ack");
        Check("later IPv6 fragment", InIpv6(Behind({TCP, 0, 5, 0xc8, 0, 0, 0, 1}, Create<Packet>(9)), FRAGMENT), "data");
        Check("whole segment in an IPv6 fragment", InIpv6(Behind({TCP, 0, 0, 0, 0, 0, 0, 1}, Segment(0)), FRAGMENT), "ack");
        Check("DSR control message", InIpv4(Create<Packet>(40), DSR), "other");
        Check("nothing", Create<Packet>(), "other");
        Check("half an IPv4 header", InIpv4(Segment(0), TCP)->CreateFragment(0, 10), "other");
        Check("half a TCP header", InIpv4(Segment(0), TCP)->CreateFragment(0, 30), "other");
        Check("an IPv6 header that ends in its options",
              InIpv6(Behind({TCP, 9, 1, 4, 0, 0, 0, 0}, Create<Packet>(0)), DESTINATION_OPTIONS),
              "other");

        Ptr<LoseEverything> errorModel = CreateObject<LoseEverything>();
        Ptr<WirelessLoss> loss = CreateObject<WirelessLoss>();
        loss->SetAttribute("ErrorModel", PointerValue(errorModel));
        Ptr<Packet> padded = InIpv4(Segment(0), TCP);
        padded->AddPaddingAtEnd(6);
        NS_TEST_EXPECT_MSG_EQ(loss->IsLost(padded), true, "a padded acknowledgement");
        NS_TEST_EXPECT_MSG_EQ(errorModel->lastSize, 40, "padding is not part of the datagram");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Losses in a running network.
 */
class LossInNetworkTest : public TestCase
{
  public:
    /**
     * \param hop kind of last hop
     * \param name its name
     */
    LossInNetworkTest(Hop hop, const std::string& name)
        : TestCase("TCP segments are lost at the rate asked for, counted and traced, over " + name),
          m_hop(hop)
    {
    }

  private:
    /// What a run comes to.
    struct Outcome
    {
        uint64_t seenData;      ///< data segments that arrived at the mobile host
        uint64_t lostData;      ///< of these lost
        uint64_t seenAcks;      ///< acknowledgements that arrived at the base station
        uint64_t lostAcks;      ///< of these lost
        double expectedLost;    ///< data segments
        uint64_t tracedAsData;  ///< losses
        uint64_t tracedAsOther; ///< losses that were no TCP
        uint64_t delivered;     ///< bytes

        bool operator==(const Outcome& o) const
        {
            return seenData == o.seenData && lostData == o.lostData && seenAcks == o.seenAcks &&
                   lostAcks == o.lostAcks && delivered == o.delivered;
        }
    };

    void NoteLoss(Ptr<const Packet>, const std::string& what)
    {
        m_tracedAsData += what == "data";
        m_tracedAsOther += what != "data" && what != "ack";
    }

    /**
     * \param stream first random stream of the losses
     * \return what the run comes to
     */
    Outcome Run(int64_t stream)
    {
        m_tracedAsData = 0;
        m_tracedAsOther = 0;
        TestNetwork net(m_hop);
        WirelessLossHelper helper;
        helper.SetBitsPerError(BITS);
        const auto losses = helper.Install(net.hop);
        const int64_t used = helper.AssignStreams(net.hop, stream);
        NS_TEST_EXPECT_MSG_EQ(used, 2, "one stream a device");
        net.InstallStack();
        net.AssignIpv4();
        losses[1]->TraceConnectWithoutContext("Loss", MakeCallback(&LossInNetworkTest::NoteLoss, this));
        net.StartTransfer(400000);
        net.SendUdp(3, 1000, Seconds(3));
        Simulator::Stop(Seconds(400));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.GetUdpReceived(), 3, "UDP is not at risk");
        // Segments of 536 bytes with 20 + 32 bytes of headers, nearly all of them.
        const double perSegment = 1 - std::pow(1 - 1 / BITS, (536 + 52) * 8);
        const Outcome outcome{losses[1]->GetSeenData(),
                              losses[1]->GetLostData(),
                              losses[0]->GetSeenAcks(),
                              losses[0]->GetLostAcks(),
                              perSegment * losses[1]->GetSeenData(),
                              m_tracedAsData,
                              m_tracedAsOther,
                              net.GetDelivered()};
        Simulator::Destroy();
        return outcome;
    }

    void DoRun() override
    {
        const Outcome first = Run(1000);
        NS_TEST_EXPECT_MSG_EQ(first.delivered, 400000, "bytes, all the same");
        NS_TEST_EXPECT_MSG_GT(first.seenData, 746, "data segments");
        // Three standard deviations.
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(first.lostData),
                                  first.expectedLost,
                                  3 * std::sqrt(first.expectedLost),
                                  "lost data segments");
        NS_TEST_EXPECT_MSG_GT(first.lostAcks, 0, "lost acknowledgements");
        NS_TEST_EXPECT_MSG_LT(first.lostAcks, first.lostData, "short segments are lost less often");
        NS_TEST_EXPECT_MSG_EQ(first.tracedAsData, first.lostData, "traced losses of data");
        NS_TEST_EXPECT_MSG_EQ(first.tracedAsOther, 0, "traced losses of anything else");
        NS_TEST_EXPECT_MSG_EQ((Run(1000) == first), true, "the same streams give the same losses");
        NS_TEST_EXPECT_MSG_EQ((Run(2000) == first), false, "other streams give other losses");
    }

    static constexpr double BITS = 100000; ///< between two errors

    Hop m_hop;                   ///< kind of last hop
    uint64_t m_tracedAsData{0};  ///< losses
    uint64_t m_tracedAsOther{0}; ///< losses
};

/**
 * \ingroup wireless-tcp
 *
 * Wrong values.
 */
class LossErrorTest : public TestCase
{
  public:
    LossErrorTest()
        : TestCase("wrong values end the program with a sentence that names them")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::function<void()>, std::string>> mistakes = {
            {[]() { WirelessLossHelper().SetBitsPerError(0.5); }, "0.5 is not at least 1 bit"},
            {[]() { WirelessLossHelper().SetBitsPerError(NAN); }, "nan is not at least 1 bit"},
            {[]() { CreateObject<WirelessLoss>()->SetAttribute("Traffic", StringValue("none")); },
             "Traffic is data, acks or both, not \"none\""},
            {[]() { CreateObject<WirelessLoss>()->SetAttribute("Frames", StringValue("ip")); },
             "Frames is tcp or all, not \"ip\""},
            {[]() { WirelessLossHelper().Install(TestNetwork(Hop::CSMA).hop.Get(0)); }, "call SetErrorModel"},
            {[]() {
                 WirelessLossHelper helper;
                 helper.SetErrorModel("ns3::GilbertElliottErrorModel", "LossRate", DoubleValue(0.6), "MeanBurst", DoubleValue(1));
                 helper.Install(TestNetwork(Hop::CSMA).hop.Get(0))->IsLost(InIpv4(Segment(1), TCP));
             },
             "LossRate of 0.6 cannot come from bursts of 1 packets"},
            {[]() {
                 WirelessLossHelper helper;
                 helper.SetBitsPerError(1e5);
                 TestNetwork net(Hop::CSMA);
                 helper.Install(net.hop);
                 helper.Install(net.hop);
             },
             "node 1, device 1 (ns3::CsmaNetDevice) has a WirelessLoss already"},
        };
        for (const auto& [body, text] : mistakes)
        {
            std::string output;
            NS_TEST_EXPECT_MSG_NE(RunInChild(body, output), 0, text);
            NS_TEST_EXPECT_MSG_NE(output.find(text), std::string::npos, text << " is not in: " << output);
        }
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Bursts of losses: how many packets are lost, and how many in a row.
 */
class GilbertElliottTest : public TestCase
{
  public:
    /**
     * \param rate share of the packets to be lost
     * \param burst mean packets in a burst
     */
    GilbertElliottTest(double rate, double burst)
        : TestCase("Bursts of " + std::to_string(burst) + " packets, " + std::to_string(rate) + " of all"),
          m_rate(rate),
          m_burst(burst)
    {
    }

  private:
    void DoRun() override
    {
        constexpr double PACKETS = 400000;
        WirelessLossHelper helper;
        helper.SetErrorModel("ns3::GilbertElliottErrorModel",
                             "LossRate",
                             DoubleValue(m_rate),
                             "MeanBurst",
                             DoubleValue(m_burst));
        TestNetwork net(Hop::CSMA);
        Ptr<WirelessLoss> loss = helper.Install(net.hop.Get(0));
        NS_TEST_ASSERT_MSG_EQ(loss->AssignStreams(1), 1, "one random variable");
        Ptr<Packet> datagram = InIpv4(Segment(100), TCP);
        double lost = 0;
        double bursts = 0;
        bool before = false;
        for (double i = 0; i < PACKETS; i++)
        {
            const bool now = loss->IsLost(datagram);
            lost += now ? 1 : 0;
            bursts += now && !before ? 1 : 0;
            before = now;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(lost / PACKETS, m_rate, 0.05 * m_rate, "share lost");
        NS_TEST_EXPECT_MSG_EQ_TOL(lost / bursts, m_burst, 0.05 * m_burst, "mean burst");
        Simulator::Destroy();
    }

    double m_rate;  //!< share of the packets to be lost
    double m_burst; //!< mean packets in a burst
};

/**
 * \ingroup wireless-tcp
 *
 * Injected losses.
 */
class LossTestSuite : public TestSuite
{
  public:
    LossTestSuite()
        : TestSuite("wireless-tcp-loss", Type::UNIT)
    {
        AddTestCase(new FilterTest);
        for (const auto& [hop, name] : AllHops())
        {
            AddTestCase(new LossInNetworkTest(hop, name));
        }
        AddTestCase(new GilbertElliottTest(0.05, 4));
        AddTestCase(new GilbertElliottTest(0.5, 2));
        AddTestCase(new GilbertElliottTest(0.2, 1)); // never two in a row
        AddTestCase(new LossErrorTest);
    }
};

static LossTestSuite g_lossTestSuite; ///< registers itself
