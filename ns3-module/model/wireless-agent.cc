// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-agent.h"

#include "datagram-from-bytes.h"
#include "datagram-headers.h"
#include "dsr-datagram.h"
#include "kept-packet-tag.h"
#include "local-retransmission-priority.h"
#include "local-retransmission-tag.h"
#include "wireless-agent-core.h"

#include "ns3/abort.h"
#include "ns3/fatal-error.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WirelessAgent");

NS_OBJECT_ENSURE_REGISTERED(WirelessAgent);

namespace
{

/**
 * An item is spent once its header was added on the way into the device, so every transmission needs one of its own.
 *
 * \param item an item whose header is still apart
 * \return a new item with a copy of the packet; null for an item that is neither IPv4 nor IPv6
 */
Ptr<QueueDiscItem>
CopyOf(Ptr<const QueueDiscItem> item)
{
    if (auto ipv4 = DynamicCast<const Ipv4QueueDiscItem>(item))
    {
        return Create<Ipv4QueueDiscItem>(item->GetPacket()->Copy(),
                                         item->GetAddress(),
                                         item->GetProtocol(),
                                         ipv4->GetHeader());
    }
    if (auto ipv6 = DynamicCast<const Ipv6QueueDiscItem>(item))
    {
        return Create<Ipv6QueueDiscItem>(item->GetPacket()->Copy(),
                                         item->GetAddress(),
                                         item->GetProtocol(),
                                         ipv6->GetHeader());
    }
    return nullptr;
}

/**
 * \tparam Item Ipv4QueueDiscItem or Ipv6QueueDiscItem
 * \tparam Header its header
 * \param datagram a whole datagram
 * \param pattern an item of that class
 * \return an item that sends the datagram to where the other goes
 */
template <typename Item, typename Header>
Ptr<QueueDiscItem>
WithHeaderApart(Ptr<Packet> datagram, const QueueDiscItem& pattern)
{
    Header header;
    datagram->RemoveHeader(header);
    if constexpr (std::is_same_v<Header, Ipv4Header>)
    {
        if (Node::ChecksumEnabled())
        {
            header.EnableChecksum();
        }
    }
    return Create<Item>(datagram, pattern.GetAddress(), pattern.GetProtocol(), header);
}

/**
 * \param item an item whose header is still apart, with a TCP segment
 * \return the segment
 */
Ptr<const Packet>
SegmentOf(Ptr<const QueueDiscItem> item)
{
    auto ipv4 = DynamicCast<const Ipv4QueueDiscItem>(item);
    const auto behindDsr = ipv4 ? DsrDatagram::Read(ipv4->GetHeader(), item->GetPacket()) : std::nullopt;
    return behindDsr ? behindDsr->segment : item->GetPacket();
}

/**
 * \param text from the core
 * \return the same; valid as long as the text, which is static
 */
std::string_view
View(rust::Str text)
{
    return {text.data(), text.size()};
}

/**
 * \param endpoint from the core
 * \return ns-3's form of it
 */
Address
ToAddress(const wtcp::ffi::Endpoint& endpoint)
{
    if (endpoint.ipv6)
    {
        return Inet6SocketAddress(Ipv6Address::Deserialize(endpoint.octets.data()), endpoint.port);
    }
    return InetSocketAddress(Ipv4Address::Deserialize(endpoint.octets.data()), endpoint.port);
}

/**
 * \param event from the core
 * \return ns-3's form of it
 */
AgentEvent
ToAgentEvent(const wtcp::ffi::Event& event)
{
    return {Simulator::Now(),
            std::string(View(event.kind)),
            std::string(View(event.cause)),
            ToAddress(event.source),
            ToAddress(event.destination),
            SequenceNumber32(event.seq),
            event.len,
            NanoSeconds(std::max<int64_t>(event.rtt_ns, 0))};
}

constexpr std::string_view LOCAL_RETRANSMISSION = "local-retransmission";
constexpr std::string_view RTT_SAMPLE = "rtt-sample";

} // namespace

/// The core and what belongs to its work.
struct WirelessAgent::Impl
{
    /// A step that waits for its turn.
    struct Step
    {
        wtcp::ffi::Op op;     //!< what to do
        uint64_t id;          //!< kept packet, if the step is about one or sends to where one goes
        bool priority;        //!< whether a packet to be sent again should overtake others
        AgentEvent event;     //!< diary entry of a packet to be sent again; filled in only if somebody listens
        Ptr<Packet> datagram; //!< what to hand to the node or to the device
        uint16_t protocol;    //!< its EtherType
    };

    explicit Impl(std::unique_ptr<Core> c)
        : core(std::move(c))
    {
    }

