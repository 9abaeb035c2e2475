// SPDX-License-Identifier: GPL-2.0-only
#include "packet-delays.h"

#include "result-format.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace ns3
{

PacketDelays::PacketDelays(uint64_t packet, uint64_t stream)
    : m_packet(packet),
      m_stream(stream)
{
    NS_ABORT_MSG_IF(packet == 0, "packets of no bytes have no delay");
}

uint64_t
PacketDelays::CountPackets(uint64_t end) const
{
    const bool isShorterLast = m_stream > 0 && end >= m_stream && end % m_packet > 0;
    return end / m_packet + (isShorterLast ? 1 : 0);
}

void
PacketDelays::Sent(uint64_t end)
{
    // New data leaves in order, so what is retransmitted ends below what has a time already.
    m_sent.resize(std::max<uint64_t>(m_sent.size(), CountPackets(end)), Simulator::Now());
}

void
PacketDelays::Delivered(uint64_t end)
{
    const uint64_t packets = CountPackets(end);
    NS_ABORT_MSG_IF(packets > m_sent.size(), "more packets were delivered than sent");
    while (m_delays.size() < packets)
    {
        m_delays.push_back(Simulator::Now() - m_sent[m_delays.size()]);
    }
}

const std::vector<Time>&
PacketDelays::GetDelays() const
{
    return m_delays;
}

uint64_t
PacketDelays::GetUndelivered() const
{
    return m_sent.size() - m_delays.size();
}

std::string
PacketDelays::GetSeries() const
{
    std::string lines;
    for (std::size_t i = 0; i < m_delays.size(); i++)
    {
        lines += ResultFormat::Seconds(m_sent[i] + m_delays[i]) + "," + std::to_string(i + 1) + "," +
                 ResultFormat::Seconds(m_delays[i]) + "\n";
    }
    return lines;
}

std::optional<double>
PacketDelays::GetMean(const std::vector<Time>& delays)
{
    if (delays.empty())
    {
        return std::nullopt;
    }
    return std::accumulate(delays.begin(), delays.end(), Time(0)).GetSeconds() / static_cast<double>(delays.size());
}

std::optional<double>
PacketDelays::GetQuantile(std::vector<Time> delays, double share)
{
    if (delays.empty())
    {
        return std::nullopt;
    }
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(delays.size())));
    const auto wanted = delays.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(delays.begin(), wanted, delays.end());
    return wanted->GetSeconds();
}

} // namespace ns3
