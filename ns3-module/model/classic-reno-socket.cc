// SPDX-License-Identifier: GPL-2.0-only
#include "classic-reno-socket.h"

#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-tx-buffer.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ClassicRenoSocket");

NS_OBJECT_ENSURE_REGISTERED(ClassicRenoSocket);

TypeId
ClassicRenoSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ClassicRenoSocket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<ClassicRenoSocket>();
    return tid;
}

Ptr<TcpSocketBase>
ClassicRenoSocket::Fork()
{
    return CopyObject<ClassicRenoSocket>(this);
}

void
ClassicRenoSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader)
{
    NS_LOG_FUNCTION(this << tcpHeader);
    const SequenceNumber32 ack = tcpHeader.GetAckNumber();
    const bool isPartial = ack > m_txBuffer->HeadSequence() && ack < m_recover;
    if (m_tcb->m_congState == TcpSocketState::CA_RECOVERY && isPartial)
    {
        m_recover = ack; // an acknowledgement of everything that the recovery was about ends it
        if (!m_sackEnabled)
        {
            // Duplicate acknowledgements were booked as if they named segments. With them the buffer would take the new
            // head for lost and send it at once, and new data would pass for covered by the window.
            m_txBuffer->ResetRenoSack();
        }
    }
    TcpSocketBase::ReceivedAck(packet, tcpHeader);
}

} // namespace ns3
