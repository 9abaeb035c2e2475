// SPDX-License-Identifier: GPL-2.0-only
#include "handoff-router.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-routing-table-entry.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HandoffRouter");

NS_OBJECT_ENSURE_REGISTERED(HandoffRouter);

TypeId
HandoffRouter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HandoffRouter")
            .SetParent<HandoffApplication>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<HandoffRouter>()
            .AddAttribute("AlwaysPrime",
                          "Whether every base station gets a copy of all that is for a mobile host; otherwise those "
                          "do for which the mobile host anticipates a handoff. A base station without a Snoop agent "
                          "would send the copies on.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&HandoffRouter::m_alwaysPrime),
                          MakeBooleanChecker())
            .AddTraceSource("Move",
                            "A mobile host is served by another base station: mobile host, base station.",
                            MakeTraceSourceAccessor(&HandoffRouter::m_move),
                            "ns3::HandoffRouter::MoveCallback");
    return tid;
}

HandoffRouter::HandoffRouter()
{
    NS_LOG_FUNCTION(this);
}

HandoffRouter::~HandoffRouter()
{
    NS_LOG_FUNCTION(this);
}

void
HandoffRouter::AddBaseStation(Ipv4Address baseStation, Ipv4Address nextHop)
{
    NS_LOG_FUNCTION(this << baseStation << nextHop);
    m_nextHops[baseStation] = nextHop;
}

void
HandoffRouter::AddMobile(Ipv4Address mobile, Ipv4Address baseStation)
{
    NS_LOG_FUNCTION(this << mobile << baseStation);
    NS_ABORT_MSG_UNLESS(m_nextHops.count(baseStation),
                        "HandoffRouter::AddMobile: " << baseStation << " is no base station of this router");
    m_groups[mobile].serving = baseStation;
}

void
HandoffRouter::StartApplication()
{
    NS_LOG_FUNCTION(this);
    HandoffApplication::StartApplication();
    for (const auto& [mobile, group] : m_groups)
    {
        SetRoute(mobile);
    }
    const Ptr<HandoffRouter> self = this; // so that the stack does not outlive its listener
    GetIpv4()->TraceConnectWithoutContext("UnicastForward", MakeCallback(&HandoffRouter::OnForward, self));
}

void
HandoffRouter::OnMessage(const HandoffHeader& message, const State& /* state */)
{
    const auto found = m_groups.find(message.GetMobile());
    if (found == m_groups.end() || !m_nextHops.count(message.GetBaseStation()))
    {
        NS_LOG_WARN("a message about a mobile host or base station that this router does not know: " << message);
        return;
    }
    Group& group = found->second;
    if (message.GetType() == HandoffHeader::PRIME)
    {
        group.primed.insert(message.GetBaseStation());
    }
    else if (message.GetType() == HandoffHeader::UNPRIME)
    {
        group.primed.erase(message.GetBaseStation());
    }
    else if (message.GetType() == HandoffHeader::ROUTE && group.serving != message.GetBaseStation())
    {
        // The old one may be the next one: it stays in the group until the mobile host is well away from it.
        if (group.primed.erase(message.GetBaseStation()))
        {
            group.primed.insert(group.serving);
        }
        group.serving = message.GetBaseStation();
        SetRoute(message.GetMobile());
        m_move(message.GetMobile(), group.serving);
    }
}

void
HandoffRouter::SetRoute(Ipv4Address mobile)
{
    const Ipv4Address nextHop = m_nextHops.at(m_groups.at(mobile).serving);
    Ptr<Ipv4StaticRouting> routing = Ipv4StaticRoutingHelper().GetStaticRouting(GetIpv4());
    NS_ABORT_MSG_UNLESS(routing, "HandoffRouter: node " << GetNode()->GetId() << " has no Ipv4StaticRouting");
    for (uint32_t i = routing->GetNRoutes(); i-- > 0;)
    {
        const Ipv4RoutingTableEntry route = routing->GetRoute(i);
        if (route.IsHost() && route.GetDest() == mobile)
        {
            routing->RemoveRoute(i);
        }
    }
    routing->AddHostRouteTo(mobile, nextHop, GetInterfaceTowards(nextHop));
}

void
HandoffRouter::OnForward(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t /* interface */)
{
    const auto found = m_groups.find(header.GetDestination());
    if (found == m_groups.end())
    {
        return;
    }
    const Group& group = found->second;
    Ptr<Ipv4> ipv4 = GetIpv4();
    for (const auto& [baseStation, nextHop] : m_nextHops)
    {
        if (baseStation == group.serving || !(m_alwaysPrime || group.primed.count(baseStation)))
        {
            continue;
        }
        Ptr<Ipv4Route> route = Create<Ipv4Route>();
        route->SetDestination(header.GetDestination());
        route->SetSource(header.GetSource());
        route->SetGateway(nextHop);
        route->SetOutputDevice(ipv4->GetNetDevice(GetInterfaceTowards(nextHop)));
        ipv4->SendWithHeader(packet->Copy(), header, route);
    }
}

} // namespace ns3
