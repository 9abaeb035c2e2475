// SPDX-License-Identifier: GPL-2.0-only
#ifndef COMMON_OPTIONS_H
#define COMMON_OPTIONS_H

#include "scenario-options.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief The options that every scenario has, and what must hold among them.
 */
struct CommonOptions
{
    static constexpr uint64_t LARGEST_UNSCALED = 65535; //!< largest window without window scaling (bytes)

    /**
     * \param options gets them
     * \param mechanisms the scenario's own mechanisms
     */
    static void Add(ScenarioOptions& options, const std::vector<OptionChoice>& mechanisms);

    /**
     * \param options as given
     * \throws UsageError if options contradict each other, or an attribute would have no effect or crash ns-3
     */
    static void Check(const ScenarioOptions& options);

    /// \return the TCP variants of this ns-3
    static std::vector<OptionChoice> GetTcpChoices();
};

} // namespace ns3

#endif // COMMON_OPTIONS_H
