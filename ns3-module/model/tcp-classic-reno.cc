// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-classic-reno.h"

#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/sequence-number.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpClassicReno");

NS_OBJECT_ENSURE_REGISTERED(TcpClassicReno);

TypeId
TcpClassicReno::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpClassicReno")
                            .SetParent<TcpNewReno>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<TcpClassicReno>();
    return tid;
}

std::string
TcpClassicReno::GetName() const
{
    return "TcpClassicReno";
}

uint32_t
TcpClassicReno::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    NS_LOG_FUNCTION(this << tcb << bytesInFlight);
    // BSD: win = min(snd_wnd, snd_cwnd) / 2 / maxseg. A sender with enough data has the smaller of the two outstanding.
    const uint32_t outstanding = tcb->m_highTxMark.Get() - tcb->m_lastAckedSeq;
    const uint32_t window = std::min(tcb->m_cWnd.Get(), outstanding);
    const uint32_t segments = std::max<uint32_t>(2, window / 2 / tcb->m_segmentSize);
    return segments * tcb->m_segmentSize;
}

Ptr<TcpCongestionOps>
TcpClassicReno::Fork()
{
    return CopyObject<TcpClassicReno>(this);
}

} // namespace ns3
