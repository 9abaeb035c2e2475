// SPDX-License-Identifier: GPL-2.0-only
#include "conversation.h"
#include "hook-ledger.h"
#include "wireless-tcp-test-network.h"

#include "ns3/attribute-defaults.h"
#include "ns3/config.h"
#include "ns3/host-profile.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/snoop-helper.h"
#include "ns3/socket.h"
#include "ns3/tcp-datagram.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/wireless-loss-helper.h"
#include "ns3/wireless-traffic-control.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;

namespace
{

constexpr uint64_t LENGTH = 60000;        ///< of the transfer, bytes
constexpr double BITS_PER_ERROR = 60000; ///< on the hop
constexpr uint8_t TTL = 33;              ///< of forged datagrams, at the mobile host

const std::string MALFORMED = "malformed"; ///< counted instead of entered in the diary

/// What an attacker on the hop overhears.
struct Overheard
{
    TcpEnds ends;         ///< of the mobile host's segments
    TcpHeader header;     ///< of its last one
    uint32_t highest{0};  ///< end of the highest data for it
};

/// TCP header bytes, with the payload if there is one.
using Bytes = std::vector<uint8_t>;

/// A way to attack.
struct Attack
{
    std::string name;                              ///< what is forged
    uint32_t burst;                                ///< segments at a time, each 20 ms
    std::function<Bytes(const Overheard&)> forge;  ///< makes one
    bool refused;                                  ///< whether the fixed host's TCP refuses it, though not ns-3's
    std::string kind;                              ///< of a diary entry that it must cause, or MALFORMED; may be empty
    bool needsOptions{false};                      ///< whether it means anything only where hosts have TCP options
};

/**
 * \param heard what the attacker knows
 * \param flags control bits
 * \param seq added to the sequence number
 * \param ack added to the acknowledgement number
 * \return a header as the mobile host's last one, with these changes
 */
TcpHeader
Header(const Overheard& heard, uint8_t flags, uint32_t seq = 0, uint32_t ack = 0)
{
    TcpHeader header;
    header.SetSourcePort(heard.header.GetSourcePort());
    header.SetDestinationPort(heard.header.GetDestinationPort());
    header.SetWindowSize(heard.header.GetWindowSize());
    header.SetFlags(flags);
    header.SetSequenceNumber(SequenceNumber32(heard.header.GetSequenceNumber().GetValue() + seq));
    header.SetAckNumber(SequenceNumber32(heard.header.GetAckNumber().GetValue() + ack));
    if (heard.header.HasOption(TcpOption::TS))
    {
        header.AppendOption(heard.header.GetOption(TcpOption::TS));
    }
    return header;
}

/**
 * \param header a header
 * \param options bytes behind it
 * \return its bytes
 */
Bytes
ToBytes(const TcpHeader& header, const Bytes& options = {})
{
    Ptr<Packet> packet = Create<Packet>();
    packet->AddHeader(header);
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    bytes.insert(bytes.end(), options.begin(), options.end());
    bytes[12] = bytes.size() / 4 << 4;
    return bytes;
}

/**
 * \param octets of a payload
 * \return as many bytes that nobody sent
 */
Bytes
OtherContent(std::size_t octets)
{
    return Bytes(octets, 0xa5);
}

/**
 * \return the attacks
 */
std::vector<Attack>
AllAttacks()
{
    constexpr uint8_t ACK = TcpHeader::ACK;
    return {
        {"acknowledgements of data never sent",
         5,
         [](const Overheard& heard) { return ToBytes(Header(heard, ACK, 0, 1000000)); },
         false,
         "passed-untouched"},
        {"acknowledgements of everything, in segments that the sender refuses",
         2,
         [](const Overheard& heard) {
             TcpHeader header = Header(heard, ACK, 0x40000000);
             header.SetAckNumber(SequenceNumber32(heard.highest));
             return ToBytes(header);
         },
         true,
         "passed-untouched"},
        {"acknowledgements of everything, without the options that the hosts agreed on",
         2,
         [](const Overheard& heard) {
             Bytes bytes = ToBytes(Header(heard, ACK));
             bytes.resize(20);
             bytes[12] = 5 << 4;
             for (int i = 0; i < 4; i++)
             {
                 bytes[8 + i] = heard.highest >> (24 - 8 * i);
             }
             return bytes;
         },
         true,
         "passed-untouched",
         true},
        {"storms of duplicate acknowledgements",
         300,
         [](const Overheard& heard) { return ToBytes(Header(heard, ACK)); },
         false,
         "duplicate-ack-forwarded"},
        {"SACK blocks outside the window",
         5,
         [](const Overheard& heard) {
             TcpHeader header = Header(heard, ACK);
             Ptr<TcpOptionSack> sack = CreateObject<TcpOptionSack>();
             const SequenceNumber32 start = header.GetAckNumber() + 5000000;
             sack->AddSackBlock({start, start + 1000});
             header.AppendOption(sack);
             return ToBytes(header);
         },
         true,
         ""},
        {"resets outside the window",
         1,
         [](const Overheard& heard) { return ToBytes(Header(heard, TcpHeader::RST, 0x40000000)); },
         true,
         "flow-closed"},
        {"SYNs",
         2,
         [](const Overheard& heard) { return ToBytes(Header(heard, TcpHeader::SYN, 77)); },
         true,
         ""},
        {"SYN, FIN and acknowledgement in one",
         2,
         [](const Overheard& heard) {
             return ToBytes(Header(heard, TcpHeader::SYN | TcpHeader::FIN | ACK, 0x40000000));
         },
         true,
         "passed-untouched"},
        {"data that nobody sent, outside the window",
         2,
         [](const Overheard& heard) {
             Bytes bytes = ToBytes(Header(heard, ACK, 0x40000000));
             const Bytes content = OtherContent(100);
             bytes.insert(bytes.end(), content.begin(), content.end());
             return bytes;
         },
         true,
         "passed-untouched"},
        {"options of absurd length",
         2,
         [](const Overheard& heard) { return ToBytes(Header(heard, ACK), {5, 255, 0, 0, 3, 0, 255, 255}); },
         true,
         ""},
        {"an absurd window scale",
         2,
         [](const Overheard& heard) { return ToBytes(Header(heard, TcpHeader::SYN | ACK), {3, 3, 255, 0}); },
         true,
         ""},
        {"a header longer than its datagram",
         2,
         [](const Overheard& heard) {
             Bytes bytes = ToBytes(Header(heard, ACK));
             bytes[12] = 0xf0;
             return bytes;
         },
         true,
         MALFORMED},
        {"a header that is cut off",
         2,
         [](const Overheard& heard) {
             Bytes bytes = ToBytes(Header(heard, ACK));
             bytes.resize(13);
             return bytes;
         },
         true,
         MALFORMED},
    };
}

} // namespace

