// SPDX-License-Identifier: GPL-2.0-only
#ifndef RADIO_OUTAGE_H
#define RADIO_OUTAGE_H

#include "ns3/propagation-loss-model.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <set>

namespace ns3
{

class MobilityModel;

/**
 * \ingroup wireless-tcp
 *
 * Lets nodes neither be heard nor hear while they are down. Put it behind the other loss models of a channel. The MAC of such a
 * node goes on, and so loses what it has after its last retry, as that of a node that was switched off would have.
 */
class RadioOutage : public PropagationLossModel
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    RadioOutage();
    ~RadioOutage() override;

    /// \param node position of a node that is down from now on
    void Begin(Ptr<MobilityModel> node);
    /// \param node position of a node that is up again
    void End(Ptr<MobilityModel> node);

  private:
    double DoCalcRxPower(double txPowerDbm, Ptr<MobilityModel> a, Ptr<MobilityModel> b) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    std::set<Ptr<MobilityModel>> m_down; //!< nodes that are down
};

} // namespace ns3

#endif // RADIO_OUTAGE_H
