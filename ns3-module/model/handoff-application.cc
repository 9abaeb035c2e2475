// SPDX-License-Identifier: GPL-2.0-only
#include "handoff-application.h"

#include "udp-type-of-service.h"

#include "ns3/abort.h"
#include "ns3/arp-cache.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HandoffApplication");

NS_OBJECT_ENSURE_REGISTERED(HandoffApplication);

namespace
{

/// Type of service, class selector 6 [RFC 4594, section 3.1]; 802.11e sends it with the priority of voice.
constexpr uint8_t NETWORK_CONTROL = 0xc0;

} // namespace

TypeId
HandoffApplication::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HandoffApplication")
                            .SetParent<Application>()
                            .SetGroupName("WirelessTcp")
                            .AddTraceSource("Tx",
                                            "A message is sent: the message, to whom, bytes of state with it.",
                                            MakeTraceSourceAccessor(&HandoffApplication::m_tx),
                                            "ns3::HandoffApplication::MessageCallback")
                            .AddTraceSource("Rx",
                                            "A message has come: the message, from whom, bytes of state with it.",
                                            MakeTraceSourceAccessor(&HandoffApplication::m_rx),
                                            "ns3::HandoffApplication::MessageCallback");
    return tid;
}

HandoffApplication::HandoffApplication()
{
    NS_LOG_FUNCTION(this);
}

HandoffApplication::~HandoffApplication()
{
    NS_LOG_FUNCTION(this);
}

void
HandoffApplication::StartApplication()
{
    NS_LOG_FUNCTION(this);
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    m_socket->SetAllowBroadcast(true);
    NS_ABORT_MSG_IF(m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), HandoffHeader::PORT)) != 0,
                    GetInstanceTypeId().GetName() << ": UDP port " << HandoffHeader::PORT << " of node "
                                                  << GetNode()->GetId()
                                                  << " is in use; a node takes one part in the handoff protocol");
    m_socket->SetRecvCallback(MakeCallback(&HandoffApplication::Receive, this));
}

void
HandoffApplication::StopApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_socket)
    {
        m_socket->Close();
        m_socket = nullptr;
    }
}

void
HandoffApplication::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_socket = nullptr;
    Application::DoDispose();
}

void
HandoffApplication::Send(const HandoffHeader& message, Ipv4Address to, const State& state)
{
    NS_LOG_FUNCTION(this << message << to << state.size());
    if (!m_socket)
    {
        return;
    }
    Ptr<Packet> packet = Create<Packet>(state.data(), state.size());
    packet->AddHeader(message);
    m_tx(message, to, state.size());
    InetSocketAddress address(to, HandoffHeader::PORT);
    // Ahead of data where the link tells classes apart; but DISABLED must not overtake the last packets that it follows.
    SetTypeOfService(*m_socket, address, message.GetType() == HandoffHeader::DISABLED ? 0 : NETWORK_CONTROL);
    m_socket->SendTo(packet, 0, address);
}

void
HandoffApplication::Receive(Ptr<Socket> socket)
{
    Address from;
    while (Ptr<Packet> packet = socket->RecvFrom(from))
    {
        if (packet->GetSize() < HandoffHeader::SIZE)
        {
            NS_LOG_WARN("a message of " << packet->GetSize() << " bytes is none of the handoff protocol");
            continue;
        }
        HandoffHeader message;
        packet->RemoveHeader(message);
        State state(packet->GetSize());
        packet->CopyData(state.data(), state.size());
        NS_LOG_LOGIC(this << " got " << message << ", state of " << state.size() << " bytes");
        m_rx(message, InetSocketAddress::ConvertFrom(from).GetIpv4(), state.size());
        OnMessage(message, state);
    }
}

Ptr<Ipv4>
HandoffApplication::GetIpv4() const
{
    Ptr<Ipv4> ipv4 = GetNode()->GetObject<Ipv4>();
    NS_ABORT_MSG_UNLESS(ipv4,
                        GetInstanceTypeId().GetName()
                            << ": node " << GetNode()->GetId() << " has no IPv4; install the Internet stack");
    return ipv4;
}

uint32_t
HandoffApplication::GetInterfaceTowards(Ipv4Address address) const
{
    Ptr<Ipv4> ipv4 = GetIpv4();
    for (uint32_t i = 0; i < ipv4->GetNInterfaces(); i++)
    {
        for (uint32_t j = 0; j < ipv4->GetNAddresses(i); j++)
        {
            const auto own = ipv4->GetAddress(i, j);
            if (own.GetMask().IsMatch(own.GetLocal(), address))
            {
                return i;
            }
        }
    }
    NS_ABORT_MSG(GetInstanceTypeId().GetName() << ": node " << GetNode()->GetId() << " is in no network with "
                                               << address << "; assign addresses of one network to the link");
}

void
HandoffApplication::Know(Ptr<NetDevice> device, Ipv4Address peer, const Address& mac)
{
    Ptr<Ipv4L3Protocol> ipv4 = DynamicCast<Ipv4L3Protocol>(GetIpv4());
    const int32_t interface = ipv4 ? ipv4->GetInterfaceForDevice(device) : -1;
    Ptr<ArpCache> cache = interface < 0 ? nullptr : ipv4->GetInterface(interface)->GetArpCache();
    if (!cache)
    {
        return; // no ARP on such a device
    }
    ArpCache::Entry* entry = cache->Lookup(peer);
    entry = entry ? entry : cache->Add(peer);
    entry->SetMacAddress(mac);
    entry->MarkPermanent();
}

} // namespace ns3
