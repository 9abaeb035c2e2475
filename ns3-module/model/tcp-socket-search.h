// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_SOCKET_SEARCH_H
#define TCP_SOCKET_SEARCH_H

#include "tcp-datagram.h"

#include "ns3/ptr.h"

namespace ns3
{

class TcpCongestionOps;
class TcpSocketBase;

/**
 * \ingroup wireless-tcp
 * \param control a congestion control
 * \return the socket that has it, of any node; ends the simulation with an error if none has
 */
Ptr<TcpSocketBase> GetSocketOf(Ptr<const TcpCongestionOps> control);

/**
 * \ingroup wireless-tcp
 * \param ends an end of a connection as the source, the other as the destination
 * \return the source's socket, of any node; null if there is none
 */
Ptr<TcpSocketBase> FindSocketAt(const TcpEnds& ends);

/**
 * \ingroup wireless-tcp
 * \param socket a socket of a connection
 * \return its ends, the socket's as the source
 */
TcpEnds GetEndsOf(Ptr<const TcpSocketBase> socket);

} // namespace ns3

#endif // TCP_SOCKET_SEARCH_H
