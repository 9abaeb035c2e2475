// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-traffic-control.h"

#include "datagram-headers.h"
#include "dsr-guard.h"
#include "kept-packet-tag.h"
#include "local-retransmission-priority.h"
#include "local-retransmission-tag.h"
#include "wireless-agent.h"
#include "wireless-hooks.h"
#include "wireless-loss.h"

#include "ns3/abort.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"

#include <sstream>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WirelessTrafficControl");

NS_OBJECT_ENSURE_REGISTERED(WirelessTrafficControl);

namespace
{

/**
 * \param item an item whose header is still apart
 * \return a copy of the whole datagram
 */
Ptr<const Packet>
DatagramOf(Ptr<const QueueDiscItem> item)
{
    Ptr<Packet> datagram = item->GetPacket()->Copy();
    if (auto ipv4 = DynamicCast<const Ipv4QueueDiscItem>(item))
    {
        datagram->AddHeader(ipv4->GetHeader());
    }
    else if (auto ipv6 = DynamicCast<const Ipv6QueueDiscItem>(item))
    {
        datagram->AddHeader(ipv6->GetHeader());
    }
    return datagram;
}

/// A frame without datagram on its way to the device.
class FrameItem : public QueueDiscItem
{
  public:
    using QueueDiscItem::QueueDiscItem;

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }
};

/**
 * \param datagram as a device delivered it
 * \return the same without link-layer padding
 */
Ptr<const Packet>
WithoutPadding(Ptr<const Packet> datagram)
{
    return DatagramHeaders(datagram).WithoutPadding(datagram);
}

} // namespace

TypeId
WirelessTrafficControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::WirelessTrafficControl")
            .SetParent<TrafficControlLayer>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<WirelessTrafficControl>()
            .AddTraceSource("Ingress",
                            "An IP datagram arrived by the hooked device and was not lost on purpose; the agent "
                            "sees it next.",
                            MakeTraceSourceAccessor(&WirelessTrafficControl::m_ingress),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Egress",
                            "An IP datagram is handed on towards the hooked device, local retransmissions "
                            "included. The device's queues may still drop it.",
                            MakeTraceSourceAccessor(&WirelessTrafficControl::m_egress),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("WiredIngress",
                            "An IP datagram came from the node to leave by the hooked device; the agent sees it "
                            "next.",
                            MakeTraceSourceAccessor(&WirelessTrafficControl::m_wiredIngress),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("WiredEgress",
                            "An IP datagram is handed on to the node, those that the agent made included.",
                            MakeTraceSourceAccessor(&WirelessTrafficControl::m_wiredEgress),
                            "ns3::Packet::TracedCallback");
    return tid;
}

Ptr<WirelessTrafficControl>
WirelessTrafficControl::Install(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(device);
    NS_ABORT_MSG_UNLESS(device, "WirelessTrafficControl::Install: the device is null");
    Ptr<Node> node = device->GetNode();
    NS_ABORT_MSG_UNLESS(node, "WirelessTrafficControl::Install: the device is not on a node; call Node::AddDevice first");
    if (Ptr<WirelessTrafficControl> hook = Get(device))
    {
        return hook;
    }
    Ptr<WirelessTrafficControl> hook = CreateObject<WirelessTrafficControl>();
    hook->m_device = device;
    hook->SetNode(node);
    WirelessHooks::Of(node)->Add(hook);
    return hook;
}

Ptr<WirelessTrafficControl>
WirelessTrafficControl::Get(Ptr<NetDevice> device)
{
    Ptr<Node> node = device ? device->GetNode() : nullptr;
    Ptr<WirelessHooks> hooks = node ? node->GetObject<WirelessHooks>() : nullptr;
    return hooks ? hooks->Find(device) : nullptr;
}

WirelessTrafficControl::WirelessTrafficControl()
{
    NS_LOG_FUNCTION(this);
    m_scratch.AddAtStart(DatagramHeaders::SCRATCH_SIZE);
}

WirelessTrafficControl::~WirelessTrafficControl()
{
    NS_LOG_FUNCTION(this);
}

void
WirelessTrafficControl::SetAgent(Ptr<WirelessAgent> agent)
{
    NS_LOG_FUNCTION(this << agent);
    NS_ABORT_MSG_UNLESS(agent, "WirelessTrafficControl::SetAgent: the agent is null");
    NS_ABORT_MSG_IF(m_agent, Describe() << " has an agent already");
    m_agent = agent;
    agent->Attach(this);
    if (IsInitialized())
    {
        WatchQueues();
        agent->Initialize();
    }
}

Ptr<WirelessAgent>
WirelessTrafficControl::GetAgent() const
{
    return m_agent;
}

void
WirelessTrafficControl::SetLoss(Ptr<WirelessLoss> loss)
{
    NS_LOG_FUNCTION(this << loss);
    NS_ABORT_MSG_UNLESS(loss, "WirelessTrafficControl::SetLoss: the loss is null");
    NS_ABORT_MSG_IF(m_loss, Describe() << " has a WirelessLoss already");
    m_loss = loss;
}

Ptr<WirelessLoss>
WirelessTrafficControl::GetLoss() const
{
    return m_loss;
}

Ptr<DsrGuard>
WirelessTrafficControl::GetDsrGuard() const
{
    return m_dsrGuard;
}

void
WirelessTrafficControl::EnablePriority(QueueSize macQueue)
{
    NS_LOG_FUNCTION(this << macQueue);
    NS_ABORT_MSG_IF(macQueue.GetValue() == 0, Describe() << ": the MAC queue must hold at least one packet");
    m_macQueue = macQueue;
    if (IsInitialized())
    {
        m_priority = std::make_unique<LocalRetransmissionPriority>(m_layer, m_device, macQueue, Describe());
    }
}

std::string
WirelessTrafficControl::Describe() const
{
    std::ostringstream text;
    text << "node " << m_device->GetNode()->GetId() << ", device " << m_device->GetIfIndex() << " ("
         << m_device->GetInstanceTypeId().GetName() << ")";
    return text.str();
}

Ptr<NetDevice>
WirelessTrafficControl::GetDevice() const
{
    return m_device;
}

void
WirelessTrafficControl::ScanDevices()
{
    m_layer->ScanDevices();
}

void
WirelessTrafficControl::SetRootQueueDiscOnDevice(Ptr<NetDevice> device, Ptr<QueueDisc> qDisc)
{
    m_layer->SetRootQueueDiscOnDevice(device, qDisc);
}

Ptr<QueueDisc>
WirelessTrafficControl::GetRootQueueDiscOnDevice(Ptr<NetDevice> device) const
{
    return m_layer ? m_layer->GetRootQueueDiscOnDevice(device) : nullptr;
}

void
WirelessTrafficControl::DeleteRootQueueDiscOnDevice(Ptr<NetDevice> device)
{
    m_layer->DeleteRootQueueDiscOnDevice(device);
}

void
WirelessTrafficControl::Send(Ptr<NetDevice> device, Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << device << item);
    if (!m_layer)
    {
        return; // disposed of
    }
    if (!m_wiredIngress.IsEmpty())
    {
        m_wiredIngress(DatagramOf(item));
    }
    if (m_agent)
    {
        // Tags travel with a packet: what an agent before this node sent again is like any other here.
        LocalRetransmissionTag sentAgain;
        item->GetPacket()->RemovePacketTag(sentAgain);
        m_agent->OnEgress(item, DatagramHeaders(item, m_scratch));
    }
    else
    {
        PassEgress(item);
    }
}

