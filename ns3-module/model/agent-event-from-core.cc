// SPDX-License-Identifier: GPL-2.0-only
#include "agent-event-from-core.h"

#include "wireless-agent-core.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <string_view>

namespace ns3
{

namespace
{

/**
 * \param text from the core
 * \return the same; valid as long as the text, which is static
 */
std::string_view
View(rust::Str text)
{
    return {text.data(), text.size()};
}

/**
 * \param endpoint from the core
 * \return ns-3's form of it
 */
Address
ToAddress(const wtcp::ffi::Endpoint& endpoint)
{
    if (endpoint.ipv6)
    {
        return Inet6SocketAddress(Ipv6Address::Deserialize(endpoint.octets.data()), endpoint.port);
    }
    return InetSocketAddress(Ipv4Address::Deserialize(endpoint.octets.data()), endpoint.port);
}

} // namespace

AgentEvent
ToAgentEvent(const wtcp::ffi::Event& event)
{
    return {Simulator::Now(),
            std::string(View(event.kind)),
            std::string(View(event.cause)),
            ToAddress(event.source),
            ToAddress(event.destination),
            SequenceNumber32(event.seq),
            event.len,
            NanoSeconds(std::max<int64_t>(event.rtt_ns, 0))};
}

} // namespace ns3
