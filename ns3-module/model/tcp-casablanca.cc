// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-casablanca.h"

#include "drop-first-tag.h"
#include "loss-differentiator-core.h"
#include "oracle-differentiator.h"

#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpCasablanca");

NS_OBJECT_ENSURE_REGISTERED(TcpCasablanca);

/// The core and nothing else, so that its header stays out of ours.
struct TcpCasablanca::Core
{
    rust::Box<wtcp::loss::Marking> marking; //!< which segments are marked
};

TypeId
TcpCasablanca::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpCasablanca")
                            .SetParent<TcpLossDifferentiation>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<TcpCasablanca>()
                            .AddAttribute("MarkingPeriod",
                                          "One in so many segments is marked; at least 2. The seed papers do not say how many.",
                                          UintegerValue(4),
                                          MakeUintegerAccessor(&TcpCasablanca::m_markingPeriod),
                                          MakeUintegerChecker<uint32_t>(2));
    return tid;
}

TcpCasablanca::TcpCasablanca()
{
    NS_LOG_FUNCTION(this);
}

TcpCasablanca::TcpCasablanca(const TcpCasablanca& other)
    : TcpLossDifferentiation(other),
      m_markingPeriod(other.m_markingPeriod)
{
    NS_LOG_FUNCTION(this);
}

TcpCasablanca::~TcpCasablanca()
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpCasablanca::GetName() const
{
    return "TcpCasablanca";
}

Ptr<TcpCongestionOps>
TcpCasablanca::Fork()
{
    return CopyObject<TcpCasablanca>(this);
}

void
TcpCasablanca::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_marking.reset();
    TcpLossDifferentiation::DoDispose();
}

void
TcpCasablanca::Found(Ptr<TcpSocketBase> socket, Ptr<const TcpSocketState> tcb)
{
    m_segmentSize = tcb->m_segmentSize;
    TcpLossDifferentiation::Found(socket, tcb);
}

void
TcpCasablanca::Sent(Ptr<const Packet> packet, const TcpHeader& header)
{
    TcpLossDifferentiation::Sent(packet, header);
    if (packet->GetSize() == 0)
    {
        return;
    }
    const SequenceNumber32 left = header.GetSequenceNumber();
    if (!m_marking)
    {
        m_highest = left;
        m_marking = std::make_unique<Core>(
            Core{wtcp::loss::new_marking(left.GetValue(), m_segmentSize, m_markingPeriod)});
    }
    const bool isNew = left >= *m_highest;
    m_highest = std::max(*m_highest, left + packet->GetSize());
    if (isNew && m_marking->marking->is_marked(left.GetValue()))
    {
        packet->AddPacketTag(DropFirstTag());
    }
}

Ptr<const LossDifferentiator>
TcpCasablanca::GetScheme() const
{
    return CreateObject<OracleDifferentiator>(); // believes what the receiver notifies
}

bool
TcpCasablanca::NeedsArrivals() const
{
    return true;
}

TcpLossDifferentiation::Truth
TcpCasablanca::GetTruth(SequenceNumber32 left, SequenceNumber32 right) const
{
    const auto cause = m_marking->marking->cause(left.GetValue(), right.GetValue());
    if (cause == wtcp::loss::Cause::Unknown)
    {
        return Truth::UNKNOWN;
    }
    return cause == wtcp::loss::Cause::Congestion ? Truth::CONGESTION : Truth::WIRELESS;
}

} // namespace ns3
