// SPDX-License-Identifier: GPL-2.0-only
#include "flow-statistics.h"

#include "dsr-datagram.h"
#include "flow-statistics-tag.h"
#include "tcp-stream-coverage.h"

#include "ns3/abort.h"
#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"

#include <fstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FlowStatistics");

NS_OBJECT_ENSURE_REGISTERED(FlowStatistics);

namespace
{

/**
 * \param packet starts with the transport header
 * \return its size in IP (bytes)
 */
uint32_t
GetIpSize(Ptr<const Packet> packet)
{
    return packet->GetSize() + Ipv4Header().GetSerializedSize();
}

} // namespace

/// A flow and what its numbers are made from.
struct FlowStatistics::State
{
    Flow flow;                //!< the numbers
    TcpStreamCoverage stream; //!< of a TCP flow
};

/// A packet that was sent and did not arrive yet.
struct FlowStatistics::Outstanding
{
    uint32_t flow{0};               //!< index of its flow
    Time sent;                      //!< when
    TcpStreamCoverage::Range range; //!< what is in it, if it is TCP
    uint32_t timesForwarded{0};     //!< until now
};

/// Where packets are seen at a node.
class FlowStatistics::Probe
{
  public:
    /**
     * \param statistics whose
     * \param ipv4 of the node
     * \param tcp of the node
     * \param udp of the node
     */
    Probe(FlowStatistics* statistics, Ptr<Ipv4L3Protocol> ipv4, Ptr<TcpL4Protocol> tcp, Ptr<UdpL4Protocol> udp)
        : m_statistics(statistics),
          m_ipv4(ipv4)
    {
        Chain(tcp);
        Chain(udp);
        ipv4->TraceConnectWithoutContext("LocalDeliver", MakeCallback(&Probe::Deliver, this));
        ipv4->TraceConnectWithoutContext("UnicastForward", MakeCallback(&Probe::Forward, this));
    }

  private:
    /// \param transport whose packets are seen before they go where they went until now
    template <typename Transport>
    void Chain(Ptr<Transport> transport)
    {
        m_down[transport->GetProtocolNumber()] = transport->GetDownTarget();
        transport->SetDownTarget(MakeCallback(&Probe::Send, this));
    }

    /// \copydoc IpL4Protocol::DownTargetCallback
    void Send(Ptr<Packet> packet, Ipv4Address source, Ipv4Address destination, uint8_t protocol, Ptr<Ipv4Route> route)
    {
        if (m_ipv4->IsUnicast(destination))
        {
            m_statistics->Send(packet, {source, destination, protocol, 0, 0});
        }
        m_down.at(protocol)(packet, source, destination, protocol, route);
    }

    /**
     * \param ip its header
     * \param packet IP delivers it; DSR sends on what is not at the end of its route
     */
    void Deliver(const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t /* interface */)
    {
        if (m_down.count(ip.GetProtocol()))
        {
            m_statistics->Receive(packet);
        }
        else if (const auto data = DsrDatagram::Read(ip, packet))
        {
            data->GetNextHop() ? m_statistics->Forward(data->segment) : m_statistics->Receive(data->segment);
        }
    }

    /// \param packet IP forwards it
    void Forward(const Ipv4Header& /* ip */, Ptr<const Packet> packet, uint32_t /* interface */)
    {
        m_statistics->Forward(packet);
    }

    FlowStatistics* m_statistics;                               //!< whose
    Ptr<Ipv4L3Protocol> m_ipv4;                                 //!< of the node
    std::map<uint8_t, IpL4Protocol::DownTargetCallback> m_down; //!< what TCP and UDP handed packets to, by protocol
};

TypeId
FlowStatistics::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FlowStatistics")
                            .SetParent<Object>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<FlowStatistics>()
                            .AddAttribute("MaxDelay",
                                          "A packet that is not received for this long after it was sent counts as lost. One "
                                          "that is received later counts as received again.",
                                          TimeValue(Seconds(10)),
                                          MakeTimeAccessor(&FlowStatistics::m_maxDelay),
                                          MakeTimeChecker(TimeStep(1)));
    return tid;
}

