// SPDX-License-Identifier: GPL-2.0-only
#ifndef LIM_DIFFERENTIATOR_H
#define LIM_DIFFERENTIATOR_H

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
 * Lim's adaptive threshold [Lim06 equation 2]: a loss is congestion if the last round trip before it exceeds
 * average + deviation (2 (minimum / average)^k - 1). Its default values are the paper's.
 */
class LimDifferentiator : public LossDifferentiator
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<Core> MakeCore(Time tick) const override;

  private:
    double m_exponent;            //!< k
    bool m_sampleAsDenominator;   //!< whether the minimum is divided by the sample
    double m_averageGain;         //!< weight of a sample in the average
    double m_deviationGain;       //!< weight of a sample in the mean deviation
    uint32_t m_minTicks;          //!< ticks of the clock in the shortest path it judges
    Time m_minRttLifetime;        //!< for how long a minimum is believed
};

} // namespace ns3

#endif // LIM_DIFFERENTIATOR_H
