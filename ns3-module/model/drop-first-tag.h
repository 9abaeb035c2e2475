// SPDX-License-Identifier: GPL-2.0-only
#ifndef DROP_FIRST_TAG_H
#define DROP_FIRST_TAG_H

#include "ns3/tag.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Packet tag on what a DropFirstQueueDisc drops first: the mark of TCP-Casablanca. On the wire it would be a drop precedence in
 * the IP header (RFC 2597).
 */
class DropFirstTag : public Tag
{
  public:
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
};

} // namespace ns3

#endif // DROP_FIRST_TAG_H
