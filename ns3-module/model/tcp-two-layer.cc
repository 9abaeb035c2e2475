// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-two-layer.h"

#include "rust-core.h"
#include "tcp-socket-search.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/uinteger.h"

#include "wtcp-bridge/src/multihop.rs.h"

#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpTwoLayer");

NS_OBJECT_ENSURE_REGISTERED(TcpTwoLayer);

namespace
{

/**
 * \tparam Value the kind of an attribute
 * \param socket a socket
 * \param name of its attribute
 * \return the attribute
 */
template <typename Value>
auto
Get(Ptr<TcpSocketBase> socket, const std::string& name)
{
    Value value;
    socket->GetAttribute(name, value);
    return value.Get();
}

/**
 * \param holds whether an attribute of the socket fits
 * \param attribute its name
 * \param wanted what it must be
 */
void
Require(bool holds, const std::string& attribute, const std::string& wanted)
{
    NS_ABORT_MSG_UNLESS(holds,
                        "ns3::TcpTwoLayer: " << attribute << " of its socket must be " << wanted
                                             << "; the TCP variant two-layer sets what it needs");
}

} // namespace

/// The core and nothing else, so that its header stays out of ours.
struct TcpTwoLayer::Core
{
    rust::Box<wtcp::multihop::TwoLayerSender> sender; //!< decides
};

TypeId
TcpTwoLayer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpTwoLayer")
            .SetParent<TcpCongestionOps>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<TcpTwoLayer>()
            .AddAttribute("SegmentPackets",
                          "Packets of an end-to-end segment, four fragments of the hop-by-hop layer; at least 1. The socket's DelAckCount "
                          "must be the same.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&TcpTwoLayer::m_segmentPackets),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

TcpTwoLayer::TcpTwoLayer()
{
    NS_LOG_FUNCTION(this);
}

TcpTwoLayer::TcpTwoLayer(const TcpTwoLayer& other)
    : TcpCongestionOps(other),
      m_segmentPackets(other.m_segmentPackets)
{
    NS_LOG_FUNCTION(this);
}

TcpTwoLayer::~TcpTwoLayer()
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpTwoLayer::GetName() const
{
    return "TcpTwoLayer";
}

Ptr<TcpCongestionOps>
TcpTwoLayer::Fork()
{
    return CopyObject<TcpTwoLayer>(this);
}

void
TcpTwoLayer::Init(Ptr<TcpSocketState> tcb)
{
    NS_LOG_FUNCTION(this << tcb);
    m_core = std::make_unique<Core>(Core{rustcore::Make(wtcp::multihop::new_two_layer_sender, m_segmentPackets)});
}

uint32_t
TcpTwoLayer::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    NS_LOG_FUNCTION(this << tcb << bytesInFlight);
    return m_core->sender->threshold(bytesInFlight / tcb->m_segmentSize) * tcb->m_segmentSize;
}

void
TcpTwoLayer::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    NS_LOG_FUNCTION(this << tcb << segmentsAcked);
    m_core->sender->on_ack(segmentsAcked, tcb->m_ssThresh / tcb->m_segmentSize);
    rustcore::CheckFault(m_core->sender, "ns3::TcpTwoLayer");
    tcb->m_cWnd = m_core->sender->octets(tcb->m_segmentSize);
}

void
TcpTwoLayer::CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t newState)
{
    NS_LOG_FUNCTION(this << tcb << newState);
    if (newState == TcpSocketState::CA_OPEN && !m_established)
    {
        m_established = true;
        CheckSocket(tcb);
        // In the place of InitialCwnd.
        tcb->m_cWnd = m_core->sender->octets(tcb->m_segmentSize);
        tcb->m_cWndInfl = tcb->m_cWnd;
    }
}

void
TcpTwoLayer::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    NS_LOG_FUNCTION(this << tcb << event);
    if (event == TcpSocketState::CA_EVENT_LOSS)
    {
        m_core->sender->on_timeout();
    }
}

void
TcpTwoLayer::CheckSocket(Ptr<const TcpSocketState> tcb) const
{
    Ptr<TcpSocketBase> socket = GetSocketOf(this);
    const std::string packets = std::to_string(m_segmentPackets);
    const uint64_t segment = uint64_t{m_segmentPackets} * tcb->m_segmentSize;
    const std::string octets = "at least " + std::to_string(segment) + ", one segment of " + packets + " packets";
    Require(Get<UintegerValue>(socket, "DelAckCount") == m_segmentPackets, "DelAckCount", packets + ", as SegmentPackets is");
    Require(socket->GetMinRto() > Get<TimeValue>(socket, "DelAckTimeout"), "MinRto", "above DelAckTimeout");
    Require(Get<UintegerValue>(socket, "ReTxThreshold") == std::numeric_limits<uint32_t>::max(), "ReTxThreshold", "4294967295");
    Require(!Get<BooleanValue>(socket, "Sack"), "Sack", "false");
    Require(!Get<BooleanValue>(socket, "LimitedTransmit"), "LimitedTransmit", "false");
    Require(Get<UintegerValue>(socket, "SndBufSize") >= segment, "SndBufSize", octets);
    Require(Get<UintegerValue>(socket, "RcvBufSize") >= segment, "RcvBufSize", octets);
}

} // namespace ns3
