// SPDX-License-Identifier: GPL-2.0-only
#include "biaz-differentiator.h"

#include "loss-differentiator-core.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BiazDifferentiator);

TypeId
BiazDifferentiator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BiazDifferentiator")
            .SetParent<LossDifferentiator>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<BiazDifferentiator>()
            .AddAttribute("UpperBound",
                          "n losses are congestion if the gap around them is n + UpperBound least inter-arrival times or longer: "
                          "1.25 (mBiaz) or 2 (Biaz) [Cen03]; above 1.",
                          DoubleValue(1.25),
                          MakeDoubleAccessor(&BiazDifferentiator::m_upperBound),
                          MakeDoubleChecker<double>(1.0))
            .AddAttribute("MinTicks",
                          "Ticks of the clock (ns3::TcpRttSampler::ClockTick) that the least inter-arrival time must be long, or the scheme "
                          "says that it cannot judge; at least 1.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&BiazDifferentiator::m_minTicks),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

std::unique_ptr<LossDifferentiator::Core>
BiazDifferentiator::MakeCore(Time tick) const
{
    wtcp::loss::BiazConfig config{};
    config.upper_bound = m_upperBound;
    config.tick_ns = rustcore::ToNs(tick);
    config.min_ticks = m_minTicks;
    return std::make_unique<Core>(Core{rustcore::Make(wtcp::loss::new_biaz, config)});
}

bool
BiazDifferentiator::NeedsArrivals() const
{
    return true;
}

} // namespace ns3
