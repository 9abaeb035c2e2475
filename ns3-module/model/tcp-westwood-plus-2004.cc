// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-westwood-plus-2004.h"

#include "loss-differentiator-core.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

#include <algorithm>
#include <optional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpWestwoodPlus2004");

NS_OBJECT_ENSURE_REGISTERED(TcpWestwoodPlus2004);

/// The estimator, and where the connection stands.
struct TcpWestwoodPlus2004::Core
{
    rust::Box<wtcp::loss::WestwoodPlus> estimator;    //!< estimates
    uint32_t segmentSize;                             //!< octets of a full segment
    std::optional<SequenceNumber32> oldest{};         //!< first octet without acknowledgement
    SequenceNumber32 next{};                          //!< the octet after the last one sent
};

TypeId
TcpWestwoodPlus2004::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpWestwoodPlus2004")
            .SetParent<TcpSampledReno>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<TcpWestwoodPlus2004>()
            .AddAttribute("MinInterval",
                          "A bandwidth sample spans a round trip, but at least this long; longer than zero.",
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&TcpWestwoodPlus2004::m_minInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Gain",
                          "Weight of a new value in each of the two filters of the bandwidth; above 0 and at most 1.",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&TcpWestwoodPlus2004::m_gain),
                          MakeDoubleChecker<double>(rustcore::SMALLEST, 1.0))
            .AddTraceSource("EstimatedBandwidth",
                            "The estimated bandwidth in octets per second.",
                            MakeTraceSourceAccessor(&TcpWestwoodPlus2004::m_bandwidth),
                            "ns3::TracedValueCallback::Double");
    return tid;
}

TcpWestwoodPlus2004::TcpWestwoodPlus2004()
{
    NS_LOG_FUNCTION(this);
}

TcpWestwoodPlus2004::TcpWestwoodPlus2004(const TcpWestwoodPlus2004& other)
    : TcpSampledReno(other),
      m_minInterval(other.m_minInterval),
      m_gain(other.m_gain)
{
    NS_LOG_FUNCTION(this);
}

TcpWestwoodPlus2004::~TcpWestwoodPlus2004()
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpWestwoodPlus2004::GetName() const
{
    return "TcpWestwoodPlus2004";
}

Ptr<TcpCongestionOps>
TcpWestwoodPlus2004::Fork()
{
    return CopyObject<TcpWestwoodPlus2004>(this);
}

void
TcpWestwoodPlus2004::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_core.reset();
    TcpSampledReno::DoDispose();
}

void
TcpWestwoodPlus2004::Found(Ptr<TcpSocketBase>, Ptr<const TcpSocketState> tcb)
{
    wtcp::loss::WestwoodPlusConfig config{};
    config.min_interval_ns = rustcore::ToNs(m_minInterval);
    config.gain = m_gain;
    m_core = std::make_unique<Core>(
        Core{rustcore::Make(wtcp::loss::new_westwood_plus, config), tcb->m_segmentSize});
}

void
TcpWestwoodPlus2004::Sent(Ptr<const Packet> packet, const TcpHeader& header)
{
    const uint32_t size = packet->GetSize();
    if (size == 0)
    {
        return;
    }
    const SequenceNumber32 left = header.GetSequenceNumber();
    if (!m_core->oldest)
    {
        m_core->oldest = left;
        m_core->next = left;
    }
    m_core->next = std::max(m_core->next, left + size);
}

void
TcpWestwoodPlus2004::Received(const TcpHeader& header, uint32_t size, Time roundTrip)
{
    if (!(header.GetFlags() & TcpHeader::ACK) || !m_core->oldest)
    {
        return;
    }
    auto& estimator = m_core->estimator;
    if (!roundTrip.IsNegative())
    {
        estimator->on_round_trip(roundTrip.GetNanoSeconds());
    }
    const int64_t now = Simulator::Now().GetNanoSeconds();
    const SequenceNumber32 ack = header.GetAckNumber();
    if (ack > *m_core->oldest)
    {
        estimator->on_ack(now, ack - *m_core->oldest);
        m_core->oldest = ack;
    }
    else if (ack == *m_core->oldest && size == 0 && ack < m_core->next)
    {
        estimator->on_duplicate_ack(now, m_core->segmentSize);
    }
    rustcore::CheckFault(estimator, "ns3::TcpWestwoodPlus2004");
    m_bandwidth = estimator->bandwidth();
}

uint32_t
TcpWestwoodPlus2004::OnDuplicates(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return GetPipe(tcb, bytesInFlight);
}

uint32_t
TcpWestwoodPlus2004::OnOtherSignal(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return GetPipe(tcb, bytesInFlight);
}

uint32_t
TcpWestwoodPlus2004::GetPipe(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    if (!m_core)
    {
        return TcpNewReno::GetSsThresh(tcb, bytesInFlight); // nothing was sent yet
    }
    const wtcp::loss::Window window{tcb->m_cWnd.Get(), tcb->m_ssThresh.Get(), bytesInFlight, tcb->m_segmentSize};
    const uint32_t pipe = m_core->estimator->on_loss(window);
    rustcore::CheckFault(m_core->estimator, "ns3::TcpWestwoodPlus2004");
    return pipe;
}

} // namespace ns3
