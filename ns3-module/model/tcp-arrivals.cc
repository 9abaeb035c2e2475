// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-arrivals.h"

#include "tcp-segment-fields.h"
#include "tcp-socket-search.h"

#include "ns3/callback.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-base.h"

#include <algorithm>

namespace ns3
{

namespace
{

const Time NONE = NanoSeconds(-1); //!< for a time that was not measured

} // namespace

Ptr<TcpArrivals>
TcpArrivals::At(const TcpEnds& ends)
{
    Ptr<TcpSocketBase> receiver = FindSocketAt(ends.Reversed());
    if (!receiver)
    {
        return nullptr;
    }
    Ptr<TcpArrivals> arrivals = Create<TcpArrivals>();
    receiver->TraceConnectWithoutContext("Rx", MakeCallback(&TcpArrivals::OnArrival, arrivals));
    return arrivals;
}

void
TcpArrivals::Sent(const TcpHeader& header, uint32_t size)
{
    if (size == 0)
    {
        return;
    }
    const SequenceNumber32 left = header.GetSequenceNumber();
    const SequenceNumber32 right = left + size;
    if (!m_expected)
    {
        m_expected = left; // the first data
    }
    for (auto& departure : m_departures)
    {
        if (departure.left < right && left < departure.end)
        {
            departure.at = NONE;
        }
    }
    if (m_departures.empty() || m_departures.back().end < right)
    {
        const bool isNew = m_departures.empty() || m_departures.back().end <= left;
        m_departures.push_back({left, right, isNew ? Simulator::Now() : NONE});
    }
}

void
TcpArrivals::OnArrival(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    const SequenceNumber32 left = header.GetSequenceNumber();
    const SequenceNumber32 right = left + packet->GetSize();
    if (packet->GetSize() == 0 || !m_expected || right <= *m_expected)
    {
        return;
    }
    const Time now = Simulator::Now();
    const Time gap = m_last.IsNegative() ? NONE : now - m_last;
    const bool isNeighbour = left <= *m_expected;
    if (!isNeighbour)
    {
        m_holes.push_back({*m_expected, left, gap});
    }
    const auto departure = std::lower_bound(m_departures.begin(),
                                            m_departures.end(),
                                            right,
                                            [](const Departure& one, SequenceNumber32 end) { return one.end < end; });
    const bool isTimed = departure != m_departures.end() && departure->end == right && !departure->at.IsNegative();
    m_arrivals.push_back({right, isTimed ? now - departure->at : NONE, isNeighbour ? gap : NONE});
    m_expected = right;
    m_last = now;
}

void
TcpArrivals::Acknowledged(const TcpHeader& header)
{
    if (!(header.GetFlags() & TcpHeader::ACK))
    {
        return;
    }
    const SequenceNumber32 ack = header.GetAckNumber();
    const SackBlocks blocks(header);
    const auto isReported = [ack, &blocks](const Arrival& arrival) {
        return arrival.end <= ack || blocks.Hold(arrival.end - 1);
    };
    // What arrived before something that is reported was reported earlier, or would have been.
    const auto last = std::find_if(m_arrivals.rbegin(), m_arrivals.rend(), isReported);
    auto end = last.base();
    if (end == m_arrivals.begin() && end != m_arrivals.end() && blocks.GetSize() == 0 && m_lastAck == ack)
    {
        ++end; // without SACK, a duplicate acknowledgement reports the next one
    }
    m_reported.insert(m_reported.end(), m_arrivals.begin(), end);
    m_arrivals.erase(m_arrivals.begin(), end);
    while (!m_departures.empty() && m_departures.front().end <= ack)
    {
        m_departures.pop_front();
    }
    while (!m_holes.empty() && m_holes.front().right <= ack)
    {
        m_holes.pop_front();
    }
    m_lastAck = ack;
}

std::optional<TcpArrivals::Arrival>
TcpArrivals::TakeReported()
{
    if (m_reported.empty())
    {
        return std::nullopt;
    }
    const Arrival arrival = m_reported.front();
    m_reported.pop_front();
    return arrival;
}

std::optional<TcpArrivals::Hole>
TcpArrivals::GetHole(SequenceNumber32 octet) const
{
    for (const auto& hole : m_holes)
    {
        if (hole.left <= octet && octet < hole.right)
        {
            return hole;
        }
    }
    return std::nullopt;
}

} // namespace ns3
