// SPDX-License-Identifier: GPL-2.0-only
#ifndef LINK_ADDRESS_H
#define LINK_ADDRESS_H

#include "ns3/address.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * The octets of a neighbour's link-layer address as a number, which is what a core knows it by. ns-3 gives the same address
 * different type numbers at different places, so Address itself is no key. Private to the module.
 *
 * \param address link-layer address of a frame's sender or receiver
 * \return the number; nothing for broadcast, multicast and addresses that are not 48 bits long
 */
std::optional<uint64_t> ToLinkAddress(const Address& address);

/**
 * \param number what ToLinkAddress returned
 * \return the address
 */
Address FromLinkAddress(uint64_t number);

} // namespace ns3

#endif /* LINK_ADDRESS_H */
