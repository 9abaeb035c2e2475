// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPIKE_DIFFERENTIATOR_H
#define SPIKE_DIFFERENTIATOR_H

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
 * Spike [Cen03]: losses are congestion while the delay is in a spike, which starts high above the least delay and ends nearer to
 * it, and wireless otherwise.
 */
class SpikeDifferentiator : public LossDifferentiator
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

    std::string m_delay; //!< which delay it works with
    double m_enter;      //!< where a spike starts, between the least and the greatest delay
    double m_leave;      //!< where it ends
    uint32_t m_minTicks; //!< ticks of the clock in the shortest path it judges
};

} // namespace ns3

#endif // SPIKE_DIFFERENTIATOR_H
