// SPDX-License-Identifier: GPL-2.0-only
#include "bottleneck-meter.h"

#include "ns3/abort.h"
#include "ns3/data-rate.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/node.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"

#include <string>

namespace ns3
{

BottleneckMeter::BottleneckMeter(Ptr<NetDevice> device)
{
    Ptr<TrafficControlLayer> layer = device->GetNode()->GetObject<TrafficControlLayer>();
    Ptr<QueueDisc> queue = layer ? layer->GetRootQueueDiscOnDevice(device) : nullptr;
    DataRateValue rate;
    const std::string type = queue ? queue->GetInstanceTypeId().GetName() : "";
    m_isFifo = type == "ns3::FifoQueueDisc";
    NS_ABORT_MSG_UNLESS((m_isFifo || type == "ns3::DropFirstQueueDisc") && device->GetAttributeFailSafe("DataRate", rate),
                        "BottleneckMeter: device " << device->GetIfIndex() << " of node " << device->GetNode()->GetId()
                                                   << " needs a DataRate and a FifoQueueDisc or DropFirstQueueDisc; install "
                                                   << "both first");
    m_rate = static_cast<double>(rate.Get().GetBitRate());
    bool connected = queue->TraceConnectWithoutContext("Enqueue", MakeCallback(&BottleneckMeter::Enqueued, this));
    connected &= queue->TraceConnectWithoutContext("DropBeforeEnqueue", MakeCallback(&BottleneckMeter::Dropped, this));
    connected &= queue->TraceConnectWithoutContext("DropAfterDequeue", MakeCallback(&BottleneckMeter::Removed, this));
    connected &= device->TraceConnectWithoutContext("PhyTxBegin", MakeCallback(&BottleneckMeter::Begun, this));
    connected &= device->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&BottleneckMeter::Sent, this));
    NS_ABORT_MSG_UNLESS(connected, "BottleneckMeter: the device has no trace of transmissions; give a PointToPointNetDevice");
}

void
BottleneckMeter::Watch(Ipv4Address receiver)
{
    m_receivers.insert(receiver);
}

double
BottleneckMeter::GetUtilization(const Time& since) const
{
    return static_cast<double>(m_bytes) * 8 / (m_rate * (Simulator::Now() - since).GetSeconds());
}

std::optional<double>
BottleneckMeter::GetLoss() const
{
    return m_watched > 0 ? std::optional<double>(static_cast<double>(m_lost) / static_cast<double>(m_watched))
                         : std::nullopt;
}

std::optional<double>
BottleneckMeter::GetWait() const
{
    return m_waits > 0 ? std::optional<double>(m_wait.GetSeconds() / static_cast<double>(m_waits)) : std::nullopt;
}

bool
BottleneckMeter::IsWatched(Ptr<const QueueDiscItem> item) const
{
    const auto datagram = DynamicCast<const Ipv4QueueDiscItem>(item);
    return datagram && m_receivers.count(datagram->GetHeader().GetDestination()) > 0;
}

void
BottleneckMeter::Enqueued(Ptr<const QueueDiscItem> item)
{
    m_watched += IsWatched(item) ? 1 : 0;
    if (m_isFifo)
    {
        m_arrivals.push(Simulator::Now());
    }
}

void
BottleneckMeter::Dropped(Ptr<const QueueDiscItem> item, const char* /* reason */)
{
    m_watched += IsWatched(item) ? 1 : 0;
    m_lost += IsWatched(item) ? 1 : 0;
}

void
BottleneckMeter::Removed(Ptr<const QueueDiscItem> item, const char* /* reason */)
{
    m_lost += IsWatched(item) ? 1 : 0; // it counted as watched when it came
}

void
BottleneckMeter::Begun(Ptr<const Packet> /* packet */)
{
    if (m_arrivals.empty())
    {
        return;
    }
    m_wait += Simulator::Now() - m_arrivals.front(); // first come, first served
    m_arrivals.pop();
    m_waits++;
}

void
BottleneckMeter::Sent(Ptr<const Packet> packet)
{
    m_bytes += packet->GetSize();
}

} // namespace ns3
