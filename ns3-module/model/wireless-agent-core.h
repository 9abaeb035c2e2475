// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIRELESS_AGENT_CORE_H
#define WIRELESS_AGENT_CORE_H

#include "rust-core.h"
#include "wireless-agent.h"

// cxx.h first: it declares rust::Error, which the generated header may not.
#include "rust/cxx.h"
#include "wtcp-bridge/src/lib.rs.h"

#include <utility>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * The Rust core of an agent. Private to the module: no public header may name a Rust type.
 */
struct WirelessAgent::Core
{
    /**
     * \param a the core
     */
    explicit Core(rust::Box<wtcp::ffi::Agent> a)
        : agent(std::move(a))
    {
    }

    rust::Box<wtcp::ffi::Agent> agent; //!< the core
};

} // namespace ns3

#endif /* WIRELESS_AGENT_CORE_H */