/**
 * \ingroup wireless-tcp
 *
 * A transfer during which somebody on the hop borrows the mobile host's address. What the fixed host refuses according to
 * RFC 9293 and RFC 5961, but ns-3's TCP does not, it never sees here: the agent is what is tested.
 */
class AttackTest : public TestCase
{
  public:
    /**
     * \param attack what is forged
     * \param papers whether the hosts are those of the papers, or ns-3's
     */
    AttackTest(const Attack& attack, bool papers)
        : TestCase("a transfer survives " + attack.name + (papers ? " (the papers' hosts)" : " (ns-3's defaults)")),
          m_attack(attack),
          m_papers(papers)
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        AttributeDefaults defaults;
        if (m_papers)
        {
            HostProfile::Get("bsd-1995").Apply(defaults);
        }
        TestNetwork net(Hop::POINT_TO_POINT);
        net.InstallStack();
        net.AssignIpv4();
        // The default queue disc would look into TCP headers that are not there.
        TrafficControlHelper().Uninstall(net.wired.Get(1));
        TrafficControlHelper().Uninstall(net.hop.Get(1));
        auto hook = WirelessTrafficControl::Install(net.hop.Get(0));
        HookLedger ledger(hook);
        const auto agent = SnoopHelper(m_papers ? "1995" : "1997").Install(net.hop.Get(0));
        ledger.Follow(agent);
        WirelessLossHelper loss;
        loss.SetBitsPerError(BITS_PER_ERROR);
        loss.SetTraffic("data");
        loss.Install(net.hop);
        loss.AssignStreams(net.hop, 1000);
        hook->TraceConnectWithoutContext("Egress", MakeCallback(&AttackTest::OverhearData, this));
        hook->TraceConnectWithoutContext("Ingress", MakeCallback(&AttackTest::OverhearAck, this));
        WirelessTrafficControl::Install(net.wired.Get(0))->SetArrivalFilter(
            [this](Ptr<const Packet> datagram, const Address&) {
                const bool forged = IsForged(datagram, TTL - 1);
                m_reached += forged;
                return !(forged && m_attack.refused);
            });
        Conversation::Plan plan;
        plan.toMobile = LENGTH;
        Conversation conversation(net, plan);
        for (int i = 1; i < 500; i++)
        {
            Simulator::ScheduleWithContext(net.nodes.Get(2)->GetId(),
                                           Seconds(4) + MilliSeconds(20 * i),
                                           [this, &net, &conversation]() {
                                               if (m_heard && conversation.GetReceivedByMobile() < LENGTH)
                                               {
                                                   Strike(net);
                                               }
                                           });
        }
        Simulator::Stop(Seconds(400));
        Simulator::Run();

