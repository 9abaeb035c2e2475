// SPDX-License-Identifier: GPL-2.0-only
#include "hook-ledger.h"

#include "ns3/ipv4-header.h"
#include "ns3/local-retransmission-tag.h"

#include <sstream>

namespace ns3
{
namespace wirelesstcptest
{

namespace
{

/**
 * \param datagram a datagram
 * \return its bytes
 */
std::string
BytesOf(Ptr<const Packet> datagram)
{
    std::string bytes(datagram->GetSize(), '\0');
    datagram->CopyData(reinterpret_cast<uint8_t*>(bytes.data()), bytes.size());
    return bytes;
}

/**
 * \param datagram starts with the IP header
 * \return whether a router marked it (RFC 3168)
 */
bool
HasCongestionMark(const std::string& datagram)
{
    const bool ipv6 = static_cast<uint8_t>(datagram[0]) >> 4 == 6;
    const uint8_t octet = static_cast<uint8_t>(datagram[1]);
    return (ipv6 ? octet >> 4 & 3 : octet & 3) == Ipv4Header::ECN_CE;
}

} // namespace

HookLedger::HookLedger(Ptr<WirelessTrafficControl> hook)
{
    hook->TraceConnectWithoutContext("WiredIngress", MakeCallback(&HookLedger::NoteFromNode, this));
    hook->TraceConnectWithoutContext("Egress", MakeCallback(&HookLedger::NoteToDevice, this));
    hook->TraceConnectWithoutContext("Ingress", MakeCallback(&HookLedger::NoteFromDevice, this));
    hook->TraceConnectWithoutContext("WiredEgress", MakeCallback(&HookLedger::NoteToNode, this));
}

void
HookLedger::Follow(Ptr<SnoopAgent> agent)
{
    agent->TraceConnectWithoutContext("Event", MakeCallback(&HookLedger::NoteEvent, this));
}

void
HookLedger::NoteFromNode(Ptr<const Packet> datagram)
{
    m_data.last = BytesOf(datagram);
    m_data.datagrams.insert(m_data.last);
    m_data.came++;
    m_congestionMarks += HasCongestionMark(m_data.last);
    const auto tcp = TcpDatagram::Read(datagram);
    if (!tcp)
    {
        return;
    }
    m_data.acknowledged[tcp->ends].insert(tcp->header.GetAckNumber().GetValue());
    if (tcp->payloadSize == 0)
    {
        return;
    }
    // Starts at or behind everything seen, as the first transmission of a segment does, or is one seen before.
    const uint32_t seq = tcp->header.GetSequenceNumber().GetValue();
    auto& segments = m_segments[tcp->ends];
    const auto known = segments.find(seq);
    if (known != segments.end())
    {
        m_resegmented += known->second != tcp->payloadSize;
    }
    else
    {
        for (const auto& [start, length] : segments)
        {
            if (static_cast<int32_t>(start + length - seq) > 0 && static_cast<int32_t>(seq - start) > 0)
            {
                m_resegmented++;
                break;
            }
        }
    }
    segments[seq] = tcp->payloadSize;
}

void
HookLedger::NoteToDevice(Ptr<const Packet> datagram)
{
    const std::string bytes = BytesOf(datagram);
    LocalRetransmissionTag tag;
    if (datagram->PeekPacketTag(tag))
    {
        m_copies++;
        m_changed += m_data.datagrams.count(bytes) == 0;
    }
    else if (bytes == m_data.last)
    {
        m_data.went++;
    }
    else
    {
        m_told++;
        m_forged += !Repeats(datagram, m_data, true);
    }
}

void
HookLedger::NoteFromDevice(Ptr<const Packet> datagram)
{
    m_acks.last = BytesOf(datagram);
    m_acks.datagrams.insert(m_acks.last);
    m_acks.came++;
    if (const auto tcp = TcpDatagram::Read(datagram))
    {
        m_acks.acknowledged[tcp->ends].insert(tcp->header.GetAckNumber().GetValue());
    }
}

bool
HookLedger::Repeats(Ptr<const Packet> datagram, const Side& side, bool orOneLess)
{
    const auto tcp = TcpDatagram::Read(datagram);
    const auto said = tcp ? side.acknowledged.find(tcp->ends) : side.acknowledged.end();
    if (said == side.acknowledged.end() || tcp->payloadSize > 0)
    {
        return false;
    }
    const uint32_t ack = tcp->header.GetAckNumber().GetValue();
    return said->second.count(ack) == 1 || (orOneLess && said->second.count(ack + 1) == 1);
}

void
HookLedger::NoteToNode(Ptr<const Packet> datagram)
{
    m_acks.went++;
    m_forged += m_acks.datagrams.count(BytesOf(datagram)) == 0 && !Repeats(datagram, m_acks, false);
}

void
HookLedger::NoteEvent(const AgentEvent& event)
{
    m_diary[{event.kind, event.cause}]++;
    m_connections[event.kind].emplace(event.source, event.destination);
}

std::string
HookLedger::GetFaults() const
{
    std::ostringstream faults;
    const uint32_t answered = Count("ack-regenerated") + Count("ack-suppressed", "old-data");
    const uint32_t suppressed = Count("ack-suppressed") - Count("ack-suppressed", "old-data");
    const auto expect = [&faults](const std::string& what, uint32_t got, uint32_t want) {
        if (got != want)
        {
            faults << what << " " << got << ", not " << want << "; ";
        }
    };
    // An acknowledgement of the fixed host may go on in another form, so that it is told instead of passed.
    const uint32_t rewritten = m_data.came - answered - m_data.went;
    if (rewritten > m_told)
    {
        faults << "of " << m_data.came << " datagrams from the node went " << m_data.went << " and were answered "
               << answered << "; ";
    }
    const bool mayTell = Count("negative-ack") + Count("ack-marked") > 0;
    expect("told without saying so", mayTell ? 0 : m_told, 0);
    expect("towards the node went", m_acks.went, m_acks.came + Count("ack-regenerated") - suppressed);
    expect("copies", m_copies, Count("local-retransmission"));
    expect("changed", m_changed, 0);
    expect("forged", m_forged, 0);
    return faults.str();
}

uint32_t
HookLedger::Count(const std::string& kind, const std::string& cause) const
{
    uint32_t count = 0;
    for (const auto& [names, entries] : m_diary)
    {
        count += names.first == kind && (cause.empty() || names.second == cause) ? entries : 0;
    }
    return count;
}

uint32_t
HookLedger::CountConnections(const std::string& kind) const
{
    const auto found = m_connections.find(kind);
    return found == m_connections.end() ? 0 : found->second.size();
}

uint32_t
HookLedger::GetResegmented() const
{
    return m_resegmented;
}

uint32_t
HookLedger::GetCongestionMarks() const
{
    return m_congestionMarks;
}

} // namespace wirelesstcptest
} // namespace ns3
