// SPDX-License-Identifier: GPL-2.0-only
#ifndef MUZHA_ROUTER_H
#define MUZHA_ROUTER_H

#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/queue.h"
#include "ns3/traced-value.h"
#include "ns3/type-id.h"
#include "ns3/wifi-phy-state.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * The part of a router in TCP Muzha, for one of its devices: each segment of a TcpMuzha sender that leaves by the device takes the
 * device's level along, if it is the lowest of the path so far. The level follows from the share of time in which the device is busy,
 * for Wi-Fi the channel around it, and from the packets that wait in front of it.
 *
 * The device is a PointToPointNetDevice, CsmaNetDevice or WifiNetDevice. What waits elsewhere, as in the buffers of routing
 * protocols, does not count.
 */
class MuzhaRouter : public Object
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    MuzhaRouter();
    ~MuzhaRouter() override;

    /**
     * \brief Serve a device from now on, which keeps the router alive.
     * \param device belongs to a node already; one of another kind ends the simulation with an error
     */
    void Serve(Ptr<NetDevice> device);

    /// \return the level now: 0 (halve), 1 (a segment less), 2 (stay), 3 (a segment more), 4 (double)
    uint8_t GetLevel();

  private:
    struct Core;

    /// \param packet about to enter the device
    void OnPacket(Ptr<const Packet> packet);
    /**
     * \param start of the state
     * \param duration of the state
     * \param state of the radio
     */
    void OnRadio(Time start, Time duration, WifiPhyState state);
    /// The device begins to transmit.
    void OnBegin(Ptr<const Packet>);
    /// The device has transmitted.
    void OnEnd(Ptr<const Packet>);
    /// \return packets that wait in front of the device
    uint32_t GetWaiting() const;

    Time m_interval;            //!< how far back the busy time is looked at
    double m_aggressiveBelow;   //!< busy share
    double m_moderateBelow;     //!< busy share
    uint32_t m_stabilizeQueue;  //!< packets
    uint32_t m_decelerateQueue; //!< packets
    uint32_t m_halveQueue;      //!< packets

    std::unique_ptr<Core> m_core;         //!< decides
    NetDevice* m_device{nullptr};         //!< keeps us
    std::vector<Ptr<QueueBase>> m_queues; //!< its own
    Time m_begin;                         //!< of the transmission under way
    TracedValue<uint8_t> m_level;         //!< last level
};

} // namespace ns3

#endif // MUZHA_ROUTER_H
