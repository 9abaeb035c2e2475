// SPDX-License-Identifier: GPL-2.0-only
#include "dcr-socket-factory.h"

#include "dcr-socket.h"

#include "ns3/double.h"
#include "ns3/object.h"

#include <limits>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DcrSocketFactory);

TypeId
DcrSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DcrSocketFactory")
                            .SetParent<TcpVariantSocketFactory>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<DcrSocketFactory>()
                            .AddAttribute("DelayRoundTrips",
                                          "How long a socket waits from the first duplicate acknowledgement before it answers, in "
                                          "smoothed round trips; above 0.",
                                          DoubleValue(1.0),
                                          MakeDoubleAccessor(&DcrSocketFactory::m_delay),
                                          MakeDoubleChecker<double>(std::numeric_limits<double>::min()));
    return tid;
}

Ptr<TcpSocketBase>
DcrSocketFactory::MakeSocket() const
{
    Ptr<DcrSocket> socket = CreateObject<DcrSocket>();
    socket->SetDelay(m_delay);
    return socket;
}

} // namespace ns3
