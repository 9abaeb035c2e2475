// SPDX-License-Identifier: GPL-2.0-only
#include "flow-statistics-helper.h"

#include "result-format.h"

#include <sstream>

namespace ns3
{

FlowStatisticsHelper::FlowStatisticsHelper()
{
    m_factory.SetTypeId(FlowStatistics::GetTypeId());
}

void
FlowStatisticsHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

Ptr<FlowStatistics>
FlowStatisticsHelper::Install(NodeContainer nodes) const
{
    auto statistics = m_factory.Create<FlowStatistics>();
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        statistics->Install(*node);
    }
    return statistics;
}

Ptr<FlowStatistics>
FlowStatisticsHelper::InstallAll() const
{
    return Install(NodeContainer::GetGlobal());
}

std::string
FlowStatisticsHelper::GetTable(const std::vector<FlowStatistics::Flow>& flows)
{
    std::ostringstream table;
    table << "flow,protocol,source_address,source_port,destination_address,destination_port,tx_packets,tx_bytes,rx_packets,"
             "rx_bytes,lost_packets,in_flight_packets,duplicate_packets,times_forwarded,first_tx_s,last_tx_s,first_rx_s,"
             "last_rx_s,delay_sum_s,jitter_sum_s,last_delay_s,min_delay_s,max_delay_s,retransmissions,in_order_bytes,"
             "new_packets,first_send_delay_sum_s\n";
    for (std::size_t i = 0; i < flows.size(); i++)
    {
        const FlowStatistics::Flow& flow = flows[i];
        const auto received = [&flow](const Time& time) { return flow.rxPackets > 0 ? ResultFormat::Seconds(time) : ""; };
        table << i + 1 << "," << static_cast<uint32_t>(flow.ends.protocol) << "," << flow.ends.sourceAddress << ","
              << flow.ends.sourcePort << "," << flow.ends.destinationAddress << "," << flow.ends.destinationPort << ","
              << flow.txPackets << "," << flow.txBytes << "," << flow.rxPackets << "," << flow.rxBytes << ","
              << flow.lostPackets << "," << flow.inFlightPackets << "," << flow.duplicatePackets << ","
              << flow.timesForwarded << "," << ResultFormat::Seconds(flow.timeFirstTxPacket) << ","
              << ResultFormat::Seconds(flow.timeLastTxPacket) << "," << received(flow.timeFirstRxPacket) << ","
              << received(flow.timeLastRxPacket) << "," << ResultFormat::Seconds(flow.delaySum) << ","
              << ResultFormat::Seconds(flow.jitterSum) << "," << received(flow.lastDelay) << ","
              << received(flow.minDelay) << "," << received(flow.maxDelay) << "," << flow.retransmissions << ","
              << flow.inOrderBytes << "," << flow.newPackets << "," << ResultFormat::Seconds(flow.firstSendDelaySum) << "\n";
    }
    return table.str();
}

} // namespace ns3
