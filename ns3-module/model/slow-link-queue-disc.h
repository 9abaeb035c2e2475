// SPDX-License-Identifier: GPL-2.0-only
#ifndef SLOW_LINK_QUEUE_DISC_H
#define SLOW_LINK_QUEUE_DISC_H

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/ptr.h"
#include "ns3/queue-disc.h"
#include "ns3/type-id.h"

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Makes the device below it a slower one: a root queue disc that takes one packet after the other from its one class and hands
 * each to the device when a link of Rate would have sent it.
 *
 * Unlike a token bucket it delays the first packet of a burst like all others, and packets of any size pass.
 */
class SlowLinkQueueDisc : public QueueDisc
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    SlowLinkQueueDisc();
    ~SlowLinkQueueDisc() override;

  protected:
    void DoDispose() override;

  private:
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    bool CheckConfig() override;
    void InitializeParams() override;

    /// Begin to send the next packet, if there is one.
    void SendNext();

    DataRate m_rate;               //!< of the link
    Ptr<QueueDiscItem> m_sending;  //!< the packet that the link is busy with, null when it is idle
    EventId m_end;                 //!< when that is over
};

} // namespace ns3

#endif // SLOW_LINK_QUEUE_DISC_H
