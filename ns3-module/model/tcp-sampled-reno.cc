// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-sampled-reno.h"

#include "tcp-rtt-sampler.h"
#include "tcp-socket-search.h"

#include "ns3/abort.h"
#include "ns3/callback.h"
#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpSampledReno");

NS_OBJECT_ENSURE_REGISTERED(TcpSampledReno);

TypeId
TcpSampledReno::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpSampledReno")
                            .SetParent<TcpNewReno>()
                            .SetGroupName("WirelessTcp")
                            .AddTraceSource("RoundTrip",
                                            "A round trip was sampled, exactly and not smoothed.",
                                            MakeTraceSourceAccessor(&TcpSampledReno::m_roundTrip),
                                            "ns3::TcpRttSampler::SampleCallback");
    return tid;
}

TcpSampledReno::TcpSampledReno()
{
    NS_LOG_FUNCTION(this);
}

TcpSampledReno::TcpSampledReno(const TcpSampledReno& other)
    : TcpNewReno(other)
{
    NS_LOG_FUNCTION(this);
}

TcpSampledReno::~TcpSampledReno()
{
    NS_LOG_FUNCTION(this);
}

uint32_t
TcpSampledReno::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    NS_LOG_FUNCTION(this << tcb << bytesInFlight);
    // A socket announces fast recovery and asks in the same instant. On a timeout it asks before it announces the new state,
    // so that a timeout of a later instant is told by the time.
    const bool duplicates =
        m_attached && m_state == TcpSocketState::CA_RECOVERY && m_stateSince == Simulator::Now();
    return duplicates ? OnDuplicates(tcb, bytesInFlight) : OnOtherSignal(tcb, bytesInFlight);
}

void
TcpSampledReno::CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t newState)
{
    NS_LOG_FUNCTION(this << tcb << newState);
    if (m_attached && m_state == TcpSocketState::CA_RECOVERY && newState != TcpSocketState::CA_RECOVERY)
    {
        OnRecovered();
    }
    m_state = newState;
    m_stateSince = Simulator::Now();
    TcpNewReno::CongestionStateSet(tcb, newState);
}

void
TcpSampledReno::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    NS_LOG_FUNCTION(this << tcb << event);
    if (event == TcpSocketState::CA_EVENT_TX_START && !m_attached)
    {
        Attach(tcb);
    }
    TcpNewReno::CwndEvent(tcb, event);
}

void
TcpSampledReno::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_sampler = nullptr;
    TcpNewReno::DoDispose();
}

void
TcpSampledReno::Found(Ptr<TcpSocketBase>, Ptr<const TcpSocketState>)
{
}

void
TcpSampledReno::Sent(Ptr<const Packet>, const TcpHeader&)
{
}

void
TcpSampledReno::Received(const TcpHeader&, uint32_t, Time)
{
}

uint32_t
TcpSampledReno::OnOtherSignal(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return TcpNewReno::GetSsThresh(tcb, bytesInFlight);
}

void
TcpSampledReno::OnRecovered()
{
}

const TcpEnds&
TcpSampledReno::GetEnds() const
{
    return m_ends;
}

Time
TcpSampledReno::GetClockTick() const
{
    return m_sampler->GetClockTick();
}

void
TcpSampledReno::Attach(Ptr<const TcpSocketState> tcb)
{
    Ptr<TcpSampledReno> self = this;
    Ptr<TcpSocketBase> socket = GetSocketOf(self);
    m_attached = true;
    m_ends = GetEndsOf(socket);
    m_sampler = CreateObject<TcpRttSampler>();
    bool attached = socket->TraceConnectWithoutContext("Tx", MakeCallback(&TcpSampledReno::OnTx, self));
    attached &= socket->TraceConnectWithoutContext("Rx", MakeCallback(&TcpSampledReno::OnRx, self));
    NS_ABORT_MSG_UNLESS(attached, "ns3::" << GetName() << ": its socket has no trace sources Tx and Rx");
    Found(socket, tcb);
}

void
TcpSampledReno::OnTx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (!m_sampler)
    {
        return; // disposed of
    }
    m_sampler->Sent(header, packet->GetSize());
    Sent(packet, header);
}

void
TcpSampledReno::OnRx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (!m_sampler)
    {
        return; // disposed of
    }
    const Time roundTrip = m_sampler->Received(header, packet->GetSize());
    if (!roundTrip.IsNegative())
    {
        m_roundTrip(roundTrip);
    }
    Received(header, packet->GetSize(), roundTrip);
}

} // namespace ns3
