// SPDX-License-Identifier: GPL-2.0-only
#ifndef LOCAL_RETRANSMISSION_PRIORITY_H
#define LOCAL_RETRANSMISSION_PRIORITY_H

#include "ns3/ptr.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class NetDevice;
class QueueDisc;
class TrafficControlLayer;

/**
 * \ingroup wireless-tcp
 *
 * The queues of one device, arranged so that local retransmissions overtake packets that wait. Private to the module.
 *
 * With one queue disc for the device, a PrioQueueDisc becomes its root: band 0, a FIFO, takes local retransmissions with
 * priority, and band 1 is the queue disc that the device had (a FIFO if it had none). With one queue disc for each
 * transmission queue (MqQueueDisc, the default of QoS Wi-Fi) the tree stays, since retransmissions bear the priority
 * that leads them to the queue of the highest access category.
 */
class LocalRetransmissionPriority
{
  public:
    /// Socket priority of local retransmissions; QoS Wi-Fi maps it to access category AC_VO.
    static constexpr uint8_t SOCKET_PRIORITY = 6;

    /**
     * \brief Rearrange the queues. Ends the simulation with an error if the device does not tell its queue disc when its
     *        own queue is full (no flow control), or if packets wait already.
     * \param layer the node's traffic-control layer
     * \param device the device
     * \param macQueue size to which the device's own queues are cut
     * \param where names the device in messages
     */
    LocalRetransmissionPriority(Ptr<TrafficControlLayer> layer,
                                Ptr<NetDevice> device,
                                QueueSize macQueue,
                                const std::string& where);

    /**
     * \return packets in the queue discs that a local retransmission with priority would overtake
     */
    uint32_t GetWaiting() const;

  private:
    std::vector<Ptr<QueueDisc>> m_overtaken; //!< queue discs that retransmissions do not wait in
};

} // namespace ns3

#endif /* LOCAL_RETRANSMISSION_PRIORITY_H */