void
WirelessTrafficControl::Receive(Ptr<NetDevice> device,
                                Ptr<const Packet> p,
                                uint16_t protocol,
                                const Address& from,
                                const Address& to,
                                NetDevice::PacketType packetType)
{
    NS_LOG_FUNCTION(this << device << p << protocol << from << to << packetType);
    if (!m_layer)
    {
        return; // disposed of
    }
    // A frame has no broadcast sender; ns-3 marks so what a node sends to its own address.
    if (from == m_device->GetBroadcast())
    {
        m_layer->Receive(device, p, protocol, from, to, packetType);
        return;
    }
    if (m_filter && !m_filter(p, from))
    {
        NS_LOG_LOGIC(Describe() << " turns packet " << p->GetUid() << " away");
        return;
    }
    if (m_loss && m_loss->IsLost(p))
    {
        NS_LOG_LOGIC(Describe() << " loses packet " << p->GetUid() << " on purpose");
        return;
    }
    if (!m_ingress.IsEmpty())
    {
        m_ingress(WithoutPadding(p));
    }
    const Arrival arrival{p, protocol, from, to, packetType};
    if (m_agent)
    {
        m_agent->OnIngress(arrival, DatagramHeaders(p));
    }
    else
    {
        PassIngress(arrival);
    }
}

void
WirelessTrafficControl::PassEgress(Ptr<QueueDiscItem> item)
{
    if (!m_egress.IsEmpty())
    {
        m_egress(DatagramOf(item));
    }
    if (m_dsrGuard)
    {
        m_dsrGuard->OnEgress(item);
    }
    m_layer->Send(m_device, item);
}

void
WirelessTrafficControl::PassIngress(const Arrival& arrival)
{
    if (!m_wiredEgress.IsEmpty())
    {
        m_wiredEgress(WithoutPadding(arrival.datagram));
    }
    if (m_dsrGuard)
    {
        m_dsrGuard->OnIngress(arrival.datagram);
    }
    m_layer->Receive(m_device,
                     arrival.datagram,
                     arrival.protocol,
                     arrival.from,
                     arrival.to,
                     arrival.packetType);
}

