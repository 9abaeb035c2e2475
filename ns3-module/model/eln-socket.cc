// SPDX-License-Identifier: GPL-2.0-only
#include "eln-socket.h"

#include "ns3/buffer.h"
#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/queue-disc.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/traffic-control-layer.h"

#include "rust/cxx.h"
#include "wtcp-bridge/src/lib.rs.h"

#include <algorithm>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ElnSocket");

NS_OBJECT_ENSURE_REGISTERED(ElnSocket);

namespace
{

/**
 * \param option an option as it arrived
 * \return its octets
 */
std::vector<uint8_t>
GetOctets(Ptr<const TcpOption> option)
{
    Buffer buffer;
    buffer.AddAtStart(option->GetSerializedSize());
    option->Serialize(buffer.Begin());
    std::vector<uint8_t> octets(buffer.GetSize());
    buffer.CopyData(octets.data(), buffer.GetSize());
    return octets;
}

/**
 * \param header a header
 * \return the same without SACK blocks and without options that ns-3 does not know
 */
TcpHeader
WithoutBlocks(const TcpHeader& header)
{
    TcpHeader plain;
    plain.SetSourcePort(header.GetSourcePort());
    plain.SetDestinationPort(header.GetDestinationPort());
    plain.SetSequenceNumber(header.GetSequenceNumber());
    plain.SetAckNumber(header.GetAckNumber());
    plain.SetFlags(header.GetFlags());
    plain.SetWindowSize(header.GetWindowSize());
    plain.SetUrgentPointer(header.GetUrgentPointer());
    for (const auto& option : header.GetOptionList())
    {
        if (option->GetKind() != TcpOption::SACK && TcpOption::IsKindKnown(option->GetKind()))
        {
            plain.AppendOption(option);
        }
    }
    return plain;
}

} // namespace

/// The core and nothing else, so that its header stays out of ours.
struct ElnSocket::Core
{
    rust::Box<wtcp::ffi::ElnSender> sender; //!< decides
};

TypeId
ElnSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ElnSocket")
                            .SetParent<ClassicRenoSocket>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<ElnSocket>();
    return tid;
}

ElnSocket::ElnSocket() = default;

ElnSocket::ElnSocket(const ElnSocket& listening)
    : ClassicRenoSocket(listening),
      m_retransmitThreshold(listening.m_retransmitThreshold)
{
}

ElnSocket::~ElnSocket() = default;

void
ElnSocket::SetRetransmitThreshold(uint32_t threshold)
{
    m_retransmitThreshold = threshold;
}

uint64_t
ElnSocket::GetNotifiedRetransmissions() const
{
    return m_resent;
}

Ptr<TcpSocketBase>
ElnSocket::Fork()
{
    return CopyObject<ElnSocket>(this);
}

bool
ElnSocket::IsBareAck(const TcpHeader& header, uint32_t size) const
{
    constexpr uint8_t control = TcpHeader::SYN | TcpHeader::FIN | TcpHeader::RST;
    const bool open = m_state == ESTABLISHED || m_state == FIN_WAIT_1 || m_state == CLOSE_WAIT ||
                      m_state == CLOSING || m_state == LAST_ACK;
    return open && size == 0 && (header.GetFlags() & TcpHeader::ACK) && !(header.GetFlags() & control);
}

void
ElnSocket::DoForwardUp(Ptr<Packet> packet, const Address& fromAddress, const Address& toAddress)
{
    NS_LOG_FUNCTION(this << packet);
    TcpHeader header;
    const uint32_t headerSize = packet->PeekHeader(header);
    const auto& options = header.GetOptionList();
    const auto unknown = std::find_if(options.begin(), options.end(), [](const auto& option) {
        return !TcpOption::IsKindKnown(option->GetKind());
    });
    // With segments booked as arrived or lost, ns-3's buffer is in the hands of ordinary recovery: what is sent again in
    // between could make it join segments that differ in that.
    const bool booked = m_txBuffer->GetSacked() > 0 || m_txBuffer->GetLost() > 0;
    if (unknown == options.end() || booked || !IsBareAck(header, packet->GetSize() - headerSize))
    {
        ClassicRenoSocket::DoForwardUp(packet, fromAddress, toAddress);
        return;
    }
    if (!m_core)
    {
        m_core = std::make_unique<Core>(Core{wtcp::ffi::new_eln_sender(m_retransmitThreshold)});
    }
    const SequenceNumber32 oldest = m_txBuffer->HeadSequence();
    const SequenceNumber32 highest = std::max(oldest, m_tcb->m_highTxMark.Get());
    const uint32_t segment = std::min<uint32_t>(m_tcb->m_segmentSize, highest - oldest);
    const auto octets = GetOctets(*unknown);
    const auto decision = m_core->sender->on_ack(rust::Slice<const uint8_t>(octets.data(), octets.size()),
                                                 {header.GetAckNumber().GetValue(),
                                                  oldest.GetValue(),
                                                  (oldest + segment).GetValue(),
                                                  highest.GetValue()});
    if (!decision.notified)
    {
        ClassicRenoSocket::DoForwardUp(packet, fromAddress, toAddress);
        return;
    }
    if (decision.to_tcp)
    {
        // First, so that what it acknowledges is not sent again.
        packet->RemoveHeader(header);
        packet->AddHeader(WithoutBlocks(header));
        ClassicRenoSocket::DoForwardUp(packet, fromAddress, toAddress);
    }
    else
    {
        packet->RemoveHeader(header);
        m_rxTrace(packet, header, this);
    }
    GiveWayToOwnDrops();
    for (std::size_t i = 0; i < decision.count; i++)
    {
        Resend(SequenceNumber32(decision.resend[i].left), SequenceNumber32(decision.resend[i].right));
    }
}

void
ElnSocket::GiveWayToOwnDrops()
{
    uint64_t drops = 0;
    Ptr<TrafficControlLayer> queues = m_node->GetObject<TrafficControlLayer>();
    for (uint32_t i = 0; queues && i < m_node->GetNDevices(); i++)
    {
        Ptr<QueueDisc> root = queues->GetRootQueueDiscOnDevice(m_node->GetDevice(i));
        drops += root ? root->GetStats().nTotalDroppedPackets : 0;
    }
    const bool dropped = drops != m_drops;
    m_drops = drops;
    if (!dropped || (m_gaveWay && m_txBuffer->HeadSequence() < *m_gaveWay))
    {
        return;
    }
    NS_LOG_LOGIC("the node's own queue dropped packets: congestion");
    m_gaveWay = m_tcb->m_highTxMark;
    m_tcb->m_ssThresh = m_congestionControl->GetSsThresh(m_tcb, BytesInFlight());
    m_tcb->m_cWnd = std::min(m_tcb->m_cWnd.Get(), m_tcb->m_ssThresh.Get());
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
}

void
ElnSocket::Resend(SequenceNumber32 left, SequenceNumber32 right)
{
    NS_LOG_FUNCTION(this << left << right);
    // A FIN takes a number of sequence space but no room in the buffer.
    right = std::min(right, m_txBuffer->TailSequence());
    for (SequenceNumber32 at = std::max(left, m_txBuffer->HeadSequence()); at < right;)
    {
        const uint32_t size = std::min<uint32_t>(m_tcb->m_segmentSize, right - at);
        const uint32_t sent = SendDataPacket(at, size, true);
        if (sent == 0)
        {
            break;
        }
        at += sent;
        m_resent++;
    }
}

} // namespace ns3
