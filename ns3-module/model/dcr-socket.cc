// SPDX-License-Identifier: GPL-2.0-only
#include "dcr-socket.h"

#include "loss-differentiator-core.h"

#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sequence-number.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-tx-buffer.h"

#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcrSocket");

NS_OBJECT_ENSURE_REGISTERED(DcrSocket);

namespace
{

/// Duplicates on which ns-3 believes in a loss by itself (RFC 5681).
constexpr uint32_t STANDARD_THRESHOLD = 3;
/// More of them than ever come. ns-3 multiplies it by the size of a segment in 32 bits.
constexpr uint32_t NEVER = 1 << 15;

} // namespace

/// The core and nothing else, so that its header stays out of ours.
struct DcrSocket::Core
{
    rust::Box<wtcp::loss::DelayedResponse> response; //!< decides when
};

TypeId
DcrSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DcrSocket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<DcrSocket>();
    return tid;
}

DcrSocket::DcrSocket() = default;

DcrSocket::DcrSocket(const DcrSocket& listening)
    : TcpSocketBase(listening),
      m_delay(listening.m_delay)
{
}

DcrSocket::~DcrSocket()
{
    m_waiting.Cancel();
}

void
DcrSocket::SetDelay(double roundTrips)
{
    m_delay = roundTrips;
}

uint64_t
DcrSocket::GetSpared() const
{
    return m_spared;
}

Ptr<TcpSocketBase>
DcrSocket::Fork()
{
    return CopyObject<DcrSocket>(this);
}

bool
DcrSocket::IsAnswering() const
{
    const auto state = m_tcb->m_congState.Get();
    return state == TcpSocketState::CA_RECOVERY || state == TcpSocketState::CA_LOSS;
}

DcrSocket::Core&
DcrSocket::GetCore()
{
    if (!m_core)
    {
        wtcp::loss::DelayedResponseConfig config{};
        config.delay_round_trips = m_delay;
        config.dup_ack_threshold = STANDARD_THRESHOLD;
        m_core = std::make_unique<Core>(Core{rustcore::Make(wtcp::loss::new_delayed_response, config)});
    }
    return *m_core;
}

void
DcrSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader)
{
    NS_LOG_FUNCTION(this << tcpHeader);
    auto& response = GetCore().response;
    const bool wasAnswering = IsAnswering();
    const SequenceNumber32 oldest = m_txBuffer->HeadSequence();
    const uint32_t duplicates = m_dupAckCount;
    // ns-3 is not to believe in a loss by itself, unless one is being answered: then it finds the other holes.
    SetRetxThresh(wasAnswering ? STANDARD_THRESHOLD : NEVER);
    TcpSocketBase::ReceivedAck(packet, tcpHeader);
    if (IsAnswering())
    {
        return;
    }
    if (wasAnswering)
    {
        response->reset();
    }
    if (m_txBuffer->HeadSequence() > oldest)
    {
        m_spared += response->on_new_ack() ? 1 : 0;
        m_waiting.Cancel();
    }
    if (m_dupAckCount > duplicates)
    {
        Look(true);
    }
}

void
DcrSocket::ReTxTimeout()
{
    NS_LOG_FUNCTION(this);
    GetCore().response->reset();
    m_waiting.Cancel();
    SetRetxThresh(STANDARD_THRESHOLD);
    TcpSocketBase::ReTxTimeout();
}

void
DcrSocket::Look(bool duplicate)
{
    NS_LOG_FUNCTION(this << duplicate);
    if (m_state == CLOSED)
    {
        return; // reset by the other end
    }
    auto& response = GetCore().response;
    const int64_t now = Simulator::Now().GetNanoSeconds();
    // Before the first sample the estimate is a guess, and the core waits for nothing.
    const int64_t roundTrip = m_rtt->GetNSamples() > 0 ? m_rtt->GetEstimate().GetNanoSeconds() : -1;
    const auto outcome = duplicate
                             ? response->on_duplicate_ack(now, m_txBuffer->HeadSequence().GetValue(), roundTrip)
                             : response->on_timer(now);
    rustcore::CheckFault(response, "ns3::DcrSocket");
    m_waiting.Cancel();
    // After a timeout duplicates mean nothing until everything outstanding at it is acknowledged (RFC 6582 section 4).
    const bool heeded = !m_recoverActive || m_highRxAckMark >= m_recover;
    if (outcome.respond && heeded)
    {
        SetRetxThresh(STANDARD_THRESHOLD);
        if (!m_sackEnabled)
        {
            // EnterRecovery books a duplicate as it comes, but all were booked while waiting. One too many would make ns-3 take
            // the first segment behind the recovery for lost.
            m_txBuffer->ResetRenoSack();
            for (uint32_t i = 1; i < m_dupAckCount; i++)
            {
                m_txBuffer->AddRenoSack();
            }
        }
        EnterRecovery(0);
        SendPendingData(m_connected);
    }
    else if (outcome.deadline_ns != std::numeric_limits<int64_t>::max())
    {
        m_waiting = Simulator::Schedule(NanoSeconds(outcome.deadline_ns - now), &DcrSocket::Look, this, false);
    }
}

} // namespace ns3
