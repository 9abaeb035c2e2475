// SPDX-License-Identifier: GPL-2.0-only
#ifndef KEPT_PACKET_TAG_H
#define KEPT_PACKET_TAG_H

#include "ns3/tag.h"

namespace ns3
{

class NetDevice;

/**
 * \ingroup wireless-tcp
 *
 * Packet tag on a packet of which an agent keeps a copy, so that the agent learns by which name if a queue drops it.
 * Private to the module.
 */
class KeptPacketTag : public Tag
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    KeptPacketTag() = default;

    /**
     * \param device the agent's device
     * \param id name of the copy
     */
    KeptPacketTag(Ptr<const NetDevice> device, uint64_t id);

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    /**
     * \param device a device
     * \return whether it is the agent's; an agent on the way may have left its tag
     */
    bool IsOf(Ptr<const NetDevice> device) const;

    /**
     * \return name of the copy
     */
    uint64_t GetId() const;

  private:
    uint32_t m_node{0};   //!< node of the agent's device
    uint32_t m_device{0}; //!< index of the device on its node
    uint64_t m_id{0};     //!< name of the copy
};

} // namespace ns3

#endif /* KEPT_PACKET_TAG_H */
