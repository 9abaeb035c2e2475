// SPDX-License-Identifier: GPL-2.0-only
#ifndef HANDOFF_BASE_STATION_H
#define HANDOFF_BASE_STATION_H

#include "handoff-application.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <map>
#include <set>

namespace ns3
{

class NetDevice;
class QueueDiscItem;
class SnoopAgent;
class WirelessTrafficControl;

/**
 * \ingroup wireless-tcp
 *
 * A base station's part in a handoff. With a SnoopAgent on its wireless device it buffers for mobile hosts that others
 * serve, and hands the state of connections on; without one it only tells the router where mobile hosts are.
 */
class HandoffBaseStation : public HandoffApplication
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    HandoffBaseStation();
    ~HandoffBaseStation() override;

    /**
     * \param device wireless device
     * \param router address of the router on the link to it
     */
    void SetUp(Ptr<NetDevice> device, Ipv4Address router);

    /**
     * \param baseStation address of another base station on the wireless hop
     * \param wired its address on the wired side
     */
    void AddNeighbour(Ipv4Address baseStation, Ipv4Address wired);

    /**
     * \param mobile address of a mobile host
     * \param mac its link-layer address
     * \param absent whether another base station serves it at first
     */
    void AddMobile(Ipv4Address mobile, const Address& mac, bool absent);

    /**
     * \return this base station's address on the wireless hop
     */
    Ipv4Address GetAddress() const;

    /**
     * \brief Fix the random stream of the beacons.
     * \param stream first stream to use
     * \return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    void StartApplication() override;
    void StopApplication() override;
    void DoDispose() override;
    void OnMessage(const HandoffHeader& message, const State& state) override;

    /// Send a beacon, and schedule the next.
    void SendBeacon();

    /**
     * \brief A mobile host leaves: stop serving it at once and tell the new base station how far its connections are.
     * \param mobile the mobile host
     * \param newBaseStation where it goes
     */
    void Disable(Ipv4Address mobile, Ipv4Address newBaseStation);

    /**
     * \brief A mobile host has come.
     * \param mobile the mobile host
     * \param oldBaseStation where it comes from
     * \param report how far its connections are
     */
    void Enable(Ipv4Address mobile, Ipv4Address oldBaseStation, State report);

    /**
     * \param message to be sent
     * \param neighbour another base station, by its address on the wireless hop
     * \param state goes with it
     */
    void SendToNeighbour(const HandoffHeader& message, Ipv4Address neighbour, const State& state = {});

    Time m_beaconInterval;                            //!< mean time between beacons; zero for none
    Ptr<UniformRandomVariable> m_jitter;              //!< part of the interval after which the next beacon comes
    Ptr<NetDevice> m_device;                          //!< wireless device
    Ipv4Address m_router;                             //!< on the link to it
    Ptr<WirelessTrafficControl> m_hook;               //!< of the wireless device; may be null
    Ptr<SnoopAgent> m_agent;                          //!< on the wireless device; may be null
    std::map<Ipv4Address, Ipv4Address> m_neighbours;  //!< wired addresses of the other base stations
    std::map<Ipv4Address, Address> m_mobiles;         //!< link-layer addresses of the mobile hosts
    std::set<Ipv4Address> m_absent;                   //!< mobile hosts that others serve at first
    std::map<Ipv4Address, State> m_states;            //!< of mobile hosts that are expected
    EventId m_nextBeacon;                             //!< sends it
};

} // namespace ns3

#endif /* HANDOFF_BASE_STATION_H */
