// SPDX-License-Identifier: GPL-2.0-only
#ifndef HANDOFF_MOBILE_H
#define HANDOFF_MOBILE_H

#include "handoff-application.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

class HandoffTrigger;
class NetDevice;
class Packet;

/**
 * \ingroup wireless-tcp
 *
 * One handoff, as the mobile host sees it.
 */
struct Handoff
{
    Time start;              //!< when the beacon arrived that caused it, or the access point was lost
    Ipv4Address from;        //!< old base station
    Ipv4Address to;          //!< new base station
    bool complete{false};    //!< whether a TCP segment has come from the new base station
    Time latency;            //!< from start to the first TCP segment from the new base station, if complete
    Time silence;            //!< from the TCP segment heard before that one to it, if complete
    uint32_t packetsLost{0}; //!< TCP segments that were transmitted to the mobile host by a base station it had left
};

/**
 * \ingroup wireless-tcp
 *
 * A mobile host's part in a handoff: goes to another base station when its HandoffTrigger says so.
 */
class HandoffMobile : public HandoffApplication
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    HandoffMobile();
    ~HandoffMobile() override;

    /**
     * \param device wireless device
     */
    void SetDevice(Ptr<NetDevice> device);

    /**
     * \brief Tell of a base station. The first one serves the mobile host at first.
     * \param address on the wireless hop
     * \param device its wireless device
     */
    void AddBaseStation(Ipv4Address address, Ptr<NetDevice> device);

    /**
     * \return handoffs so far, the last of which may still be going on
     */
    const std::vector<Handoff>& GetHandoffs() const;

    /**
     * \return the base station that the mobile host sends to
     */
    Ipv4Address GetBaseStation() const;

    /**
     * \return its number
     */
    std::size_t GetServing() const;

    /**
     * \return whether a handoff is going on
     */
    bool IsMoving() const;

    /**
     * \return wireless device
     */
    Ptr<NetDevice> GetDevice() const;

    /**
     * \return how many base stations it was told of
     */
    std::size_t GetNBaseStations() const;

    /**
     * \param cell number of a base station, in the order in which it was told of them
     * \return its wireless device
     */
    Ptr<NetDevice> GetBaseStationDevice(std::size_t cell) const;

    /**
     * \brief For triggers: say whether a base station may be next, so that it is primed.
     * \param cell its number
     * \param near whether it may be next
     * \return whether the router was told, which it is when this is new
     */
    bool Announce(std::size_t cell, bool near);

    /**
     * \brief For triggers: go to another base station while the serving one is still in reach. No handoff may be going on.
     * \param cell its number
     */
    void Move(std::size_t cell);

    /**
     * \brief For triggers: the link layer has gone to a base station, which may be the one that it came from. A handoff that
     * is going on is given up.
     * \param cell its number
     * \param since when it lost the one before
     */
    void Arrive(std::size_t cell, Time since);

    /**
     * TracedCallback signature for handoffs.
     *
     * \param handoff as it is known at the time
     */
    typedef void (*HandoffCallback)(const Handoff& handoff);

  private:
    /// How far a handoff has come.
    enum class Phase
    {
        SERVED,   ///< none is going on
        LEAVING,  ///< the old base station was told, and is given time to send its last packets
        ENTERING, ///< the new base station was told, and has not answered yet
    };

    /// A base station.
    struct Cell
    {
        Ipv4Address address;   //!< on the wireless hop
        Ptr<NetDevice> device; //!< its wireless device
        bool primed{false};    //!< whether it is to prime its buffer
    };

    /// The core that knows how far connections are.
    struct Reporter;

    void StartApplication() override;
    void StopApplication() override;
    void DoDispose() override;
    void OnMessage(const HandoffHeader& message, const State& state) override;

    /**
     * \param address of a base station
     * \return its index, or the number of base stations for an unknown one
     */
    std::size_t Find(Ipv4Address address) const;

    /**
     * \brief Begin a handoff.
     * \param cell where to
     * \param start since when it counts
     */
    void Begin(std::size_t cell, Time start);

    /// End the simulation with an error if the device has an IPv6 address beyond the link: only IPv4 routes are moved.
    void RefuseIpv6() const;

    /// Take the base stations' link-layer addresses for known.
    void KnowBaseStations();

    /// Go over to the new base station.
    void Enter();

    /// Tell the new base station, again and again until it answers.
    void SendEnable();

    /// Make the default route lead over the serving base station.
    void SetRoute();

    /// Send the last acknowledgements as often as it takes to make senders retransmit.
    void SendDuplicateAcks();

    /**
     * \brief A datagram has arrived.
     * \param datagram the datagram
     * \param from its link-layer sender
     * \return whether the mobile host hears it
     */
    bool OnArrival(Ptr<const Packet> datagram, const Address& from);

    /**
     * \param datagram has arrived and was not lost
     */
    void NoteArrival(Ptr<const Packet> datagram);

    /**
     * \param datagram leaves
     */
    void NoteDeparture(Ptr<const Packet> datagram);

    bool m_primed;             //!< whether base stations prime buffers and hand state on
    uint32_t m_duplicateAcks;  //!< sent after a handoff
    bool m_overlap;            //!< whether data from a base station that was left is still heard
    Time m_oldTimeout;         //!< how long the old base station is waited for
    Time m_retryInterval;      //!< after which the new base station is told again

    Ptr<NetDevice> m_device;                 //!< wireless device
    Ptr<HandoffTrigger> m_trigger;           //!< says when to move, and where
    std::vector<Cell> m_cells;               //!< the base stations
    std::size_t m_serving{0};                //!< index of the serving one
    std::size_t m_next{0};                   //!< index of the one to go to
    Phase m_phase{Phase::SERVED};            //!< how far the handoff has come
    EventId m_timer;                         //!< gives up waiting for the old one, or tells the new one again
    Time m_lastHeard;                        //!< when the last TCP segment was heard
    std::unique_ptr<Reporter> m_reporter;    //!< knows how far connections are
    std::vector<Handoff> m_handoffs;         //!< all of them

    TracedCallback<const Handoff&> m_start;       //!< a handoff begins
    TracedCallback<const Handoff&> m_firstPacket; //!< the first TCP segment has come from the new base station
};

} // namespace ns3

#endif /* HANDOFF_MOBILE_H */
