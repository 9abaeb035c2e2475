// SPDX-License-Identifier: GPL-2.0-only
#ifndef BIAZ_DIFFERENTIATOR_H
#define BIAZ_DIFFERENTIATOR_H

#include "loss-differentiator.h"

#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * mBiaz [Cen03]: n neighbouring losses are wireless if the segments around them arrived as far apart as if all had arrived:
 * between n + 1 and n + UpperBound least inter-arrival times. It needs the receiver to be simulated, too.
 */
class BiazDifferentiator : public LossDifferentiator
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<Core> MakeCore(Time tick) const override;
    bool NeedsArrivals() const override;

  private:
    double m_upperBound; //!< of the gap, beyond n least inter-arrival times
    uint32_t m_minTicks; //!< ticks of the clock in the shortest inter-arrival time it judges by
};

} // namespace ns3

#endif // BIAZ_DIFFERENTIATOR_H
