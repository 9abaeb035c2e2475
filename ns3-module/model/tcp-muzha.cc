// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-muzha.h"

#include "rust-core.h"
#include "muzha-tag.h"
#include "tcp-socket-search.h"

#include "ns3/callback.h"
#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/tcp-socket-base.h"

#include "wtcp-bridge/src/multihop.rs.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpMuzha");

NS_OBJECT_ENSURE_REGISTERED(TcpMuzha);

namespace
{

constexpr uint8_t LIGHTEST = 4; //!< level of a path that has passed no router yet

} // namespace

/// The core and nothing else, so that its header stays out of ours.
struct TcpMuzha::Core
{
    rust::Box<wtcp::multihop::MuzhaSender> sender; //!< decides
};

TypeId
TcpMuzha::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpMuzha")
                            .SetParent<TcpSampledReno>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<TcpMuzha>();
    return tid;
}

TcpMuzha::TcpMuzha()
    : m_heard(MuzhaTag::NONE)
{
    NS_LOG_FUNCTION(this);
}

TcpMuzha::TcpMuzha(const TcpMuzha& other)
    : TcpSampledReno(other),
      m_heard(MuzhaTag::NONE)
{
    NS_LOG_FUNCTION(this);
}

TcpMuzha::~TcpMuzha()
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpMuzha::GetName() const
{
    return "TcpMuzha";
}

Ptr<TcpCongestionOps>
TcpMuzha::Fork()
{
    return CopyObject<TcpMuzha>(this);
}

void
TcpMuzha::Init(Ptr<TcpSocketState> tcb)
{
    NS_LOG_FUNCTION(this << tcb);
    TcpSampledReno::Init(tcb);
    m_core = std::make_unique<Core>(Core{wtcp::multihop::new_muzha_sender()});
}

void
TcpMuzha::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    NS_LOG_FUNCTION(this << tcb << segmentsAcked);
    tcb->m_cWnd = m_core->sender->on_ack(m_ack.GetValue(),
                                         tcb->m_highTxMark.Get().GetValue(),
                                         tcb->m_cWnd,
                                         tcb->m_segmentSize);
    rustcore::CheckFault(m_core->sender, "ns3::TcpMuzha");
}

void
TcpMuzha::CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t newState)
{
    NS_LOG_FUNCTION(this << tcb << newState);
    if (newState == TcpSocketState::CA_OPEN && !m_following)
    {
        Follow();
    }
    TcpSampledReno::CongestionStateSet(tcb, newState);
}

uint32_t
TcpMuzha::OnDuplicates(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return m_core->sender->on_duplicates(tcb->m_cWnd, bytesInFlight, tcb->m_segmentSize);
}

void
TcpMuzha::Follow()
{
    m_following = true;
    Ptr<TcpMuzha> self = this;
    Ptr<TcpSocketBase> socket = GetSocketOf(self);
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&TcpMuzha::OnSegment, self));
    socket->TraceConnectWithoutContext("Rx", MakeCallback(&TcpMuzha::OnArrival, self));
}

void
TcpMuzha::OnSegment(Ptr<const Packet> packet, const TcpHeader&, Ptr<const TcpSocketBase>)
{
    MuzhaTag tag;
    tag.path = packet->GetSize() > 0 ? LIGHTEST : MuzhaTag::NONE;
    tag.echo = m_heard;
    packet->AddPacketTag(tag);
}

void
TcpMuzha::OnArrival(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (header.GetFlags() & TcpHeader::ACK)
    {
        m_ack = header.GetAckNumber();
    }
    MuzhaTag tag;
    if (!packet->PeekPacketTag(tag))
    {
        return;
    }
    if (tag.path != MuzhaTag::NONE)
    {
        m_heard = tag.path;
    }
    if (tag.echo != MuzhaTag::NONE)
    {
        m_core->sender->on_feedback(tag.echo);
    }
}

} // namespace ns3