void
WirelessTrafficControl::Inject(Ptr<const Packet> datagram, uint16_t protocol)
{
    // Nobody sent a frame, so the sender is the one that ns-3 names in such a case.
    const Address from = m_device->GetBroadcast();
    const Address to = m_device->GetAddress();
    PassIngress({datagram, protocol, from, to, NetDevice::PACKET_HOST});
}

void
WirelessTrafficControl::SendFrame(Ptr<Packet> frame, const Address& to)
{
    m_layer->Send(m_device, Create<FrameItem>(frame, to, FRAME_PROTOCOL));
}

void
WirelessTrafficControl::ReceiveFrame(Ptr<NetDevice> device,
                                     Ptr<const Packet> frame,
                                     uint16_t protocol,
                                     const Address& from,
                                     const Address& to,
                                     NetDevice::PacketType packetType)
{
    NS_LOG_FUNCTION(this << device << frame << protocol << from << to << packetType);
    if (!m_layer || !m_agent || (m_loss && m_loss->IsFrameLost(frame)))
    {
        NS_LOG_LOGIC("frame " << frame->GetUid() << " is lost, or for no agent");
        return;
    }
    m_agent->OnFrame(frame, from);
}

uint32_t
WirelessTrafficControl::GetWaiting() const
{
    return m_priority ? m_priority->GetWaiting() : 0;
}

void
WirelessTrafficControl::SetArrivalFilter(ArrivalFilter filter)
{
    m_filter = std::move(filter);
}

uint32_t
WirelessTrafficControl::Withdraw(const std::function<bool(Ptr<const QueueDiscItem>)>& which)
{
    NS_LOG_FUNCTION(this);
    Ptr<QueueDisc> root = GetRootQueueDiscOnDevice(m_device);
    std::vector<Ptr<QueueDiscItem>> others;
    uint32_t withdrawn = 0;
    // Queue discs give packets only in their order, so all come out and the others go back in.
    for (Ptr<QueueDiscItem> item = root ? root->Dequeue() : nullptr; item; item = root->Dequeue())
    {
        if (which(item))
        {
            withdrawn++;
        }
        else
        {
            others.push_back(item);
        }
    }
    for (const auto& item : others)
    {
        root->Enqueue(item);
    }
    return withdrawn;
}

void
WirelessTrafficControl::WatchQueues()
{
    // With reference counts, so that no queue outlives its listener.
    Ptr<WirelessTrafficControl> self = this;
    if (Ptr<QueueDisc> root = m_layer->GetRootQueueDiscOnDevice(m_device))
    {
        // Fires for all queue discs below, too.
        root->TraceConnectWithoutContext("Drop", MakeCallback(&WirelessTrafficControl::NoteItemDrop, self));
    }
    // Where there is no queue disc: the layer drops what finds the device's queue full, or, without flow control, the queue
    // itself does. A Wi-Fi MAC drops also what it transmitted in vain, so it is not listened to.
    m_layer->TraceConnectWithoutContext("TcDrop", MakeCallback(&WirelessTrafficControl::NotePacketDrop, self));
    PointerValue queue;
    if (m_device->GetAttributeFailSafe("TxQueue", queue) && queue.GetObject())
    {
        queue.GetObject()->TraceConnectWithoutContext("DropBeforeEnqueue",
                                                      MakeCallback(&WirelessTrafficControl::NotePacketDrop, self));
    }
}

void
WirelessTrafficControl::NotePacketDrop(Ptr<const Packet> packet)
{
    KeptPacketTag tag;
    if (m_agent && packet->PeekPacketTag(tag) && tag.IsOf(m_device))
    {
        m_agent->OnQueueDrop(tag.GetId());
    }
}

void
WirelessTrafficControl::NoteItemDrop(Ptr<const QueueDiscItem> item)
{
    NotePacketDrop(item->GetPacket());
}

void
WirelessTrafficControl::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    // Not TrafficControlLayer::DoInitialize: the devices and queue discs belong to the node's own layer.
    if (m_macQueue)
    {
        m_priority = std::make_unique<LocalRetransmissionPriority>(m_layer, m_device, *m_macQueue, Describe());
    }
    if (m_agent)
    {
        WatchQueues();
        m_agent->Initialize();
    }
    Object::DoInitialize();
}

void
WirelessTrafficControl::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (const Ptr<WirelessAgent> agent = m_agent)
    {
        agent->Dispose(); // and clears m_agent, which may be the last reference
    }
    m_loss = nullptr;
    m_dsrGuard = nullptr;
    m_filter = nullptr;
    m_priority.reset();
    m_layer = nullptr;
    m_device = nullptr;
    TrafficControlLayer::DoDispose();
}

} // namespace ns3
