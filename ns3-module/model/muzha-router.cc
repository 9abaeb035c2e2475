// SPDX-License-Identifier: GPL-2.0-only
#include "muzha-router.h"

#include "follow-attribute.h"
#include "rust-core.h"
#include "muzha-tag.h"

#include "ns3/abort.h"
#include "ns3/callback.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include "wtcp-bridge/src/multihop.rs.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MuzhaRouter");

NS_OBJECT_ENSURE_REGISTERED(MuzhaRouter);

/// The core and nothing else, so that its header stays out of ours.
struct MuzhaRouter::Core
{
    rust::Box<wtcp::multihop::MuzhaRouter> load; //!< decides
};

TypeId
MuzhaRouter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MuzhaRouter")
            .SetParent<Object>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<MuzhaRouter>()
            .AddAttribute("Interval",
                          "How far back the time is looked at in which the device was busy; longer than zero.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&MuzhaRouter::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("AggressiveBelow",
                          "Senders double their window below this busy share; 0 to ModerateBelow.",
                          DoubleValue(0.3),
                          MakeDoubleAccessor(&MuzhaRouter::m_aggressiveBelow),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("ModerateBelow",
                          "Senders add a segment below this busy share, and leave the window as it is above; at most 1.",
                          DoubleValue(0.9),
                          MakeDoubleAccessor(&MuzhaRouter::m_moderateBelow),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("StabilizeQueue",
                          "From so many waiting packets on no sender accelerates; at least 1.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&MuzhaRouter::m_stabilizeQueue),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DecelerateQueue",
                          "From so many waiting packets on senders take a segment off their window; at least StabilizeQueue.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&MuzhaRouter::m_decelerateQueue),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("HalveQueue",
                          "From so many waiting packets on senders halve their window; at least DecelerateQueue.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&MuzhaRouter::m_halveQueue),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("Level",
                            "Level that the last segment of TCP Muzha met: 0 (halve) to 4 (double).",
                            MakeTraceSourceAccessor(&MuzhaRouter::m_level),
                            "ns3::TracedValueCallback::Uint8");
    return tid;
}

MuzhaRouter::MuzhaRouter()
{
    NS_LOG_FUNCTION(this);
}

MuzhaRouter::~MuzhaRouter()
{
    NS_LOG_FUNCTION(this);
}

void
MuzhaRouter::Serve(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    NS_ABORT_MSG_IF(m_core, "ns3::MuzhaRouter serves a device already; make one for each");
    wtcp::multihop::MuzhaRouterConfig config{};
    config.interval_ns = rustcore::ToNs(m_interval);
    config.aggressive_below = m_aggressiveBelow;
    config.moderate_below = m_moderateBelow;
    config.stabilize_queue = m_stabilizeQueue;
    config.decelerate_queue = m_decelerateQueue;
    config.halve_queue = m_halveQueue;
    m_core = std::make_unique<Core>(Core{rustcore::Make(wtcp::multihop::new_muzha_router, config)});
    m_device = PeekPointer(device);

    Ptr<MuzhaRouter> self = this;
    Ptr<Object> mac = FollowAttribute(device, "Mac");
    Ptr<Object> radio = FollowAttribute(FollowAttribute(device, "Phy"), "State");
    bool served = true;
    if (mac && radio)
    {
        served &= mac->TraceConnectWithoutContext("MacTx", MakeCallback(&MuzhaRouter::OnPacket, self));
        served &= radio->TraceConnectWithoutContext("State", MakeCallback(&MuzhaRouter::OnRadio, self));
        for (const auto* txop : {"Txop", "BE_Txop", "BK_Txop", "VI_Txop", "VO_Txop"})
        {
            if (auto queue = DynamicCast<QueueBase>(FollowAttribute(FollowAttribute(mac, txop), "Queue")))
            {
                m_queues.push_back(queue);
            }
        }
    }
    else if (auto queue = DynamicCast<QueueBase>(FollowAttribute(device, "TxQueue")))
    {
        served &= device->TraceConnectWithoutContext("MacTx", MakeCallback(&MuzhaRouter::OnPacket, self));
        served &= device->TraceConnectWithoutContext("PhyTxBegin", MakeCallback(&MuzhaRouter::OnBegin, self));
        served &= device->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&MuzhaRouter::OnEnd, self));
        m_queues.push_back(queue);
    }
    NS_ABORT_MSG_UNLESS(served && !m_queues.empty(),
                        "ns3::MuzhaRouter: " << device->GetInstanceTypeId().GetName() << " of node " << device->GetNode()->GetId()
                                             << " is not a point-to-point, CSMA or Wi-Fi device");
}

uint8_t
MuzhaRouter::GetLevel()
{
    NS_ABORT_MSG_UNLESS(m_core, "ns3::MuzhaRouter serves no device: call Serve first");
    const uint8_t level = m_core->load->level(Simulator::Now().GetNanoSeconds(), GetWaiting());
    rustcore::CheckFault(m_core->load, "ns3::MuzhaRouter");
    return level;
}

void
MuzhaRouter::OnPacket(Ptr<const Packet> packet)
{
    MuzhaTag tag;
    if (!packet->PeekPacketTag(tag) || tag.path == MuzhaTag::NONE)
    {
        return;
    }
    m_level = GetLevel();
    if (m_level < tag.path)
    {
        // What a device announces is what it sends, and tags can be changed on constant packets but for taking them away.
        Ptr<Packet> changed = ConstCast<Packet>(packet);
        changed->RemovePacketTag(tag);
        tag.path = m_level;
        changed->AddPacketTag(tag);
    }
}

void
MuzhaRouter::OnRadio(Time start, Time duration, WifiPhyState state)
{
    const bool isBusy = state == WifiPhyState::TX || state == WifiPhyState::RX || state == WifiPhyState::CCA_BUSY;
    if (isBusy)
    {
        m_core->load->on_busy(start.GetNanoSeconds(), (start + duration).GetNanoSeconds());
    }
}

void
MuzhaRouter::OnBegin(Ptr<const Packet>)
{
    m_begin = Simulator::Now();
}

void
MuzhaRouter::OnEnd(Ptr<const Packet>)
{
    m_core->load->on_busy(m_begin.GetNanoSeconds(), Simulator::Now().GetNanoSeconds());
}

uint32_t
MuzhaRouter::GetWaiting() const
{
    uint32_t waiting = 0;
    for (const auto& queue : m_queues)
    {
        waiting += queue->GetNPackets();
    }
    Ptr<TrafficControlLayer> layer = m_device->GetNode()->GetObject<TrafficControlLayer>();
    Ptr<QueueDisc> queue = layer ? layer->GetRootQueueDiscOnDevice(m_device) : nullptr;
    return waiting + (queue ? queue->GetNPackets() : 0);
}

} // namespace ns3
