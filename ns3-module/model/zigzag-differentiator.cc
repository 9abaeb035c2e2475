// SPDX-License-Identifier: GPL-2.0-only
#include "zigzag-differentiator.h"

#include "loss-differentiator-core.h"

#include "ns3/double.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ZigzagDifferentiator);

TypeId
ZigzagDifferentiator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ZigzagDifferentiator")
            .SetParent<LossDifferentiator>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<ZigzagDifferentiator>()
            .AddAttribute("Delay",
                          "The delay it works with: one-way, as published (the receiver must be simulated, too), or round-trip.",
                          StringValue("one-way"),
                          MakeStringAccessor(&ZigzagDifferentiator::SetDelay, &ZigzagDifferentiator::GetDelay),
                          MakeStringChecker())
            .AddAttribute("AverageGain",
                          "Weight of a new sample in the average delay [Cen03]; above 0 and at most 1.",
                          DoubleValue(1.0 / 32),
                          MakeDoubleAccessor(&ZigzagDifferentiator::m_averageGain),
                          MakeDoubleChecker<double>(rustcore::SMALLEST, 1.0))
            .AddAttribute("DeviationGain",
                          "Weight of a new sample in the mean deviation of the delay [Cen03]; above 0 and at most 1.",
                          DoubleValue(1.0 / 16),
                          MakeDoubleAccessor(&ZigzagDifferentiator::m_deviationGain),
                          MakeDoubleChecker<double>(rustcore::SMALLEST, 1.0))
            .AddAttribute("MinTicks",
                          "Ticks of the clock (ns3::TcpRttSampler::ClockTick) that the least delay must be long, or the scheme "
                          "says that it cannot judge; at least 1.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&ZigzagDifferentiator::m_minTicks),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

std::unique_ptr<LossDifferentiator::Core>
ZigzagDifferentiator::MakeCore(Time tick) const
{
    wtcp::loss::ZigzagConfig config{};
    config.delay = losscore::ParseDelay("ns3::ZigzagDifferentiator::Delay", m_delay);
    config.average_gain = m_averageGain;
    config.deviation_gain = m_deviationGain;
    config.tick_ns = rustcore::ToNs(tick);
    config.min_ticks = m_minTicks;
    return std::make_unique<Core>(Core{rustcore::Make(wtcp::loss::new_zigzag, config)});
}

bool
ZigzagDifferentiator::NeedsArrivals() const
{
    return m_delay == "one-way";
}

void
ZigzagDifferentiator::SetDelay(std::string delay)
{
    losscore::ParseDelay("ns3::ZigzagDifferentiator::Delay", delay);
    m_delay = delay;
}

std::string
ZigzagDifferentiator::GetDelay() const
{
    return m_delay;
}

} // namespace ns3
