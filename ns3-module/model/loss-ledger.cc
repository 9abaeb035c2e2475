// SPDX-License-Identifier: GPL-2.0-only
#include "loss-ledger.h"

#include "wireless-loss.h"
#include "wireless-traffic-control.h"

#include "ns3/abort.h"
#include "ns3/callback.h"
#include "ns3/csma-net-device.h"
#include "ns3/ethernet-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/llc-snap-header.h"
#include "ns3/log.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/queue-disc.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LossLedger");

NS_OBJECT_ENSURE_REGISTERED(LossLedger);

namespace
{

/// Lets a node say which ledger serves it.
class LossLedgerOfNode : public Object
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::LossLedgerOfNode").SetParent<Object>().SetGroupName("WirelessTcp");
        return tid;
    }

    Ptr<LossLedger> ledger; //!< the ledger

  protected:
    void DoDispose() override
    {
        ledger = nullptr;
        Object::DoDispose();
    }
};

NS_OBJECT_ENSURE_REGISTERED(LossLedgerOfNode);

/// What precedes a datagram on a point-to-point link.
struct PppFraming
{
    /// \param frame a frame; its header is removed
    static void Remove(Ptr<Packet> frame)
    {
        PppHeader header;
        frame->RemoveHeader(header);
    }
};

/// What precedes a datagram on Ethernet.
struct EthernetFraming
{
    /// \param frame a frame; its headers are removed
    static void Remove(Ptr<Packet> frame)
    {
        EthernetHeader header;
        frame->RemoveHeader(header);
        if (header.GetLengthType() <= 1500) // IEEE 802.3 has a length here, and the type in a header of its own
        {
            LlcSnapHeader llc;
            frame->RemoveHeader(llc);
        }
    }
};

/**
 * \param part of all
 * \param all how many
 * \return the fraction; NaN of nothing
 */
double
GetFraction(uint64_t part, uint64_t all)
{
    return all == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(part) / all;
}

/// What a Wi-Fi MAC tells of a frame it gives up. The class has another name up to ns-3.36.
using DroppedMpdu = Ptr<const WifiMacQueue::ItemType>;

} // namespace

double
LossLedger::Accuracy::GetCongestionAccuracy() const
{
    return GetFraction(congestionRight, congestion);
}

double
LossLedger::Accuracy::GetWirelessAccuracy() const
{
    return GetFraction(wirelessRight, wireless);
}

TypeId
LossLedger::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LossLedger")
                            .SetParent<Object>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<LossLedger>()
                            .AddTraceSource("Loss",
                                            "A TCP segment with data is lost.",
                                            MakeTraceSourceAccessor(&LossLedger::m_loss),
                                            "ns3::LossLedger::LossCallback")
                            .AddTraceSource("Comparison",
                                            "A verdict about a loss is compared with the truth.",
                                            MakeTraceSourceAccessor(&LossLedger::m_comparison),
                                            "ns3::LossLedger::ComparisonCallback");
    return tid;
}

void
LossLedger::Watch(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    Ptr<LossLedger> self = this;
    Ptr<TrafficControlLayer> layer = device->GetNode()->GetObject<TrafficControlLayer>();
    if (Ptr<QueueDisc> queue = layer ? layer->GetRootQueueDiscOnDevice(device) : nullptr)
    {
        queue->TraceConnectWithoutContext("Drop", MakeCallback(&LossLedger::OnQueueDiscDrop, self));
    }
    if (layer)
    {
        const auto onDrop = MakeCallback(&LossLedger::OnLayerDrop, self);
        layer->TraceDisconnectWithoutContext("TcDrop", onDrop); // another device of the node may have been watched
        layer->TraceConnectWithoutContext("TcDrop", onDrop);
    }
    Ptr<WirelessTrafficControl> hook = WirelessTrafficControl::Get(device);
    if (Ptr<WirelessLoss> loss = hook ? hook->GetLoss() : nullptr)
    {
        loss->TraceConnectWithoutContext("Loss", MakeCallback(&LossLedger::OnInjectedLoss, self));
    }
    if (DynamicCast<PointToPointNetDevice>(device))
    {
        WatchFrames<PppFraming>(device);
    }
    else if (DynamicCast<CsmaNetDevice>(device))
    {
        WatchFrames<EthernetFraming>(device);
    }
    else if (DynamicCast<WifiNetDevice>(device))
    {
        WatchMac(device);
    }
    else
    {
        NS_ABORT_MSG("ns3::LossLedger::Watch: nothing is known of the losses of a "
                     << device->GetInstanceTypeId().GetName() << " (node " << device->GetNode()->GetId()
                     << "); it takes point-to-point, CSMA and Wi-Fi devices");
    }
}

void
LossLedger::Serve(Ptr<Node> node)
{
    NS_LOG_FUNCTION(this << node);
    Ptr<LossLedgerOfNode> link = node->GetObject<LossLedgerOfNode>();
    if (!link)
    {
        link = CreateObject<LossLedgerOfNode>();
        link->ledger = this;
        node->AggregateObject(link);
    }
    NS_ABORT_MSG_UNLESS(link->ledger == this,
                        "ns3::LossLedger::Serve: another ledger serves node " << node->GetId() << " already");
}

Ptr<LossLedger>
LossLedger::Of(Ptr<const Node> node)
{
    Ptr<LossLedgerOfNode> link = node->GetObject<LossLedgerOfNode>();
    return link ? link->ledger : nullptr;
}

