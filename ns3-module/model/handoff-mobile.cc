// SPDX-License-Identifier: GPL-2.0-only
#include "handoff-mobile.h"

#include "datagram-from-bytes.h"
#include "datagram-headers.h"
#include "handoff-beacon-trigger.h"
#include "handoff-trigger.h"
#include "wireless-traffic-control.h"

#include "rust/cxx.h"
#include "wtcp-bridge/src/lib.rs.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-table-entry.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/ipv6-interface-address.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HandoffMobile");

NS_OBJECT_ENSURE_REGISTERED(HandoffMobile);

struct HandoffMobile::Reporter
{
    rust::Box<wtcp::ffi::Reporter> core = wtcp::ffi::new_reporter(); //!< the core
};

TypeId
HandoffMobile::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HandoffMobile")
            .SetParent<HandoffApplication>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<HandoffMobile>()
            .AddAttribute("Primed",
                          "Whether base stations prime their buffers before a handoff and hand state on at one, as Snoop "
                          "agents do: the mobile host announces handoffs, and tells the old base station before the new "
                          "one. Otherwise it just goes over.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&HandoffMobile::m_primed),
                          MakeBooleanChecker())
            .AddAttribute("DuplicateAcks",
                          "Duplicates of the last acknowledgement of each connection that are sent when the new base "
                          "station serves; 3 make a sender retransmit at once, 0 is none.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&HandoffMobile::m_duplicateAcks),
                          MakeUintegerChecker<uint32_t>(0, 100))
            .AddAttribute("Overlap",
                          "Whether TCP segments that a base station transmits to the mobile host after it has left are "
                          "still heard, as in cells that overlap on one frequency.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&HandoffMobile::m_overlap),
                          MakeBooleanChecker())
            .AddAttribute("OldTimeout",
                          "How long the last packets of the old base station are waited for; longer than zero.",
                          TimeValue(MilliSeconds(60)),
                          MakeTimeAccessor(&HandoffMobile::m_oldTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RetryInterval",
                          "After how long the new base station is told again if it does not answer; longer than zero.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&HandoffMobile::m_retryInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Trigger",
                          "What makes the mobile host move, one for each. A HandoffBeaconTrigger if null.",
                          PointerValue(),
                          MakePointerAccessor(&HandoffMobile::m_trigger),
                          MakePointerChecker<HandoffTrigger>())
            .AddTraceSource("HandoffStart",
                            "The mobile host begins to move.",
                            MakeTraceSourceAccessor(&HandoffMobile::m_start),
                            "ns3::HandoffMobile::HandoffCallback")
            .AddTraceSource("FirstPacket",
                            "The first TCP segment has come from the new base station: the handoff with its latency.",
                            MakeTraceSourceAccessor(&HandoffMobile::m_firstPacket),
                            "ns3::HandoffMobile::HandoffCallback");
    return tid;
}

HandoffMobile::HandoffMobile()
    : m_reporter(std::make_unique<Reporter>())
{
    NS_LOG_FUNCTION(this);
}

HandoffMobile::~HandoffMobile()
{
    NS_LOG_FUNCTION(this);
}

void
HandoffMobile::SetDevice(Ptr<NetDevice> device)
{
    m_device = device;
}

void
HandoffMobile::AddBaseStation(Ipv4Address address, Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << address << device);
    Cell cell;
    cell.address = address;
    cell.device = device;
    m_cells.push_back(cell);
}

const std::vector<Handoff>&
HandoffMobile::GetHandoffs() const
{
    return m_handoffs;
}

Ipv4Address
HandoffMobile::GetBaseStation() const
{
    return m_cells.at(m_serving).address;
}

std::size_t
HandoffMobile::GetServing() const
{
    return m_serving;
}

bool
HandoffMobile::IsMoving() const
{
    return m_phase != Phase::SERVED;
}

Ptr<NetDevice>
HandoffMobile::GetDevice() const
{
    return m_device;
}

std::size_t
HandoffMobile::GetNBaseStations() const
{
    return m_cells.size();
}

Ptr<NetDevice>
HandoffMobile::GetBaseStationDevice(std::size_t cell) const
{
    return m_cells.at(cell).device;
}