FlowStatistics::FlowStatistics()
{
    NS_LOG_FUNCTION(this);
    static uint32_t created = 0;
    m_number = ++created;
}

FlowStatistics::~FlowStatistics()
{
    NS_LOG_FUNCTION(this);
}

void
FlowStatistics::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_probes.clear();
    Object::DoDispose();
}

void
FlowStatistics::Install(Ptr<Node> node)
{
    NS_LOG_FUNCTION(this << node);
    NS_ABORT_MSG_UNLESS(node, "FlowStatistics::Install: the node is null");
    if (m_nodes.empty())
    {
        // The nodes call it until they are disposed of, which is before this: they were there first.
        Simulator::ScheduleDestroy(&FlowStatistics::Dispose, Ptr<FlowStatistics>(this));
    }
    if (m_nodes.insert(node->GetId()).second)
    {
        // Behind the initialization of the node, where DsrGuard takes its place: DSR and the guard have to be below.
        Simulator::ScheduleNow(&FlowStatistics::Start, this, node);
    }
}

void
FlowStatistics::Start(Ptr<Node> node)
{
    NS_LOG_FUNCTION(this << node);
    auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    auto tcp = node->GetObject<TcpL4Protocol>();
    auto udp = node->GetObject<UdpL4Protocol>();
    if (ipv4 && tcp && udp)
    {
        m_probes.push_back(std::make_unique<Probe>(this, ipv4, tcp, udp));
    }
}

void
FlowStatistics::Send(Ptr<Packet> packet, FiveTuple ends)
{
    const Time now = Simulator::Now();
    TcpHeader tcp;
    UdpHeader udp;
    const bool isTcp = ends.protocol == TcpL4Protocol::PROT_NUMBER;
    if (isTcp)
    {
        packet->PeekHeader(tcp);
        ends.sourcePort = tcp.GetSourcePort();
        ends.destinationPort = tcp.GetDestinationPort();
    }
    else
    {
        packet->PeekHeader(udp);
        ends.sourcePort = udp.GetSourcePort();
        ends.destinationPort = udp.GetDestinationPort();
    }
    const uint32_t index = m_indexes.try_emplace(ends, m_flows.size()).first->second;
    if (index == m_flows.size())
    {
        m_flows.push_back(std::make_unique<State>());
        m_flows[index]->flow.ends = ends;
        m_flows[index]->flow.timeFirstTxPacket = now;
    }
    auto& [flow, stream] = *m_flows[index];
    flow.timeLastTxPacket = now;
    flow.txPackets++;
    flow.txBytes += GetIpSize(packet);
    auto outstanding = std::make_unique<Outstanding>();
    outstanding->flow = index;
    outstanding->sent = now;
    outstanding->range.firstSent = now;
    if (isTcp)
    {
        outstanding->range = stream.Send(tcp, packet->GetSize() - tcp.GetSerializedSize());
        flow.retransmissions += outstanding->range.again;
    }
    m_outstanding[++m_lastId] = std::move(outstanding);
    packet->AddByteTag(FlowStatisticsTag(m_number, index, m_lastId));
}

void
FlowStatistics::Receive(Ptr<const Packet> packet)
{
    const auto tag = FlowStatisticsTag::Find(packet, m_number);
    if (!tag)
    {
        return;
    }
    auto& [flow, stream] = *m_flows[tag->GetFlow()];
    const auto entry = m_outstanding.find(tag->GetId());
    if (entry == m_outstanding.end())
    {
        flow.duplicatePackets++;
        return;
    }
    const std::unique_ptr<Outstanding> sent = std::move(entry->second);
    m_outstanding.erase(entry);
    const Time now = Simulator::Now();
    const Time delay = now - sent->sent;
    if (flow.rxPackets == 0)
    {
        flow.timeFirstRxPacket = now;
    }
    else
    {
        flow.jitterSum += Abs(flow.lastDelay - delay);
    }
    flow.timeLastRxPacket = now;
    flow.delaySum += delay;
    flow.lastDelay = delay;
    flow.maxDelay = Max(flow.maxDelay, delay);
    flow.minDelay = Min(flow.minDelay, delay);
    flow.rxPackets++;
    flow.rxBytes += GetIpSize(packet);
    flow.timesForwarded += sent->timesForwarded;
    if (stream.Arrive(sent->range))
    {
        flow.newPackets++;
        flow.firstSendDelaySum += now - sent->range.firstSent;
    }
}

