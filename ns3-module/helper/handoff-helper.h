// SPDX-License-Identifier: GPL-2.0-only
#ifndef HANDOFF_HELPER_H
#define HANDOFF_HELPER_H

#include "ns3/handoff-base-station.h"
#include "ns3/handoff-mobile.h"
#include "ns3/handoff-router.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Installs the three parts of the handoff protocol: on a router, on the base stations below it, and on mobile hosts. Call it
 * after addresses are assigned, and after Snoop agents are installed where there are to be any. All wireless devices are in
 * one IPv4 network; the routes of hosts and base stations are the scenario's, those that lead to mobile hosts and from them are
 * set here.
 */
class HandoffHelper
{
  public:
    HandoffHelper();

    /**
     * \param name of an attribute of HandoffRouter
     * \param value its value
     */
    void SetRouterAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \param name of an attribute of HandoffBaseStation
     * \param value its value
     */
    void SetBaseStationAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \param name of an attribute of HandoffMobile, not Trigger
     * \param value its value
     */
    void SetMobileAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Choose what makes mobile hosts move; a HandoffBeaconTrigger if not called.
     * \param type name of a HandoffTrigger
     */
    void SetTrigger(const std::string& type);

    /**
     * \param name of an attribute of the trigger
     * \param value its value
     */
    void SetTriggerAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Install the fixed part.
     * \param router the router
     * \param wired the base stations' devices towards it
     * \param wireless the base stations' wireless devices, in the same order
     */
    void InstallNetwork(Ptr<Node> router, const NetDeviceContainer& wired, const NetDeviceContainer& wireless);

    /**
     * \brief Install a mobile host, after the fixed part.
     * \param device its wireless device
     * \param first index of the base station that serves it at first
     * \return its application
     */
    Ptr<HandoffMobile> InstallMobile(Ptr<NetDevice> device, std::size_t first = 0);

    /**
     * \brief Fix the random streams.
     * \param stream first stream to use
     * \return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    ObjectFactory m_routerFactory;                         //!< makes the router's part
    ObjectFactory m_baseStationFactory;                    //!< makes the base stations' parts
    ObjectFactory m_mobileFactory;                         //!< makes the mobile hosts' parts
    ObjectFactory m_triggerFactory;                        //!< makes what tells them to move
    Ptr<HandoffRouter> m_router;                           //!< null before InstallNetwork
    std::vector<Ptr<HandoffBaseStation>> m_baseStations;   //!< in the order given
    NetDeviceContainer m_wireless;                         //!< their wireless devices
};

} // namespace ns3

#endif /* HANDOFF_HELPER_H */
