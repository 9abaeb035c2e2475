// SPDX-License-Identifier: GPL-2.0-only
#include "atcp-agent.h"

#include "datagram-headers.h"
#include "tcp-socket-search.h"
#include "wireless-agent-core.h"

#include "ns3/buffer.h"
#include "ns3/double.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/uinteger.h"

#include <limits>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtcpAgent");

NS_OBJECT_ENSURE_REGISTERED(AtcpAgent);

namespace
{

/// Checkers include their bounds: the least number above 0, and the greatest below 1.
constexpr double SMALLEST = std::numeric_limits<double>::min();
constexpr double BELOW_ONE = 1 - std::numeric_limits<double>::epsilon();

/// The bits of a type of service that are no congestion notification (RFC 3168).
constexpr uint8_t DSCP = 0xfc;

/**
 * A socket's state is for its subclasses. Of a subclass that is never made, C++ lets the name of the member be taken, which then
 * works for every socket.
 */
class SocketState : public TcpSocketBase
{
  public:
    /**
     * \param socket any socket
     * \return its state
     */
    static Ptr<TcpSocketState> Of(Ptr<TcpSocketBase> socket)
    {
        return PeekPointer(socket)->*(&SocketState::m_tcb);
    }
};

/**
 * \param node has the addresses
 * \return all of them, in the core's form
 */
std::vector<wtcp::ffi::Endpoint>
AddressesOf(Ptr<Node> node)
{
    std::vector<wtcp::ffi::Endpoint> addresses;
    if (Ptr<Ipv4> ipv4 = node->GetObject<Ipv4>())
    {
        for (uint32_t i = 0; i < ipv4->GetNInterfaces(); i++)
        {
            for (uint32_t j = 0; j < ipv4->GetNAddresses(i); j++)
            {
                wtcp::ffi::Endpoint endpoint{};
                ipv4->GetAddress(i, j).GetLocal().Serialize(endpoint.octets.data());
                addresses.push_back(endpoint);
            }
        }
    }
    if (Ptr<Ipv6> ipv6 = node->GetObject<Ipv6>())
    {
        for (uint32_t i = 0; i < ipv6->GetNInterfaces(); i++)
        {
            for (uint32_t j = 0; j < ipv6->GetNAddresses(i); j++)
            {
                wtcp::ffi::Endpoint endpoint{};
                endpoint.ipv6 = true;
                ipv6->GetAddress(i, j).GetAddress().Serialize(endpoint.octets.data());
                addresses.push_back(endpoint);
            }
        }
    }
    return addresses;
}

} // namespace

