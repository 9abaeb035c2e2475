// SPDX-License-Identifier: GPL-2.0-only
#include "radio-outage.h"

#include "ns3/log.h"
#include "ns3/mobility-model.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RadioOutage");

NS_OBJECT_ENSURE_REGISTERED(RadioOutage);

namespace
{

constexpr double NOTHING_DBM = -1000; //!< what arrives of a signal that does not arrive; as ns3::RangePropagationLossModel has it

} // namespace

TypeId
RadioOutage::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RadioOutage")
                            .SetParent<PropagationLossModel>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<RadioOutage>();
    return tid;
}

RadioOutage::RadioOutage()
{
    NS_LOG_FUNCTION(this);
}

RadioOutage::~RadioOutage()
{
    NS_LOG_FUNCTION(this);
}

void
RadioOutage::Begin(Ptr<MobilityModel> node)
{
    NS_LOG_FUNCTION(this << node);
    m_down.insert(node);
}

void
RadioOutage::End(Ptr<MobilityModel> node)
{
    NS_LOG_FUNCTION(this << node);
    m_down.erase(node);
}

double
RadioOutage::DoCalcRxPower(double txPowerDbm, Ptr<MobilityModel> a, Ptr<MobilityModel> b) const
{
    return m_down.count(a) > 0 || m_down.count(b) > 0 ? NOTHING_DBM : txPowerDbm;
}

int64_t
RadioOutage::DoAssignStreams(int64_t /* stream */)
{
    return 0;
}

} // namespace ns3