std::optional<LossLedger::Cause>
LossLedger::GetCause(const TcpEnds& ends, SequenceNumber32 sequence) const
{
    const auto found = m_losses.find(ends);
    if (found == m_losses.end())
    {
        return std::nullopt;
    }
    const auto& losses = found->second;
    const auto last = std::find_if(losses.rbegin(), losses.rend(), [sequence](const Entry& entry) {
        return entry.sequence <= sequence && sequence < entry.sequence + entry.size;
    });
    return last == losses.rend() ? std::nullopt : std::optional(last->cause);
}

bool
LossLedger::IsCongestion(Cause cause)
{
    return cause == Cause::QUEUE;
}

std::string
LossLedger::GetName(Cause cause)
{
    switch (cause)
    {
    case Cause::QUEUE:
        return "queue";
    case Cause::LINK:
        return "link";
    case Cause::MAC:
        break;
    }
    return "mac";
}

uint64_t
LossLedger::GetLosses(Cause cause) const
{
    return m_counts.at(static_cast<std::size_t>(cause));
}

void
LossLedger::Compare(const LossVerdict& verdict)
{
    const auto cause = GetCause(verdict.ends, verdict.head);
    if (verdict.judgement != LossVerdict::Judgement::NOT_ASKED)
    {
        if (!cause)
        {
            m_accuracy.unexplained++;
        }
        else if (IsCongestion(*cause))
        {
            m_accuracy.congestion++;
            m_accuracy.congestionRight += verdict.IsWireless() ? 0 : 1;
        }
        else
        {
            m_accuracy.wireless++;
            m_accuracy.wirelessRight += verdict.IsWireless() ? 1 : 0;
        }
    }
    m_comparison(verdict, cause ? GetName(*cause) : "unexplained");
}

const LossLedger::Accuracy&
LossLedger::GetAccuracy() const
{
    return m_accuracy;
}

void
LossLedger::Record(Ptr<const Packet> datagram, Cause cause)
{
    const auto segment = TcpDatagram::Read(datagram);
    if (!segment || segment->payloadSize == 0)
    {
        return;
    }
    const Entry entry{Simulator::Now(),
                      segment->ends,
                      segment->header.GetSequenceNumber(),
                      segment->payloadSize,
                      cause};
    m_losses[entry.ends].push_back(entry);
    m_counts.at(static_cast<std::size_t>(cause))++;
    m_loss(entry);
}

void
LossLedger::OnQueueDiscDrop(Ptr<const QueueDiscItem> item)
{
    // The IP header of an item stands apart until it is sent.
    Ptr<Packet> datagram = item->GetPacket()->Copy();
    if (auto ipv4 = DynamicCast<const Ipv4QueueDiscItem>(item))
    {
        datagram->AddHeader(ipv4->GetHeader());
    }
    else if (auto ipv6 = DynamicCast<const Ipv6QueueDiscItem>(item))
    {
        datagram->AddHeader(ipv6->GetHeader());
    }
    else
    {
        return;
    }
    Record(datagram, Cause::QUEUE);
}

void
LossLedger::OnLayerDrop(Ptr<const Packet> datagram)
{
    Record(datagram, Cause::QUEUE);
}

void
LossLedger::OnInjectedLoss(Ptr<const Packet> datagram, const std::string&)
{
    Record(datagram, Cause::LINK);
}

template <typename Framing, LossLedger::Cause cause>
void
LossLedger::OnFrameDrop(Ptr<const Packet> frame)
{
    Ptr<Packet> datagram = frame->Copy();
    Framing::Remove(datagram);
    Record(datagram, cause);
}

template <typename Reason, typename Mpdu>
void
LossLedger::OnMpduDrop(Reason reason, Mpdu mpdu)
{
    const bool waited = reason == WIFI_MAC_DROP_FAILED_ENQUEUE || reason == WIFI_MAC_DROP_EXPIRED_LIFETIME;
    const Cause cause = waited ? Cause::QUEUE : Cause::MAC;
    const auto record = [this, cause](Ptr<const Packet> msdu) {
        Ptr<Packet> datagram = msdu->Copy();
        LlcSnapHeader llc;
        datagram->RemoveHeader(llc);
        Record(datagram, cause);
    };
    if (!mpdu->GetHeader().IsData() || !mpdu->GetHeader().HasData())
    {
        return;
    }
    if (mpdu->GetHeader().IsQosData() && mpdu->GetHeader().IsQosAmsdu())
    {
        const auto amsdu = ConstCast<WifiMacQueue::ItemType>(mpdu); // up to ns-3.36 only such a one shows its parts
        for (auto msdu = amsdu->begin(); msdu != amsdu->end(); ++msdu)
        {
            record(msdu->first);
        }
        return;
    }
    record(mpdu->GetPacket());
}

template <typename Framing>
void
LossLedger::WatchFrames(Ptr<NetDevice> device)
{
    Ptr<LossLedger> self = this;
    PointerValue queue;
    device->GetAttribute("TxQueue", queue);
    if (queue.GetObject())
    {
        queue.GetObject()->TraceConnectWithoutContext(
            "Drop",
            MakeCallback(&LossLedger::OnFrameDrop<Framing, Cause::QUEUE>, self));
    }
    device->TraceConnectWithoutContext("PhyRxDrop",
                                       MakeCallback(&LossLedger::OnFrameDrop<Framing, Cause::LINK>, self));
}

void
LossLedger::WatchMac(Ptr<NetDevice> device)
{
    Ptr<LossLedger> self = this;
    DynamicCast<WifiNetDevice>(device)->GetMac()->TraceConnectWithoutContext(
        "DroppedMpdu",
        MakeCallback(&LossLedger::OnMpduDrop<WifiMacDropReason, DroppedMpdu>, self));
}

} // namespace ns3
