// SPDX-License-Identifier: GPL-2.0-only
#include "flow-recorder.h"

#include "result-format.h"

#include "ns3/abort.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr int64_t BIN_S = 1;              //!< width of a throughput bin (s)
constexpr int64_t LONGEST_TIMEOUT_S = 60; //!< where ns-3 stops doubling the retransmission timeout (s)
constexpr int64_t NEVER_S = -1;           //!< before everything (s)

/**
 * \return the time now, as a CSV field and its comma
 */
std::string
Stamp()
{
    return ResultFormat::Seconds(Simulator::Now()) + ",";
}

} // namespace

FlowRecorder::FlowRecorder(Ptr<StreamSource> source, Ptr<StreamSink> sink, bool series, DropCallback onDrop)
    : m_source(source),
      m_sink(sink),
      m_series(series),
      m_onDrop(std::move(onDrop)),
      m_start(Seconds(NEVER_S)),
      m_firstByte(0),
      m_lastReceived(Seconds(NEVER_S)),
      m_lastTimeout(Seconds(NEVER_S)),
      m_stateSince(Seconds(NEVER_S))
{
    source->TraceConnectWithoutContext("SocketCreated", MakeCallback(&FlowRecorder::Attach, this));
    sink->TraceConnectWithoutContext("Rx", MakeCallback(&FlowRecorder::Arrived, this));
}

void
FlowRecorder::Attach(Ptr<Socket> socket)
{
    bool attached = socket->TraceConnectWithoutContext("Tx", MakeCallback(&FlowRecorder::Sent, this));
    attached &= socket->TraceConnectWithoutContext("Rx", MakeCallback(&FlowRecorder::Received, this));
    attached &= socket->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&FlowRecorder::CwndChanged, this));
    attached &= socket->TraceConnectWithoutContext("CongState", MakeCallback(&FlowRecorder::StateChanged, this));
    attached &= socket->TraceConnectWithoutContext("RTO", MakeCallback(&FlowRecorder::RtoChanged, this));
    if (m_series)
    {
        attached &= socket->TraceConnectWithoutContext("RTT", MakeCallback(&FlowRecorder::RttChanged, this));
    }
    UintegerValue segment;
    attached &= socket->GetAttributeFailSafe("SegmentSize", segment);
    NS_ABORT_MSG_IF(!attached, "a flow can only be recorded on a TcpSocketBase, which has the trace sources for it");
    m_delays.emplace(segment.Get(), m_source->GetMaxBytes());
}

const TcpEnds&
FlowRecorder::GetEnds() const
{
    return m_ends;
}

bool
FlowRecorder::HasStarted() const
{
    return m_started;
}

int64_t
FlowRecorder::GetOffset(SequenceNumber32 sequence) const
{
    return Unwrap(sequence, m_firstByte, m_highest);
}

int64_t
FlowRecorder::Unwrap(SequenceNumber32 sequence, SequenceNumber32 firstByte, int64_t near)
{
    const auto nearSequence = static_cast<uint32_t>(firstByte.GetValue() + static_cast<uint64_t>(near));
    return near + static_cast<int32_t>(sequence.GetValue() - nearSequence);
}

const FlowRecorder::Counters&
FlowRecorder::GetCounters() const
{
    return m_counters;
}

Ptr<StreamSource>
FlowRecorder::GetSource() const
{
    return m_source;
}

Ptr<StreamSink>
FlowRecorder::GetSink() const
{
    return m_sink;
}

Time
FlowRecorder::GetStartTime() const
{
    return m_start;
}

Time
FlowRecorder::GetDuration() const
{
    if (!m_started)
    {
        return Time(0);
    }
    // A transfer that was given up has no last byte: the time it waited in vain counts.
    return (IsComplete() ? m_sink->GetLastByteTime() : Simulator::Now()) - m_start;
}

double
FlowRecorder::GetThroughput() const
{
    const Time duration = GetDuration();
    return duration.IsStrictlyPositive() ? m_sink->GetTotalRx() * 8 / duration.GetSeconds() : 0;
}

bool
FlowRecorder::IsComplete() const
{
    return m_source->GetMaxBytes() > 0 && m_sink->GetTotalRx() == m_source->GetMaxBytes();
}

const PacketDelays*
FlowRecorder::GetDelays() const
{
    return m_delays ? &*m_delays : nullptr;
}

const std::string&
FlowRecorder::GetCwndSeries() const
{
    return m_cwnd;
}

