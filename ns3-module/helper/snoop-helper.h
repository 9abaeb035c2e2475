// SPDX-License-Identifier: GPL-2.0-only
#ifndef SNOOP_HELPER_H
#define SNOOP_HELPER_H

#include "wireless-agent-helper.h"

#include "ns3/queue-size.h"
#include "ns3/snoop-agent.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Puts Snoop agents on the wireless devices of base stations.
 */
class SnoopHelper : public WirelessAgentHelper
{
  public:
    /**
     * Agents with the defaults of SnoopAgent's attributes, which are those of the preset `1995`.
     */
    SnoopHelper();

    /**
     * Agents with a named set of attributes.
     *
     * \param preset `1995` or `1997`: the protocol as printed in that year
     */
    explicit SnoopHelper(const std::string& preset);

    /**
     * \return the names of the presets
     */
    static std::vector<std::string> GetPresets();

    /**
     * \param preset `1995` or `1997`
     * \return the attributes of SnoopAgent that the preset sets, and their values in text form
     */
    static std::map<std::string, std::string> GetPreset(const std::string& preset);

    /**
     * \brief Let local retransmissions overtake packets that wait for the device.
     *
     * WirelessTrafficControl::EnablePriority says what happens to the queues. It matters neither whether addresses are
     * assigned before or after Install nor whether a queue disc of one's own is.
     *
     * \param enable whether they do
     * \param macQueue new size of the device's own queue, at least one packet; what waits there cannot be overtaken.
     *        Devices with a queue for each access category keep theirs
     */
    void SetPriority(bool enable, QueueSize macQueue = QueueSize("2p"));

    /**
     * \brief Hook a device in place and put an agent on it.
     * \param device a wireless device of a base station
     * \return the agent
     */
    Ptr<SnoopAgent> Install(Ptr<NetDevice> device) const;

    /**
     * \brief Hook devices in place and put an agent on each.
     * \param devices wireless devices of base stations
     * \return the agents, in the order of the devices
     */
    std::vector<Ptr<SnoopAgent>> Install(NetDeviceContainer devices) const;

  private:
    std::optional<QueueSize> m_macQueue; //!< set if priority is wanted
};

} // namespace ns3

#endif /* SNOOP_HELPER_H */
