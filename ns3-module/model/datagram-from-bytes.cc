// SPDX-License-Identifier: GPL-2.0-only
#include "datagram-from-bytes.h"

#include "ns3/buffer.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/tcp-header.h"

namespace ns3
{

namespace
{

constexpr uint8_t TCP = 6;
constexpr uint32_t TCP_HEADER = 20;

/**
 * \param at start of the TCP segment
 * \param bytes the same as bytes
 * \param size length of the segment
 * \param ip its IP header
 * \return the datagram; null if the segment is cut
 */
template <typename IpHeader>
Ptr<Packet>
AddSegment(Buffer::Iterator at, const uint8_t* bytes, uint32_t size, IpHeader ip)
{
    if (size < TCP_HEADER || (bytes[12] >> 4) * 4u < TCP_HEADER || (bytes[12] >> 4) * 4u > size)
    {
        return nullptr;
    }
    TcpHeader tcp;
    const uint32_t header = tcp.Deserialize(at);
    if (Node::ChecksumEnabled())
    {
        tcp.EnableChecksums();
        tcp.InitializeChecksum(ip.GetSource(), ip.GetDestination(), TCP);
    }
    Ptr<Packet> datagram = Create<Packet>(bytes + header, size - header);
    datagram->AddHeader(tcp);
    datagram->AddHeader(ip);
    return datagram;
}

} // namespace

Ptr<Packet>
DatagramFromBytes(const uint8_t* bytes, uint32_t size, uint16_t& protocol)
{
    Buffer buffer;
    buffer.AddAtStart(size);
    Buffer::Iterator at = buffer.Begin();
    at.Write(bytes, size);
    at = buffer.Begin();

    Ipv4Header ipv4;
    if (size >= ipv4.GetSerializedSize() && bytes[0] == 0x45)
    {
        at.Next(ipv4.Deserialize(at));
        if (Node::ChecksumEnabled())
        {
            ipv4.EnableChecksum();
        }
        protocol = Ipv4L3Protocol::PROT_NUMBER;
        const uint32_t header = ipv4.GetSerializedSize();
        return ipv4.GetProtocol() == TCP && ipv4.GetPayloadSize() == size - header
                   ? AddSegment(at, bytes + header, size - header, ipv4)
                   : nullptr;
    }
    Ipv6Header ipv6;
    if (size >= ipv6.GetSerializedSize() && bytes[0] >> 4 == 6)
    {
        at.Next(ipv6.Deserialize(at));
        protocol = Ipv6L3Protocol::PROT_NUMBER;
        const uint32_t header = ipv6.GetSerializedSize();
        return ipv6.GetNextHeader() == TCP && ipv6.GetPayloadLength() == size - header
                   ? AddSegment(at, bytes + header, size - header, ipv6)
                   : nullptr;
    }
    return nullptr;
}

} // namespace ns3
