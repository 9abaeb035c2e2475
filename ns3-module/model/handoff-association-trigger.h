// SPDX-License-Identifier: GPL-2.0-only
#ifndef HANDOFF_ASSOCIATION_TRIGGER_H
#define HANDOFF_ASSOCIATION_TRIGGER_H

#include "handoff-trigger.h"

#include "ns3/mac48-address.h"
#include "ns3/nstime.h"

#include <cstddef>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Goes where 802.11 goes: base stations are access points, the mobile host's device has a StaWifiMac, and a handoff
 * begins when that has lost one access point and takes place when it has associated with another. When this happens is
 * ns-3's business (StaWifiMac::MaxMissedBeacons, WaitBeaconTimeout, the access points' BeaconInterval). There is no time
 * to say goodbye, and nothing is announced: let the router prime all base stations.
 */
class HandoffAssociationTrigger : public HandoffTrigger
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    HandoffAssociationTrigger();
    ~HandoffAssociationTrigger() override;

    void OnBeacon(std::size_t cell) override;

  private:
    void DoStart() override;

    /**
     * \brief The MAC has associated, but has not finished saying so.
     * \param accessPoint with whom
     */
    void NoteAssociation(Mac48Address accessPoint);

    /**
     * \brief The MAC is ready to send to an access point.
     * \param accessPoint which
     */
    void OnAssociation(Mac48Address accessPoint);

    /**
     * \brief The access point is lost.
     * \param accessPoint not used: releases differ in what it is
     */
    void OnDisassociation(Mac48Address accessPoint);

    Time m_lost{Seconds(-1)}; //!< when the access point was lost; negative while there is one, and before the first
};

} // namespace ns3

#endif /* HANDOFF_ASSOCIATION_TRIGGER_H */
