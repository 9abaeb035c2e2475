// SPDX-License-Identifier: GPL-2.0-only
#include "dsr-guard.h"

#include "dsr-datagram.h"
#include "dsr-route-request.h"
#include "link-address.h"
#include "wireless-hooks.h"
#include "wireless-traffic-control.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/dsr-module.h" // its headers have other names after 3.48
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/udp-l4-protocol.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-net-device.h"

#include <algorithm>
#include <tuple>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DsrGuard");

NS_OBJECT_ENSURE_REGISTERED(DsrGuard);

namespace
{

constexpr uint32_t INTERFACE = 1; //!< the one that DSR uses
/// DSR releases the packets that waited for a route one after another, each at most 100 ms after the one before.
const Time RELEASE = MilliSeconds(101);

/**
 * \param item a packet that leaves or left
 * \return what is behind its IP header; that and the device's own stand in front as soon as the packet is sent
 */
Ptr<Packet>
PayloadOf(Ptr<const Ipv4QueueDiscItem> item)
{
    Ptr<Packet> packet = item->GetPacket()->Copy();
    const uint32_t payload = item->GetHeader().GetPayloadSize();
    packet->RemoveAtStart(packet->GetSize() - std::min(packet->GetSize(), payload));
    return packet;
}

/**
 * \param item a packet that leaves or left
 * \return the data that DSR carries in it; nothing if it carries none
 */
std::optional<DsrDatagram>
DataOf(Ptr<const QueueDiscItem> item)
{
    auto ipv4 = DynamicCast<const Ipv4QueueDiscItem>(item);
    return ipv4 ? DsrDatagram::Read(ipv4->GetHeader(), PayloadOf(ipv4)) : std::nullopt;
}

} // namespace

TypeId
DsrGuard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DsrGuard")
                            .SetParent<Object>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<DsrGuard>()
                            .AddAttribute("MinLinkAckTimeout",
                                          "The guard raises DSR's LinkAckTimeout to this at the start. DSR counts from the "
                                          "moment it hands a packet down, when the packet waits behind its burst: with "
                                          "DSR's default, 100 ms, loaded chains lose their links.",
                                          TimeValue(MilliSeconds(250)),
                                          MakeTimeAccessor(&DsrGuard::m_minTimeout),
                                          MakeTimeChecker(Time()))
                            .AddTraceSource("LinkBroken",
                                            "The guard told DSR that the link to a next hop is broken. What DSR finds "
                                            "out by itself is not traced.",
                                            MakeTraceSourceAccessor(&DsrGuard::m_linkBroken),
                                            "ns3::DsrGuard::LinkBrokenCallback");
    return tid;
}

Ptr<DsrGuard>
DsrGuard::Install(Ptr<Node> node)
{
    NS_ABORT_MSG_UNLESS(node, "DsrGuard::Install: the node is null");
    return WirelessHooks::Of(node)->AddDsrGuard();
}

DsrGuard::DsrGuard()
{
    NS_LOG_FUNCTION(this);
}

DsrGuard::~DsrGuard()
{
    NS_LOG_FUNCTION(this);
}

bool
DsrGuard::Link::operator<(const Link& other) const
{
    return std::tie(source, destination, nextHop) < std::tie(other.source, other.destination, other.nextHop);
}

void
DsrGuard::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    const std::string who = "DsrGuard: node " + std::to_string(m_node->GetId());
    m_dsr = m_node->GetObject<dsr::DsrRouting>();
    NS_ABORT_MSG_UNLESS(m_dsr,
                        who << " does not run DSR at the start of the simulation; install DSR on it with "
                               "DsrMainHelper, or leave the node out of DsrGuardHelper::Install");
    BooleanValue linkAcks;
    m_dsr->GetAttribute("LinkAcknowledgment", linkAcks);
    NS_ABORT_MSG_UNLESS(linkAcks.Get(),
                        who << ": ns3::dsr::DsrRouting::LinkAcknowledgment is false; the guard needs link "
                               "acknowledgements, so leave the attribute at its default, true");
    auto ipv4 = m_node->GetObject<Ipv4L3Protocol>();
    NS_ABORT_MSG_UNLESS(ipv4 && ipv4->GetNInterfaces() > INTERFACE && ipv4->GetNAddresses(INTERFACE) > 0,
                        who << " has no IPv4 address on its first interface at the start of the simulation, which is "
                               "the one that DSR uses; assign the device an address");
    m_own = ipv4->GetAddress(INTERFACE, 0).GetLocal();
    TimeValue timeout;
    m_dsr->GetAttribute("LinkAckTimeout", timeout);
    timeout.Set(std::max(timeout.Get(), m_minTimeout));
    m_dsr->SetAttribute("LinkAckTimeout", timeout);
    UintegerValue tries;
    m_dsr->GetAttribute("TryLinkAcks", tries);
    UintegerValue sendBuffer;
    m_dsr->GetAttribute("MaxSendBuffLen", sendBuffer);
    m_sendBuffer = sendBuffer.Get();
    m_tries = 1 + tries.Get();
    m_patience = timeout.Get() * static_cast<int64_t>(m_tries);

    Ptr<NetDevice> device = ipv4->GetNetDevice(INTERFACE);
    WirelessTrafficControl::Install(device)->m_dsrGuard = this;
    ipv4->TraceConnectWithoutContext("SendOutgoing", MakeCallback(&DsrGuard::NoteSent, this));
    if (auto wifi = DynamicCast<WifiNetDevice>(device))
    {
        m_hearsAcks = wifi->GetMac()->TraceConnectWithoutContext("AckedMpdu", MakeCallback(&DsrGuard::NoteAck, this));
        wifi->GetMac()->TraceConnectWithoutContext("DroppedMpdu", MakeCallback(&DsrGuard::NoteDrop, this));
    }
    // Only now, since DsrMainHelper puts DSR into this place when it is installed.
    const auto chain = [this](const auto& transport) {
        m_down[transport->GetProtocolNumber()] = transport->GetDownTarget();
        transport->SetDownTarget(MakeCallback(&DsrGuard::SendFromTransport, this));
    };
    chain(m_node->GetObject<TcpL4Protocol>());
    chain(m_node->GetObject<UdpL4Protocol>());
    Object::DoInitialize();
}

