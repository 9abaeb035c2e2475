// SPDX-License-Identifier: GPL-2.0-only
#ifndef LOSS_DIFFERENTIATOR_CORE_H
#define LOSS_DIFFERENTIATOR_CORE_H

#include "loss-differentiator.h"

#include "ns3/abort.h"
#include "ns3/nstime.h"

// cxx.h first: it declares rust::Error, which the generated header may not.
#include "rust/cxx.h"
#include "wtcp-bridge/src/loss.rs.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace ns3
{

/// The scheme behind a LossDifferentiator. Private to the module: no public header may name a Rust type.
struct LossDifferentiator::Core
{
    rust::Box<wtcp::loss::LossDifferentiator> scheme; //!< the scheme
};

namespace losscore
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
    try
    {
        return make(config);
    }
    catch (const rust::Error& error)
    {
        NS_ABORT_MSG(error.what());
    }
}

/**
 * \param attribute its full name
 * \param text "one-way" or "round-trip"; anything else ends the simulation with an error
 * \return the kind of delay
 */
wtcp::loss::DelayKind ParseDelay(const std::string& attribute, const std::string& text);

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

} // namespace losscore

} // namespace ns3

#endif // LOSS_DIFFERENTIATOR_CORE_H
