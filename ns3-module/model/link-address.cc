// SPDX-License-Identifier: GPL-2.0-only
#include "link-address.h"

#include "ns3/mac48-address.h"

#include <array>

namespace ns3
{

namespace
{

constexpr std::size_t OCTETS = 6;

} // namespace

std::optional<uint64_t>
ToLinkAddress(const Address& address)
{
    if (!Mac48Address::IsMatchingType(address))
    {
        return std::nullopt;
    }
    const Mac48Address mac = Mac48Address::ConvertFrom(address);
    if (mac.IsGroup())
    {
        return std::nullopt;
    }
    std::array<uint8_t, OCTETS> octets;
    mac.CopyTo(octets.data());
    uint64_t number = 0;
    for (const uint8_t octet : octets)
    {
        number = number << 8 | octet;
    }
    return number;
}

Address
FromLinkAddress(uint64_t number)
{
    std::array<uint8_t, OCTETS> octets;
    for (auto octet = octets.rbegin(); octet != octets.rend(); ++octet)
    {
        *octet = static_cast<uint8_t>(number);
        number >>= 8;
    }
    Mac48Address address;
    address.CopyFrom(octets.data());
    return address;
}

} // namespace ns3
