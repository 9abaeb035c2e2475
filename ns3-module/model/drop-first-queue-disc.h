// SPDX-License-Identifier: GPL-2.0-only
#ifndef DROP_FIRST_QUEUE_DISC_H
#define DROP_FIRST_QUEUE_DISC_H

#include "ns3/ptr.h"
#include "ns3/queue-disc.h"
#include "ns3/type-id.h"

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * The router queue of TCP-Casablanca: first in, first out; when it is full, it drops the last packet in it that bears a
 * DropFirstTag to make room for one that bears none. Without such a packet it drops what arrives.
 */
class DropFirstQueueDisc : public QueueDisc
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    DropFirstQueueDisc();
    ~DropFirstQueueDisc() override;

    /// Reason of drops of what arrives at a full queue.
    static constexpr const char* LIMIT_EXCEEDED_DROP = "Queue disc limit exceeded";

  private:
    class Items;

    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    Ptr<const QueueDiscItem> DoPeek() override;
    bool CheckConfig() override;
    void InitializeParams() override;
};

} // namespace ns3

#endif // DROP_FIRST_QUEUE_DISC_H
