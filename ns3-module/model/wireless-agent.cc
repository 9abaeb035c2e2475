// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-agent.h"

#include "agent-event-from-core.h"
#include "datagram-from-bytes.h"
#include "datagram-headers.h"
#include "dsr-guard.h"
#include "kept-packet-tag.h"
#include "kept-packet.h"
#include "link-address.h"
#include "local-retransmission-priority.h"
#include "local-retransmission-tag.h"
#include "wireless-agent-core.h"

#include "ns3/abort.h"
#include "ns3/fatal-error.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WirelessAgent");

NS_OBJECT_ENSURE_REGISTERED(WirelessAgent);

namespace
{

/// More than any agent appends to a datagram or puts into a frame, bytes.
constexpr uint32_t MAX_TRAILER = 64;

constexpr std::string_view LOCAL_RETRANSMISSION = "local-retransmission";
constexpr std::string_view RTT_SAMPLE = "rtt-sample";

} // namespace

/// The packet that caused an event; neither is set where none did.
struct WirelessAgent::Subject
{
    Ptr<QueueDiscItem> leaving;                               //!< a packet that leaves by the device
    const WirelessTrafficControl::Arrival* arrival{nullptr}; //!< one that arrived
};

/// Waits for its turn.
struct WirelessAgent::Step
{
    wtcp::ffi::Op op;     //!< what to do
    uint64_t id;          //!< kept packet, if the step is about one or sends to where one goes
    uint64_t to;          //!< neighbour that a frame goes to
    bool priority;        //!< whether a packet to be sent again should overtake others
    AgentEvent event;     //!< diary entry of a packet to be sent again; filled in only if somebody listens
    Ptr<Packet> bytes;    //!< what to hand to the node or to the device, or to append to a packet; may be null
    uint16_t protocol{0}; //!< EtherType of a datagram
};

/// The core and what belongs to its work.
struct WirelessAgent::Impl
{
    explicit Impl(std::unique_ptr<Core> c)
        : core(std::move(c))
    {
    }

