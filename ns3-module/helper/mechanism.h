// SPDX-License-Identifier: GPL-2.0-only
#ifndef MECHANISM_H
#define MECHANISM_H

#include "scenario-options.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief What a base station can do for TCP in every scenario.
 */
struct Mechanism
{
    OptionChoice choice; //!< its name and help
    bool retransmits;    //!< whether it retransmits locally, so that priority means something
    std::string preset;  //!< preset of the SnoopHelper, if it retransmits
    std::string sameAs;  //!< another mechanism that this one is a name for, empty for none

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
