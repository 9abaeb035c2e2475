// SPDX-License-Identifier: GPL-2.0-only
#include "icmp-unreachable-sender.h"

#include "ns3/abort.h"
#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/icmpv4.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IcmpUnreachableSender");

NS_OBJECT_ENSURE_REGISTERED(IcmpUnreachableSender);

namespace
{

constexpr uint8_t TCP = 6;
/// RFC 792.
constexpr uint8_t DESTINATION_UNREACHABLE = 3;
constexpr uint8_t HOST_UNREACHABLE = 1;

} // namespace

TypeId
IcmpUnreachableSender::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IcmpUnreachableSender")
            .SetParent<Object>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<IcmpUnreachableSender>()
            .AddAttribute("MinInterval",
                          "Shortest time between two messages of a node (RFC 1812 section 4.3.2.8); zero or longer.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&IcmpUnreachableSender::m_minInterval),
                          MakeTimeChecker(NanoSeconds(0)));
    return tid;
}

IcmpUnreachableSender::IcmpUnreachableSender()
{
    NS_LOG_FUNCTION(this);
}

IcmpUnreachableSender::~IcmpUnreachableSender()
{
    NS_LOG_FUNCTION(this);
}

void
IcmpUnreachableSender::Install(Ptr<Node> node)
{
    NS_LOG_FUNCTION(this << node);
    NS_ABORT_MSG_UNLESS(node, "IcmpUnreachableSender: the node is null");
    m_ipv4 = node->GetObject<Ipv4L3Protocol>();
    NS_ABORT_MSG_UNLESS(m_ipv4,
                        "IcmpUnreachableSender: node " << node->GetId()
                                                       << " has no IPv4 stack; install InternetStackHelper first");
    NS_ABORT_MSG_IF(node->GetObject<IcmpUnreachableSender>(),
                    "IcmpUnreachableSender: node " << node->GetId() << " has one already; install it once");
    node->AggregateObject(this);
    m_ipv4->TraceConnectWithoutContext("Drop", MakeCallback(&IcmpUnreachableSender::OnDrop, this));
}

uint64_t
IcmpUnreachableSender::GetSent() const
{
    return m_sent;
}

uint64_t
IcmpUnreachableSender::GetSuppressed() const
{
    return m_suppressed;
}

void
IcmpUnreachableSender::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_ipv4)
    {
        m_ipv4->TraceDisconnectWithoutContext("Drop", MakeCallback(&IcmpUnreachableSender::OnDrop, this));
        m_ipv4 = nullptr;
    }
    Object::DoDispose();
}

void
IcmpUnreachableSender::OnDrop(const Ipv4Header& header,
                              Ptr<const Packet> packet,
                              Ipv4L3Protocol::DropReason reason,
                              Ptr<Ipv4>,
                              uint32_t)
{
    const bool noRoute = reason == Ipv4L3Protocol::DROP_NO_ROUTE || reason == Ipv4L3Protocol::DROP_ROUTE_ERROR;
    if (!noRoute || !MayTell(header))
    {
        return;
    }
    if (Simulator::Now() < m_next)
    {
        m_suppressed++;
        return;
    }
    m_next = Simulator::Now() + m_minInterval;
    m_sent++;
    // Not from inside the routing protocol, which is in the middle of the datagram.
    Simulator::ScheduleNow(&IcmpUnreachableSender::Send, Ptr<IcmpUnreachableSender>(this), header, packet->Copy());
}

bool
IcmpUnreachableSender::MayTell(const Ipv4Header& header) const
{
    const Ipv4Address ends[] = {header.GetSource(), header.GetDestination()};
    for (const Ipv4Address& end : ends)
    {
        if (end.IsAny() || end.IsBroadcast() || end.IsMulticast() || end.IsLocalhost())
        {
            return false;
        }
        for (uint32_t i = 0; i < m_ipv4->GetNInterfaces(); i++)
        {
            for (uint32_t j = 0; j < m_ipv4->GetNAddresses(i); j++)
            {
                const Ipv4InterfaceAddress own = m_ipv4->GetAddress(i, j);
                if (end == own.GetLocal() || end.IsSubnetDirectedBroadcast(own.GetMask()))
                {
                    return false;
                }
            }
        }
    }
    return header.GetProtocol() == TCP && header.GetFragmentOffset() == 0;
}

void
IcmpUnreachableSender::Send(const Ipv4Header& header, Ptr<const Packet> packet)
{
    if (!m_ipv4)
    {
        return;
    }
    Icmpv4DestinationUnreachable unreachable;
    unreachable.SetHeader(header);
    unreachable.SetData(packet);
    Ptr<Packet> message = Create<Packet>();
    message->AddHeader(unreachable);
    Icmpv4Header icmp;
    icmp.SetType(DESTINATION_UNREACHABLE);
    icmp.SetCode(HOST_UNREACHABLE);
    if (Node::ChecksumEnabled())
    {
        icmp.EnableChecksum();
    }
    message->AddHeader(icmp);

    Ipv4Header towards;
    towards.SetDestination(header.GetSource());
    towards.SetProtocol(Icmpv4L4Protocol::GetStaticProtocolNumber());
    Socket::SocketErrno error;
    Ptr<Ipv4Route> route = m_ipv4->GetRoutingProtocol()->RouteOutput(message, towards, nullptr, error);
    if (!route)
    {
        NS_LOG_LOGIC("no route back to " << header.GetSource());
        return;
    }
    m_ipv4->Send(message, route->GetSource(), header.GetSource(), Icmpv4L4Protocol::GetStaticProtocolNumber(), route);
}

} // namespace ns3
