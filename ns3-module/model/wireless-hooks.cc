// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-hooks.h"

#include "dsr-datagram.h"
#include "dsr-guard.h"
#include "wireless-agent.h"
#include "wireless-traffic-control.h"

#include "ns3/abort.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/log.h"
#include "ns3/loopback-net-device.h"
#include "ns3/node.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WirelessHooks");

NS_OBJECT_ENSURE_REGISTERED(WirelessHooks);

namespace
{

/**
 * \param layer a traffic-control layer
 * \return the handler by which a node hands it arriving packets; the same as the Internet stack makes
 */
Node::ProtocolHandler
HandlerOf(Ptr<TrafficControlLayer> layer)
{
    return MakeCallback(&TrafficControlLayer::Receive, layer);
}

/**
 * \brief Visit the interfaces that send through traffic control.
 * \param ip Ipv4L3Protocol or Ipv6L3Protocol; null is fine
 * \param visit called with each interface but the loopback one
 */
template <typename Ip, typename Visit>
void
ForEachInterface(Ptr<Ip> ip, Visit visit)
{
    for (uint32_t i = 0; ip && i < ip->GetNInterfaces(); i++)
    {
        auto interface = ip->GetInterface(i);
        if (!DynamicCast<LoopbackNetDevice>(interface->GetDevice()))
        {
            visit(interface);
        }
    }
}

} // namespace

TypeId
WirelessHooks::GetTypeId()
{
    static TypeId tid = TypeId("ns3::WirelessHooks")
                            .SetParent<Object>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<WirelessHooks>();
    return tid;
}

Ptr<WirelessHooks>
WirelessHooks::Of(Ptr<Node> node)
{
    Ptr<WirelessHooks> hooks = node->GetObject<WirelessHooks>();
    if (!hooks)
    {
        hooks = CreateObject<WirelessHooks>();
        hooks->m_node = node;
        node->AggregateObject(hooks);
        if (node->IsInitialized())
        {
            hooks->Initialize();
        }
    }
    return hooks;
}

Ptr<WirelessTrafficControl>
WirelessHooks::Find(Ptr<NetDevice> device) const
{
    auto it = std::find_if(m_hooks.begin(), m_hooks.end(), [&device](const auto& hook) {
        return hook->GetDevice() == device;
    });
    return it == m_hooks.end() ? nullptr : *it;
}

void
WirelessHooks::Add(Ptr<WirelessTrafficControl> hook)
{
    NS_LOG_FUNCTION(this << hook);
    m_hooks.push_back(hook);
    if (IsInitialized())
    {
        AttachOrFail();
        hook->Initialize();
    }
    else
    {
        Attach();
    }
}

Ptr<DsrGuard>
WirelessHooks::AddDsrGuard()
{
    NS_LOG_FUNCTION(this);
    if (!m_dsrGuard)
    {
        m_dsrGuard = CreateObject<DsrGuard>();
        m_dsrGuard->m_node = m_node;
        if (IsInitialized())
        {
            m_dsrGuard->Initialize();
        }
    }
    return m_dsrGuard;
}

bool
WirelessHooks::IsAttached(Ptr<NetDevice> device, uint16_t protocol) const
{
    return std::any_of(m_attached.begin(), m_attached.end(), [&](const Handler& a) {
        return a.device == device && a.protocol == protocol;
    });
}

void
WirelessHooks::Attach()
{
    Ptr<TrafficControlLayer> layer = m_node->GetObject<TrafficControlLayer>();
    if (!layer)
    {
        return; // no Internet stack yet
    }

    // The handlers that are the node layer's now, in the order in which the Internet stack registers them.
    std::vector<Handler> entries;
    const auto collect = [&](const auto& interface, uint16_t protocol) {
        Ptr<NetDevice> device = interface->GetDevice();
        if (IsAttached(device, protocol))
        {
            return;
        }
        entries.push_back({device, protocol});
        if (Ptr<WirelessTrafficControl> hook = Find(device))
        {
            interface->SetTrafficControl(hook);
        }
    };
    ForEachInterface(m_node->GetObject<Ipv4L3Protocol>(), [&](Ptr<Ipv4Interface> interface) {
        collect(interface, Ipv4L3Protocol::PROT_NUMBER);
        entries.push_back({interface->GetDevice(), ArpL3Protocol::PROT_NUMBER});
    });
    ForEachInterface(m_node->GetObject<Ipv6L3Protocol>(), [&](Ptr<Ipv6Interface> interface) {
        collect(interface, Ipv6L3Protocol::PROT_NUMBER);
    });

    // All handlers of one layer are equal to Node::UnregisterProtocolHandler, which removes one a call. So all go, and
    // come back in the same order, those of the hooked devices and IP with the hook in the layer's place.
    for (std::size_t i = 0; i < entries.size(); i++)
    {
        m_node->UnregisterProtocolHandler(HandlerOf(layer));
    }
    for (const Handler& entry : entries)
    {
        Ptr<WirelessTrafficControl> hook = Find(entry.device);
        const bool hooked = hook && entry.protocol != ArpL3Protocol::PROT_NUMBER;
        if (hooked)
        {
            NS_LOG_INFO("hook " << hook->Describe() << ", protocol " << entry.protocol);
            if (!hook->m_layer)
            {
                m_node->RegisterProtocolHandler(MakeCallback(&WirelessTrafficControl::ReceiveFrame, hook),
                                                WirelessTrafficControl::FRAME_PROTOCOL,
                                                entry.device);
            }
            hook->m_layer = layer;
            m_attached.push_back({entry.device, entry.protocol});
        }
        m_node->RegisterProtocolHandler(HandlerOf(hooked ? Ptr<TrafficControlLayer>(hook) : layer),
                                        entry.protocol,
                                        entry.device);
    }
}

void
WirelessHooks::AttachOrFail()
{
    Attach();
    for (const auto& hook : m_hooks)
    {
        NS_ABORT_MSG_UNLESS(hook->m_layer,
                            "WirelessTrafficControl: "
                                << hook->Describe()
                                << " has no IPv4 or IPv6 interface at the start of the simulation; install the "
                                   "Internet stack on the node and assign the device an address");
    }
}

void
WirelessHooks::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    const bool held = std::any_of(m_hooks.begin(), m_hooks.end(), [](const auto& hook) {
        return hook->m_agent && hook->m_agent->HoldsPackets();
    });
    if (held && RunsDsr(m_node))
    {
        AddDsrGuard(); // or DSR would take what is held for lost
    }
    if (m_dsrGuard)
    {
        m_dsrGuard->Initialize(); // hooks its device
    }
    AttachOrFail();
    for (std::size_t i = 0; i < m_hooks.size(); i++)
    {
        m_hooks[i]->Initialize();
    }
    Object::DoInitialize();
}

void
WirelessHooks::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (const auto& hook : m_hooks)
    {
        hook->Dispose();
    }
    m_hooks.clear();
    m_attached.clear();
    if (m_dsrGuard)
    {
        m_dsrGuard->Dispose();
        m_dsrGuard = nullptr;
    }
    m_node = nullptr;
    Object::DoDispose();
}

} // namespace ns3
