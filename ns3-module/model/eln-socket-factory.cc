// SPDX-License-Identifier: GPL-2.0-only
#include "eln-socket-factory.h"

#include "eln-socket.h"

#include "ns3/object.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ElnSocketFactory);

TypeId
ElnSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ElnSocketFactory")
                            .SetParent<TcpVariantSocketFactory>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<ElnSocketFactory>()
                            .AddAttribute("RetransmitThreshold",
                                          "Marked duplicate acknowledgement on which a socket sends its oldest segment again: "
                                          "the third (E2E-ELN) or the first (E2E-ELN-RXMT); at least 1. Negative "
                                          "acknowledgements do not wait for it.",
                                          UintegerValue(3),
                                          MakeUintegerAccessor(&ElnSocketFactory::m_retransmitThreshold),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

Ptr<TcpSocketBase>
ElnSocketFactory::MakeSocket() const
{
    Ptr<ElnSocket> socket = CreateObject<ElnSocket>();
    socket->SetRetransmitThreshold(m_retransmitThreshold);
    return socket;
}

} // namespace ns3
