// SPDX-License-Identifier: GPL-2.0-only
#ifndef LOCAL_RETRANSMISSION_FILTER_H
#define LOCAL_RETRANSMISSION_FILTER_H

#include "ns3/packet-filter.h"

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Sorts packets for a PrioQueueDisc with two bands: local retransmissions that ask for priority go to band 0,
 * everything else to band 1.
 */
class LocalRetransmissionFilter : public PacketFilter
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    static constexpr int32_t URGENT = 0;   //!< band of local retransmissions with priority
    static constexpr int32_t ORDINARY = 1; //!< band of everything else

  private:
    bool CheckProtocol(Ptr<QueueDiscItem> item) const override;
    int32_t DoClassify(Ptr<QueueDiscItem> item) const override;
};

} // namespace ns3

#endif /* LOCAL_RETRANSMISSION_FILTER_H */
