// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-tcp-test-network.h"

#include "ns3/channel.h"
#include "ns3/config.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/snoop-agent.h"
#include "ns3/snoop-helper.h"
#include "ns3/stream-source.h"
#include "ns3/string.h"
#include "ns3/tcp-variant-helper.h"
#include "ns3/test.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-loss.h"
#include "ns3/wireless-traffic-control.h"

#include <cstdint>
#include <map>
#include <string>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint64_t TRANSFER_BYTES = 1500000; ///< of a transfer
constexpr double BITS_PER_ERROR = 524288;    ///< one error in 64 KB
constexpr double START = 4;                  ///< of a transfer (s)

/// What a run is like.
struct Upload
{
    Hop hop{Hop::POINT_TO_POINT};                     ///< kind of last hop
    std::string protocol{"ns3::TcpSocketFactory"};    ///< socket factory of the hosts
    std::map<std::string, std::string> defaults{};    ///< attributes
    std::string wiredDelay{"1ms"};                    ///< of the wired link, one way
    double bitsPerError{BITS_PER_ERROR};              ///< on the last hop, both ways
    bool ipv6{false};                                 ///< instead of IPv4
    bool agent{true};                                 ///< whether the base station has one
    bool record{false};                               ///< whether to record the frames
};

/// What came of it.
struct Outcome
{
    uint64_t delivered{0};                                  ///< bytes, as they were sent
    double seconds{0};                                      ///< from the first SYN to the end of the transfer
    std::map<std::string, uint32_t> events;                 ///< of the agent, by kind
    uint32_t held{0};                                       ///< packets that the agent keeps at the end
    uint32_t connections{0};                                ///< that it knows at the end
    uint64_t lost{0};                                       ///< data segments
    std::vector<std::pair<Time, std::string>> frames;       ///< if recorded

    /// \param event of the agent
    void Note(const AgentEvent& event)
    {
        events[event.kind]++;
    }

    /// The connection has ended, in order or not.
    void End(bool)
    {
        seconds = Simulator::Now().GetSeconds() - START;
    }
};

/**
 * \param upload what to run
 * \return what came of it
 */
Outcome
Simulate(const Upload& upload)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", StringValue("1400")); // fits with any headers
    for (const auto& [name, value] : upload.defaults)
    {
        Config::SetDefault(name, StringValue(value));
    }
    Outcome outcome;
    TestNetwork net(upload.hop);
    net.wired.Get(0)->GetChannel()->SetAttribute("Delay", StringValue(upload.wiredDelay));
    net.InstallStack();
    ClassicRenoHelper().Install(net.nodes);
    ElnHelper().Install(net.nodes);
    upload.ipv6 ? net.AssignIpv6() : net.AssignIpv4();
    Ptr<SnoopAgent> agent;
    if (upload.agent)
    {
        agent = SnoopHelper().Install(net.hop.Get(0));
        agent->TraceConnectWithoutContext("Event", MakeCallback(&Outcome::Note, &outcome));
    }
    if (upload.bitsPerError > 0)
    {
        WirelessLossHelper loss;
        loss.SetBitsPerError(upload.bitsPerError);
        loss.Install(net.hop);
        loss.AssignStreams(net.hop, 1000);
    }
    if (upload.record)
    {
        net.RecordFrames();
    }
    auto source = net.StartUpload(TRANSFER_BYTES, upload.protocol, upload.ipv6);
    source->TraceConnectWithoutContext("End", MakeCallback(&Outcome::End, &outcome));
    Simulator::Stop(Seconds(400));
    Simulator::Run();
    outcome.delivered = net.GetDelivered();
    if (upload.bitsPerError > 0)
    {
        outcome.lost = WirelessTrafficControl::Get(net.hop.Get(0))->GetLoss()->GetLostData();
    }
    if (agent)
    {
        outcome.held = agent->GetHeldPackets();
        outcome.connections = agent->GetConnections();
    }
    outcome.frames = net.GetFrames();
    Simulator::Destroy();
    Config::Reset();
    return outcome;
}