void
DsrGuard::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (auto& [destination, discovery] : m_discoveries)
    {
        discovery.end.Cancel();
    }
    m_discoveries.clear();
    m_down.clear();
    m_dsr = nullptr;
    m_node = nullptr;
    Object::DoDispose();
}

void
DsrGuard::SendFromTransport(Ptr<Packet> packet,
                            Ipv4Address source,
                            Ipv4Address destination,
                            uint8_t protocol,
                            Ptr<Ipv4Route> route)
{
    NS_LOG_FUNCTION(this << packet << source << destination << static_cast<uint32_t>(protocol));
    if (!m_dsr)
    {
        return; // disposed of
    }
    // DSR chooses the next hop, so room is made for all those that it chose before.
    const std::set<Link> kept = m_kept;
    for (auto link = kept.lower_bound({source, destination, Ipv4Address::GetZero()});
         link != kept.end() && link->source == source && link->destination == destination;
         ++link)
    {
        MakeRoom(*link, protocol);
    }
    auto& waiting = m_discoveries[destination].waiting;
    waiting.push_back(packet->GetUid());
    if (waiting.size() > m_sendBuffer)
    {
        waiting.pop_front();
    }
    m_down.at(protocol)(packet, source, destination, protocol, route);
}

void
DsrGuard::NoteSent(const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t /* interface */)
{
    const auto data = m_dsr ? DsrDatagram::Read(ip, packet) : std::nullopt;
    if (!data)
    {
        return;
    }
    const Link link{ip.GetSource(), data->ip.GetDestination(), ip.GetDestination()};
    m_kept.insert(link);
    auto entry = m_discoveries.find(link.destination);
    if (link.source != m_own || entry == m_discoveries.end())
    {
        return;
    }
    auto& [waiting, end] = entry->second;
    if (auto released = std::find(waiting.begin(), waiting.end(), packet->GetUid()); released != waiting.end())
    {
        waiting.erase(released);
    }
    end.Cancel();
    if (waiting.empty())
    {
        m_discoveries.erase(entry);
        return;
    }
    // DSR has a route now and hands itself those that wait for it, the next one perhaps at once. The timer it sets after this.
    Forget(link);
    Simulator::ScheduleNow(&DsrGuard::Forget, this, link);
    end = Simulator::Schedule(RELEASE, [this, destination = link.destination]() { m_discoveries.erase(destination); });
}

void
DsrGuard::OnEgress(Ptr<QueueDiscItem> item)
{
    auto ipv4 = DynamicCast<Ipv4QueueDiscItem>(item);
    // Route requests go to no single neighbour; packets that do are not read for one.
    if (ipv4 && ipv4->GetHeader().GetSource() == m_own && !ToLinkAddress(item->GetAddress()))
    {
        RenewRequest(ipv4);
    }
    if (!m_hearsAcks || !ipv4 || !Mac48Address::IsMatchingType(item->GetAddress()))
    {
        return;
    }
    const Mac48Address address = Mac48Address::ConvertFrom(item->GetAddress());
    if (address.IsGroup())
    {
        return; // nobody acknowledges that
    }
    m_macAddresses[ipv4->GetHeader().GetDestination()] = address;
    auto& waiting = m_neighbours[address].waiting;
    waiting = waiting.value_or(Simulator::Now());
}

