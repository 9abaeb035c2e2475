// SPDX-License-Identifier: GPL-2.0-only
#ifndef RAISED_RTT_ESTIMATOR_H
#define RAISED_RTT_ESTIMATOR_H

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/rtt-estimator.h"
#include "ns3/type-id.h"

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * ns-3's estimator of RFC 6298, which shows its socket a greater variation than it has, so that the retransmission timeout that the
 * socket computes is the one wanted. The round trip stays as it is. Private to the module.
 */
class RaisedRttEstimator : public RttMeanDeviation
{
  public:
    /// From smoothed round trip and variation, the variation to show.
    using Raise = Callback<Time, Time, Time>;

    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    /// \param raise says which variation to show
    void SetRaise(Raise raise);

    void Measurement(Time measure) override;
    Ptr<RttEstimator> Copy() const override;
    void Reset() override;

  private:
    /// Show the raised variation.
    void Show();

    Raise m_raise;    //!< says which variation to show
    Time m_variation; //!< the true one
};

} // namespace ns3

#endif // RAISED_RTT_ESTIMATOR_H