/// Classic Reno, as the papers' hosts were.
const std::map<std::string, std::string> RENO = {
    {"ns3::TcpL4Protocol::SocketType", "ns3::TcpClassicReno"},
    {"ns3::TcpL4Protocol::RecoveryType", "ns3::TcpClassicRecovery"},
    {"ns3::TcpSocketBase::Sack", "false"},
    {"ns3::TcpSocketBase::Timestamp", "false"},
};

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * A sender that understands Explicit Loss Notification is much faster with the agent than without.
 */
class ElnUploadTest : public TestCase
{
  public:
    /**
     * \param name what is special about it
     * \param upload the run
     */
    ElnUploadTest(const std::string& name, const Upload& upload)
        : TestCase("notified of its losses, a mobile sender keeps its window: " + name),
          m_upload(upload)
    {
    }

  private:
    void DoRun() override
    {
        m_upload.protocol = "ns3::ElnSocketFactory";
        m_upload.agent = false;
        const Outcome plain = Simulate(m_upload);
        m_upload.agent = true;
        Outcome helped = Simulate(m_upload);
        NS_TEST_ASSERT_MSG_EQ(plain.delivered, TRANSFER_BYTES, "whole without the agent");
        NS_TEST_ASSERT_MSG_EQ(helped.delivered, TRANSFER_BYTES, "whole with it");
        NS_TEST_EXPECT_MSG_GT(helped.lost, 10, "there was something to repair");
        const double gain = WTCP_NS3_VERSION < 30043 ? 1.3 : 0.85;
        NS_TEST_EXPECT_MSG_GT(plain.seconds, gain * helped.seconds, "faster by a third, or not much slower");
        NS_TEST_EXPECT_MSG_GT(helped.events["negative-ack"], 10, "by negative acknowledgements");
        NS_TEST_EXPECT_MSG_GT(helped.events["ack-marked"], 10, "and marks");
        NS_TEST_EXPECT_MSG_EQ(helped.held + helped.connections, 0, "nothing is left behind");
    }

    Upload m_upload; ///< the run
};

/**
 * \ingroup wireless-tcp
 *
 * What the mobile host's own queue drops looks to the base station like a loss on the hop, but is congestion to the sender.
 */
class OwnDropsTest : public TestCase
{
  public:
    OwnDropsTest()
        : TestCase("a sender gives way to what its own queue drops, whatever the base station says")
    {
    }

