// SPDX-License-Identifier: GPL-2.0-only
#ifndef HANDOFF_BEACON_TRIGGER_H
#define HANDOFF_BEACON_TRIGGER_H

#include "handoff-trigger.h"

#include "ns3/nstime.h"

#include <cstddef>
#include <vector>

namespace ns3
{

class PropagationLossModel;

/**
 * \ingroup wireless-tcp
 *
 * Goes by the strength of the base stations' beacons, as [Bal95b] does: to the strongest one, after it was announced.
 *
 * A beacon's strength is computed from the places of both ends by a propagation loss model, which should be that of the
 * channel: ns-3's Wi-Fi hands data frames up without their signal strength. All nodes need a mobility model.
 */
class HandoffBeaconTrigger : public HandoffTrigger
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    HandoffBeaconTrigger();
    ~HandoffBeaconTrigger() override;

    void OnBeacon(std::size_t cell) override;

  private:
    void DoStart() override;
    void DoDispose() override;

    /// The last beacon of a base station.
    struct Beacon
    {
        double strengthDbm{0};   //!< how strong it was
        Time heard{Seconds(-1)}; //!< when it came; negative for never
    };

    double m_hysteresisDb;                   //!< by which a base station must be stronger
    double m_anticipationDb;                 //!< by which it may be weaker to be primed
    Ptr<PropagationLossModel> m_propagation; //!< gives strengths
    std::vector<Beacon> m_last;              //!< of each base station
};

} // namespace ns3

#endif /* HANDOFF_BEACON_TRIGGER_H */
