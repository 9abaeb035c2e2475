// SPDX-License-Identifier: GPL-2.0-only
#include "path-length.h"

#include "dsr-datagram.h"
#include "tcp-socket-search.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/node.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

namespace ns3
{

namespace
{

constexpr uint8_t TCP = 6;           //!< IP protocol number of TCP
constexpr uint32_t TCP_HEADER = 20; //!< octets of a TCP header without options

/**
 * \param packet starts with a TCP header
 * \return the header
 */
TcpHeader
PeekTcp(Ptr<const Packet> packet)
{
    TcpHeader header;
    packet->PeekHeader(header);
    return header;
}

/**
 * \param ip an IPv4 header
 * \param segment the TCP segment behind it
 * \return its ends
 */
TcpEnds
GetEnds(const Ipv4Header& ip, Ptr<const Packet> segment)
{
    const TcpHeader tcp = PeekTcp(segment);
    return {InetSocketAddress(ip.GetSource(), tcp.GetSourcePort()),
            InetSocketAddress(ip.GetDestination(), tcp.GetDestinationPort())};
}

} // namespace

void
PathLength::Watch(Ptr<TcpSocketBase> socket, uint8_t initialTtl, Listener listener)
{
    Ptr<PathLength> watch = Create<PathLength>();
    watch->m_ends = GetEndsOf(socket).Reversed();
    watch->m_initialTtl = initialTtl;
    watch->m_listener = listener;
    Ptr<Node> node = socket->GetNode();
    if (InetSocketAddress::IsMatchingType(watch->m_ends.destination))
    {
        node->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext("LocalDeliver",
                                                                      MakeCallback(&PathLength::OnIpv4, watch));
    }
    else
    {
        node->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext("LocalDeliver",
                                                                      MakeCallback(&PathLength::OnIpv6, watch));
    }
}

void
PathLength::OnIpv4(const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t)
{
    if (ip.GetProtocol() == TCP && packet->GetSize() >= TCP_HEADER)
    {
        OnTtl(GetEnds(ip, packet), ip.GetTtl());
    }
    else if (const auto datagram = DsrDatagram::Read(ip, packet))
    {
        const bool isTcp = datagram->ip.GetProtocol() == TCP && datagram->segment->GetSize() >= TCP_HEADER;
        if (isTcp && IsOurs(GetEnds(datagram->ip, datagram->segment)))
        {
            m_listener(static_cast<uint32_t>(datagram->route.size() - 1));
        }
    }
}

void
PathLength::OnIpv6(const Ipv6Header& ip, Ptr<const Packet> packet, uint32_t)
{
    if (ip.GetNextHeader() != TCP || packet->GetSize() < TCP_HEADER)
    {
        return;
    }
    const TcpHeader tcp = PeekTcp(packet);
    OnTtl({Inet6SocketAddress(ip.GetSource(), tcp.GetSourcePort()),
           Inet6SocketAddress(ip.GetDestination(), tcp.GetDestinationPort())},
          ip.GetHopLimit());
}

void
PathLength::OnTtl(const TcpEnds& ends, uint8_t ttl)
{
    if (!IsOurs(ends))
    {
        return;
    }
    NS_ABORT_MSG_IF(ttl > m_initialTtl,
                    "ns3::TcpAdaptiveWindowLimit::InitialTtl is "
                        << +m_initialTtl << ", but a segment from " << DescribeSocketAddress(ends.source)
                        << " arrived with a time to live of " << +ttl << ": set it to what that node sends with");
    m_listener(m_initialTtl - ttl + 1U);
}

bool
PathLength::IsOurs(const TcpEnds& ends) const
{
    return ends.source == m_ends.source && ends.destination == m_ends.destination;
}

} // namespace ns3
