// SPDX-License-Identifier: GPL-2.0-only
#ifndef LOCAL_RETRANSMISSION_TAG_H
#define LOCAL_RETRANSMISSION_TAG_H

#include "ns3/tag.h"

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Packet tag on every packet that an agent sends again, so that queues, filters and trace sinks can tell a local
 * retransmission from what the sender itself sent. It never travels over the air as bytes.
 */
class LocalRetransmissionTag : public Tag
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    LocalRetransmissionTag() = default;

    /**
     * \param priority whether the packet asks to overtake packets that wait in the device's queue
     */
    explicit LocalRetransmissionTag(bool priority);

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    /**
     * \return whether the packet asks to overtake packets that wait in the device's queue
     */
    bool HasPriority() const;

  private:
    bool m_priority{false}; //!< whether the packet asks to overtake others
};

} // namespace ns3

#endif /* LOCAL_RETRANSMISSION_TAG_H */