    std::unique_ptr<Core> core;                  //!< decides
    wtcp::ffi::Answer answer;                    //!< lists the core fills; used up before anybody else is called
    std::map<uint64_t, KeptPacket> kept;         //!< packets kept for the core
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

bool
WirelessAgent::HoldsPackets() const
{
    return false;
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
    const Ptr<WirelessTrafficControl> hook = m_hook;
    const auto pass = [hook, item]() { hook->PassEgress(item); };
    if (!m_impl || headers.GetSize() == 0 || !SeesDepartures())
    {
        pass();
        return;
    }
    Leave(item, headers, pass);
}

bool
WirelessAgent::SeesDepartures() const
{
    return true;
}

void
WirelessAgent::Leave(Ptr<QueueDiscItem> item, const DatagramHeaders& headers, const std::function<void()>& pass)
{
    // Whoever listens may dispose of the agent.
    const Ptr<WirelessAgent> self = this;
    m_depth++;
    m_packetsSeen++;
    const auto neighbour = ToLinkAddress(item->GetAddress());
    const uint32_t mtu = m_hook->GetDevice()->GetMtu();
    const uint32_t room = mtu - std::min(mtu, item->GetSize());
    const auto outcome = m_impl->core->agent->on_packet(
        Now(),
        {wtcp::ffi::Direction::Egress, neighbour.has_value(), neighbour.value_or(0), false, room},
        {headers.GetData(), headers.GetSize()},
        {},
        m_impl->answer);
    TakeAnswer(outcome, {item});
    if (outcome.verdict == wtcp::ffi::Verdict::Forward)
    {
        pass();
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
    m_packetsSeen++;
    std::array<uint8_t, MAX_TRAILER> trailer;
    const uint32_t behind = headers.CopyTrailer(arrival.datagram, trailer.data(), trailer.size());
    // ns-3 does not tell protocol handlers whether a frame was a broadcast; no TCP segment is.
    const auto neighbour = ToLinkAddress(arrival.from);
    const auto outcome = m_impl->core->agent->on_packet(
        Now(),
        {wtcp::ffi::Direction::Ingress, neighbour.has_value(), neighbour.value_or(0), HoldsPackets() && IsLocal(headers), 0},
        {headers.GetData(), headers.GetSize()},
        {trailer.data(), behind},
        m_impl->answer);
    TakeAnswer(outcome, {nullptr, &arrival});
    if (outcome.verdict == wtcp::ffi::Verdict::Forward)
    {
        hook->PassIngress(arrival);
    }
    EndEvent();
}

void
WirelessAgent::OnFrame(Ptr<const Packet> frame, const Address& from)
{
    NS_LOG_FUNCTION(this << frame << from);
    const auto neighbour = ToLinkAddress(from);
    if (!m_impl || !neighbour)
    {
        return;
    }
    std::array<uint8_t, MAX_TRAILER> bytes;
    const uint32_t size = frame->CopyData(bytes.data(), bytes.size());
    Tell([&](auto& core, const auto& at, auto& answer) {
        return core.on_frame(at, *neighbour, {bytes.data(), size}, answer);
    });
}

void
WirelessAgent::Reboot()
{
    NS_LOG_FUNCTION(this);
    Tell([](auto& core, const auto& at, auto& answer) { return core.reboot(at, answer); });
}

bool
WirelessAgent::IsLocal(const DatagramHeaders& headers) const
{
    Ptr<Ipv4> ipv4 = GetNode()->GetObject<Ipv4>();
    const auto destination = headers.GetIpv4Destination();
    return ipv4 && destination && ipv4->GetInterfaceForAddress(*destination) >= 0;
}

wtcp::ffi::Moment
WirelessAgent::Now() const
{
    return {Simulator::Now().GetNanoSeconds(), m_hook->GetWaiting()};
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
    TakeAnswer(m_impl->core->agent->on_queue_drop(Now(), id, m_impl->answer), {});
    EndEvent();
}

void
WirelessAgent::Tell(const CoreEvent& event)
{
    GetCore();
    const Ptr<WirelessAgent> self = this;
    m_depth++;
    TakeAnswer(event(*m_impl->core->agent, Now(), m_impl->answer), {});
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
    TakeAnswer(m_impl->core->agent->on_timer(Now(), m_impl->answer), {});
    EndEvent();
}

void
WirelessAgent::TakeAnswer(const wtcp::ffi::Outcome& outcome, const Subject& subject)
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
        Step next{step.op, step.id, step.to, step.priority, {}, nullptr};
        switch (step.op)
        {
        case wtcp::ffi::Op::Keep:
            Keep(step.id, subject);
            continue;
        case wtcp::ffi::Op::Inject:
        case wtcp::ffi::Op::Transmit:
            next.bytes = DatagramFromBytes(Piece(step.offset, step.length), step.length, next.protocol);
            if (!next.bytes)
            {
                Fail("the core makes a malformed datagram");
            }
            break;
        case wtcp::ffi::Op::Resend:
            next.event = takeReason();
            [[fallthrough]];
        default:
            if (step.length > 0)
            {
                next.bytes = Create<Packet>(Piece(step.offset, step.length), step.length);
            }
            break;
        }
        m_impl->steps.push_back(std::move(next));
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
        CarryOut(Step(std::move(m_impl->steps[m_impl->next++])));
    }
    if (m_depth == 1 && m_impl)
    {
        m_impl->steps.clear();
        m_impl->next = 0;
    }
    m_depth--;
}

void
WirelessAgent::Keep(uint64_t id, const Subject& subject)
{
    if (!subject.leaving && !subject.arrival)
    {
        Fail("the core keeps a packet where none passed");
    }
    KeptPacket copy = subject.leaving ? KeptPacket(subject.leaving) : KeptPacket(*subject.arrival);
    if (!m_impl->kept.emplace(id, std::move(copy)).second)
    {
        Fail("the core keeps a packet under a name already in use");
    }
    if (subject.leaving)
    {
        if (Ptr<DsrGuard> guard = m_hook->GetDsrGuard(); guard && HoldsPackets())
        {
            guard->TakeOver(subject.leaving);
        }
        KeptPacketTag tag(m_hook->GetDevice(), id);
        subject.leaving->GetPacket()->ReplacePacketTag(tag);
    }
}

