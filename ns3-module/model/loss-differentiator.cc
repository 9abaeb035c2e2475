// SPDX-License-Identifier: GPL-2.0-only
#include "loss-differentiator.h"

#include "loss-differentiator-core.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LossDifferentiator);

TypeId
LossDifferentiator::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LossDifferentiator").SetParent<Object>().SetGroupName("WirelessTcp");
    return tid;
}

bool
LossDifferentiator::NeedsArrivals() const
{
    return false;
}

namespace losscore
{

wtcp::loss::DelayKind
ParseDelay(const std::string& attribute, const std::string& text)
{
    NS_ABORT_MSG_UNLESS(text == "one-way" || text == "round-trip",
                        attribute << " is one-way or round-trip, not \"" << text << "\"");
    return text == "one-way" ? wtcp::loss::DelayKind::OneWay : wtcp::loss::DelayKind::RoundTrip;
}

} // namespace losscore

} // namespace ns3
