// SPDX-License-Identifier: GPL-2.0-only
#ifndef MECHANISM_H
#define MECHANISM_H

#include "scenario-options.h"

#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

class WirelessAgent;

/**
 * \ingroup wireless-tcp
 * \brief What nodes between the ends of a connection, or those ends below TCP, can do for it in every scenario.
 */
struct Mechanism
{
    /// On which devices of a network it is.
    enum class Place
    {
        NOWHERE,    ///< on none
        FORWARDER,  ///< on those that data leaves by towards the next wireless hop: the base station, or each node of a chain
        EVERY_NODE, ///< on all, those of the receivers included
        SENDER,     ///< on those of the senders of data
        PROXY,      ///< on those of some nodes between sender and receiver
    };

    /// Puts the mechanism on a device; returns null if that is no agent.
    using InstallFunction = std::function<Ptr<WirelessAgent>(Ptr<NetDevice>)>;

    OptionChoice choice;                         //!< its name and help
    Place place{Place::NOWHERE};                 //!< where it is
    std::string type{};                          //!< TypeId name of what is installed
    std::map<std::string, std::string> preset{}; //!< its attributes that differ from the defaults
    InstallFunction install{};                   //!< puts it on a device
    bool hasPriority{false};                     //!< whether its local retransmissions can overtake others
    std::string bufferSize{};                    //!< its attribute that the option queue_packets sets, empty for none
    std::string sameAs{};                        //!< another mechanism that this one is a name for, empty for none

    /**
     * \param name a mechanism's name
     * \return the mechanism; null if it is a scenario's own
     */
    static const Mechanism* Find(const std::string& name);

    /**
     * \param own a scenario's own mechanisms
     * \return all mechanisms
     */
    static std::vector<OptionChoice> GetChoices(const std::vector<OptionChoice>& own);

    /**
     * \param own a scenario's own mechanisms
     * \return all mechanisms as JSON
     */
    static std::string GetJson(const std::vector<OptionChoice>& own);
};

} // namespace ns3

#endif // MECHANISM_H
