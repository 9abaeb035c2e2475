// SPDX-License-Identifier: GPL-2.0-only
#include "dsr-route-request.h"

#include "ns3/dsr-module.h" // its headers have other names after 3.48

#include <array>

namespace ns3
{

namespace
{

/// The parts of a packet that holds nothing but a route request.
struct Parts
{
    dsr::DsrRoutingHeader dsr;        //!< without its options, which it does not give back
    dsr::DsrOptionRreqHeader request; //!< the option
};

/**
 * \param packet what is behind the IP header
 * \return its parts; nothing if it holds no route request
 */
std::optional<Parts>
PartsOf(Ptr<const Packet> packet)
{
    Parts parts;
    if (packet->GetSize() < parts.dsr.GetSerializedSize())
    {
        return std::nullopt;
    }
    packet->PeekHeader(parts.dsr);
    Ptr<Packet> options = packet->Copy();
    options->RemoveAtStart(parts.dsr.GetDsrOptionsOffset());
    // As ns-3 itself does: the class does not read the number of addresses, but has to be told.
    std::array<uint8_t, 2> typeAndLength;
    if (options->CopyData(typeAndLength.data(), typeAndLength.size()) < typeAndLength.size() ||
        typeAndLength[0] != parts.request.GetType() || typeAndLength[1] < parts.request.GetLength())
    {
        return std::nullopt;
    }
    parts.request.SetNumberAddress((typeAndLength[1] - parts.request.GetLength()) / 4);
    if (parts.request.GetSerializedSize() > options->GetSize())
    {
        return std::nullopt;
    }
    options->PeekHeader(parts.request);
    return parts;
}

} // namespace

std::optional<DsrRouteRequest>
DsrRouteRequest::Read(Ptr<const Packet> packet)
{
    auto parts = PartsOf(packet);
    if (!parts || parts->request.GetNodesNumber() != 1)
    {
        return std::nullopt;
    }
    return DsrRouteRequest{parts->request.GetNodeAddress(0), parts->request.GetTarget(), parts->request.GetId()};
}

void
DsrRouteRequest::SetId(Ptr<Packet> packet, uint16_t id)
{
    auto parts = PartsOf(packet);
    if (!parts)
    {
        return;
    }
    parts->request.SetId(id);
    dsr::DsrRoutingHeader dsr;
    dsr.SetNextHeader(parts->dsr.GetNextHeader());
    dsr.SetMessageType(parts->dsr.GetMessageType());
    dsr.SetSourceId(parts->dsr.GetSourceId());
    dsr.SetDestId(parts->dsr.GetDestId());
    dsr.SetPayloadLength(parts->dsr.GetPayloadLength());
    dsr.AddDsrOption(parts->request);
    packet->RemoveAtStart(packet->GetSize());
    packet->AddHeader(dsr);
}

} // namespace ns3