void
HandoffMobile::StartApplication()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_UNLESS(m_device && !m_cells.empty(), "HandoffMobile: needs a device and at least one base station");
    RefuseIpv6();
    HandoffApplication::StartApplication();
    if (!m_trigger)
    {
        m_trigger = CreateObject<HandoffBeaconTrigger>();
    }
    m_trigger->Start(this);
    KnowBaseStations();
    Ptr<WirelessTrafficControl> hook = WirelessTrafficControl::Install(m_device);
    // The hook lives as long as the node, and so does this application.
    hook->SetArrivalFilter([this](Ptr<const Packet> datagram, const Address& from) { return OnArrival(datagram, from); });
    const Ptr<HandoffMobile> self = this;
    hook->TraceConnectWithoutContext("Ingress", MakeCallback(&HandoffMobile::NoteArrival, self));
    hook->TraceConnectWithoutContext("Egress", MakeCallback(&HandoffMobile::NoteDeparture, self));
    SetRoute();
}

void
HandoffMobile::RefuseIpv6() const
{
    Ptr<Ipv6> ipv6 = GetNode()->GetObject<Ipv6>();
    const int32_t interface = ipv6 ? ipv6->GetInterfaceForDevice(m_device) : -1;
    for (uint32_t i = 0; interface >= 0 && i < ipv6->GetNAddresses(interface); i++)
    {
        const Ipv6InterfaceAddress address = ipv6->GetAddress(interface, i);
        NS_ABORT_MSG_IF(address.GetScope() == Ipv6InterfaceAddress::GLOBAL,
                        "HandoffMobile: device " << m_device->GetIfIndex() << " of node " << GetNode()->GetId() << " has "
                                                 << address.GetAddress()
                                                 << ", but IPv6 packets would not follow a handoff; give the device of a "
                                                    "mobile host IPv4 addresses only");
    }
}

void
HandoffMobile::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_timer.Cancel();
    m_trigger->Stop();
    HandoffApplication::StopApplication();
}

void
HandoffMobile::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_timer.Cancel();
    m_device = nullptr;
    if (m_trigger)
    {
        m_trigger->Stop();
        m_trigger->Dispose();
        m_trigger = nullptr;
    }
    m_cells.clear();
    HandoffApplication::DoDispose();
}

std::size_t
HandoffMobile::Find(Ipv4Address address) const
{
    std::size_t i = 0;
    while (i < m_cells.size() && m_cells[i].address != address)
    {
        i++;
    }
    return i;
}

void
HandoffMobile::OnMessage(const HandoffHeader& message, const State& /* state */)
{
    const std::size_t cell = Find(message.GetBaseStation());
    if (cell == m_cells.size())
    {
        NS_LOG_WARN("node " << GetNode()->GetId() << " knows no base station " << message.GetBaseStation());
        return;
    }
    if (message.GetType() == HandoffHeader::BEACON)
    {
        m_trigger->OnBeacon(cell);
    }
    else if (message.GetType() == HandoffHeader::DISABLED && m_phase == Phase::LEAVING && cell == m_serving)
    {
        m_timer.Cancel();
        Enter();
    }
    else if (message.GetType() == HandoffHeader::ENABLED && m_phase == Phase::ENTERING && cell == m_serving)
    {
        m_timer.Cancel();
        m_phase = Phase::SERVED;
        SendDuplicateAcks();
    }
}

bool
HandoffMobile::Announce(std::size_t cell, bool near)
{
    if (!m_primed || near == m_cells[cell].primed)
    {
        return false;
    }
    m_cells[cell].primed = near;
    const auto type = near ? HandoffHeader::PRIME : HandoffHeader::UNPRIME;
    const auto interface = GetIpv4()->GetInterfaceForDevice(m_device);
    Send({type, GetIpv4()->GetAddress(interface, 0).GetLocal(), m_cells[cell].address}, m_cells[m_serving].address);
    return true;
}

void
HandoffMobile::Begin(std::size_t cell, Time start)
{
    m_next = cell;
    Handoff handoff;
    handoff.start = start;
    handoff.from = m_cells[m_serving].address;
    handoff.to = m_cells[m_next].address;
    NS_LOG_INFO("node " << GetNode()->GetId() << " moves from " << handoff.from << " to " << handoff.to);
    m_handoffs.push_back(handoff);
    m_start(handoff);
}

void
HandoffMobile::Move(std::size_t cell)
{
    Begin(cell, Simulator::Now());
    if (!m_primed)
    {
        Enter();
        return;
    }
    m_phase = Phase::LEAVING;
    const auto interface = GetIpv4()->GetInterfaceForDevice(m_device);
    const Handoff& handoff = m_handoffs.back();
    Send({HandoffHeader::DISABLE, GetIpv4()->GetAddress(interface, 0).GetLocal(), handoff.to}, handoff.from);
    m_timer = Simulator::Schedule(m_oldTimeout, &HandoffMobile::Enter, this);
}