    std::unique_ptr<Core> core;                  //!< decides
    wtcp::ffi::Answer answer;                    //!< lists the core fills; used up before anybody else is called
    std::map<uint64_t, Ptr<QueueDiscItem>> kept; //!< packets kept for the core; never sent themselves
    std::vector<Step> steps;                     //!< steps in order; those before `next` are done
    std::size_t next{0};                         //!< first step not done
};

TypeId
WirelessAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::WirelessAgent")
            .SetParent<Object>()
            .SetGroupName("WirelessTcp")
            .AddTraceSource("Event",
                            "The agent's diary: connections found and given up, segments cached, acknowledgements "
                            "suppressed, segments sent again, each with its cause.",
                            MakeTraceSourceAccessor(&WirelessAgent::m_event),
                            "ns3::WirelessAgent::EventCallback")
            .AddTraceSource("LocalRetransmission",
                            "The agent sends a kept segment again: the TCP segment as it is sent, and the diary "
                            "entry that says why.",
                            MakeTraceSourceAccessor(&WirelessAgent::m_localRetransmission),
                            "ns3::WirelessAgent::LocalRetransmissionCallback");
    return tid;
}

WirelessAgent::WirelessAgent()
{
    NS_LOG_FUNCTION(this);
}

WirelessAgent::~WirelessAgent()
{
    NS_LOG_FUNCTION(this);
}

uint64_t
WirelessAgent::GetPacketsSeen() const
{
    return m_packetsSeen;
}

uint32_t
WirelessAgent::GetHeldPackets() const
{
    return m_impl ? m_impl->kept.size() : 0;
}

uint32_t
WirelessAgent::GetConnections() const
{
    return m_impl ? m_impl->core->agent->connections() : 0;
}

uint64_t
WirelessAgent::GetMalformedPackets() const
{
    return m_impl ? m_impl->core->agent->untouched().malformed : 0;
}

uint64_t
WirelessAgent::GetFragments() const
{
    return m_impl ? m_impl->core->agent->untouched().fragments : 0;
}

uint64_t
WirelessAgent::GetUnservedPackets() const
{
    return m_impl ? m_impl->core->agent->untouched().unserved : 0;
}

void
WirelessAgent::FailNextEvent(const std::string& message)
{
    GetCore();
    m_impl->core->agent->fail_for_test(message);
}

std::string
WirelessAgent::Describe() const
{
    const std::string type = GetInstanceTypeId().GetName();
    return m_hook ? type + " on " + m_hook->Describe() : type;
}

Ptr<Node>
WirelessAgent::GetNode() const
{
    return m_hook->GetDevice()->GetNode();
}

void
WirelessAgent::Fail(const std::string& text) const
{
    NS_FATAL_ERROR(Describe() << ": " << text);
}

void
WirelessAgent::Attach(WirelessTrafficControl* hook)
{
    if (m_hook)
    {
        Fail("an agent watches one device and cannot watch " + hook->Describe() + " too");
    }
    m_hook = hook;
}

void
WirelessAgent::OnEgress(Ptr<QueueDiscItem> item, const DatagramHeaders& headers)
{
    NS_LOG_FUNCTION(this << item);
    if (!m_impl || headers.GetSize() == 0)
    {
        m_hook->PassEgress(item);
        return;
    }
    // Whoever listens may dispose of the agent.
    const Ptr<WirelessAgent> self = this;
    const Ptr<WirelessTrafficControl> hook = m_hook;
    m_depth++;
    if (Decide(headers, item))
    {
        hook->PassEgress(item);
    }
    EndEvent();
}

void
WirelessAgent::OnIngress(const WirelessTrafficControl::Arrival& arrival, const DatagramHeaders& headers)
{
    NS_LOG_FUNCTION(this << arrival.datagram);
    if (!m_impl)
    {
        m_hook->PassIngress(arrival);
        return;
    }
    const Ptr<WirelessAgent> self = this;
    const Ptr<WirelessTrafficControl> hook = m_hook;
    m_depth++;
    if (Decide(headers, nullptr))
    {
        hook->PassIngress(arrival);
    }
    EndEvent();
}

bool
WirelessAgent::Decide(const DatagramHeaders& headers, Ptr<QueueDiscItem> leaving)
{
    m_packetsSeen++;
    const auto outcome = m_impl->core->agent->on_packet(
        {Simulator::Now().GetNanoSeconds(), m_hook->GetWaiting()},
        leaving ? wtcp::ffi::Direction::Egress : wtcp::ffi::Direction::Ingress,
        rust::Slice<const uint8_t>(headers.GetData(), headers.GetSize()),
        m_impl->answer);
    TakeAnswer(outcome, leaving);
    return outcome.verdict == wtcp::ffi::Verdict::Forward;
}

