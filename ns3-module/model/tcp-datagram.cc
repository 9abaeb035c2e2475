// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-datagram.h"

#include "ns3/dsr-datagram.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/packet.h"

#include <sstream>
#include <tuple>

namespace ns3
{

namespace
{

constexpr uint8_t TCP_PROTOCOL = 6;     //!< IP protocol number of TCP
constexpr uint32_t MIN_TCP_HEADER = 20; //!< bytes of a TCP header without options

/**
 * \param address InetSocketAddress, perhaps with a type of service, or Inet6SocketAddress
 * \return the address and port alone
 */
Address
WithoutTos(const Address& address)
{
    if (!InetSocketAddress::IsMatchingType(address))
    {
        return address;
    }
    const InetSocketAddress inet = InetSocketAddress::ConvertFrom(address);
    return InetSocketAddress(inet.GetIpv4(), inet.GetPort());
}

/**
 * Read the TCP part of a datagram.
 *
 * \param packet starts with the TCP header
 * \param size bytes of the TCP segment as the IP header says; link-layer padding may follow
 * \param result takes header, payload size
 * \return whether there is a whole header
 */
bool
ReadTcp(Ptr<Packet> packet, uint32_t size, TcpDatagram& result)
{
    uint8_t start[MIN_TCP_HEADER];
    if (size < MIN_TCP_HEADER || packet->CopyData(start, MIN_TCP_HEADER) < MIN_TCP_HEADER)
    {
        return false;
    }
    const uint32_t length = (start[12] >> 4) * 4;
    if (length < MIN_TCP_HEADER || length > size || length > packet->GetSize())
    {
        return false;
    }
    packet->PeekHeader(result.header);
    result.payloadSize = size - length;
    return true;
}

} // namespace

TcpEnds
TcpEnds::Normalised() const
{
    return {WithoutTos(source), WithoutTos(destination)};
}

TcpEnds
TcpEnds::Reversed() const
{
    return {destination, source};
}

bool
TcpEnds::operator<(const TcpEnds& other) const
{
    return std::tie(source, destination) < std::tie(other.source, other.destination);
}

std::optional<TcpDatagram>
TcpDatagram::Read(Ptr<const Packet> datagram)
{
    uint8_t first = 0;
    if (datagram->CopyData(&first, 1) == 0)
    {
        return std::nullopt;
    }
    const auto behindDsr = DsrDatagram::Read(datagram);
    Ptr<Packet> packet = behindDsr ? behindDsr->ToPlain() : datagram->Copy();
    TcpDatagram result;
    if (first >> 4 == 4 && packet->GetSize() >= 20)
    {
        Ipv4Header ip;
        packet->RemoveHeader(ip);
        if (ip.GetProtocol() != TCP_PROTOCOL || ip.GetFragmentOffset() != 0 ||
            !ReadTcp(packet, ip.GetPayloadSize(), result))
        {
            return std::nullopt;
        }
        result.ends = {InetSocketAddress(ip.GetSource(), result.header.GetSourcePort()),
                       InetSocketAddress(ip.GetDestination(), result.header.GetDestinationPort())};
        return result;
    }
    if (first >> 4 == 6 && packet->GetSize() >= 40)
    {
        Ipv6Header ip;
        packet->RemoveHeader(ip);
        if (ip.GetNextHeader() != TCP_PROTOCOL || !ReadTcp(packet, ip.GetPayloadLength(), result))
        {
            return std::nullopt;
        }
        result.ends = {Inet6SocketAddress(ip.GetSource(), result.header.GetSourcePort()),
                       Inet6SocketAddress(ip.GetDestination(), result.header.GetDestinationPort())};
        return result;
    }
    return std::nullopt;
}

std::string
DescribeSocketAddress(const Address& address)
{
    std::ostringstream text;
    if (InetSocketAddress::IsMatchingType(address))
    {
        const InetSocketAddress inet = InetSocketAddress::ConvertFrom(address);
        text << inet.GetIpv4() << ":" << inet.GetPort();
    }
    else if (Inet6SocketAddress::IsMatchingType(address))
    {
        const Inet6SocketAddress inet = Inet6SocketAddress::ConvertFrom(address);
        text << "[" << inet.GetIpv6() << "]:" << inet.GetPort();
    }
    return text.str();
}

} // namespace ns3
