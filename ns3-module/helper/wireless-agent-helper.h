// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIRELESS_AGENT_HELPER_H
#define WIRELESS_AGENT_HELPER_H

#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"
#include "ns3/wireless-traffic-control.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * What the helpers of all agents have in common.
 */
class WirelessAgentHelper
{
  public:
    /**
     * \brief Set an attribute of the agents installed from now on. Ends the simulation with an error that names the
     * attributes there are if there is none of that name, or if it does not take that value.
     * \param name of an attribute of the agent
     * \param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

  protected:
    /**
     * \param helper name of the helper, for messages
     * \param agent TypeId name of the agents
     */
    WirelessAgentHelper(const std::string& helper, const std::string& agent);

    /**
     * \brief Hook a device in place and put an agent on it.
     * \tparam Agent its class
     * \param device the device
     * \return the agent
     */
    template <typename Agent>
    Ptr<Agent> InstallOn(Ptr<NetDevice> device) const
    {
        Ptr<WirelessTrafficControl> hook = WirelessTrafficControl::Install(device);
        Ptr<Agent> agent = m_factory.Create<Agent>();
        hook->SetAgent(agent);
        return agent;
    }

    /**
     * \brief Hook devices in place and put an agent on each.
     * \tparam Agent its class
     * \param devices the devices
     * \return the agents, in the order of the devices
     */
    template <typename Agent>
    std::vector<Ptr<Agent>> InstallOnEach(const NetDeviceContainer& devices) const
    {
        std::vector<Ptr<Agent>> agents;
        for (auto device = devices.Begin(); device != devices.End(); ++device)
        {
            agents.push_back(InstallOn<Agent>(*device));
        }
        return agents;
    }

  private:
    std::string m_name;      //!< of the helper
    ObjectFactory m_factory; //!< makes the agents
};

} // namespace ns3

#endif /* WIRELESS_AGENT_HELPER_H */