TypeId
AtcpAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AtcpAgent")
            .SetParent<WirelessAgent>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<AtcpAgent>()
            .AddAttribute("DupAckThreshold",
                          "Duplicate acknowledgement that is taken for a loss unless congestion is echoed; from 1 to 3. "
                          "Earlier ones reach TCP.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&AtcpAgent::m_dupAckThreshold),
                          MakeUintegerChecker<uint32_t>(1, 3))
            .AddAttribute("TcpMinRto",
                          "TCP's least retransmission timeout, as TcpSocketBase::MinRto; longer than zero.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&AtcpAgent::m_tcpMinRto),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RtoFraction",
                          "Part of TCP's retransmission timeout, estimated as RFC 6298 says, after which it is taken to be "
                          "about to expire; above 0 and below 1.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&AtcpAgent::m_rtoFraction),
                          MakeDoubleChecker<double>(SMALLEST, BELOW_ONE))
            .AddAttribute("MinTimeout",
                          "Shortest time after which a segment is sent again once more in state Loss; longer than zero.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&AtcpAgent::m_minTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxTimeout",
                          "Longest such time, which doubles with each retransmission; at least as long as MinTimeout.",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&AtcpAgent::m_maxTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("ProbeInterval",
                          "Time between probes in state Disconnected; longer than zero.",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&AtcpAgent::m_probeInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("PersistRefresh",
                          "Time after which TCP's persist timer is started afresh, so that it never expires; longer than "
                          "zero and shorter than TcpSocket::PersistTimeout (6 s). Where it expires with nothing left to "
                          "send, ns-3 ends in a segmentation fault.",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&AtcpAgent::m_persistRefresh),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("BufferSize",
                          "Segments kept for one connection; the losses of further ones are left to TCP. At least 1.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&AtcpAgent::m_bufferSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("IdleTimeout",
                          "Silence after which a connection without outstanding data is forgotten; longer than zero.",
                          TimeValue(Seconds(120)),
                          MakeTimeAccessor(&AtcpAgent::m_idleTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxConnections",
                          "Connections known at a time; segments of further ones pass unserved. At least 1.",
                          UintegerValue(10000),
                          MakeUintegerAccessor(&AtcpAgent::m_maxConnections),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxPackets",
                          "Packets held for all connections together; at least 1.",
                          UintegerValue(100000),
                          MakeUintegerAccessor(&AtcpAgent::m_maxPackets),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

AtcpAgent::AtcpAgent()
{
    NS_LOG_FUNCTION(this);
}

AtcpAgent::~AtcpAgent()
{
    NS_LOG_FUNCTION(this);
}

std::unique_ptr<WirelessAgent::Core>
AtcpAgent::MakeCore() const
{
    using rustcore::ToNs;
    wtcp::ffi::AtcpConfig config{};
    config.dup_ack_threshold = m_dupAckThreshold;
    config.tcp_min_rto_ns = ToNs(m_tcpMinRto);
    config.rto_fraction = m_rtoFraction;
    config.min_timeout_ns = ToNs(m_minTimeout);
    config.max_timeout_ns = ToNs(m_maxTimeout);
    config.probe_interval_ns = ToNs(m_probeInterval);
    config.persist_refresh_ns = ToNs(m_persistRefresh);
    config.buffer_packets = m_bufferSize;
    config.idle_timeout_ns = ToNs(m_idleTimeout);
    config.max_connections = m_maxConnections;
    config.max_packets = m_maxPackets;
    const auto addresses = AddressesOf(GetNode());
    return std::make_unique<Core>(wtcp::ffi::new_atcp(config, {addresses.data(), addresses.size()}));
}

void
AtcpAgent::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    WirelessAgent::DoInitialize();
    TraceConnectWithoutContext("Event", MakeCallback(&AtcpAgent::OnEvent, this));
    Ptr<TcpL4Protocol> tcp = GetNode()->GetObject<TcpL4Protocol>();
    if (!tcp)
    {
        Fail("the node has no TCP; install InternetStackHelper on it");
    }
    m_down = tcp->GetDownTarget();
    m_down6 = tcp->GetDownTarget6();
    tcp->SetDownTarget(MakeCallback(&AtcpAgent::OnSegment, Ptr<AtcpAgent>(this)));
    tcp->SetDownTarget6(MakeCallback(&AtcpAgent::OnSegment6, Ptr<AtcpAgent>(this)));
}

void
AtcpAgent::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_stopped = true;
    WirelessAgent::DoDispose();
}

bool
AtcpAgent::SeesDepartures() const
{
    return false;
}

void
AtcpAgent::OnSegment(Ptr<Packet> segment,
                     Ipv4Address source,
                     Ipv4Address destination,
                     uint8_t protocol,
                     Ptr<Ipv4Route> route)
{
    const auto down = m_down;
    const auto pass = [=]() { down(segment, source, destination, protocol, route); };
    if (m_stopped)
    {
        pass();
        return;
    }
    Ipv4Header header;
    header.SetSource(source);
    header.SetDestination(destination);
    header.SetProtocol(protocol);
    header.SetPayloadSize(segment->GetSize());
    header.SetTtl(64);
    SocketIpTosTag tos;
    header.SetTos(segment->PeekPacketTag(tos) ? tos.GetTos() : 0);
    const auto item = Create<Ipv4QueueDiscItem>(segment, Address(), Ipv4L3Protocol::PROT_NUMBER, header);
    Buffer scratch;
    scratch.AddAtStart(DatagramHeaders::SCRATCH_SIZE);
    Leave(item, DatagramHeaders(item, scratch), pass);
}

void
AtcpAgent::OnSegment6(Ptr<Packet> segment,
                      Ipv6Address source,
                      Ipv6Address destination,
                      uint8_t protocol,
                      Ptr<Ipv6Route> route)
{
    const auto down = m_down6;
    const auto pass = [=]() { down(segment, source, destination, protocol, route); };
    if (m_stopped)
    {
        pass();
        return;
    }
    Ipv6Header header;
    header.SetSource(source);
    header.SetDestination(destination);
    header.SetNextHeader(protocol);
    header.SetPayloadLength(segment->GetSize());
    header.SetHopLimit(64);
    SocketIpv6TclassTag trafficClass;
    header.SetTrafficClass(segment->PeekPacketTag(trafficClass) ? trafficClass.GetTclass() : 0);
    const auto item = Create<Ipv6QueueDiscItem>(segment, Address(), Ipv6L3Protocol::PROT_NUMBER, header);
    Buffer scratch;
    scratch.AddAtStart(DatagramHeaders::SCRATCH_SIZE);
    Leave(item, DatagramHeaders(item, scratch), pass);
}

void
AtcpAgent::SendAgain(Ptr<QueueDiscItem> item)
{
    // From where TCP sends, so that the segment takes the route that there is now. It comes by here once more.
    Address source;
    Address destination;
    uint8_t service = 0;
    if (auto ipv4 = DynamicCast<Ipv4QueueDiscItem>(item))
    {
        const Ipv4Header& header = ipv4->GetHeader();
        source = header.GetSource();
        destination = header.GetDestination();
        service = header.GetTos();
    }
    else if (auto ipv6 = DynamicCast<Ipv6QueueDiscItem>(item))
    {
        source = ipv6->GetHeader().GetSource();
        destination = ipv6->GetHeader().GetDestination();
        service = ipv6->GetHeader().GetTrafficClass();
    }
    Ptr<Packet> segment = item->GetPacket();
    TcpHeader header;
    segment->RemoveHeader(header);
    segment->RemoveAllPacketTags();
    // The echo must not tell TCP of the time for which the segment was kept (RFC 7323 section 4.1).
    if (auto option = DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS)))
    {
        ConstCast<TcpOptionTS>(option)->SetTimestamp(TcpOptionTS::NowToTsValue());
    }
    // What is sent again must not be ECN-capable (RFC 3168 section 6.1.5).
    if (service & DSCP)
    {
        SocketIpTosTag tos;
        tos.SetTos(service & DSCP);
        segment->AddPacketTag(tos);
        SocketIpv6TclassTag trafficClass;
        trafficClass.SetTclass(service & DSCP);
        segment->AddPacketTag(trafficClass);
    }
    GetNode()->GetObject<TcpL4Protocol>()->SendPacket(segment, header, source, destination);
}

void
AtcpAgent::OnEvent(const AgentEvent& event)
{
    if (event.kind != "window-restarted")
    {
        return;
    }
    // The acknowledgement that showed the new route reaches TCP after this.
    if (Ptr<TcpSocketBase> socket = FindSocketAt(TcpEnds{event.source, event.destination}.Normalised()))
    {
        Ptr<TcpSocketState> state = SocketState::Of(socket);
        state->m_cWnd = state->m_segmentSize;
        state->m_cWndInfl = state->m_cWnd;
    }
}

} // namespace ns3
