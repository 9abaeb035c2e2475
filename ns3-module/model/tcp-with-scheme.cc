// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-with-scheme.h"

#include "ns3/object.h"

namespace ns3
{

template <>
TypeId
TcpWithScheme<ZigzagDifferentiator>::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpZigzag")
                            .SetParent<TcpLossDifferentiation>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<TcpZigzag>();
    return tid;
}

template <>
TypeId
TcpWithScheme<BiazDifferentiator>::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpMbiaz")
                            .SetParent<TcpLossDifferentiation>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<TcpMbiaz>();
    return tid;
}

template <>
TypeId
TcpWithScheme<SpikeDifferentiator>::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpSpike")
                            .SetParent<TcpLossDifferentiation>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<TcpSpike>();
    return tid;
}

template <>
TypeId
TcpWithScheme<OracleDifferentiator>::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLossOracle")
                            .SetParent<TcpLossDifferentiation>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<TcpLossOracle>();
    return tid;
}

NS_OBJECT_ENSURE_REGISTERED(TcpZigzag);
NS_OBJECT_ENSURE_REGISTERED(TcpMbiaz);
NS_OBJECT_ENSURE_REGISTERED(TcpSpike);
NS_OBJECT_ENSURE_REGISTERED(TcpLossOracle);

} // namespace ns3