void
WirelessAgent::OnQueueDrop(uint64_t id)
{
    NS_LOG_FUNCTION(this << id);
    if (!m_impl)
    {
        return;
    }
    const Ptr<WirelessAgent> self = this;
    m_depth++;
    TakeAnswer(m_impl->core->agent->on_queue_drop({Simulator::Now().GetNanoSeconds(), m_hook->GetWaiting()},
                                                  id,
                                                  m_impl->answer),
               nullptr);
    EndEvent();
}

void
WirelessAgent::Tell(const CoreEvent& event)
{
    GetCore();
    const Ptr<WirelessAgent> self = this;
    m_depth++;
    const wtcp::ffi::Moment at{Simulator::Now().GetNanoSeconds(), m_hook->GetWaiting()};
    TakeAnswer(event(*m_impl->core->agent, at, m_impl->answer), nullptr);
    EndEvent();
}

const WirelessAgent::Core&
WirelessAgent::GetCore() const
{
    if (!m_impl)
    {
        Fail("the agent has not started yet");
    }
    return *m_impl->core;
}

void
WirelessAgent::OnTimer()
{
    NS_LOG_FUNCTION(this);
    m_armedNs = NEVER;
    const int64_t now = Simulator::Now().GetNanoSeconds();
    if (now < m_deadlineNs)
    {
        Arm();
        return;
    }
    m_deadlineNs = NEVER;
    const Ptr<WirelessAgent> self = this;
    m_depth++;
    TakeAnswer(m_impl->core->agent->on_timer({now, m_hook->GetWaiting()}, m_impl->answer), nullptr);
    EndEvent();
}

void
WirelessAgent::TakeAnswer(const wtcp::ffi::Outcome& outcome, Ptr<QueueDiscItem> leaving)
{
    if (outcome.verdict == wtcp::ffi::Verdict::Fault)
    {
        Fail(std::string(m_impl->core->agent->fault()));
    }
    SetDeadline(outcome.deadline_ns);

    std::vector<AgentEvent> diary;
    if (!m_event.IsEmpty() || !m_localRetransmission.IsEmpty() || g_log.IsEnabled(LOG_INFO))
    {
        for (const auto& event : m_impl->answer.events)
        {
            diary.push_back(ToAgentEvent(event));
        }
    }

    // The core enters each packet that it sends again in its diary, in the order of the steps.
    auto reason = diary.cbegin();
    const auto takeReason = [&]() {
        reason = std::find_if(reason, diary.cend(), [](const AgentEvent& event) {
            return event.kind == LOCAL_RETRANSMISSION;
        });
        return reason == diary.cend() ? AgentEvent() : *reason++;
    };
    for (const auto& step : m_impl->answer.steps)
    {
        switch (step.op)
        {
        case wtcp::ffi::Op::Keep: {
            Ptr<QueueDiscItem> copy = leaving ? CopyOf(leaving) : nullptr;
            if (!copy || !m_impl->kept.emplace(step.id, copy).second)
            {
                Fail("the core keeps what is no packet on its way out, or a packet under a name already in use");
            }
            KeptPacketTag tag(m_hook->GetDevice(), step.id);
            leaving->GetPacket()->ReplacePacketTag(tag);
            break;
        }
        case wtcp::ffi::Op::Send:
            m_impl->steps.push_back({step.op, step.id, false, {}, nullptr, 0});
            break;
        case wtcp::ffi::Op::Resend:
            m_impl->steps.push_back({step.op, step.id, step.priority, takeReason(), nullptr, 0});
            break;
        case wtcp::ffi::Op::Release:
            m_impl->steps.push_back({step.op, step.id, false, {}, nullptr, 0});
            break;
        case wtcp::ffi::Op::Inject:
        case wtcp::ffi::Op::Transmit: {
            uint16_t protocol = 0;
            const std::size_t end = std::size_t(step.offset) + step.length;
            Ptr<Packet> datagram = end <= m_impl->answer.bytes.size()
                                       ? DatagramFromBytes(m_impl->answer.bytes.data() + step.offset,
                                                           step.length,
                                                           protocol)
                                       : nullptr;
            if (!datagram)
            {
                Fail("the core makes a malformed datagram");
            }
            m_impl->steps.push_back({step.op, step.id, false, {}, datagram, protocol});
            break;
        }
        default:
            Fail("the core asks for a step that this module does not know");
        }
    }

    // Last, since whoever listens may send packets, and so lead to further events.
    for (const AgentEvent& event : diary)
    {
        NS_LOG_INFO(Describe() << ": " << event.kind << " (" << event.cause << ") seq " << event.seq << " length "
                               << event.length << (event.kind == RTT_SAMPLE ? " round trip " + std::to_string(event.rtt.GetSeconds()) + " s" : ""));
        m_event(event);
    }
}

