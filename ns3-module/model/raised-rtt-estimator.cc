// SPDX-License-Identifier: GPL-2.0-only
#include "raised-rtt-estimator.h"

#include "ns3/object.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RaisedRttEstimator);

TypeId
RaisedRttEstimator::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RaisedRttEstimator")
                            .SetParent<RttMeanDeviation>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<RaisedRttEstimator>();
    return tid;
}

void
RaisedRttEstimator::SetRaise(Raise raise)
{
    m_raise = raise;
    m_variation = m_estimatedVariation;
    Show();
}

void
RaisedRttEstimator::Measurement(Time measure)
{
    m_estimatedVariation = m_variation;
    RttMeanDeviation::Measurement(measure);
    m_variation = m_estimatedVariation;
    Show();
}

Ptr<RttEstimator>
RaisedRttEstimator::Copy() const
{
    return CopyObject<RaisedRttEstimator>(this);
}

void
RaisedRttEstimator::Reset()
{
    RttMeanDeviation::Reset();
    m_variation = m_estimatedVariation;
    Show();
}

void
RaisedRttEstimator::Show()
{
    if (!m_raise.IsNull())
    {
        m_estimatedVariation = m_raise(m_estimatedRtt, m_variation);
    }
}

} // namespace ns3
