// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIRELESS_AGENT_H
#define WIRELESS_AGENT_H

#include "wireless-traffic-control.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/sequence-number.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>

namespace wtcp::ffi
{
struct Agent;
struct Answer;
struct Moment;
struct Outcome;
}

namespace ns3
{

class DatagramHeaders;
class KeptPacket;
class Node;

/**
 * \ingroup wireless-tcp
 *
 * An entry of an agent's diary.
 */
struct AgentEvent
{
    Time time;            //!< when it happened
    std::string kind;     //!< what happened, in lower case with hyphens: `local-retransmission`, `ack-suppressed` ...
    std::string cause;    //!< why, likewise: `duplicate-ack`, `round-trip-timer` ...; `none` if there is nothing to add
    Address source;       //!< InetSocketAddress or Inet6SocketAddress of the sender of the data
    Address destination;  //!< InetSocketAddress or Inet6SocketAddress of the receiver of the data
    SequenceNumber32 seq; //!< first sequence number of the segment concerned, or the acknowledgement number
    uint32_t length{0};   //!< length of the segment, bytes of sequence space
    Time rtt;             //!< the round trip of an `rtt-sample`; zero for other events
};

/**
 * \ingroup wireless-tcp
 *
 * An agent that watches the datagrams of one hooked device. The protocol lives in a core that sees headers only and
 * decides; this class keeps packets for it, sends them again, runs its timer and reports its diary. Subclasses make the
 * core from their attributes, which are read once, at the start of the simulation.
 */
class WirelessAgent : public Object
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    WirelessAgent();
    ~WirelessAgent() override;

    /**
     * \return IP datagrams that the agent was shown so far
     */
    uint64_t GetPacketsSeen() const;

    /**
     * \return packets that the agent keeps now
     */
    uint32_t GetHeldPackets() const;

    /**
     * \return connections that the agent knows now
     */
    uint32_t GetConnections() const;

    /**
     * \return datagrams that the agent passed on because their headers are cut or contradict themselves
     */
    uint64_t GetMalformedPackets() const;

    /**
     * \return IP fragments, which the agent passed on
     */
    uint64_t GetFragments() const;

    /**
     * \return TCP segments that the agent passed on because it knew of MaxConnections connections already
     */
    uint64_t GetUnservedPackets() const;

    /**
     * \brief Lose all state, as a node that restarts does: every connection or neighbour and every kept packet is
     * forgotten, with an entry in the diary whose cause is `reboot`.
     *
     * To be called while the simulation runs, at any time. Packets in the device's queues stay there. A Snoop agent picks
     * connections up again with their next segments.
     */
    void Reboot();

    /**
     * \return the node of the watched device; the agent must have one and not be disposed of
     */
    Ptr<Node> GetNode() const;

    /**
     * \brief For tests: make the next event end as if the core had failed.
     * \param message the failure's text
     */
    void FailNextEvent(const std::string& message);

    /**
     * TracedCallback signature for the diary.
     *
     * \param event the entry
     */
    typedef void (*EventCallback)(const AgentEvent& event);

    /**
     * TracedCallback signature for local retransmissions.
     *
     * \param segment the TCP segment as it is sent, without IP header
     * \param event what segment it is and why it is sent
     */
    typedef void (*LocalRetransmissionCallback)(Ptr<const Packet> segment, const AgentEvent& event);

  protected:
    struct Core;

    /**
     * \return whether the agent may hold back what leaves, so that DSR must not wait for it (see DsrGuard), and so has to know
     *         which arrivals will leave again
     */
    virtual bool HoldsPackets() const;

    /**
     * \brief Make the core from the attributes. The bridge throws where one is out of range; the base class makes that an error
     * which ends the simulation.
     * \return the core
     */
    virtual std::unique_ptr<Core> MakeCore() const = 0;

    /// An event that a subclass brings to the core.
    using CoreEvent = std::function<wtcp::ffi::Outcome(wtcp::ffi::Agent&, const wtcp::ffi::Moment&, wtcp::ffi::Answer&)>;

    /**
     * \brief Bring an event to the core and carry out its answer.
     * \param event calls the core
     */
    void Tell(const CoreEvent& event);

    /**
     * \return the core; ends the simulation with an error if the agent has not started yet
     */
    const Core& GetCore() const;

    /**
     * \return type of the agent, node and device, for messages
     */
    std::string Describe() const;

    /**
     * \brief End the simulation with an error.
     * \param text what is wrong
     */
    [[noreturn]] void Fail(const std::string& text) const;

    /**
     * \return whether the agent sees packets that leave when they reach the device; if not, the subclass brings them
     */
    virtual bool SeesDepartures() const;