void
DsrGuard::RenewRequest(Ptr<Ipv4QueueDiscItem> item)
{
    // A request that goes no further than the neighbours is not remembered by them.
    const auto request = m_dsr && item->GetHeader().GetTtl() > 0 ? DsrRouteRequest::Read(item->GetPacket()) : std::nullopt;
    if (!request || request->source != m_own)
    {
        return;
    }
    uint16_t id = request->id;
    const auto last = m_requests.find(request->target);
    if (last != m_requests.end() && last->second == id)
    {
        id = m_dsr->GetRequestTable()->CheckUniqueRreqId(request->target);
        DsrRouteRequest::SetId(item->GetPacket(), id);
        NS_LOG_LOGIC("node " << m_node->GetId() << " asks for a route to " << request->target << " anew, as " << id);
    }
    m_requests[request->target] = request->id;
}

void
DsrGuard::OnIngress(Ptr<const Packet> datagram)
{
    const auto data = m_dsr ? DsrDatagram::Read(datagram) : std::nullopt;
    const auto nextHop = data ? data->GetNextHop() : std::nullopt;
    if (!nextHop || data->GetReceiver() != m_own)
    {
        return;
    }
    const Link link{data->ip.GetSource(), data->ip.GetDestination(), *nextHop};
    if (m_kept.count(link))
    {
        MakeRoom(link, data->ip.GetProtocol());
    }
}

void
DsrGuard::NoteAck(Ptr<const WifiTracedFrame> frame)
{
    m_neighbours[frame->GetHeader().GetAddr1()] = {Simulator::Now(), std::nullopt, 0};
}

void
DsrGuard::NoteDrop(WifiMacDropReason reason, Ptr<const WifiTracedFrame> frame)
{
    if (reason != WIFI_MAC_DROP_FAILED_ENQUEUE)
    {
        m_neighbours[frame->GetHeader().GetAddr1()].givenUp++;
    }
}

void
DsrGuard::MakeRoom(const Link& link, uint8_t protocol)
{
    if (!IsSilent(link.nextHop))
    {
        Forget(link);
        return;
    }
    NS_LOG_LOGIC("node " << m_node->GetId() << " does not hear " << link.nextHop);
    m_kept.erase(link);
    BreakLink(link.nextHop);
    m_dsr->CancelPacketTimerNextHop(link.nextHop, protocol);
}

void
DsrGuard::Forget(const Link& link)
{
    if (!m_dsr)
    {
        return; // disposed of
    }
    dsr::DsrMaintainBuffEntry entry;
    entry.SetSrc(link.source);
    entry.SetDst(link.destination);
    entry.SetOurAdd(m_own);
    entry.SetNextHop(link.nextHop);
    m_dsr->CancelLinkPacketTimer(entry);
    m_kept.erase(link);
}

void
DsrGuard::BreakLink(Ipv4Address nextHop)
{
    if (auto address = m_macAddresses.find(nextHop); address != m_macAddresses.end())
    {
        auto& neighbour = m_neighbours[address->second];
        neighbour.waiting = std::nullopt; // what is sent from now on has DSR's patience again
        neighbour.givenUp = 0;
    }
    m_dsr->DeleteAllRoutesIncludeLink(m_own, nextHop, m_own);
    m_linkBroken(nextHop);
}

bool
DsrGuard::IsSilent(Ipv4Address nextHop) const
{
    auto address = m_macAddresses.find(nextHop);
    if (address == m_macAddresses.end())
    {
        return false;
    }
    const Neighbour& neighbour = m_neighbours.at(address->second);
    return neighbour.givenUp >= m_tries && neighbour.waiting && Simulator::Now() - *neighbour.waiting > m_patience;
}

void
DsrGuard::TakeOver(Ptr<const QueueDiscItem> item)
{
    const auto data = m_dsr ? DataOf(item) : std::nullopt;
    if (!data)
    {
        return;
    }
    // DSR sends a packet before it sets the packet's timer.
    const Link link{data->ip.GetSource(), data->ip.GetDestination(), data->GetReceiver()};
    Simulator::ScheduleNow(&DsrGuard::Forget, this, link);
}

bool
DsrGuard::IsUnheard(Mac48Address nextHop, Time since) const
{
    auto neighbour = m_neighbours.find(nextHop);
    return neighbour == m_neighbours.end() || neighbour->second.heard < since;
}

void
DsrGuard::ReportBroken(Ptr<const QueueDiscItem> item)
{
    const auto data = m_dsr ? DataOf(item) : std::nullopt;
    if (!data)
    {
        return;
    }
    const Ipv4Address nextHop = data->GetReceiver();
    const Ipv4Address source = data->ip.GetSource();
    const Ipv4Address destination = data->ip.GetDestination();
    const uint8_t protocol = data->ip.GetProtocol();
    BreakLink(nextHop);
    // A node that gave the packet another route is the one to learn of it.
    const Ipv4Address informed = data->salvage > 0 ? data->route[1] : source;
    m_dsr->SendUnreachError(nextHop, informed, destination, data->salvage, protocol);
    if (source == m_own)
    {
        SendFromTransport(data->segment, source, destination, protocol, nullptr); // and DSR looks for a route if it has to
    }
    else
    {
        m_dsr->SalvagePacket(PayloadOf(DynamicCast<const Ipv4QueueDiscItem>(item)), source, destination, protocol);
    }
}

} // namespace ns3