        NS_TEST_EXPECT_MSG_EQ(conversation.IsComplete(), true, "complete");
        NS_TEST_EXPECT_MSG_EQ(ledger.GetFaults(), "", "the agent's books");
        NS_TEST_EXPECT_MSG_GT(m_forged, 5, "forged segments");
        if (!m_attack.kind.empty())
        {
            NS_TEST_EXPECT_MSG_GT(m_reached, 0, "forged segments that the agent passed on");
            const uint64_t noticed =
                m_attack.kind == MALFORMED ? agent->GetMalformedPackets() : ledger.Count(m_attack.kind);
            NS_TEST_EXPECT_MSG_GT(noticed, 0, m_attack.kind);
        }
        const uint32_t bound = 10 * ledger.Count("cached");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(ledger.Count("local-retransmission"), bound, "local retransmissions");
        NS_TEST_EXPECT_MSG_EQ(agent->GetHeldPackets(), 0, "packets held at the end");
        NS_TEST_EXPECT_MSG_EQ(agent->GetConnections(), 0, "connections known at the end");
        Simulator::Destroy();
        Config::Reset();
    }

    /**
     * \param datagram a datagram
     * \param ttl of a forged one at this place
     * \return whether it is one
     */
    static bool IsForged(Ptr<const Packet> datagram, uint8_t ttl)
    {
        Ipv4Header ip;
        datagram->PeekHeader(ip);
        return ip.GetTtl() == ttl;
    }

    void OverhearData(Ptr<const Packet> datagram)
    {
        const auto tcp = TcpDatagram::Read(datagram);
        if (tcp && tcp->payloadSize > 0)
        {
            m_highest = tcp->header.GetSequenceNumber().GetValue() + tcp->payloadSize;
        }
    }

    void OverhearAck(Ptr<const Packet> datagram)
    {
        const auto tcp = TcpDatagram::Read(datagram);
        if (tcp && m_highest > 0 && !IsForged(datagram, TTL))
        {
            m_heard = Overheard{tcp->ends, tcp->header, 0};
        }
    }

    void Strike(const TestNetwork& net)
    {
        m_heard->highest = m_highest;
        const auto ip = net.nodes.Get(2)->GetObject<Ipv4L3Protocol>();
        for (uint32_t i = 0; i < m_attack.burst; i++)
        {
            const Bytes bytes = m_attack.forge(*m_heard);
            Ptr<Packet> segment = Create<Packet>(bytes.data(), bytes.size());
            SocketIpTtlTag ttl;
            ttl.SetTtl(TTL);
            segment->AddPacketTag(ttl);
            ip->Send(segment,
                     InetSocketAddress::ConvertFrom(m_heard->ends.source).GetIpv4(),
                     InetSocketAddress::ConvertFrom(m_heard->ends.destination).GetIpv4(),
                     6,
                     nullptr);
            m_forged++;
        }
    }

    const Attack m_attack;            //!< what is forged
    const bool m_papers;              //!< whose hosts
    std::optional<Overheard> m_heard; //!< what the attacker knows
    uint32_t m_highest{0};            //!< end of the highest data for the mobile host
    uint32_t m_forged{0};             //!< segments
    uint32_t m_reached{0};            //!< of these at the fixed host
};

/**
 * \ingroup wireless-tcp
 *
 * What somebody on the wireless side can send.
 */
class AttackTestSuite : public TestSuite
{
  public:
    AttackTestSuite()
        : TestSuite("wireless-tcp-attack", Type::UNIT)
    {
        for (const Attack& attack : AllAttacks())
        {
            for (bool papers : {false, true})
            {
                if (!(papers && attack.needsOptions))
                {
                    AddTestCase(new AttackTest(attack, papers));
                }
            }
        }
    }
};

static AttackTestSuite g_attackTestSuite; ///< registers itself
