// SPDX-License-Identifier: GPL-2.0-only
#ifndef LOCAL_RETRANSMISSION_PRIORITY_H
#define LOCAL_RETRANSMISSION_PRIORITY_H

#include "ns3/ptr.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"
#include "ns3/queue.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class NetDevice;
class TrafficControlLayer;

/**
 * \ingroup wireless-tcp
 *
 * The queues of one device, arranged so that local retransmissions overtake packets that wait. Private to the module.
 *
 * A device with one transmission queue gets a short one, since what waits there cannot be overtaken. A QoS Wi-Fi device
 * has a queue for each access category, which stay as they are: retransmissions go by the highest, AC_VO, which overtakes
 * the others on the air.
 *
 * With one queue disc for the device, a PrioQueueDisc becomes its root: band 0, a FIFO, takes local retransmissions with
 * priority, and band 1 is the queue disc that the device had (a FIFO if it had none). With one queue disc for each access
 * category (MqQueueDisc, the default of QoS Wi-Fi) the queue discs stay as they are, too.
 */
class LocalRetransmissionPriority
{
  public:
    /// Socket priority of local retransmissions; QoS Wi-Fi maps it to access category AC_VO.
    static constexpr uint8_t SOCKET_PRIORITY = 6;

    /**
     * \brief Rearrange the queues. Ends the simulation with an error if the device does not tell its queue disc when its
     *        own queue is full (no flow control), if packets wait already, and for kinds of devices not known.
     * \param layer the node's traffic-control layer
     * \param device the device
     * \param macQueue new size of the device's own queue if it has one transmission queue
     * \param where names the device in messages
     */
    LocalRetransmissionPriority(Ptr<TrafficControlLayer> layer,
                                Ptr<NetDevice> device,
                                QueueSize macQueue,
                                const std::string& where);

    /**
     * \return packets that a local retransmission with priority would overtake
     */
    uint32_t GetWaiting() const;

  private:
    std::vector<Ptr<QueueDisc>> m_overtaken;       //!< queue discs that retransmissions do not wait in
    std::vector<Ptr<QueueBase>> m_overtakenQueues; //!< device queues that retransmissions do not wait in
};

} // namespace ns3

#endif /* LOCAL_RETRANSMISSION_PRIORITY_H */
