// SPDX-License-Identifier: GPL-2.0-only
#ifndef RUST_CORE_H
#define RUST_CORE_H

#include "ns3/abort.h"
#include "ns3/nstime.h"

#include "rust/cxx.h"

#include <cstdint>
#include <limits>
#include <string>

namespace ns3
{

/// What classes with a Rust core have in common. Private to the module: no public header may name a Rust type.
namespace rustcore
{

/// For what must be above 0: checkers include their bounds.
constexpr double SMALLEST = std::numeric_limits<double>::min();

/**
 * \param time not negative
 * \return nanoseconds
 */
inline uint64_t
ToNs(Time time)
{
    return static_cast<uint64_t>(time.GetNanoSeconds());
}

// Static, or the library would export names made of cxx's types, which another module with a Rust archive has, too.

/**
 * Make a core, or end the simulation with what the core has against its settings.
 *
 * \param make a function of the bridge
 * \param config its settings
 * \return the core
 */
template <typename Made, typename Config>
static Made
Make(Made (*make)(const Config&), const Config& config)
{
    std::string refusal;
    try
    {
        return make(config);
    }
    catch (const rust::Error& error)
    {
        refusal = error.what();
    }
    NS_ABORT_MSG(refusal); // outside, or the exception would be reported as well
}

/**
 * End the simulation if a core had a fault.
 *
 * \param core the core
 * \param name whose core it is
 */
template <typename Core>
static void
CheckFault(const Core& core, const std::string& name)
{
    const std::string fault(core->fault());
    NS_ABORT_MSG_UNLESS(fault.empty(), name << ": its core failed: " << fault);
}

} // namespace rustcore

} // namespace ns3

#endif // RUST_CORE_H