void
WirelessAgent::Abandon(uint64_t id)
{
    const KeptPacket kept = Kept(id);
    m_impl->kept.erase(id);
    Ptr<QueueDiscItem> item = kept.CopyItem();
    Ptr<DsrGuard> guard = m_hook->GetDsrGuard();
    const auto neighbour = ToLinkAddress(item ? item->GetAddress() : Address());
    if (guard && neighbour)
    {
        const Mac48Address nextHop = Mac48Address::ConvertFrom(FromLinkAddress(*neighbour));
        if (guard->IsUnheard(nextHop, kept.GetFirstSent()))
        {
            guard->ReportBroken(item);
        }
    }
}

const KeptPacket&
WirelessAgent::Kept(uint64_t id) const
{
    const auto kept = m_impl->kept.find(id);
    if (kept == m_impl->kept.end())
    {
        Fail("the core names a packet that is not kept");
    }
    return kept->second;
}

const uint8_t*
WirelessAgent::Piece(uint32_t offset, uint32_t length) const
{
    if (std::size_t(offset) + length > m_impl->answer.bytes.size())
    {
        Fail("the core names bytes that it did not write");
    }
    return m_impl->answer.bytes.data() + offset;
}

void
WirelessAgent::CarryOut(const Step& step)
{
    switch (step.op)
    {
    case wtcp::ffi::Op::Send:
    case wtcp::ffi::Op::Resend:
        Send(step);
        break;
    case wtcp::ffi::Op::Deliver: {
        const auto arrival = Kept(step.id).GetArrival();
        if (!arrival)
        {
            Fail("the core delivers a packet that did not arrive");
        }
        m_hook->PassIngress(*arrival);
        break;
    }
    case wtcp::ffi::Op::Inject:
        m_hook->Inject(step.bytes, step.protocol);
        break;
    case wtcp::ffi::Op::Transmit:
        m_hook->PassEgress(Kept(step.id).ItemAlike(step.bytes));
        break;
    case wtcp::ffi::Op::Frame:
        m_hook->SendFrame(step.bytes, FromLinkAddress(step.to));
        break;
    case wtcp::ffi::Op::Abandon:
        Abandon(step.id);
        break;
    case wtcp::ffi::Op::Release:
        Kept(step.id);
        m_impl->kept.erase(step.id);
        break;
    default:
        Fail("the core asks for a step that this module does not know");
    }
}

void
WirelessAgent::Send(const Step& step)
{
    Ptr<QueueDiscItem> item = Kept(step.id).CopyItem();
    if (!item)
    {
        Fail("the core sends a packet that arrived");
    }
    Ptr<Packet> packet = item->GetPacket();
    if (step.op == wtcp::ffi::Op::Send)
    {
        m_impl->kept.at(step.id).NoteFirstSent(Simulator::Now());
        KeptPacketTag tag(m_hook->GetDevice(), step.id);
        packet->ReplacePacketTag(tag);
    }
    else
    {
        packet->AddPacketTag(LocalRetransmissionTag(step.priority));
        if (step.priority)
        {
            SocketPriorityTag tag;
            tag.SetPriority(LocalRetransmissionPriority::SOCKET_PRIORITY);
            packet->ReplacePacketTag(tag);
        }
        if (!m_localRetransmission.IsEmpty())
        {
            m_localRetransmission(KeptPacket::SegmentOf(item), step.event);
        }
    }
    if (step.bytes)
    {
        packet->AddAtEnd(step.bytes);
    }
    if (step.op == wtcp::ffi::Op::Resend)
    {
        SendAgain(item);
    }
    else
    {
        m_hook->PassEgress(item);
    }
}

void
WirelessAgent::SendAgain(Ptr<QueueDiscItem> item)
{
    m_hook->PassEgress(item);
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
    std::string refusal;
    try
    {
        m_impl = std::make_unique<Impl>(MakeCore());
    }
    catch (const rust::Error& error)
    {
        refusal = error.what();
    }
    if (!m_impl)
    {
        Fail(refusal); // outside, or the exception would be reported as well
    }
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
