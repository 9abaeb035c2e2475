// SPDX-License-Identifier: GPL-2.0-only
#include "local-retransmission-priority.h"

#include "local-retransmission-filter.h"
#include "local-retransmission-tag.h"

#include "ns3/abort.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/prio-queue-disc.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-item.h"
#include "ns3/queue.h"
#include "ns3/socket.h"
#include "ns3/traffic-control-layer.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LocalRetransmissionPriority");

namespace
{

/// Transmission queues of a QoS Wi-Fi device, one for each access category; the last one is AC_VO.
constexpr std::size_t ACCESS_CATEGORIES = 4;

/**
 * \param object has the attribute or not, may be null
 * \param name of an attribute that points to an object
 * \return the object that the attribute points to; null if there is none
 */
Ptr<Object>
Follow(Ptr<Object> object, const std::string& name)
{
    PointerValue value;
    return object && object->GetAttributeFailSafe(name, value) ? value.GetObject() : nullptr;
}

/**
 * Found by attribute names, which are the same in every release and spare a dependency on each kind of device.
 *
 * \param device the device
 * \return its own transmission queues
 */
std::vector<Ptr<QueueBase>>
QueuesOf(Ptr<NetDevice> device)
{
    std::vector<Ptr<QueueBase>> queues;
    const auto add = [&queues](Ptr<Object> object) {
        if (Ptr<QueueBase> queue = DynamicCast<QueueBase>(object))
        {
            queues.push_back(queue);
        }
    };
    add(Follow(device, "TxQueue"));
    Ptr<Object> mac = Follow(device, "Mac");
    for (const auto* txop : {"Txop", "VO_Txop", "VI_Txop", "BE_Txop", "BK_Txop"})
    {
        add(Follow(Follow(mac, txop), "Queue"));
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
    const auto queues = QueuesOf(device);
    NS_ABORT_MSG_IF(!interface || queues.empty(),
                    "Priority of local retransmissions: "
                        << where
                        << " has no flow control between its own queue and traffic control, so that nothing waits "
                           "where it could be overtaken; do not disable flow control in the device helper");
    const bool multiQueue = interface->GetNTxQueues() > 1;
    NS_ABORT_MSG_IF(multiQueue && (interface->GetNTxQueues() != ACCESS_CATEGORIES || !Follow(device, "Mac")),
                    "Priority of local retransmissions: "
                        << where << " has " << interface->GetNTxQueues()
                        << " transmission queues and is no Wi-Fi device; priority is not supported there");
    for (const auto& queue : queues)
    {
        NS_ABORT_MSG_IF(queue->GetMaxSize().GetUnit() != macQueue.GetUnit(),
                        "Priority of local retransmissions: the queue of "
                            << where << " is measured as " << queue->GetMaxSize()
                            << ", so that its new size must have the same unit, not " << macQueue);
        queue->SetMaxSize(macQueue);
    }
    if (multiQueue)
    {
        SelectVoiceQueue(interface);
    }

    Ptr<QueueDisc> before = layer->GetRootQueueDiscOnDevice(device);
    if (before && before->GetWakeMode() == QueueDisc::WAKE_CHILD)
    {
        NS_ABORT_MSG_IF(before->GetNQueueDiscClasses() != ACCESS_CATEGORIES,
                        "Priority of local retransmissions: the root queue disc of "
                            << where << " does not have a child for each access category");
        for (std::size_t i = 0; i + 1 < ACCESS_CATEGORIES; i++)
        {
            m_overtaken.push_back(before->GetQueueDiscClass(i)->GetQueueDisc());
        }
        return;
    }
    if (before)
    {
        NS_ABORT_MSG_IF(before->GetNPackets() != 0,
                        "Priority of local retransmissions: packets wait in the queue disc of "
                            << where << " already; ask for priority before the simulation starts");
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
    return waiting;
}

} // namespace ns3
