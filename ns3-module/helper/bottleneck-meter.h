// SPDX-License-Identifier: GPL-2.0-only
#ifndef BOTTLENECK_METER_H
#define BOTTLENECK_METER_H

#include "ns3/ipv4-address.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/queue-item.h"

#include <cstdint>
#include <optional>
#include <queue>
#include <set>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief Measures one direction of a point-to-point link with a first-come-first-served queue disc: how much of it is used, how
 *        long packets wait, and how many of some receivers' packets find the buffer full.
 *
 * It must live until the simulation is over.
 */
class BottleneckMeter
{
  public:
    /**
     * \param device the sending end, a PointToPointNetDevice whose root queue disc is a FifoQueueDisc or a DropFirstQueueDisc;
     *        ends the simulation with an error if it is not
     */
    explicit BottleneckMeter(Ptr<NetDevice> device);
    BottleneckMeter(const BottleneckMeter&) = delete;
    BottleneckMeter& operator=(const BottleneckMeter&) = delete;

    /// \param receiver a receiver whose packets count for GetLoss
    void Watch(Ipv4Address receiver);

    /**
     * \param since start of the time that counts, before the first packet and before now
     * \return the share of the link's capacity that was used, frames counted whole
     */
    double GetUtilization(const Time& since) const;

    /// \return the share of the watched receivers' packets that found the buffer full; nothing without packets
    std::optional<double> GetLoss() const;

    /// \return mean time between arrival and transmission (s); nothing without packets, or if some can be dropped while they wait
    std::optional<double> GetWait() const;

  private:
    /**
     * \param item a packet
     * \return whether it is for a watched receiver
     */
    bool IsWatched(Ptr<const QueueDiscItem> item) const;
    /// \param item found room
    void Enqueued(Ptr<const QueueDiscItem> item);
    /**
     * \param item found none
     * \param reason the queue disc's words
     */
    void Dropped(Ptr<const QueueDiscItem> item, const char* reason);
    /**
     * \param item had found room, and gave way to another
     * \param reason the queue disc's words
     */
    void Removed(Ptr<const QueueDiscItem> item, const char* reason);
    /// \param packet whose transmission begins
    void Begun(Ptr<const Packet> packet);
    /// \param packet whose transmission ends
    void Sent(Ptr<const Packet> packet);

    bool m_isFifo{true};               //!< whether packets leave as they came, all of them
    double m_rate{0};                  //!< of the link (bit/s)
    std::set<Ipv4Address> m_receivers; //!< watched
    uint64_t m_bytes{0};               //!< sent over the link
    uint64_t m_watched{0};             //!< packets of watched receivers that reached the buffer
    uint64_t m_lost{0};                //!< of these, found it full
    std::queue<Time> m_arrivals;       //!< of the packets that wait
    Time m_wait;                       //!< total time that packets have waited
    uint64_t m_waits{0};               //!< packets that have waited
};

} // namespace ns3

#endif // BOTTLENECK_METER_H
