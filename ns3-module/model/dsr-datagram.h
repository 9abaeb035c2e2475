// SPDX-License-Identifier: GPL-2.0-only
#ifndef DSR_DATAGRAM_H
#define DSR_DATAGRAM_H

#include "ns3/ipv4-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

class Node;

/**
 * \ingroup wireless-tcp
 *
 * A TCP segment or UDP datagram out of a datagram of ns-3's DSR: IP protocol 48, a DSR header with a source route, the
 * segment. Its IP header names the next hop as destination, so the ends are read from the source route, by ns-3's own
 * header classes: the format changes after 3.48.
 */
struct DsrDatagram
{
    Ipv4Header ip;                  //!< the header that the segment would have without DSR: end to end, protocol 6 or 17
    Ptr<Packet> segment;            //!< TCP or UDP header and payload
    std::vector<Ipv4Address> route; //!< from the source to the destination, both included
    uint8_t segmentsLeft{0};        //!< nodes of the route behind the one that receives the datagram, at most two less than it has
    uint8_t salvage{0};             //!< how often a node on the way gave the datagram another route

    /**
     * \param ip an IP header
     * \param packet what is behind it; link-layer padding may follow
     * \return the segment; nothing if it is none that DSR carries on a source route
     */
    static std::optional<DsrDatagram> Read(const Ipv4Header& ip, Ptr<const Packet> packet);

    /**
     * \param datagram starts with its IP header; link-layer padding may follow
     * \return the segment; nothing if it is none that DSR carries on a source route
     */
    static std::optional<DsrDatagram> Read(Ptr<const Packet> datagram);

    /**
     * \return the node of the route that receives the datagram next
     */
    Ipv4Address GetReceiver() const;

    /**
     * \return where that node sends it on to; nothing if it is the destination
     */
    std::optional<Ipv4Address> GetNextHop() const;

    /**
     * \return the datagram as it would be without DSR
     */
    Ptr<Packet> ToPlain() const;
};

/**
 * \ingroup wireless-tcp
 *
 * \param node a node
 * \return whether DSR sends the node's packets. DSR waits for each to be heard by the next hop, takes the link for broken
 *         otherwise, and forwards only what has a source route: nothing it sends may be held back, and no datagram that is
 *         made at a node on the way goes on from there
 */
bool RunsDsr(Ptr<const Node> node);

} // namespace ns3

#endif /* DSR_DATAGRAM_H */
