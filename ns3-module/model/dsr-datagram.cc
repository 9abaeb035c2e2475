// SPDX-License-Identifier: GPL-2.0-only
#include "dsr-datagram.h"

#include "ns3/dsr-module.h" // its headers have other names after 3.48
#include "ns3/node.h"

#include <array>

namespace ns3
{

namespace
{

constexpr uint8_t TCP = 6;
constexpr uint8_t UDP = 17;
constexpr uint8_t DSR = 48;
constexpr uint32_t IPV4_HEADER = 20;
constexpr uint32_t TCP_HEADER = 20;
constexpr uint32_t UDP_HEADER = 8;

/**
 * \param options starts with the first DSR option
 * \return the source route; nothing if the option is another
 */
std::optional<dsr::DsrOptionSRHeader>
ReadSourceRoute(Ptr<const Packet> options)
{
    // As ns-3 itself does: the class does not read the number of addresses, but has to be told.
    dsr::DsrOptionSRHeader route;
    std::array<uint8_t, 2> typeAndLength;
    if (options->CopyData(typeAndLength.data(), typeAndLength.size()) < typeAndLength.size() ||
        typeAndLength[0] != route.GetType() || typeAndLength[1] < route.GetLength())
    {
        return std::nullopt;
    }
    const uint8_t addresses = (typeAndLength[1] - route.GetLength()) / 4;
    route.SetNumberAddress(addresses);
    if (route.GetSerializedSize() > options->GetSize())
    {
        return std::nullopt;
    }
    options->PeekHeader(route);
    if (addresses < 2 || route.GetSegmentsLeft() > addresses - 2)
    {
        return std::nullopt;
    }
    return route;
}

} // namespace

std::optional<DsrDatagram>
DsrDatagram::Read(const Ipv4Header& ip, Ptr<const Packet> packet)
{
    dsr::DsrRoutingHeader dsr;
    if (ip.GetProtocol() != DSR || ip.GetFragmentOffset() != 0 || ip.GetPayloadSize() > packet->GetSize() ||
        ip.GetPayloadSize() < dsr.GetSerializedSize())
    {
        return std::nullopt;
    }
    Ptr<Packet> segment = packet->CreateFragment(0, ip.GetPayloadSize());
    segment->RemoveHeader(dsr);
    // Route requests name TCP or UDP, too, when they are made for it, and carry nothing.
    const uint8_t protocol = dsr.GetNextHeader();
    if ((protocol != TCP || segment->GetSize() < TCP_HEADER) && (protocol != UDP || segment->GetSize() < UDP_HEADER))
    {
        return std::nullopt;
    }
    Ptr<Packet> options = packet->Copy();
    options->RemoveAtStart(dsr.GetDsrOptionsOffset());
    const auto route = ReadSourceRoute(options);
    if (!route)
    {
        return std::nullopt;
    }
    DsrDatagram result{ip, segment, route->GetNodesAddress(), route->GetSegmentsLeft(), route->GetSalvage()};
    result.ip.SetDestination(result.route.back());
    result.ip.SetProtocol(protocol);
    result.ip.SetPayloadSize(segment->GetSize());
    return result;
}

std::optional<DsrDatagram>
DsrDatagram::Read(Ptr<const Packet> datagram)
{
    uint8_t versionAndLength = 0;
    datagram->CopyData(&versionAndLength, 1);
    if (versionAndLength >> 4 != 4 || datagram->GetSize() < IPV4_HEADER)
    {
        return std::nullopt;
    }
    Ptr<Packet> packet = datagram->Copy();
    Ipv4Header ip;
    packet->RemoveHeader(ip);
    return Read(ip, packet);
}

Ipv4Address
DsrDatagram::GetReceiver() const
{
    return route[route.size() - 1 - segmentsLeft];
}

std::optional<Ipv4Address>
DsrDatagram::GetNextHop() const
{
    return segmentsLeft == 0 ? std::nullopt : std::optional<Ipv4Address>(route[route.size() - segmentsLeft]);
}

Ptr<Packet>
DsrDatagram::ToPlain() const
{
    Ptr<Packet> plain = segment->Copy();
    plain->AddHeader(ip);
    return plain;
}

bool
RunsDsr(Ptr<const Node> node)
{
    return bool(node->GetObject<dsr::DsrRouting>());
}

} // namespace ns3
