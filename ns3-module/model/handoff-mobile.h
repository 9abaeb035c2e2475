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

class MobilityModel;
class NetDevice;
class Packet;
class PropagationLossModel;

/**
 * \ingroup wireless-tcp
 *
 * One handoff, as the mobile host sees it.
 */
struct Handoff
{
    Time start;              //!< when the beacon arrived that caused it
    Ipv4Address from;        //!< old base station
    Ipv4Address to;          //!< new base station
    bool complete{false};    //!< whether a TCP segment has come from the new base station
    Time latency;            //!< from start to the first TCP segment from the new base station, if complete
    uint32_t packetsLost{0}; //!< TCP segments that were transmitted to the mobile host by a base station it had left
};

/**
 * \ingroup wireless-tcp
 *
 * A mobile host's part in a handoff: hears beacons, decides for the strongest base station, and moves there.
 *
 * A beacon's strength is computed from the places of both ends by a propagation loss model, which should be that of the
 * channel: ns-3's Wi-Fi hands data frames up without their signal strength.
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
     * \param device its wireless device; its node must have a mobility model
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
        Ipv4Address address;      //!< on the wireless hop
        Ptr<NetDevice> device;    //!< its wireless device
        double strengthDbm{0};    //!< of its last beacon
        Time heard{Seconds(-1)};  //!< when that came; negative for never
        bool primed{false};       //!< whether it is to prime its buffer
    };

    /// The core that knows how far connections are.
    struct Reporter;

    void StartApplication() override;
    void StopApplication() override;
    void DoDispose() override;
    void OnMessage(const HandoffHeader& message, const State& state) override;

    /**
     * \brief A beacon has come: see whether to move, or whether a move comes near.
     * \param cell its base station
     */
    void OnBeacon(std::size_t cell);

    /**
     * \param address of a base station
     * \return its index, or the number of base stations for an unknown one
     */
    std::size_t Find(Ipv4Address address) const;

    /**
     * \brief Begin to move.
     * \param cell where to
     */
    void Start(std::size_t cell);

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
    double m_hysteresisDb;     //!< by which a base station must be stronger
    double m_anticipationDb;   //!< by which it may be weaker to be primed
    Time m_oldTimeout;         //!< how long the old base station is waited for
    Time m_retryInterval;      //!< after which the new base station is told again

    Ptr<NetDevice> m_device;                 //!< wireless device
    Ptr<PropagationLossModel> m_propagation; //!< gives strengths
    std::vector<Cell> m_cells;               //!< the base stations
    std::size_t m_serving{0};                //!< index of the serving one
    std::size_t m_next{0};                   //!< index of the one to go to
    Phase m_phase{Phase::SERVED};            //!< how far the handoff has come
    EventId m_timer;                         //!< gives up waiting for the old one, or tells the new one again
    std::unique_ptr<Reporter> m_reporter;    //!< knows how far connections are
    std::vector<Handoff> m_handoffs;         //!< all of them

    TracedCallback<const Handoff&> m_start;       //!< a handoff begins
    TracedCallback<const Handoff&> m_firstPacket; //!< the first TCP segment has come from the new base station
};

} // namespace ns3

#endif /* HANDOFF_MOBILE_H */
