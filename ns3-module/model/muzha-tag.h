// SPDX-License-Identifier: GPL-2.0-only
#ifndef MUZHA_TAG_H
#define MUZHA_TAG_H

#include "ns3/tag.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * What TCP Muzha carries in an IP option, on its way to the receiver, and in a TCP option back. ns-3 has no options of IPv4, so a
 * packet tag stands for both; their octets are not on the air.
 */
class MuzhaTag : public Tag
{
  public:
    /// In the place of a level that is not there.
    static constexpr uint8_t NONE = 255;

    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    uint8_t path{NONE}; //!< lowest level of the routers passed, 0 (halve) to 4 (double); NONE if none is asked for
    uint8_t echo{NONE}; //!< the path's level of the other direction; NONE if none is known
};

} // namespace ns3

#endif // MUZHA_TAG_H
