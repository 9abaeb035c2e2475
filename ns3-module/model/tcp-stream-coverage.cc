// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-stream-coverage.h"

#include "tcp-segment-fields.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

void
TcpStreamCoverage::Begin(SequenceNumber32 sequence, uint64_t place)
{
    m_before = GetInOrder();
    m_stream++;
    m_initial = sequence;
    m_end = place;
    m_endSequence = sequence;
    m_fin = std::nullopt;
    m_sent.clear();
    m_next = place;
    m_beyond.clear();
}

TcpStreamCoverage::Range
TcpStreamCoverage::Send(const TcpHeader& header, uint32_t size)
{
    const SequenceNumber32 sequence = header.GetSequenceNumber();
    const bool isSyn = header.GetFlags() & TcpHeader::SYN;
    // ns-3 begins all connections with the same number, so a SYN behind a FIN is a new one's.
    if (m_stream == 0 || (isSyn && (sequence != m_initial || m_fin)))
    {
        Begin(sequence, isSyn ? 0 : 1);
    }
    Range range;
    range.stream = m_stream;
    range.begin = std::max<int64_t>(0, static_cast<int64_t>(m_end) + (sequence - m_endSequence));
    range.end = range.begin + GetSequenceLength(header, size);
    range.again = range.begin < std::min(m_end, range.end);
    if (range.end > m_end)
    {
        m_sent[range.end] = Simulator::Now();
        m_endSequence += static_cast<int32_t>(range.end - m_end);
        m_end = range.end;
    }
    if (header.GetFlags() & TcpHeader::FIN)
    {
        m_fin = range.end - 1;
    }
    const auto sent = m_sent.lower_bound(range.end);
    range.firstSent = range.end > range.begin && sent != m_sent.end() ? sent->second : Simulator::Now();
    return range;
}

bool
TcpStreamCoverage::Arrive(const Range& range)
{
    if (range.begin == range.end)
    {
        return true;
    }
    if (range.stream != m_stream || range.end <= m_next)
    {
        return false;
    }
    uint64_t begin = std::max(range.begin, m_next);
    uint64_t end = range.end;
    auto neighbour = m_beyond.upper_bound(begin);
    if (neighbour != m_beyond.begin() && std::prev(neighbour)->second >= begin)
    {
        --neighbour;
        if (neighbour->second >= end)
        {
            return false;
        }
        begin = neighbour->first;
    }
    while (neighbour != m_beyond.end() && neighbour->first <= end)
    {
        end = std::max(end, neighbour->second);
        neighbour = m_beyond.erase(neighbour);
    }
    if (begin > m_next)
    {
        m_beyond[begin] = end;
        return true;
    }
    m_next = end;
    m_sent.erase(m_sent.begin(), m_sent.upper_bound(m_next));
    return true;
}

uint64_t
TcpStreamCoverage::GetInOrder() const
{
    const uint64_t notData = 1 + (m_fin && m_next > *m_fin ? 1 : 0); // SYN, FIN
    return m_before + std::max(m_next, notData) - notData;
}

} // namespace ns3
