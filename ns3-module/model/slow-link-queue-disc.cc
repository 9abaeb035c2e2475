// SPDX-License-Identifier: GPL-2.0-only
#include "slow-link-queue-disc.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SlowLinkQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(SlowLinkQueueDisc);

TypeId
SlowLinkQueueDisc::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SlowLinkQueueDisc")
                            .SetParent<QueueDisc>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<SlowLinkQueueDisc>()
                            .AddAttribute("Rate",
                                          "Rate at which packets, IP header included, are handed to the device.",
                                          DataRateValue(DataRate("1Mb/s")),
                                          MakeDataRateAccessor(&SlowLinkQueueDisc::m_rate),
                                          MakeDataRateChecker());
    return tid;
}

SlowLinkQueueDisc::SlowLinkQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::NO_LIMITS)
{
    NS_LOG_FUNCTION(this);
}

SlowLinkQueueDisc::~SlowLinkQueueDisc()
{
    NS_LOG_FUNCTION(this);
}

void
SlowLinkQueueDisc::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_end.Cancel();
    m_sending = nullptr;
    QueueDisc::DoDispose();
}

bool
SlowLinkQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    return GetQueueDiscClass(0)->GetQueueDisc()->Enqueue(item);
}

Ptr<QueueDiscItem>
SlowLinkQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    Ptr<QueueDiscItem> sent;
    if (m_sending && m_end.IsExpired())
    {
        sent = std::exchange(m_sending, nullptr);
    }
    if (!m_sending)
    {
        SendNext();
    }
    return sent;
}

void
SlowLinkQueueDisc::SendNext()
{
    m_sending = GetQueueDiscClass(0)->GetQueueDisc()->Dequeue();
    if (m_sending)
    {
        // The device may be busy then; it asks again when it is not.
        m_end = Simulator::Schedule(m_rate.CalculateBytesTxTime(m_sending->GetSize()), &QueueDisc::Run, this);
    }
}

bool
SlowLinkQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    if (GetNQueueDiscClasses() != 1 || GetNPacketFilters() > 0 || GetNInternalQueues() > 0)
    {
        NS_LOG_ERROR("SlowLinkQueueDisc takes one class, and no packet filters or internal queues");
        return false;
    }
    if (m_rate.GetBitRate() == 0)
    {
        NS_LOG_ERROR("SlowLinkQueueDisc needs a Rate above 0");
        return false;
    }
    return true;
}

void
SlowLinkQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
}

} // namespace ns3
