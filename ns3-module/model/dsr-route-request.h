// SPDX-License-Identifier: GPL-2.0-only
#ifndef DSR_ROUTE_REQUEST_H
#define DSR_ROUTE_REQUEST_H

#include "ns3/ipv4-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * A route request of ns-3's DSR as its own source sends it. Private to the module.
 */
struct DsrRouteRequest
{
    Ipv4Address source; //!< who looks for a route
    Ipv4Address target; //!< to whom
    uint16_t id;        //!< which request of that source for that target; other nodes pass each on once

    /**
     * \param packet what is behind the IP header
     * \return the request; nothing if there is none, or it comes from another node than its source
     */
    static std::optional<DsrRouteRequest> Read(Ptr<const Packet> packet);

    /**
     * \brief Make it another request.
     * \param packet that was read; its tags stay
     * \param id of the other request
     */
    static void SetId(Ptr<Packet> packet, uint16_t id);
};

} // namespace ns3

#endif /* DSR_ROUTE_REQUEST_H */
