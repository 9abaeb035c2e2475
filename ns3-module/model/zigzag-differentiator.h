// SPDX-License-Identifier: GPL-2.0-only
#ifndef ZIGZAG_DIFFERENTIATOR_H
#define ZIGZAG_DIFFERENTIATOR_H

#include "loss-differentiator.h"

#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Zigzag [Cen03]: n neighbouring losses are wireless if the delay lies below a threshold that rises with n: average minus
 * deviation for one, minus half of it for two, the average for three, plus half of it for more. Its default values are the
 * paper's.
 */
class ZigzagDifferentiator : public LossDifferentiator
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
    /// \param delay "one-way" or "round-trip"
    void SetDelay(std::string delay);
    /// \return "one-way" or "round-trip"
    std::string GetDelay() const;

    std::string m_delay;     //!< which delay it works with
    double m_averageGain;    //!< weight of a sample in the average
    double m_deviationGain;  //!< weight of a sample in the mean deviation
    uint32_t m_minTicks;     //!< ticks of the clock in the shortest path it judges
};

} // namespace ns3

#endif // ZIGZAG_DIFFERENTIATOR_H