  private:
    void DoRun() override
    {
        Upload upload;
        upload.defaults = RENO;
        upload.defaults["ns3::FqCoDelQueueDisc::MaxSize"] = "20p";
        upload.defaults["ns3::DropTailQueue<Packet>::MaxSize"] = "2p"; // of the devices, which tell no queue disc of drops
        upload.protocol = "ns3::ElnSocketFactory";
        upload.bitsPerError = 0;
        upload.agent = false;
        const Outcome plain = Simulate(upload);
        upload.agent = true;
        Outcome told = Simulate(upload);
        NS_TEST_ASSERT_MSG_EQ(told.delivered, TRANSFER_BYTES, "whole");
        NS_TEST_EXPECT_MSG_GT(told.events["negative-ack"], 0, "the queue drops, and the base station misses it");
        NS_TEST_EXPECT_MSG_LT(told.events["negative-ack"], 150, "but less than a tenth of what is sent");
        NS_TEST_EXPECT_MSG_LT(told.seconds, 1.05 * plain.seconds, "not slower than without the agent");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * A standard sender with SACK believes the base station's blocks. Over a long wired path it learns of its losses long before the
 * fixed host could tell it. Up to ns-3.42 several losses then make one recovery; later releases recover from each by itself.
 */
class SackUploadTest : public TestCase
{
  public:
    SackUploadTest()
        : TestCase("a standard sender with SACK acts on the base station's blocks")
    {
    }

  private:
    void DoRun() override
    {
        Upload upload;
        upload.wiredDelay = "60ms";
        upload.defaults = {{"ns3::TcpL4Protocol::SocketType", "ns3::TcpNewReno"},
                           {"ns3::TcpSocketBase::Sack", "true"},
                           {"ns3::SnoopAgent::ExplicitLossNotification", "false"}};
        upload.agent = false;
        const Outcome plain = Simulate(upload);
        upload.agent = true;
        Outcome helped = Simulate(upload);
        NS_TEST_ASSERT_MSG_EQ(plain.delivered, TRANSFER_BYTES, "whole without the agent");
        NS_TEST_ASSERT_MSG_EQ(helped.delivered, TRANSFER_BYTES, "whole with it");
        const double gain = WTCP_NS3_VERSION < 30043 ? 1.3 : 0.85;
        NS_TEST_EXPECT_MSG_GT(plain.seconds, gain * helped.seconds, "faster by a third, or not much slower");
        NS_TEST_EXPECT_MSG_GT(helped.events["negative-ack"], 10, "by negative acknowledgements");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * A sender that knows neither SACK nor the option does what it would do without the agent, except that it gets some
 * acknowledgements that are old news.
 */
class UnawareUploadTest : public TestCase
{
  public:
    UnawareUploadTest()
        : TestCase("a sender that understands nothing of it is not misled")
    {
    }

  private:
    void DoRun() override
    {
        Upload upload;
        upload.protocol = "ns3::ClassicRenoSocketFactory";
        upload.defaults = RENO;
        upload.agent = false;
        const Outcome plain = Simulate(upload);
        upload.agent = true;
        const Outcome helped = Simulate(upload);
        NS_TEST_ASSERT_MSG_EQ(helped.delivered, TRANSFER_BYTES, "whole with the agent");
        NS_TEST_EXPECT_MSG_EQ_TOL(helped.seconds, plain.seconds, 0.05 * plain.seconds, "as fast as without");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Without losses the agent changes no frame on the air, and it can be switched off.
 */
class SilentUploadTest : public TestCase
{
  public:
    SilentUploadTest()
        : TestCase("the agent is silent where nothing is lost, and where it is told to be")
    {
    }

  private:
    void DoRun() override
    {
        Upload upload;
        upload.hop = Hop::WIFI;
        upload.bitsPerError = 0;
        upload.record = true;
        upload.agent = false;
        const Outcome plain = Simulate(upload);
        upload.agent = true;
        const Outcome watched = Simulate(upload);
        NS_TEST_EXPECT_MSG_EQ(watched.delivered, TRANSFER_BYTES, "whole");
        NS_TEST_EXPECT_MSG_GT(plain.frames.size(), 1000, "frames were recorded");
        NS_TEST_EXPECT_MSG_EQ((watched.frames == plain.frames), true, "the same frames at the same times");

        upload.bitsPerError = BITS_PER_ERROR;
        upload.record = false;
        upload.defaults = {{"ns3::SnoopAgent::NegativeAcks", "false"}};
        auto events = Simulate(upload).events;
        NS_TEST_EXPECT_MSG_EQ(events["negative-ack"] + events["ack-marked"], 0, "switched off");
    }
};

/**
 * \ingroup wireless-tcp
 */
class WirelessTcpUploadTestSuite : public TestSuite
{
  public:
    WirelessTcpUploadTestSuite()
        : TestSuite("wireless-tcp-upload", TestSuite::Type::UNIT)
    {
        Upload lan;
        lan.defaults = RENO;
        AddTestCase(new ElnUploadTest("Reno, LAN", lan));
        Upload wan = lan;
        wan.wiredDelay = "60ms";
        AddTestCase(new ElnUploadTest("Reno, WAN", wan));
        Upload wifi = lan;
        wifi.hop = Hop::WIFI;
        AddTestCase(new ElnUploadTest("Reno, 802.11b", wifi));
        Upload ipv6 = wan;
        ipv6.ipv6 = true;
        AddTestCase(new ElnUploadTest("Reno, WAN, IPv6", ipv6));
        Upload modern = wan;
        modern.defaults = {{"ns3::TcpL4Protocol::SocketType", "ns3::TcpNewReno"},
                           {"ns3::TcpSocketBase::Sack", "true"},
                           {"ns3::TcpSocketBase::Timestamp", "true"}};
        AddTestCase(new ElnUploadTest("SACK and timestamps, WAN", modern));
        AddTestCase(new OwnDropsTest);
        AddTestCase(new SackUploadTest);
        AddTestCase(new UnawareUploadTest);
        AddTestCase(new SilentUploadTest);
    }
};

static WirelessTcpUploadTestSuite g_wirelessTcpUploadTestSuite; ///< the suite
