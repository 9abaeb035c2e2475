// SPDX-License-Identifier: GPL-2.0-only
#include "drop-first-queue-disc.h"

#include "drop-first-tag.h"

#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/queue-item.h"
#include "ns3/queue-size.h"
#include "ns3/queue.h"

#include <list>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DropFirstQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(DropFirstQueueDisc);

/// The packets, and which of them are marked.
class DropFirstQueueDisc::Items : public Queue<QueueDiscItem>
{
  public:
    /// \return whether a packet in it is marked
    bool HasMarked() const
    {
        return !m_marked.empty();
    }

    /// \return the last packet in it that is marked, which is dropped from it
    Ptr<QueueDiscItem> RemoveMarked()
    {
        const auto last = m_marked.back();
        m_marked.pop_back();
        return DoRemove(last);
    }

    bool Enqueue(Ptr<QueueDiscItem> item) override
    {
        Iterator position;
        if (!DoEnqueue(GetEnd(*this, 0), item, position))
        {
            return false;
        }
        DropFirstTag mark;
        if (item->GetPacket()->PeekPacketTag(mark))
        {
            m_marked.push_back(position);
        }
        return true;
    }

    Ptr<QueueDiscItem> Dequeue() override
    {
        ForgetFirst();
        return DoDequeue(GetBegin(*this, 0));
    }

    Ptr<QueueDiscItem> Remove() override
    {
        ForgetFirst();
        return DoRemove(GetBegin(*this, 0));
    }

    Ptr<const QueueDiscItem> Peek() const override
    {
        return DoPeek(GetBegin(*this, 0));
    }

  private:
    /// The first packet is about to go.
    void ForgetFirst()
    {
        if (!m_marked.empty() && ConstIterator(m_marked.front()) == GetBegin(*this, 0))
        {
            m_marked.pop_front();
        }
    }

    // A queue shows its container from 3.37 on, before that the two ends of it.

    /// \return the place of the first packet
    template <typename Self>
    static auto GetBegin(const Self& self, int) -> decltype(self.GetContainer().begin())
    {
        return self.GetContainer().begin();
    }

    /// \return the place of the first packet
    template <typename Self>
    static auto GetBegin(const Self& self, long) -> decltype(self.begin())
    {
        return self.begin();
    }

    /// \return the place behind the last packet
    template <typename Self>
    static auto GetEnd(const Self& self, int) -> decltype(self.GetContainer().end())
    {
        return self.GetContainer().end();
    }

    /// \return the place behind the last packet
    template <typename Self>
    static auto GetEnd(const Self& self, long) -> decltype(self.end())
    {
        return self.end();
    }

    std::list<Iterator> m_marked; //!< places of marked packets, in their order
};

TypeId
DropFirstQueueDisc::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DropFirstQueueDisc")
                            .SetParent<QueueDisc>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<DropFirstQueueDisc>()
                            .AddAttribute("MaxSize",
                                          "Packets or bytes that it holds at most.",
                                          QueueSizeValue(QueueSize("1000p")),
                                          MakeQueueSizeAccessor(&QueueDisc::SetMaxSize, &QueueDisc::GetMaxSize),
                                          MakeQueueSizeChecker());
    return tid;
}

DropFirstQueueDisc::DropFirstQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::SINGLE_INTERNAL_QUEUE)
{
    NS_LOG_FUNCTION(this);
}

DropFirstQueueDisc::~DropFirstQueueDisc()
{
    NS_LOG_FUNCTION(this);
}

bool
DropFirstQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    Ptr<Items> items = StaticCast<Items>(GetInternalQueue(0));
    DropFirstTag mark;
    const bool isMarked = item->GetPacket()->PeekPacketTag(mark);
    while (GetCurrentSize() + item > GetMaxSize())
    {
        if (isMarked || !items->HasMarked())
        {
            DropBeforeEnqueue(item, LIMIT_EXCEEDED_DROP);
            return false;
        }
        items->RemoveMarked();
    }
    return items->Enqueue(item);
}

Ptr<QueueDiscItem>
DropFirstQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    return GetInternalQueue(0)->Dequeue();
}

Ptr<const QueueDiscItem>
DropFirstQueueDisc::DoPeek()
{
    return GetInternalQueue(0)->Peek();
}

bool
DropFirstQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0 || GetNInternalQueues() > 0)
    {
        NS_LOG_ERROR("DropFirstQueueDisc takes no classes, packet filters or internal queues");
        return false;
    }
    Ptr<Items> items = CreateObject<Items>();
    items->SetMaxSize(GetMaxSize());
    AddInternalQueue(items);
    return true;
}

void
DropFirstQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
}

} // namespace ns3