const std::string&
FlowRecorder::GetRttSeries() const
{
    return m_rtt;
}

std::string
FlowRecorder::GetThroughputSeries() const
{
    const Time end = m_sink->GetLastByteTime();
    return m_binBytes > 0 && end > m_binStart ? m_throughput + BinLine(end) : m_throughput;
}

bool
FlowRecorder::IsTimerDriven() const
{
    return Simulator::Now() != m_lastReceived;
}

void
FlowRecorder::Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket)
{
    if (!m_started && (header.GetFlags() & TcpHeader::SYN) != 0)
    {
        m_started = true;
        m_start = Simulator::Now();
        m_binStart = m_start;
        m_firstByte = header.GetSequenceNumber() + 1;
        socket->GetSockName(m_ends.source);
        socket->GetPeerName(m_ends.destination);
        m_ends = m_ends.Normalised();
    }
    const uint32_t size = packet->GetSize();
    if (size == 0)
    {
        return;
    }
    m_counters.segmentsSent++;
    const int64_t offset = GetOffset(header.GetSequenceNumber());
    if (offset < m_highest)
    {
        m_counters.retransmissions++;
        // Timeouts show in the RTO trace, which is silent once the timeout has stopped growing.
        if (IsTimerDriven() && m_rto >= Seconds(LONGEST_TIMEOUT_S) && m_lastTimeout != Simulator::Now())
        {
            m_lastTimeout = Simulator::Now();
            m_counters.timeouts++;
        }
    }
    m_highest = std::max(m_highest, offset + size);
    m_delays->Sent(m_highest);
}

void
FlowRecorder::Received(Ptr<const Packet> /* packet */,
                       const TcpHeader& header,
                       Ptr<const TcpSocketBase> /* socket */)
{
    m_lastReceived = Simulator::Now();
    if ((header.GetFlags() & TcpHeader::ACK) != 0)
    {
        m_acknowledged = std::max(m_acknowledged, GetOffset(header.GetAckNumber()));
    }
}

void
FlowRecorder::RtoChanged(Time oldValue, Time newValue)
{
    m_rto = newValue;
    // Only a timeout lets the timer grow while no segment arrives. SYN retransmissions come before any data.
    if (newValue > oldValue && IsTimerDriven() && m_highest > 0)
    {
        m_lastTimeout = Simulator::Now();
        m_counters.timeouts++;
    }
}

void
FlowRecorder::StateChanged(TcpSocketState::TcpCongState_t /* oldValue */,
                           TcpSocketState::TcpCongState_t newValue)
{
    m_state = newValue;
    m_stateSince = Simulator::Now();
    if (newValue == TcpSocketState::CA_RECOVERY)
    {
        m_counters.fastRetransmits++;
    }
}

void
FlowRecorder::CwndChanged(uint32_t oldValue, uint32_t newValue)
{
    if (m_series)
    {
        m_cwnd += Stamp() + std::to_string(newValue) + "\n";
    }
    if (newValue >= oldValue)
    {
        return;
    }
    // ns-3 enters the new state before it sets the window.
    std::string cause = "congestion-control";
    if (m_state == TcpSocketState::CA_LOSS)
    {
        cause = "timeout";
    }
    else if (m_state == TcpSocketState::CA_RECOVERY)
    {
        cause = m_stateSince == Simulator::Now() ? "fast-retransmit" : "recovery";
    }
    else if (m_state == TcpSocketState::CA_CWR)
    {
        cause = "ecn";
    }
    m_onDrop(cause, m_acknowledged);
}

void
FlowRecorder::RttChanged(Time /* oldValue */, Time newValue)
{
    m_rtt += Stamp() + ResultFormat::Seconds(newValue) + "\n";
}

std::string
FlowRecorder::BinLine(const Time& end) const
{
    return ResultFormat::Seconds(end) + "," + ResultFormat::Number(m_binBytes * 8 / (end - m_binStart).GetSeconds()) +
           "\n";
}

void
FlowRecorder::Arrived(Ptr<const Packet> packet, uint64_t offset)
{
    m_delays->Delivered(offset + packet->GetSize());
    if (!m_series)
    {
        return;
    }
    while (Simulator::Now() >= m_binStart + Seconds(BIN_S))
    {
        const Time end = m_binStart + Seconds(BIN_S);
        m_throughput += BinLine(end);
        m_binStart = end;
        m_binBytes = 0;
    }
    m_binBytes += packet->GetSize();
}

} // namespace ns3
