// SPDX-License-Identifier: GPL-2.0-only
#ifndef AGENT_EVENT_FROM_CORE_H
#define AGENT_EVENT_FROM_CORE_H

#include "wireless-agent.h"

namespace wtcp::ffi
{
struct Event;
}

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Private to the module.
 *
 * \param event from a core, of this moment
 * \return ns-3's form of it
 */
AgentEvent ToAgentEvent(const wtcp::ffi::Event& event);

} // namespace ns3

#endif /* AGENT_EVENT_FROM_CORE_H */
