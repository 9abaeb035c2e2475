// SPDX-License-Identifier: GPL-2.0-only
#ifndef LOSS_DIFFERENTIATOR_CORE_H
#define LOSS_DIFFERENTIATOR_CORE_H

#include "loss-differentiator.h"
#include "rust-core.h"

// cxx.h first: it declares rust::Error, which the generated header may not.
#include "rust/cxx.h"
#include "wtcp-bridge/src/loss.rs.h"

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

/**
 * \param attribute its full name
 * \param text "one-way" or "round-trip"; anything else ends the simulation with an error
 * \return the kind of delay
 */
wtcp::loss::DelayKind ParseDelay(const std::string& attribute, const std::string& text);

} // namespace losscore

} // namespace ns3

#endif // LOSS_DIFFERENTIATOR_CORE_H
