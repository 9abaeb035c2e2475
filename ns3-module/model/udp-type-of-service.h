// SPDX-License-Identifier: GPL-2.0-only
#ifndef UDP_TYPE_OF_SERVICE_H
#define UDP_TYPE_OF_SERVICE_H

#include "ns3/inet-socket-address.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Sets what a socket's next SendTo() has in its IP header. Up to ns-3.41 the address says it, whatever the socket says;
 * from 3.42 on the socket.
 *
 * \tparam SocketAddress InetSocketAddress; a parameter so that the call need not exist
 * \param socket sends
 * \param to where to
 * \param tos type of service
 */
template <typename SocketAddress>
auto
SetTypeOfService(Socket& /* socket */, SocketAddress& to, uint8_t tos) -> decltype(to.SetTos(tos))
{
    to.SetTos(tos);
}

/**
 * \ingroup wireless-tcp
 *
 * The form for releases whose addresses have no type of service.
 *
 * \param socket sends
 * \param tos type of service
 */
inline void
SetTypeOfService(Socket& socket, const InetSocketAddress& /* to */, uint8_t tos)
{
    socket.SetIpTos(tos);
}

} // namespace ns3

#endif /* UDP_TYPE_OF_SERVICE_H */
