// SPDX-License-Identifier: GPL-2.0-only
#include "handoff-base-station.h"

#include "snoop-agent.h"
#include "wireless-traffic-control.h"

#include "ns3/abort.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HandoffBaseStation");

NS_OBJECT_ENSURE_REGISTERED(HandoffBaseStation);

TypeId
HandoffBaseStation::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HandoffBaseStation")
                            .SetParent<HandoffApplication>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<HandoffBaseStation>()
                            .AddAttribute("BeaconInterval",
                                          "Mean time between beacons, each of which comes up to a tenth of it early or "
                                          "late; zero for no beacons.",
                                          TimeValue(MilliSeconds(100)),
                                          MakeTimeAccessor(&HandoffBaseStation::m_beaconInterval),
                                          MakeTimeChecker(Seconds(0)));
    return tid;
}

HandoffBaseStation::HandoffBaseStation()
    : m_jitter(CreateObject<UniformRandomVariable>())
{
    NS_LOG_FUNCTION(this);
}

HandoffBaseStation::~HandoffBaseStation()
{
    NS_LOG_FUNCTION(this);
}

void
HandoffBaseStation::SetUp(Ptr<NetDevice> device, Ipv4Address router)
{
    NS_LOG_FUNCTION(this << device << router);
    m_device = device;
    m_router = router;
}

void
HandoffBaseStation::AddNeighbour(Ipv4Address baseStation, Ipv4Address wired)
{
    m_neighbours[baseStation] = wired;
}

void
HandoffBaseStation::AddMobile(Ipv4Address mobile, const Address& mac, bool absent)
{
    m_mobiles[mobile] = mac;
    if (absent)
    {
        m_absent.insert(mobile);
    }
}

Ipv4Address
HandoffBaseStation::GetAddress() const
{
    Ptr<Ipv4> ipv4 = GetIpv4();
    const int32_t interface = m_device ? ipv4->GetInterfaceForDevice(m_device) : -1;
    NS_ABORT_MSG_IF(interface < 0 || ipv4->GetNAddresses(interface) == 0,
                    "HandoffBaseStation: the wireless device of node " << GetNode()->GetId() << " has no IPv4 address");
    return ipv4->GetAddress(interface, 0).GetLocal();
}

int64_t
HandoffBaseStation::AssignStreams(int64_t stream)
{
    m_jitter->SetStream(stream);
    return 1;
}

void
HandoffBaseStation::StartApplication()
{
    NS_LOG_FUNCTION(this);
    HandoffApplication::StartApplication();
    m_hook = WirelessTrafficControl::Get(m_device);
    m_agent = m_hook ? DynamicCast<SnoopAgent>(m_hook->GetAgent()) : nullptr;
    for (const auto& [mobile, mac] : m_mobiles)
    {
        Know(m_device, mobile, mac);
    }
    for (const auto& mobile : m_absent)
    {
        if (m_agent)
        {
            m_agent->StartBuffering(mobile);
        }
    }
    if (m_beaconInterval.IsStrictlyPositive())
    {
        m_nextBeacon = Simulator::Schedule(m_beaconInterval * m_jitter->GetValue(0, 1),
                                           &HandoffBaseStation::SendBeacon,
                                           this);
    }
}

void
HandoffBaseStation::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_nextBeacon.Cancel();
    HandoffApplication::StopApplication();
}

void
HandoffBaseStation::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_nextBeacon.Cancel();
    m_device = nullptr;
    m_hook = nullptr;
    m_agent = nullptr;
    HandoffApplication::DoDispose();
}

void
HandoffBaseStation::SendBeacon()
{
    Ptr<Ipv4> ipv4 = GetIpv4();
    const auto own = ipv4->GetAddress(ipv4->GetInterfaceForDevice(m_device), 0);
    Send({HandoffHeader::BEACON, Ipv4Address::GetAny(), own.GetLocal()}, own.GetBroadcast());
    m_nextBeacon = Simulator::Schedule(m_beaconInterval * m_jitter->GetValue(0.9, 1.1),
                                       &HandoffBaseStation::SendBeacon,
                                       this);
}

void
HandoffBaseStation::OnMessage(const HandoffHeader& message, const State& state)
{
    const Ipv4Address mobile = message.GetMobile();
    switch (message.GetType())
    {
    case HandoffHeader::DISABLE:
        Disable(mobile, message.GetBaseStation());
        break;
    case HandoffHeader::STATE:
        m_states[mobile] = state;
        break;
    case HandoffHeader::ENABLE:
        Enable(mobile, message.GetBaseStation(), state);
        break;
    case HandoffHeader::PRIME:
    case HandoffHeader::UNPRIME:
        Send(message, m_router);
        break;
    case HandoffHeader::BEACON:
    case HandoffHeader::DISABLED:
    case HandoffHeader::ENABLED:
    case HandoffHeader::ROUTE:
        break; // for others
    }
}

void
HandoffBaseStation::SendToNeighbour(const HandoffHeader& message, Ipv4Address neighbour, const State& state)
{
    const auto found = m_neighbours.find(neighbour);
    if (found == m_neighbours.end())
    {
        NS_LOG_WARN("node " << GetNode()->GetId() << " knows no base station " << neighbour);
        return;
    }
    Send(message, found->second, state);
}

void
HandoffBaseStation::Disable(Ipv4Address mobile, Ipv4Address newBaseStation)
{
    NS_LOG_FUNCTION(this << mobile << newBaseStation);
    if (!m_agent)
    {
        return;
    }
    m_states.erase(mobile);
    SendToNeighbour({HandoffHeader::STATE, mobile, GetAddress()}, newBaseStation, m_agent->ExportState(mobile));
    // Before the agent holds everything back. It leaves behind the packets that the device itself has, which are too
    // late to stop.
    Send({HandoffHeader::DISABLED, mobile, GetAddress()}, mobile);
    const uint32_t withdrawn = m_hook->Withdraw([mobile](Ptr<const QueueDiscItem> item) {
        auto ipv4 = DynamicCast<const Ipv4QueueDiscItem>(item);
        return ipv4 && ipv4->GetHeader().GetDestination() == mobile &&
               ipv4->GetHeader().GetProtocol() == TcpL4Protocol::PROT_NUMBER;
    });
    NS_LOG_INFO("node " << GetNode()->GetId() << " took back " << withdrawn << " packets for " << mobile);
    m_agent->StartBuffering(mobile);
}

void
HandoffBaseStation::Enable(Ipv4Address mobile, Ipv4Address oldBaseStation, State report)
{
    NS_LOG_FUNCTION(this << mobile << oldBaseStation << report.size());
    Send({HandoffHeader::ROUTE, mobile, GetAddress()}, m_router);
    if (m_agent)
    {
        const auto state = m_states.find(mobile);
        if (state != m_states.end())
        {
            report.insert(report.end(), state->second.begin(), state->second.end());
            m_states.erase(state);
        }
        else
        {
            // The old one has not heard of it, or its word is still on the way: telling it twice does no harm.
            SendToNeighbour({HandoffHeader::DISABLE, mobile, GetAddress()}, oldBaseStation);
        }
        m_agent->StartServing(mobile, report);
    }
    Send({HandoffHeader::ENABLED, mobile, GetAddress()}, mobile);
}

} // namespace ns3
