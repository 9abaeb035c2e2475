// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_DATAGRAM_H
#define TCP_DATAGRAM_H

#include "ns3/address.h"
#include "ns3/ptr.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

class Packet;

/**
 * \ingroup wireless-tcp
 * \brief The two ends of a TCP connection, as one direction of it sees them.
 */
struct TcpEnds
{
    Address source;      //!< InetSocketAddress or Inet6SocketAddress of the sender
    Address destination; //!< the receiver's

    /**
     * Bring both addresses into one form: an InetSocketAddress may carry a type of service, which is no part of
     * the name of a connection.
     *
     * \return the same ends, comparable
     */
    TcpEnds Normalised() const;

    /// \return the ends as the other direction sees them
    TcpEnds Reversed() const;

    /**
     * \param other other ends
     * \return a fixed order
     */
    bool operator<(const TcpEnds& other) const;
};

/**
 * \ingroup wireless-tcp
 * \brief A TCP segment read out of a whole IP datagram, as the traces of WirelessTrafficControl give it.
 */
struct TcpDatagram
{
    TcpEnds ends;         //!< sender and receiver
    TcpHeader header;     //!< the TCP header
    uint32_t payloadSize; //!< data it carries (bytes)

    /**
     * \param datagram starts with its IPv4 or IPv6 header; DSR may carry it
     * \return the segment, or nothing if the datagram carries no TCP header
     */
    static std::optional<TcpDatagram> Read(Ptr<const Packet> datagram);
};

/**
 * \ingroup wireless-tcp
 * \param address InetSocketAddress or Inet6SocketAddress
 * \return "10.1.1.1:49153" or "[2001:db8::1]:49153"
 */
std::string DescribeSocketAddress(const Address& address);

} // namespace ns3

#endif // TCP_DATAGRAM_H
