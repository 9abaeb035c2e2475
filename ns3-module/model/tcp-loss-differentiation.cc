// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-loss-differentiation.h"

#include "lim-differentiator.h"
#include "loss-differentiator-core.h"
#include "loss-ledger.h"
#include "tcp-arrivals.h"
#include "tcp-segment-fields.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLossDifferentiation");

NS_OBJECT_ENSURE_REGISTERED(TcpLossDifferentiation);

namespace
{

/**
 * \param truth what a sender was told
 * \return the same for the bridge
 */
wtcp::loss::Cause
ToCause(TcpLossDifferentiation::Truth truth)
{
    switch (truth)
    {
    case TcpLossDifferentiation::Truth::CONGESTION:
        return wtcp::loss::Cause::Congestion;
    case TcpLossDifferentiation::Truth::WIRELESS:
        return wtcp::loss::Cause::Wireless;
    case TcpLossDifferentiation::Truth::UNKNOWN:
        break;
    }
    return wtcp::loss::Cause::Unknown;
}

/**
 * \param judgement what a core said
 * \return the same for traces
 */
LossVerdict::Judgement
ToJudgement(wtcp::loss::Judgement judgement)
{
    switch (judgement)
    {
    case wtcp::loss::Judgement::Wireless:
        return LossVerdict::Judgement::WIRELESS;
    case wtcp::loss::Judgement::Congestion:
        return LossVerdict::Judgement::CONGESTION;
    case wtcp::loss::Judgement::NotAsked:
        return LossVerdict::Judgement::NOT_ASKED;
    case wtcp::loss::Judgement::NoSample:
        return LossVerdict::Judgement::NO_SAMPLE;
    case wtcp::loss::Judgement::BelowResolution:
        return LossVerdict::Judgement::BELOW_RESOLUTION;
    case wtcp::loss::Judgement::NoTruth:
        return LossVerdict::Judgement::NO_TRUTH;
    case wtcp::loss::Judgement::Fault:
        break; // CheckFault has ended the simulation
    }
    NS_ABORT_MSG("ns3::TcpLossDifferentiation: the bridge gave a judgement that does not exist");
}

} // namespace

/// The core and nothing else, so that its header stays out of ours.
struct TcpLossDifferentiation::Core
{
    rust::Box<wtcp::loss::LossResponder> responder; //!< decides
};

TypeId
TcpLossDifferentiation::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpLossDifferentiation")
            .SetParent<TcpSampledReno>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<TcpLossDifferentiation>()
            .AddAttribute("Differentiator",
                          "The scheme to ask, with its settings; as text for instance \"ns3::LimDifferentiator[Exponent=3]\". "
                          "One object may serve many connections. Null for an ns3::LimDifferentiator.",
                          PointerValue(),
                          MakePointerAccessor(&TcpLossDifferentiation::m_differentiator),
                          MakePointerChecker<LossDifferentiator>())
            .AddTraceSource("Verdict",
                            "Three duplicate acknowledgements spoke of a loss; what the scheme said, and why.",
                            MakeTraceSourceAccessor(&TcpLossDifferentiation::m_verdict),
                            "ns3::LossVerdict::TracedCallback");
    return tid;
}

TcpLossDifferentiation::TcpLossDifferentiation()
{
    NS_LOG_FUNCTION(this);
}

TcpLossDifferentiation::TcpLossDifferentiation(const TcpLossDifferentiation& other)
    : TcpSampledReno(other),
      m_differentiator(other.m_differentiator),
      m_verdict(other.m_verdict)
{
    NS_LOG_FUNCTION(this);
}

TcpLossDifferentiation::~TcpLossDifferentiation()
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpLossDifferentiation::GetName() const
{
    return "TcpLossDifferentiation";
}

Ptr<TcpCongestionOps>
TcpLossDifferentiation::Fork()
{
    return CopyObject<TcpLossDifferentiation>(this);
}

void
TcpLossDifferentiation::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_differentiator = nullptr;
    m_core.reset();
    m_ledger = nullptr;
    m_arrivals = nullptr;
    TcpSampledReno::DoDispose();
}

Ptr<const LossDifferentiator>
TcpLossDifferentiation::GetScheme() const
{
    if (m_differentiator)
    {
        return m_differentiator;
    }
    return CreateObject<LimDifferentiator>();
}

Ptr<const LossDifferentiator>
TcpLossDifferentiation::GetDifferentiator() const
{
    return m_differentiator;
}

bool
TcpLossDifferentiation::NeedsArrivals() const
{
    return GetScheme()->NeedsArrivals();
}