    /**
     * \brief Ask the core about a packet that leaves.
     * \param item its header is still apart
     * \param headers its headers
     * \param pass sends it on its way
     */
    void Leave(Ptr<QueueDiscItem> item, const DatagramHeaders& headers, const std::function<void()>& pass);

    /**
     * \brief Send a copy of a kept packet again.
     * \param item the copy, its header still apart; it goes to the link-layer address that the packet was for
     */
    virtual void SendAgain(Ptr<QueueDiscItem> item);

    void DoInitialize() override;
    void DoDispose() override;

  private:
    friend class WirelessHooks;
    friend class WirelessTrafficControl;
    struct Impl;

    /**
     * \brief Watch a device.
     * \param hook the hook of the device, which outlives the agent's work
     */
    void Attach(WirelessTrafficControl* hook);

    /**
     * \brief A packet leaves by the device.
     * \param item its header is still apart
     * \param headers its headers
     */
    void OnEgress(Ptr<QueueDiscItem> item, const DatagramHeaders& headers);

    /**
     * \brief A datagram arrived by the device.
     * \param arrival the datagram
     * \param headers its headers
     */
    void OnIngress(const WirelessTrafficControl::Arrival& arrival, const DatagramHeaders& headers);

    /**
     * \brief The agent of a neighbour sent a frame without datagram.
     * \param frame what it holds
     * \param from link-layer sender
     */
    void OnFrame(Ptr<const Packet> frame, const Address& from);

    /**
     * \brief A queue in front of the device dropped a kept packet, which so was never transmitted.
     * \param id names it
     */
    void OnQueueDrop(uint64_t id);

    /// The deadline has come, or an earlier one that was put off since.
    void OnTimer();

    /// The packet that caused an event.
    struct Subject;

    /**
     * \brief Take in what the core answered: the next deadline, packets to keep, steps to carry out later, the diary.
     * \param outcome the answer, besides the lists
     * \param subject the packet that caused the event
     */
    void TakeAnswer(const wtcp::ffi::Outcome& outcome, const Subject& subject);

    /// An event is handled. Carries out the steps that wait, unless a surrounding event will.
    void EndEvent();

    /**
     * \brief Set the one timer.
     * \param deadlineNs simulated time, ns; NEVER for none
     */
    void SetDeadline(int64_t deadlineNs);

    /// Schedule the timer for the deadline.
    void Arm();

    /**
     * \brief Keep a packet for the core.
     * \param id its name
     * \param subject the packet
     */
    void Keep(uint64_t id, const Subject& subject);

    /**
     * \brief Forget a packet that its neighbour did not take. DSR is told if the MAC, too, heard nothing of the neighbour.
     * \param id names it
     */
    void Abandon(uint64_t id);

    /**
     * \param headers of a datagram that arrived
     * \return whether it is for this node
     */
    bool IsLocal(const DatagramHeaders& headers) const;

    /**
     * \return what the core should know of this moment
     */
    wtcp::ffi::Moment Now() const;

    /// Something to do for the core.
    struct Step;

    /**
     * \brief Do it.
     * \param step what to do
     */
    void CarryOut(const Step& step);

    /**
     * \brief Send a kept packet, for the first time or again.
     * \param step names it, and says what goes behind it and whether it should overtake others
     */
    void Send(const Step& step);

    /**
     * \param id names a kept packet
     * \return the packet; ends the simulation with an error if no packet is kept under that name
     */
    const KeptPacket& Kept(uint64_t id) const;

    /**
     * \param offset of a piece of what the core wrote
     * \param length of it
     * \return the piece; ends the simulation with an error if there is none
     */
    const uint8_t* Piece(uint32_t offset, uint32_t length) const;

    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max(); //!< no deadline

    std::unique_ptr<Impl> m_impl;            //!< core and packets; null before the start and after disposal
    WirelessTrafficControl* m_hook{nullptr}; //!< hook of the device
    EventId m_timer;                         //!< the one timer
    int64_t m_deadlineNs{NEVER};             //!< what the core wants, ns
    int64_t m_armedNs{NEVER};                //!< for when the timer is set, ns; not later than the deadline
    uint32_t m_depth{0};                     //!< events being handled, one inside the other
    uint64_t m_packetsSeen{0};               //!< datagrams shown to the core

    TracedCallback<const AgentEvent&> m_event;                                  //!< the diary
    TracedCallback<Ptr<const Packet>, const AgentEvent&> m_localRetransmission; //!< a packet is sent again
};

} // namespace ns3

#endif /* WIRELESS_AGENT_H */
