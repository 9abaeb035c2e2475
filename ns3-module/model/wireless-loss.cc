// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-loss.h"

#include "datagram-headers.h"

#include "ns3/abort.h"
#include "ns3/error-model.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WirelessLoss");

NS_OBJECT_ENSURE_REGISTERED(WirelessLoss);

TypeId
WirelessLoss::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::WirelessLoss")
            .SetParent<Object>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<WirelessLoss>()
            .AddAttribute("ErrorModel",
                          "Decides which of the datagrams at risk are lost; it is shown whole IP datagrams. Null "
                          "loses nothing.",
                          PointerValue(),
                          MakePointerAccessor(&WirelessLoss::m_errorModel),
                          MakePointerChecker<ErrorModel>())
            .AddAttribute("Traffic",
                          "Which TCP segments are at risk: data (with payload), acks (without payload, SYN, FIN "
                          "and RST included) or both.",
                          StringValue("both"),
                          MakeStringAccessor(&WirelessLoss::SetTraffic, &WirelessLoss::GetTraffic),
                          MakeStringChecker())
            .AddAttribute("Frames",
                          "Which datagrams are at risk: tcp (only those that bear a TCP segment) or all (also all "
                          "those that bear none, routing messages for instance). ARP is never at risk.",
                          StringValue("tcp"),
                          MakeStringAccessor(&WirelessLoss::SetFrames, &WirelessLoss::GetFrames),
                          MakeStringChecker())
            .AddTraceSource("Loss",
                            "A datagram is lost on purpose; it is data, ack or other.",
                            MakeTraceSourceAccessor(&WirelessLoss::m_loss),
                            "ns3::WirelessLoss::LossCallback")
            .AddTraceSource("FrameLoss",
                            "A frame that an agent sent without a datagram is lost on purpose.",
                            MakeTraceSourceAccessor(&WirelessLoss::m_frameLoss),
                            "ns3::Packet::TracedCallback");
    return tid;
}

WirelessLoss::WirelessLoss()
{
    NS_LOG_FUNCTION(this);
}

WirelessLoss::~WirelessLoss()
{
    NS_LOG_FUNCTION(this);
}

bool
WirelessLoss::IsLost(Ptr<const Packet> datagram)
{
    NS_LOG_FUNCTION(this << datagram);
    const DatagramHeaders headers(datagram);
    bool atRisk = m_loseOther;
    Count* count = &m_other;
    std::string what = "other";
    switch (headers.GetContent())
    {
    case DatagramHeaders::Content::TCP_DATA:
        atRisk = m_loseData;
        count = &m_data;
        what = "data";
        break;
    case DatagramHeaders::Content::TCP_ACK:
        atRisk = m_loseAcks;
        count = &m_acks;
        what = "ack";
        break;
    case DatagramHeaders::Content::OTHER:
        break;
    }
    Ptr<const Packet> whole = headers.WithoutPadding(datagram);
    if (!Decide(whole, atRisk, *count))
    {
        return false;
    }
    m_loss(whole, what);
    return true;
}

bool
WirelessLoss::IsFrameLost(Ptr<const Packet> frame)
{
    NS_LOG_FUNCTION(this << frame);
    if (!Decide(frame, m_loseAcks, m_acks))
    {
        return false;
    }
    m_frameLoss(frame);
    return true;
}

bool
WirelessLoss::Decide(Ptr<const Packet> packet, bool atRisk, Count& count)
{
    count.seen++;
    if (!atRisk || !m_errorModel || !m_errorModel->IsCorrupt(packet->Copy()))
    {
        return false;
    }
    count.lost++;
    return true;
}

int64_t
WirelessLoss::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    // ErrorModel has no AssignStreams of its own, but every ns-3 model shows its random variables as attributes.
    int64_t used = 0;
    TypeId tid = m_errorModel ? m_errorModel->GetInstanceTypeId() : ErrorModel::GetTypeId();
    for (; tid != ErrorModel::GetTypeId(); tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); i++)
        {
            const auto attribute = tid.GetAttribute(i);
            PointerValue value;
            if (!DynamicCast<const PointerChecker>(attribute.checker) ||
                !m_errorModel->GetAttributeFailSafe(attribute.name, value))
            {
                continue;
            }
            if (auto variable = DynamicCast<RandomVariableStream>(value.GetObject()))
            {
                variable->SetStream(stream + used);
                used++;
            }
        }
    }
    return used;
}

uint64_t
WirelessLoss::GetSeenData() const
{
    return m_data.seen;
}

uint64_t
WirelessLoss::GetSeenAcks() const
{
    return m_acks.seen;
}

uint64_t
WirelessLoss::GetSeenOther() const
{
    return m_other.seen;
}

uint64_t
WirelessLoss::GetLostData() const
{
    return m_data.lost;
}

uint64_t
WirelessLoss::GetLostAcks() const
{
    return m_acks.lost;
}

uint64_t
WirelessLoss::GetLostOther() const
{
    return m_other.lost;
}

void
WirelessLoss::SetTraffic(std::string traffic)
{
    NS_ABORT_MSG_UNLESS(traffic == "data" || traffic == "acks" || traffic == "both",
                        "ns3::WirelessLoss::Traffic is data, acks or both, not \"" << traffic << "\"");
    m_loseData = traffic != "acks";
    m_loseAcks = traffic != "data";
}

std::string
WirelessLoss::GetTraffic() const
{
    return !m_loseAcks ? "data" : !m_loseData ? "acks" : "both";
}

void
WirelessLoss::SetFrames(std::string frames)
{
    NS_ABORT_MSG_UNLESS(frames == "tcp" || frames == "all",
                        "ns3::WirelessLoss::Frames is tcp or all, not \"" << frames << "\"");
    m_loseOther = frames == "all";
}

std::string
WirelessLoss::GetFrames() const
{
    return m_loseOther ? "all" : "tcp";
}

void
WirelessLoss::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_errorModel = nullptr;
    Object::DoDispose();
}

} // namespace ns3
