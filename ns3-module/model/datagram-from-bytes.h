// SPDX-License-Identifier: GPL-2.0-only
#ifndef DATAGRAM_FROM_BYTES_H
#define DATAGRAM_FROM_BYTES_H

#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class Packet;

/**
 * \ingroup wireless-tcp
 *
 * Makes a packet of ns-3's own headers from the bytes of an IPv4 or IPv6 datagram that bears a TCP segment, so that
 * packet printing and checking work on it. Checksums are computed anew where ns-3 is told to use them. Private to the
 * module.
 *
 * \param bytes the datagram, without IPv4 options or IPv6 extension headers
 * \param size number of bytes
 * \param protocol is set to the EtherType
 * \return the datagram; null if the bytes are none of the kind
 */
Ptr<Packet> DatagramFromBytes(const uint8_t* bytes, uint32_t size, uint16_t& protocol);

} // namespace ns3

#endif /* DATAGRAM_FROM_BYTES_H */
