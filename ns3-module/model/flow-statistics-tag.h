// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLOW_STATISTICS_TAG_H
#define FLOW_STATISTICS_TAG_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/tag.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Byte tag by which a FlowStatistics knows a packet again. Byte tags outlive whatever is put in front of the bytes, and that packets
 * are cut or joined; and those of several FlowStatistics stand side by side. Private to the module.
 */
class FlowStatisticsTag : public Tag
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    FlowStatisticsTag() = default;

    /**
     * \param owner number of the FlowStatistics
     * \param flow index of the flow
     * \param id number of the packet, higher than of all before
     */
    FlowStatisticsTag(uint32_t owner, uint32_t flow, uint64_t id);

    /**
     * \param packet a packet
     * \param owner number of a FlowStatistics
     * \return its tag; nothing without one. Of several, since data that was received was sent on, the latest
     */
    static std::optional<FlowStatisticsTag> Find(Ptr<const Packet> packet, uint32_t owner);

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    /// \return index of the flow
    uint32_t GetFlow() const;
    /// \return number of the packet
    uint64_t GetId() const;

  private:
    uint32_t m_owner{0}; //!< number of the FlowStatistics
    uint32_t m_flow{0};  //!< index of the flow
    uint64_t m_id{0};    //!< number of the packet
};

} // namespace ns3

#endif /* FLOW_STATISTICS_TAG_H */
