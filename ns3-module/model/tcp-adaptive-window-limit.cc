// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-adaptive-window-limit.h"

#include "rust-core.h"
#include "path-length.h"
#include "raised-rtt-estimator.h"
#include "tcp-socket-search.h"

#include "ns3/callback.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/uinteger.h"

#include "wtcp-bridge/src/multihop.rs.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpAdaptiveWindowLimit");

NS_OBJECT_ENSURE_REGISTERED(TcpAdaptiveWindowLimit);

/// The core and nothing else, so that its header stays out of ours.
struct TcpAdaptiveWindowLimit::Core
{
    rust::Box<wtcp::multihop::EndToEnd> sender; //!< decides
};

TypeId
TcpAdaptiveWindowLimit::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpAdaptiveWindowLimit")
            .SetParent<TcpNewReno>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<TcpAdaptiveWindowLimit>()
            .AddAttribute("MaxSegments",
                          "Upper bound of the congestion window in segments; where the bound is adaptive, until the length of the path "
                          "is known. At least 1.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&TcpAdaptiveWindowLimit::m_maxSegments),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("HopFraction",
                          "Segments for each hop of the round trip, where the bound is adaptive; above 0 and at most 1.",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&TcpAdaptiveWindowLimit::m_hopFraction),
                          MakeDoubleChecker<double>(rustcore::SMALLEST, 1.0))
            .AddAttribute("MinSegments",
                          "An adaptive bound is never lower; at least 1. With 1, a receiver that delays acknowledgements delays each.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&TcpAdaptiveWindowLimit::m_minSegments),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InitialTtl",
                          "Time to live, or hop limit, with which the other end sends its segments; 1 to 255.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&TcpAdaptiveWindowLimit::m_initialTtl),
                          MakeUintegerChecker<uint8_t>(1))
            .AddTraceSource("WindowLimit",
                            "Upper bound of the congestion window in segments.",
                            MakeTraceSourceAccessor(&TcpAdaptiveWindowLimit::m_limit),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

TcpAdaptiveWindowLimit::TcpAdaptiveWindowLimit()
{
    NS_LOG_FUNCTION(this);
}

TcpAdaptiveWindowLimit::TcpAdaptiveWindowLimit(const TcpAdaptiveWindowLimit& other)
    : TcpNewReno(other),
      m_maxSegments(other.m_maxSegments),
      m_hopFraction(other.m_hopFraction),
      m_minSegments(other.m_minSegments),
      m_initialTtl(other.m_initialTtl)
{
    NS_LOG_FUNCTION(this);
}

TcpAdaptiveWindowLimit::~TcpAdaptiveWindowLimit()
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpAdaptiveWindowLimit::GetName() const
{
    return "TcpAdaptiveWindowLimit";
}

Ptr<TcpCongestionOps>
TcpAdaptiveWindowLimit::Fork()
{
    return CopyObject<TcpAdaptiveWindowLimit>(this);
}

uint32_t
TcpAdaptiveWindowLimit::GetWindowLimit() const
{
    return m_limit;
}

bool
TcpAdaptiveWindowLimit::IsAdaptive() const
{
    return true;
}

double
TcpAdaptiveWindowLimit::GetRtoFactor() const
{
    return 1.0;
}

void
TcpAdaptiveWindowLimit::Init(Ptr<TcpSocketState> tcb)
{
    NS_LOG_FUNCTION(this << tcb);
    TcpNewReno::Init(tcb);
    wtcp::multihop::EndToEndConfig config{};
    config.max_segments = m_maxSegments;
    config.adaptive = IsAdaptive();
    config.hop_fraction = m_hopFraction;
    config.min_segments = m_minSegments;
    config.rto_factor = GetRtoFactor();
    m_core = std::make_unique<Core>(Core{rustcore::Make(wtcp::multihop::new_end_to_end, config)});
    m_limit = m_core->sender->segments();
    // The handshake sets the window to it without asking.
    tcb->m_initialCWnd = std::min(tcb->m_initialCWnd, m_limit.Get());
}

uint32_t
TcpAdaptiveWindowLimit::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    NS_LOG_FUNCTION(this << tcb << bytesInFlight);
    // The window is set to it when a recovery ends.
    return m_core->sender->limit(TcpNewReno::GetSsThresh(tcb, bytesInFlight), tcb->m_segmentSize);
}

