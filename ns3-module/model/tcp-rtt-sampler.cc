// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-rtt-sampler.h"

#include "loss-differentiator-core.h"
#include "tcp-segment-fields.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/uinteger.h"

#include <cstddef>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpRttSampler");

NS_OBJECT_ENSURE_REGISTERED(TcpRttSampler);

/// The core and nothing else, so that its header stays out of ours.
struct TcpRttSampler::Core
{
    rust::Box<wtcp::loss::RttSampler> sampler; //!< takes the samples
};

TypeId
TcpRttSampler::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpRttSampler")
            .SetParent<Object>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<TcpRttSampler>()
            .AddAttribute("ClockTick",
                          "Granularity of the clock that departures and arrivals are read from; longer than zero. With 1 ms "
                          "the samples are those that ns-3's TCP timestamps (RFC 7323) would give.",
                          TimeValue(NanoSeconds(1)),
                          MakeTimeAccessor(&TcpRttSampler::m_clockTick),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxSegments",
                          "Segments timed at a time; further ones give no sample. At least 1.",
                          UintegerValue(16384),
                          MakeUintegerAccessor(&TcpRttSampler::m_maxSegments),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("SackSamples",
                          "Whether SACK blocks give samples, too, besides acknowledgements that advance.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpRttSampler::m_sackSamples),
                          MakeBooleanChecker())
            .AddTraceSource("Sample",
                            "A round trip was sampled.",
                            MakeTraceSourceAccessor(&TcpRttSampler::m_sample),
                            "ns3::TcpRttSampler::SampleCallback");
    return tid;
}

TcpRttSampler::TcpRttSampler()
{
    NS_LOG_FUNCTION(this);
}

TcpRttSampler::~TcpRttSampler()
{
    NS_LOG_FUNCTION(this);
}

void
TcpRttSampler::Watch(Ptr<TcpSocketBase> socket)
{
    NS_LOG_FUNCTION(this << socket);
    Ptr<TcpRttSampler> self = this;
    bool attached = socket->TraceConnectWithoutContext("Tx", MakeCallback(&TcpRttSampler::OnTx, self));
    attached &= socket->TraceConnectWithoutContext("Rx", MakeCallback(&TcpRttSampler::OnRx, self));
    NS_ABORT_MSG_UNLESS(attached, "ns3::TcpRttSampler: the socket has no trace sources Tx and Rx");
}

void
TcpRttSampler::Sent(const TcpHeader& header, uint32_t size)
{
    auto& sampler = GetCore().sampler;
    sampler->on_sent(Simulator::Now().GetNanoSeconds(),
                     header.GetSequenceNumber().GetValue(),
                     GetSequenceLength(header, size));
    rustcore::CheckFault(sampler, "ns3::TcpRttSampler");
}

Time
TcpRttSampler::Received(const TcpHeader& header, uint32_t size)
{
    if (!(header.GetFlags() & TcpHeader::ACK))
    {
        return NanoSeconds(-1);
    }
    const SackBlocks blocks(header);
    auto& sampler = GetCore().sampler;
    const int64_t sample = sampler->on_ack(Simulator::Now().GetNanoSeconds(),
                                           header.GetAckNumber().GetValue(),
                                           header.GetWindowSize(),
                                           GetSequenceLength(header, size),
                                           rust::Slice<const wtcp::loss::SackBlock>(blocks.GetData(), blocks.GetSize()));
    rustcore::CheckFault(sampler, "ns3::TcpRttSampler");
    const Time roundTrip = NanoSeconds(sample);
    if (!roundTrip.IsNegative())
    {
        m_sample(roundTrip);
    }
    return roundTrip;
}

Time
TcpRttSampler::GetClockTick() const
{
    return m_clockTick;
}

void
TcpRttSampler::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_core.reset();
    Object::DoDispose();
}

TcpRttSampler::Core&
TcpRttSampler::GetCore()
{
    if (!m_core)
    {
        wtcp::loss::RttSamplerConfig config{};
        config.tick_ns = rustcore::ToNs(m_clockTick);
        config.max_segments = m_maxSegments;
        config.sack_samples = m_sackSamples;
        m_core = std::make_unique<Core>(Core{rustcore::Make(wtcp::loss::new_rtt_sampler, config)});
    }
    return *m_core;
}

void
TcpRttSampler::OnTx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    Sent(header, packet->GetSize());
}

void
TcpRttSampler::OnRx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    Received(header, packet->GetSize());
}

} // namespace ns3
