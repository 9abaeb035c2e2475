// SPDX-License-Identifier: GPL-2.0-only
#include "lim-differentiator.h"

#include "loss-differentiator-core.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LimDifferentiator);

TypeId
LimDifferentiator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LimDifferentiator")
            .SetParent<LossDifferentiator>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<LimDifferentiator>()
            .AddAttribute("Exponent",
                          "k in equation 2 [Lim06 3.1]; above 0. The larger, the more losses are congestion.",
                          DoubleValue(2.0),
                          MakeDoubleAccessor(&LimDifferentiator::m_exponent),
                          MakeDoubleChecker<double>(rustcore::SMALLEST))
            .AddAttribute("SampleAsDenominator",
                          "Whether equation 2 divides the minimum by the round trip it tests instead of the average; the printed "
                          "formula can be read both ways.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&LimDifferentiator::m_sampleAsDenominator),
                          MakeBooleanChecker())
            .AddAttribute("AverageGain",
                          "Weight of a new sample in the average round trip [Lim06 3.1]; above 0 and at most 1.",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&LimDifferentiator::m_averageGain),
                          MakeDoubleChecker<double>(rustcore::SMALLEST, 1.0))
            .AddAttribute("DeviationGain",
                          "Weight of a new sample in the mean deviation of the round trip [Lim06 3.1]; above 0 and at most 1.",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&LimDifferentiator::m_deviationGain),
                          MakeDoubleChecker<double>(rustcore::SMALLEST, 1.0))
            .AddAttribute("MinTicks",
                          "Ticks of the clock (ns3::TcpRttSampler::ClockTick) that the least round trip must be long, or the scheme "
                          "says that it cannot judge; at least 1.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&LimDifferentiator::m_minTicks),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MinRttLifetime",
                          "For how long a least round trip is believed without being seen again, since a new route may have a longer "
                          "one; zero for ever, as in the paper.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&LimDifferentiator::m_minRttLifetime),
                          MakeTimeChecker(Time(0)));
    return tid;
}

std::unique_ptr<LossDifferentiator::Core>
LimDifferentiator::MakeCore(Time tick) const
{
    wtcp::loss::LimConfig config{};
    config.exponent = m_exponent;
    config.sample_as_denominator = m_sampleAsDenominator;
    config.average_gain = m_averageGain;
    config.deviation_gain = m_deviationGain;
    config.tick_ns = rustcore::ToNs(tick);
    config.min_ticks = m_minTicks;
    config.min_lifetime_ns = rustcore::ToNs(m_minRttLifetime);
    return std::make_unique<Core>(Core{rustcore::Make(wtcp::loss::new_lim, config)});
}

} // namespace ns3
