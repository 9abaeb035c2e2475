// SPDX-License-Identifier: GPL-2.0-only
#include "local-retransmission-priority.h"

#include "follow-attribute.h"
#include "local-retransmission-filter.h"
#include "local-retransmission-tag.h"

#include "ns3/fatal-error.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/prio-queue-disc.h"
#include "ns3/queue-item.h"
#include "ns3/socket.h"
#include "ns3/traffic-control-layer.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LocalRetransmissionPriority");

namespace
{

/// Transmission queues of a QoS Wi-Fi device, one for each access category; the last one is AC_VO.
constexpr std::size_t ACCESS_CATEGORIES = 4;

/**
 * \param device the device
 * \return its one transmission queue; null if it has none or several
 */
Ptr<QueueBase>
QueueOf(Ptr<NetDevice> device)
{
    Ptr<Object> queue = FollowAttribute(device, "TxQueue");
    return DynamicCast<QueueBase>(queue ? queue : FollowAttribute(FollowAttribute(FollowAttribute(device, "Mac"), "Txop"), "Queue"));
}

/**
 * \param device a QoS Wi-Fi device
 * \return the queues of the access categories that AC_VO overtakes; none for another kind of device
 */
std::vector<Ptr<QueueBase>>
QueuesBelowVoice(Ptr<NetDevice> device)
{
    std::vector<Ptr<QueueBase>> queues;
    for (const auto* category : {"BE_Txop", "BK_Txop", "VI_Txop"})
    {
        if (auto queue = DynamicCast<QueueBase>(FollowAttribute(FollowAttribute(FollowAttribute(device, "Mac"), category), "Queue")))
        {
            queues.push_back(queue);
        }
    }
    return queues;
}

/**
 * \param queueDisc becomes a band of its own
 * \param root gets it
 */
void
AddBand(Ptr<QueueDisc> queueDisc, Ptr<QueueDisc> root)
{
    Ptr<QueueDiscClass> band = CreateObject<QueueDiscClass>();
    band->SetQueueDisc(queueDisc);
    root->AddQueueDiscClass(band);
}

/**
 * \brief Send local retransmissions with priority by the highest access category.
 *
 * ns-3's own choice follows the DS field alone and overwrites the socket priority on the way, so it is asked only for
 * other packets.
 *
 * \param interface the queue interface of a QoS Wi-Fi device
 */
void
SelectVoiceQueue(Ptr<NetDeviceQueueInterface> interface)
{
    const auto select = interface->GetSelectQueueCallback();
    interface->SetSelectQueueCallback([select](Ptr<QueueItem> item) -> std::size_t {
        LocalRetransmissionTag tag;
        if (!item->GetPacket()->PeekPacketTag(tag) || !tag.HasPriority())
        {
            return select(item);
        }
        SocketPriorityTag priority;
        priority.SetPriority(LocalRetransmissionPriority::SOCKET_PRIORITY);
        item->GetPacket()->ReplacePacketTag(priority);
        return ACCESS_CATEGORIES - 1;
    });
}

} // namespace

LocalRetransmissionPriority::LocalRetransmissionPriority(Ptr<TrafficControlLayer> layer,
                                                         Ptr<NetDevice> device,
                                                         QueueSize macQueue,
                                                         const std::string& where)
{
    NS_LOG_FUNCTION(this << layer << device << macQueue << where);
    Ptr<NetDeviceQueueInterface> interface = device->GetObject<NetDeviceQueueInterface>();
    const auto complain = [&where](const std::string& text) {
        NS_FATAL_ERROR("Priority of local retransmissions: " << where << " " << text);
    };
    if (!interface)
    {
        complain("has no flow control between its own queue and traffic control, so that nothing waits where it could "
                 "be overtaken; do not disable flow control in the device helper");
    }
    else if (interface->GetNTxQueues() == 1)
    {
        Ptr<QueueBase> queue = QueueOf(device);
        if (!queue || queue->GetMaxSize().GetUnit() != macQueue.GetUnit())
        {
            std::ostringstream size;
            size << macQueue;
            complain("has no queue whose size can be set to " + size.str() + "; try the other unit, packets or bytes");
        }
        queue->SetMaxSize(macQueue);
    }
    else
    {
        m_overtakenQueues = QueuesBelowVoice(device);
        if (interface->GetNTxQueues() != ACCESS_CATEGORIES || m_overtakenQueues.size() != ACCESS_CATEGORIES - 1)
        {
            complain("has several transmission queues and is no QoS Wi-Fi device; priority is not supported there");
        }
        SelectVoiceQueue(interface);
    }

    Ptr<QueueDisc> before = layer->GetRootQueueDiscOnDevice(device);
    if (before && before->GetWakeMode() == QueueDisc::WAKE_CHILD)
    {
        if (before->GetNQueueDiscClasses() != ACCESS_CATEGORIES)
        {
            complain("has a root queue disc without a child for each access category");
        }
        for (std::size_t i = 0; i + 1 < ACCESS_CATEGORIES; i++)
        {
            m_overtaken.push_back(before->GetQueueDiscClass(i)->GetQueueDisc());
        }
        return;
    }
    if (before)
    {
        if (before->GetNPackets() != 0)
        {
            complain("has packets in its queue disc already; ask for priority before the simulation starts");
        }
        layer->DeleteRootQueueDiscOnDevice(device);
    }
    else
    {
        before = CreateObject<FifoQueueDisc>();
    }
    Ptr<QueueDisc> root = CreateObject<PrioQueueDisc>();
    root->AddPacketFilter(CreateObject<LocalRetransmissionFilter>());
    AddBand(CreateObject<FifoQueueDisc>(), root);
    AddBand(before, root);
    layer->SetRootQueueDiscOnDevice(device, root);
    layer->ScanDevices();
    root->Initialize();
    m_overtaken.push_back(before);
}

uint32_t
LocalRetransmissionPriority::GetWaiting() const
{
    uint32_t waiting = 0;
    for (const auto& queueDisc : m_overtaken)
    {
        waiting += queueDisc->GetNPackets();
    }
    for (const auto& queue : m_overtakenQueues)
    {
        waiting += queue->GetNPackets();
    }
    return waiting;
}

} // namespace ns3
