// SPDX-License-Identifier: GPL-2.0-only
#include "classic-reno-socket-factory.h"

#include "classic-reno-socket.h"

#include "ns3/object.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ClassicRenoSocketFactory);

TypeId
ClassicRenoSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ClassicRenoSocketFactory")
                            .SetParent<TcpVariantSocketFactory>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<ClassicRenoSocketFactory>();
    return tid;
}

Ptr<TcpSocketBase>
ClassicRenoSocketFactory::MakeSocket() const
{
    return CreateObject<ClassicRenoSocket>();
}

} // namespace ns3
