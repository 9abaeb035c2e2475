// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIRELESS_TRAFFIC_CONTROL_H
#define WIRELESS_TRAFFIC_CONTROL_H

#include "traffic-control-layer-type.h"

#include "ns3/buffer.h"
#include "ns3/queue-size.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

class DsrGuard;
class LocalRetransmissionPriority;
class WirelessAgent;
class WirelessLoss;

/**
 * \defgroup wireless-tcp Mechanisms for TCP over wireless links
 */

/**
 * \ingroup wireless-tcp
 *
 * The hook: stands in front of a node's traffic-control layer for one device, shows every IP datagram that leaves or
 * arrives by that device to an agent and can lose arriving ones on purpose. What passes goes on to the node's own layer
 * with its queue discs untouched. A hook without agent and loss changes nothing at all.
 *
 * ARP, loopback traffic and datagrams that a node sends to its own address do not pass the agent.
 */
class WirelessTrafficControl : public TypedTrafficControlLayer<WirelessTrafficControl>
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    /// EtherType of frames that agents send each other without a datagram: IEEE 802's first one for local experiments.
    static constexpr uint16_t FRAME_PROTOCOL = 0x88b5;

    /**
     * \brief Hook a device.
     *
     * If the node has no IP interface on the device yet, the hook waits for the start of the simulation; if there is
     * none then, the simulation ends with an error.
     *
     * \param device the device, which must belong to a node already
     * \return the hook of the device, which is made if there is none
     */
    static Ptr<WirelessTrafficControl> Install(Ptr<NetDevice> device);

    /**
     * \param device the device
     * \return the hook of the device; null if there is none
     */
    static Ptr<WirelessTrafficControl> Get(Ptr<NetDevice> device);

    WirelessTrafficControl();
    ~WirelessTrafficControl() override;

    /**
     * \param agent watches the device from now on; a device has at most one agent, and an agent at most one device
     */
    void SetAgent(Ptr<WirelessAgent> agent);

    /**
     * \return the agent; null if there is none
     */
    Ptr<WirelessAgent> GetAgent() const;

    /**
     * \param loss decides from now on which arriving datagrams are lost; a device has at most one
     */
    void SetLoss(Ptr<WirelessLoss> loss);

    /**
     * \return what decides which arriving datagrams are lost; null if nothing does
     */
    Ptr<WirelessLoss> GetLoss() const;

    /**
     * \return the guard of the node's DSR, if that uses the device; null otherwise, and before the start of the simulation
     */
    Ptr<DsrGuard> GetDsrGuard() const;

    /**
     * \brief Let local retransmissions overtake packets that wait for the device.
     *
     * The queues are rearranged at the start of the simulation. A PrioQueueDisc becomes the root, whose second band is the
     * queue disc that the device had, and the device's own queue is cut short, since what waits there cannot be overtaken.
     * QoS Wi-Fi devices keep their queues, and their MqQueueDisc where they have one: retransmissions go by the highest
     * access category, AC_VO.
     *
     * \param macQueue new size of the device's own queue, at least one packet; devices with a queue for each access
     *        category keep theirs
     */
    void EnablePriority(QueueSize macQueue);

    /**
     * \return packets that wait where a local retransmission with priority would overtake them; 0 without priority
     */
    uint32_t GetWaiting() const;

    /**
     * \brief Take back packets that wait in the queue discs of the device. What the device itself holds is out of reach.
     * \param which tells whether a packet is taken back
     * \return packets taken back, which are forgotten
     */
    uint32_t Withdraw(const std::function<bool(Ptr<const QueueDiscItem>)>& which);

    /// Tells whether a datagram that arrived, from that link-layer sender, is let in.
    using ArrivalFilter = std::function<bool(Ptr<const Packet> datagram, const Address& from)>;

    /**
     * \brief Turn datagrams away that arrive by the device, before losses, traces and the agent.
     * \param filter asked about each from now on; an empty one lets all in
     */
    void SetArrivalFilter(ArrivalFilter filter);

    /**
     * \return node, device and type of the device, for messages
     */
    std::string Describe() const;

    /**
     * \return the hooked device
     */
    Ptr<NetDevice> GetDevice() const;

    // The node's own layer does the work.
    void ScanDevices() override;
    void SetRootQueueDiscOnDevice(Ptr<NetDevice> device, Ptr<QueueDisc> qDisc) override;
    Ptr<QueueDisc> GetRootQueueDiscOnDevice(Ptr<NetDevice> device) const override;
    void DeleteRootQueueDiscOnDevice(Ptr<NetDevice> device) override;

    void Send(Ptr<NetDevice> device, Ptr<QueueDiscItem> item) override;
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> p,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType packetType) override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    friend class DsrGuard;
    friend class KeptPacket;
    friend class WirelessAgent;
    friend class WirelessHooks;

    /// A datagram that arrived by the device.
    struct Arrival
    {
        Ptr<const Packet> datagram;       //!< starts with the IP header
        uint16_t protocol;                //!< EtherType
        Address from;                     //!< link-layer sender
        Address to;                       //!< link-layer receiver
        NetDevice::PacketType packetType; //!< as the device says
    };

    /**
     * \brief Hand a packet to the node's layer, towards the device.
     * \param item not sent yet
     */
    void PassEgress(Ptr<QueueDiscItem> item);

    /**
     * \brief Hand a datagram to the node's layer, towards the node.
     * \param arrival the datagram
     */
    void PassIngress(const Arrival& arrival);

    /**
     * \brief Hand a datagram that an agent made to the node as if it had arrived by the device.
     * \param datagram starts with the IP header
     * \param protocol EtherType
     */
    void Inject(Ptr<const Packet> datagram, uint16_t protocol);

    /**
     * \brief Send a frame without datagram to the agent of a neighbour, by the queues that datagrams take.
     * \param frame what it holds
     * \param to link-layer address of the neighbour
     */
    void SendFrame(Ptr<Packet> frame, const Address& to);

    /**
     * \brief A frame of a neighbour's agent arrived.
     * \param device the hooked device
     * \param frame what it holds
     * \param protocol FRAME_PROTOCOL
     * \param from link-layer sender
     * \param to link-layer receiver
     * \param packetType as the device says
     */
    void ReceiveFrame(Ptr<NetDevice> device,
                      Ptr<const Packet> frame,
                      uint16_t protocol,
                      const Address& from,
                      const Address& to,
                      NetDevice::PacketType packetType);

    /// Tell the agent from now on of kept packets that a queue in front of the device drops.
    void WatchQueues();

    /**
     * \brief A queue in front of the device dropped a packet.
     * \param packet of this device or another
     */
    void NotePacketDrop(Ptr<const Packet> packet);

    /**
     * \brief The queue disc of the device dropped a packet.
     * \param item the packet
     */
    void NoteItemDrop(Ptr<const QueueDiscItem> item);

    Ptr<TrafficControlLayer> m_layer; //!< the node's own layer; null while the hook waits for the stack
    Ptr<NetDevice> m_device;          //!< the hooked device
    Ptr<WirelessAgent> m_agent;       //!< watches the device; may be null
    Ptr<WirelessLoss> m_loss;         //!< loses arriving datagrams; may be null
    Ptr<DsrGuard> m_dsrGuard;         //!< lets the node's DSR carry bursts; may be null
    std::optional<QueueSize> m_macQueue;                     //!< set if priority is wanted
    std::unique_ptr<LocalRetransmissionPriority> m_priority; //!< set while priority is in force
    ArrivalFilter m_filter;                                  //!< turns arriving datagrams away; may be empty
    Buffer m_scratch;                                        //!< room to write an IP header to

    TracedCallback<Ptr<const Packet>> m_ingress;      //!< arrived by the device
    TracedCallback<Ptr<const Packet>> m_egress;       //!< handed on towards the device
    TracedCallback<Ptr<const Packet>> m_wiredIngress; //!< came from the node
    TracedCallback<Ptr<const Packet>> m_wiredEgress;  //!< handed on to the node
};

} // namespace ns3

#endif /* WIRELESS_TRAFFIC_CONTROL_H */
