// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-hop-by-hop.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/object.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpHopByHop);

TypeId
TcpHopByHop::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpHopByHop")
            .SetParent<TcpAdaptiveWindowLimit>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<TcpHopByHop>()
            .AddAttribute("AdaptiveLimit",
                          "Whether the upper bound of the congestion window follows the length of the path; it is MaxSegments otherwise.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpHopByHop::m_adaptiveLimit),
                          MakeBooleanChecker())
            .AddAttribute("RtoFactor",
                          "What the retransmission timeout that ns-3 computes is multiplied by; 1 to 60.",
                          DoubleValue(2.0),
                          MakeDoubleAccessor(&TcpHopByHop::m_rtoFactor),
                          MakeDoubleChecker<double>(1.0, 60.0));
    return tid;
}

std::string
TcpHopByHop::GetName() const
{
    return "TcpHopByHop";
}

Ptr<TcpCongestionOps>
TcpHopByHop::Fork()
{
    return CopyObject<TcpHopByHop>(this);
}

bool
TcpHopByHop::IsAdaptive() const
{
    return m_adaptiveLimit;
}

double
TcpHopByHop::GetRtoFactor() const
{
    return m_rtoFactor;
}

} // namespace ns3
