// SPDX-License-Identifier: GPL-2.0-only
#ifndef HANDOFF_ROUTER_H
#define HANDOFF_ROUTER_H

#include "handoff-application.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-route.h"

#include <cstdint>
#include <map>
#include <set>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * The router above the base stations: forwards what is for a mobile host to the base station that serves it and, as
 * multicast would, a copy to base stations that may serve it next, so that they can fill their buffers.
 */
class HandoffRouter : public HandoffApplication
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    HandoffRouter();
    ~HandoffRouter() override;

    /**
     * \param baseStation address of a base station on the wireless hop
     * \param nextHop its address on the link to this router
     */
    void AddBaseStation(Ipv4Address baseStation, Ipv4Address nextHop);

    /**
     * \param mobile address of a mobile host
     * \param baseStation the base station that serves it at first
     */
    void AddMobile(Ipv4Address mobile, Ipv4Address baseStation);

    /**
     * TracedCallback signature for moves.
     *
     * \param mobile the mobile host
     * \param baseStation the base station that serves it now
     */
    typedef void (*MoveCallback)(Ipv4Address mobile, Ipv4Address baseStation);

  private:
    /// Where a mobile host's packets go.
    struct Group
    {
        Ipv4Address serving;          //!< base station that serves it
        std::set<Ipv4Address> primed; //!< base stations that may be next
    };

    void StartApplication() override;
    void OnMessage(const HandoffHeader& message, const State& state) override;

    /**
     * \brief Make the route of a mobile host lead to the base station that serves it.
     * \param mobile its address
     */
    void SetRoute(Ipv4Address mobile);

    /**
     * \brief A packet is being forwarded: send copies where they are wanted.
     * \param header its IP header, as it will be sent
     * \param packet its payload
     * \param interface not used
     */
    void OnForward(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t interface);

    bool m_alwaysPrime;                              //!< whether all base stations get everything
    std::map<Ipv4Address, Ipv4Address> m_nextHops;   //!< of the base stations
    std::map<Ipv4Address, Group> m_groups;           //!< of the mobile hosts
    TracedCallback<Ipv4Address, Ipv4Address> m_move; //!< a mobile host is elsewhere
};

} // namespace ns3

#endif /* HANDOFF_ROUTER_H */
