// SPDX-License-Identifier: GPL-2.0-only
#include "eln-socket-factory.h"

#include "eln-socket.h"

#include "ns3/object.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ElnSocketFactory);

TypeId
ElnSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ElnSocketFactory")
                            .SetParent<TcpVariantSocketFactory>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<ElnSocketFactory>();
    return tid;
}

Ptr<TcpSocketBase>
ElnSocketFactory::MakeSocket() const
{
    return CreateObject<ElnSocket>();
}

} // namespace ns3