void
WirelessAgent::EndEvent()
{
    // Only the outermost event carries steps out, when its packet is on its way, so that steps of events inside it
    // come after its own.
    while (m_depth == 1 && m_impl && m_impl->next < m_impl->steps.size())
    {
        const Impl::Step step = std::move(m_impl->steps[m_impl->next++]);
        if (step.op == wtcp::ffi::Op::Send)
        {
            SendKept(step.id);
        }
        else if (step.op == wtcp::ffi::Op::Resend)
        {
            Resend(step.id, step.priority, step.event);
        }
        else if (step.op == wtcp::ffi::Op::Inject)
        {
            m_hook->Inject(step.datagram, step.protocol);
        }
        else if (step.op == wtcp::ffi::Op::Transmit)
        {
            Transmit(step.id, step.datagram);
        }
        else if (m_impl->kept.erase(step.id) == 0)
        {
            Fail("the core releases a packet that it does not keep");
        }
    }
    if (m_depth == 1 && m_impl)
    {
        m_impl->steps.clear();
        m_impl->next = 0;
    }
    m_depth--;
}

Ptr<QueueDiscItem>
WirelessAgent::CopyOfKept(uint64_t id) const
{
    const auto kept = m_impl->kept.find(id);
    if (kept == m_impl->kept.end())
    {
        Fail("the core sends a packet that it does not keep");
    }
    return CopyOf(kept->second);
}

void
WirelessAgent::SendKept(uint64_t id)
{
    Ptr<QueueDiscItem> item = CopyOfKept(id);
    KeptPacketTag tag(m_hook->GetDevice(), id);
    item->GetPacket()->ReplacePacketTag(tag);
    m_hook->PassEgress(item);
}

void
WirelessAgent::Resend(uint64_t id, bool priority, const AgentEvent& event)
{
    Ptr<QueueDiscItem> item = CopyOfKept(id);
    Ptr<Packet> segment = item->GetPacket();
    segment->AddPacketTag(LocalRetransmissionTag(priority));
    if (priority)
    {
        SocketPriorityTag tag;
        tag.SetPriority(LocalRetransmissionPriority::SOCKET_PRIORITY);
        segment->ReplacePacketTag(tag);
    }
    if (!m_localRetransmission.IsEmpty())
    {
        m_localRetransmission(SegmentOf(item), event);
    }
    m_hook->PassEgress(item);
}

void
WirelessAgent::Transmit(uint64_t alike, Ptr<Packet> datagram)
{
    Ptr<QueueDiscItem> pattern = CopyOfKept(alike);
    if (DynamicCast<Ipv4QueueDiscItem>(pattern))
    {
        m_hook->PassEgress(WithHeaderApart<Ipv4QueueDiscItem, Ipv4Header>(datagram, *pattern));
    }
    else
    {
        m_hook->PassEgress(WithHeaderApart<Ipv6QueueDiscItem, Ipv6Header>(datagram, *pattern));
    }
}

void
WirelessAgent::SetDeadline(int64_t deadlineNs)
{
    m_deadlineNs = deadlineNs;
    if (deadlineNs == NEVER)
    {
        m_timer.Cancel();
        m_armedNs = NEVER;
    }
    else if (deadlineNs < m_armedNs)
    {
        // A later deadline leaves the timer alone; OnTimer puts it off then. Most packets move the deadline on, and
        // cancelled events would fill the simulator's queue.
        m_timer.Cancel();
        Arm();
    }
}

void
WirelessAgent::Arm()
{
    // Rounded up to the clock's resolution: a timer that fires before the deadline would be set again for the same
    // instant, for ever.
    Time at = std::max(Simulator::Now(), NanoSeconds(m_deadlineNs));
    if (at.GetNanoSeconds() < m_deadlineNs)
    {
        at += TimeStep(1);
    }
    m_timer = Simulator::Schedule(at - Simulator::Now(), &WirelessAgent::OnTimer, this);
    m_armedNs = m_deadlineNs;
}

void
WirelessAgent::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    m_impl = std::make_unique<Impl>(MakeCore());
    Object::DoInitialize();
}

void
WirelessAgent::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_timer.Cancel();
    m_impl.reset();
    if (m_hook)
    {
        // Packets go on without an agent.
        const Ptr<WirelessTrafficControl> hook = m_hook;
        m_hook = nullptr;
        hook->m_agent = nullptr;
    }
    Object::DoDispose();
}

} // namespace ns3
