// SPDX-License-Identifier: GPL-2.0-only
#include "spike-differentiator.h"

#include "loss-differentiator-core.h"

#include "ns3/double.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SpikeDifferentiator);

TypeId
SpikeDifferentiator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SpikeDifferentiator")
            .SetParent<LossDifferentiator>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<SpikeDifferentiator>()
            .AddAttribute("Delay",
                          "The delay it works with: one-way, as published (the receiver must be simulated, too), or round-trip.",
                          StringValue("one-way"),
                          MakeStringAccessor(&SpikeDifferentiator::SetDelay, &SpikeDifferentiator::GetDelay),
                          MakeStringChecker())
            .AddAttribute("Enter",
                          "A spike starts this far above the least delay, as a fraction of the way to the greatest [Cen03]; above 0 and "
                          "below 1.",
                          DoubleValue(1.0 / 2),
                          MakeDoubleAccessor(&SpikeDifferentiator::m_enter),
                          MakeDoubleChecker<double>(rustcore::SMALLEST, 1.0))
            .AddAttribute("Leave",
                          "It ends this far above the least delay, as such a fraction [Cen03]; above 0 and at most Enter.",
                          DoubleValue(1.0 / 3),
                          MakeDoubleAccessor(&SpikeDifferentiator::m_leave),
                          MakeDoubleChecker<double>(rustcore::SMALLEST, 1.0))
            .AddAttribute("MinTicks",
                          "Ticks of the clock (ns3::TcpRttSampler::ClockTick) that the least delay must be long, or the scheme "
                          "says that it cannot judge; at least 1.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&SpikeDifferentiator::m_minTicks),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

std::unique_ptr<LossDifferentiator::Core>
SpikeDifferentiator::MakeCore(Time tick) const
{
    wtcp::loss::SpikeConfig config{};
    config.delay = losscore::ParseDelay("ns3::SpikeDifferentiator::Delay", m_delay);
    config.enter = m_enter;
    config.leave = m_leave;
    config.tick_ns = rustcore::ToNs(tick);
    config.min_ticks = m_minTicks;
    return std::make_unique<Core>(Core{rustcore::Make(wtcp::loss::new_spike, config)});
}

bool
SpikeDifferentiator::NeedsArrivals() const
{
    return m_delay == "one-way";
}

void
SpikeDifferentiator::SetDelay(std::string delay)
{
    losscore::ParseDelay("ns3::SpikeDifferentiator::Delay", delay);
    m_delay = delay;
}

std::string
SpikeDifferentiator::GetDelay() const
{
    return m_delay;
}

} // namespace ns3
