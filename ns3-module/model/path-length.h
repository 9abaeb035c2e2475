// SPDX-License-Identifier: GPL-2.0-only
#ifndef PATH_LENGTH_H
#define PATH_LENGTH_H

#include "tcp-datagram.h"

#include "ns3/callback.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

class TcpSocketBase;

/**
 * \ingroup wireless-tcp
 *
 * How many hops the segments come that arrive for a socket: what is missing from their time to live, or, where DSR carries them, the
 * length of the source route, since DSR does not count the time to live of data. Private to the module.
 */
class PathLength : public SimpleRefCount<PathLength>
{
  public:
    /// Told of each segment's hops; the least is 1.
    using Listener = Callback<void, uint32_t>;

    /**
     * \brief Watch a socket's segments from now on.
     * \param socket a connected socket
     * \param initialTtl time to live with which the other end sends
     * \param listener is told before the socket gets the segment
     */
    static void Watch(Ptr<TcpSocketBase> socket, uint8_t initialTtl, Listener listener);

  private:
    /**
     * \param ip header of a datagram that arrived at the node
     * \param packet what is behind it
     */
    void OnIpv4(const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t);
    /**
     * \param ip header of a datagram that arrived at the node
     * \param packet what is behind it
     */
    void OnIpv6(const Ipv6Header& ip, Ptr<const Packet> packet, uint32_t);
    /**
     * \param ends of the segment
     * \param ttl with which it arrived
     */
    void OnTtl(const TcpEnds& ends, uint8_t ttl);
    /**
     * \param ends of the segment
     * \return whether it is for the socket
     */
    bool IsOurs(const TcpEnds& ends) const;

    TcpEnds m_ends;       //!< of arriving segments
    uint8_t m_initialTtl; //!< time to live with which the other end sends
    Listener m_listener;  //!< is told
};

} // namespace ns3

#endif // PATH_LENGTH_H