void
TcpLossDifferentiation::Found(Ptr<TcpSocketBase> socket, Ptr<const TcpSocketState>)
{
    NS_LOG_FUNCTION(this << socket);
    Ptr<const LossDifferentiator> scheme = GetScheme();
    m_core = std::make_unique<Core>(Core{wtcp::loss::new_loss_responder(*scheme->MakeCore(GetClockTick())->scheme)});
    m_ledger = LossLedger::Of(socket->GetNode());
    if (NeedsArrivals())
    {
        m_arrivals = TcpArrivals::At(GetEnds());
        NS_ABORT_MSG_UNLESS(m_arrivals,
                            "ns3::" << GetName() << ": it needs to know when segments arrive, but "
                                    << DescribeSocketAddress(GetEnds().destination)
                                    << " is no TCP socket of this simulation; use one that works with round trips");
    }
}

void
TcpLossDifferentiation::Sent(Ptr<const Packet> packet, const TcpHeader& header)
{
    if (m_arrivals)
    {
        m_arrivals->Sent(header, packet->GetSize());
    }
}

void
TcpLossDifferentiation::Received(const TcpHeader& header, uint32_t, Time roundTrip)
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    auto& responder = m_core->responder;
    if (!roundTrip.IsNegative())
    {
        responder->on_sample(now, roundTrip.GetNanoSeconds(), wtcp::loss::DelayKind::RoundTrip);
    }
    if (m_arrivals)
    {
        m_arrivals->Acknowledged(header);
        while (const auto arrival = m_arrivals->TakeReported())
        {
            if (!arrival->oneWay.IsNegative())
            {
                responder->on_sample(now, arrival->oneWay.GetNanoSeconds(), wtcp::loss::DelayKind::OneWay);
            }
            if (!arrival->gap.IsNegative())
            {
                responder->on_sample(now, arrival->gap.GetNanoSeconds(), wtcp::loss::DelayKind::InterArrival);
            }
        }
    }
    rustcore::CheckFault(responder, "ns3::" + GetName());
    m_reported = SackBlocks(header).GetLowest();
}

uint32_t
TcpLossDifferentiation::OnDuplicates(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    NS_LOG_FUNCTION(this << tcb << bytesInFlight);
    const SequenceNumber32 head = tcb->m_lastAckedSeq;
    const uint32_t segmentSize = tcb->m_segmentSize;
    wtcp::loss::Loss loss{};
    loss.gap_ns = -1;
    SequenceNumber32 end = head + segmentSize;
    if (const auto hole = m_arrivals ? m_arrivals->GetHole(head) : std::nullopt)
    {
        end = hole->right;
        loss.gap_ns = hole->gap.GetNanoSeconds();
    }
    else if (m_reported && *m_reported > head)
    {
        end = *m_reported;
    }
    loss.segments = (end - head + segmentSize - 1) / segmentSize;
    loss.truth = ToCause(GetTruth(head, end));

    const wtcp::loss::Window window{tcb->m_cWnd.Get(), tcb->m_ssThresh.Get(), bytesInFlight, segmentSize};
    auto& responder = m_core->responder;
    const auto response = responder->on_loss(head.GetValue(), loss, window);
    rustcore::CheckFault(responder, "ns3::" + GetName());
    if (!m_told)
    {
        m_told = true; // however often the socket asks
        const auto& said = response.verdict;
        const LossVerdict verdict{GetEnds(),
                                  head,
                                  loss.segments,
                                  ToJudgement(said.judgement),
                                  NanoSeconds(said.sample_ns),
                                  NanoSeconds(said.average_ns),
                                  NanoSeconds(said.deviation_ns),
                                  NanoSeconds(said.minimum_ns),
                                  NanoSeconds(said.threshold_ns),
                                  window.cwnd,
                                  response.ssthresh};
        m_verdict(verdict);
        if (m_ledger)
        {
            m_ledger->Compare(verdict);
        }
    }
    return response.ssthresh;
}

TcpLossDifferentiation::Truth
TcpLossDifferentiation::GetTruth(SequenceNumber32 left, SequenceNumber32) const
{
    const auto cause = m_ledger ? m_ledger->GetCause(GetEnds(), left) : std::nullopt;
    if (!cause)
    {
        return Truth::UNKNOWN;
    }
    return LossLedger::IsCongestion(*cause) ? Truth::CONGESTION : Truth::WIRELESS;
}

void
TcpLossDifferentiation::OnRecovered()
{
    m_core->responder->on_recovered();
    m_told = false;
}

} // namespace ns3