void
HandoffMobile::Arrive(std::size_t cell, Time since)
{
    KnowBaseStations();
    if (cell == m_serving)
    {
        return;
    }
    m_timer.Cancel();
    Begin(cell, since);
    Enter();
}

void
HandoffMobile::KnowBaseStations()
{
    for (const auto& cell : m_cells)
    {
        Know(m_device, cell.address, cell.device->GetAddress());
    }
}

void
HandoffMobile::Enter()
{
    // The router keeps the old base station primed until a beacon says that it is far.
    m_cells[m_serving].primed = m_cells[m_next].primed;
    m_cells[m_next].primed = false;
    m_serving = m_next;
    m_phase = Phase::ENTERING;
    SetRoute();
    SendEnable();
}

void
HandoffMobile::SendEnable()
{
    const auto report = m_reporter->core->report();
    const auto interface = GetIpv4()->GetInterfaceForDevice(m_device);
    Send({HandoffHeader::ENABLE, GetIpv4()->GetAddress(interface, 0).GetLocal(), m_handoffs.back().from},
         m_cells[m_serving].address,
         State(report.begin(), report.end()));
    m_timer = Simulator::Schedule(m_retryInterval, &HandoffMobile::SendEnable, this);
}

void
HandoffMobile::SetRoute()
{
    Ptr<Ipv4> ipv4 = GetIpv4();
    Ptr<Ipv4StaticRouting> routing = Ipv4StaticRoutingHelper().GetStaticRouting(ipv4);
    NS_ABORT_MSG_UNLESS(routing, "HandoffMobile: node " << GetNode()->GetId() << " has no Ipv4StaticRouting");
    for (uint32_t i = routing->GetNRoutes(); i-- > 0;)
    {
        if (routing->GetRoute(i).IsDefault())
        {
            routing->RemoveRoute(i);
        }
    }
    routing->SetDefaultRoute(m_cells[m_serving].address, ipv4->GetInterfaceForDevice(m_device));
}

void
HandoffMobile::SendDuplicateAcks()
{
    if (m_duplicateAcks == 0)
    {
        return;
    }
    for (const auto& ack : m_reporter->core->last_acks())
    {
        uint16_t protocol = 0;
        Ptr<Packet> packet = DatagramFromBytes(ack.bytes.data(), ack.bytes.size(), protocol);
        if (!packet || protocol != Ipv4L3Protocol::PROT_NUMBER)
        {
            continue;
        }
        Ipv4Header header;
        packet->RemoveHeader(header);
        Ptr<Ipv4Route> route = Create<Ipv4Route>();
        route->SetSource(header.GetSource());
        route->SetDestination(header.GetDestination());
        route->SetGateway(m_cells[m_serving].address);
        route->SetOutputDevice(m_device);
        for (uint32_t i = 0; i < m_duplicateAcks; i++)
        {
            GetIpv4()->SendWithHeader(packet->Copy(), header, route);
        }
    }
}

bool
HandoffMobile::OnArrival(Ptr<const Packet> datagram, const Address& from)
{
    const DatagramHeaders headers(datagram);
    const auto content = headers.GetContent();
    if (content == DatagramHeaders::Content::OTHER || m_cells.empty())
    {
        return true;
    }
    if (!m_handoffs.empty())
    {
        // Both are the same bytes with different type numbers.
        const bool fromServing = Mac48Address::ConvertFrom(from) ==
                                 Mac48Address::ConvertFrom(m_cells[m_serving].device->GetAddress());
        Handoff& handoff = m_handoffs.back();
        if (!fromServing && !m_overlap)
        {
            handoff.packetsLost++;
            return false;
        }
        if (fromServing && m_phase != Phase::LEAVING && !handoff.complete)
        {
            handoff.complete = true;
            handoff.latency = Simulator::Now() - handoff.start;
            handoff.silence = Simulator::Now() - m_lastHeard;
            m_firstPacket(handoff);
        }
    }
    m_lastHeard = Simulator::Now();
    return true;
}

void
HandoffMobile::NoteArrival(Ptr<const Packet> datagram)
{
    const DatagramHeaders headers(datagram);
    m_reporter->core->on_arrival(rust::Slice<const uint8_t>(headers.GetData(), headers.GetSize()));
}

void
HandoffMobile::NoteDeparture(Ptr<const Packet> datagram)
{
    const DatagramHeaders headers(datagram);
    m_reporter->core->on_departure(rust::Slice<const uint8_t>(headers.GetData(), headers.GetSize()));
}

} // namespace ns3