void
FlowStatistics::Forward(Ptr<const Packet> packet)
{
    const auto tag = FlowStatisticsTag::Find(packet, m_number);
    if (const auto entry = tag ? m_outstanding.find(tag->GetId()) : m_outstanding.end(); entry != m_outstanding.end())
    {
        entry->second->timesForwarded++;
    }
}

std::vector<FlowStatistics::Flow>
FlowStatistics::GetFlows() const
{
    std::vector<Flow> flows;
    for (const auto& state : m_flows)
    {
        flows.push_back(state->flow);
        flows.back().inOrderBytes = state->stream.GetInOrder();
    }
    for (const auto& [id, packet] : m_outstanding)
    {
        const bool isLost = Simulator::Now() - packet->sent >= m_maxDelay;
        (isLost ? flows[packet->flow].lostPackets : flows[packet->flow].inFlightPackets)++;
    }
    return flows;
}

void
FlowStatistics::SerializeToXmlStream(std::ostream& os) const
{
    const std::vector<Flow> flows = GetFlows();
    const auto attribute = [&os](const char* name, const auto& value) { os << " " << name << "=\"" << value << "\""; };
    os << "<FlowMonitor>\n  <FlowStats>\n";
    for (std::size_t i = 0; i < flows.size(); i++)
    {
        const Flow& flow = flows[i];
        os << "    <Flow flowId=\"" << i + 1 << "\"";
        attribute("timeFirstTxPacket", flow.timeFirstTxPacket.As(Time::NS));
        attribute("timeFirstRxPacket", flow.timeFirstRxPacket.As(Time::NS));
        attribute("timeLastTxPacket", flow.timeLastTxPacket.As(Time::NS));
        attribute("timeLastRxPacket", flow.timeLastRxPacket.As(Time::NS));
        attribute("delaySum", flow.delaySum.As(Time::NS));
        attribute("jitterSum", flow.jitterSum.As(Time::NS));
        attribute("lastDelay", flow.lastDelay.As(Time::NS));
        attribute("maxDelay", flow.maxDelay.As(Time::NS));
        attribute("minDelay", flow.minDelay.As(Time::NS));
        attribute("txBytes", flow.txBytes);
        attribute("rxBytes", flow.rxBytes);
        attribute("txPackets", flow.txPackets);
        attribute("rxPackets", flow.rxPackets);
        attribute("lostPackets", flow.lostPackets);
        attribute("timesForwarded", flow.timesForwarded);
        attribute("inFlightPackets", flow.inFlightPackets);
        attribute("duplicatePackets", flow.duplicatePackets);
        attribute("retransmissions", flow.retransmissions);
        attribute("inOrderBytes", flow.inOrderBytes);
        attribute("newPackets", flow.newPackets);
        attribute("firstSendDelaySum", flow.firstSendDelaySum.As(Time::NS));
        os << ">\n    </Flow>\n";
    }
    os << "  </FlowStats>\n  <Ipv4FlowClassifier>\n";
    for (std::size_t i = 0; i < flows.size(); i++)
    {
        const FiveTuple& ends = flows[i].ends;
        os << "    <Flow flowId=\"" << i + 1 << "\"";
        attribute("sourceAddress", ends.sourceAddress);
        attribute("destinationAddress", ends.destinationAddress);
        attribute("protocol", static_cast<uint32_t>(ends.protocol));
        attribute("sourcePort", ends.sourcePort);
        attribute("destinationPort", ends.destinationPort);
        os << ">\n    </Flow>\n";
    }
    os << "  </Ipv4FlowClassifier>\n</FlowMonitor>\n";
}

void
FlowStatistics::SerializeToXmlFile(const std::string& name) const
{
    std::ofstream file(name, std::ios::out | std::ios::binary);
    file << "<?xml version=\"1.0\" ?>\n";
    SerializeToXmlStream(file);
    file.close();
    NS_ABORT_MSG_UNLESS(file, "FlowStatistics: cannot write " << name);
}

} // namespace ns3