void
TcpAdaptiveWindowLimit::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    NS_LOG_FUNCTION(this << tcb << segmentsAcked);
    // On a copy, so that no trace sees a window above the bound.
    Ptr<TcpSocketState> grown = CopyObject<TcpSocketState>(tcb);
    TcpNewReno::IncreaseWindow(grown, segmentsAcked);
    tcb->m_cWnd = m_core->sender->limit(grown->m_cWnd, tcb->m_segmentSize);
}

void
TcpAdaptiveWindowLimit::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    NS_LOG_FUNCTION(this << tcb << segmentsAcked << rtt);
    Limit(tcb);
    TcpNewReno::PktsAcked(tcb, segmentsAcked, rtt);
}

void
TcpAdaptiveWindowLimit::CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t newState)
{
    NS_LOG_FUNCTION(this << tcb << newState);
    if (newState == TcpSocketState::CA_OPEN && !m_attached)
    {
        Attach(tcb);
    }
    TcpNewReno::CongestionStateSet(tcb, newState);
}

void
TcpAdaptiveWindowLimit::Attach(Ptr<TcpSocketState> tcb)
{
    m_attached = true;
    Limit(tcb); // where InitialCwnd was set after the control
    Ptr<TcpAdaptiveWindowLimit> self = this;
    if (IsAdaptive())
    {
        PathLength::Watch(GetSocketOf(self), m_initialTtl, MakeCallback(&TcpAdaptiveWindowLimit::OnHops, self));
    }
    if (GetRtoFactor() > 1.0)
    {
        RaiseTimeout(GetSocketOf(self), tcb);
    }
}

void
TcpAdaptiveWindowLimit::RaiseTimeout(Ptr<TcpSocketBase> socket, Ptr<const TcpSocketState> tcb)
{
    m_granularity = socket->GetClockGranularity();
    m_minRto = socket->GetMinRto();
    Ptr<TcpAdaptiveWindowLimit> self = this;
    Ptr<RaisedRttEstimator> estimator = CreateObject<RaisedRttEstimator>();
    estimator->SetRaise(MakeCallback(&TcpAdaptiveWindowLimit::GetRaisedVariation, self));
    if (tcb->m_minRtt < Time::Max())
    {
        estimator->Measurement(tcb->m_minRtt); // the one sample of the handshake
    }
    // The socket computes its timeout anew before it sends the first data.
    socket->SetRtt(estimator);
}

Time
TcpAdaptiveWindowLimit::GetRaisedVariation(Time smoothed, Time variation) const
{
    const wtcp::multihop::RoundTrip roundTrip{rustcore::ToNs(smoothed),
                                              rustcore::ToNs(variation),
                                              rustcore::ToNs(m_granularity),
                                              rustcore::ToNs(m_minRto)};
    return NanoSeconds(m_core->sender->raised_variation(roundTrip));
}

void
TcpAdaptiveWindowLimit::OnHops(uint32_t hops)
{
    NS_LOG_FUNCTION(this << hops);
    m_core->sender->on_hops(hops);
    rustcore::CheckFault(m_core->sender, "ns3::" + GetName());
    m_limit = m_core->sender->segments();
}

void
TcpAdaptiveWindowLimit::Limit(Ptr<TcpSocketState> tcb) const
{
    const uint32_t limited = m_core->sender->limit(tcb->m_cWnd, tcb->m_segmentSize);
    if (limited < tcb->m_cWnd)
    {
        tcb->m_cWnd = limited;
        tcb->m_cWndInfl = limited;
    }
}

} // namespace ns3
