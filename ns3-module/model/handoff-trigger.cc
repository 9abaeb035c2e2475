// SPDX-License-Identifier: GPL-2.0-only
#include "handoff-trigger.h"

#include "ns3/abort.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HandoffTrigger");

NS_OBJECT_ENSURE_REGISTERED(HandoffTrigger);

TypeId
HandoffTrigger::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HandoffTrigger").SetParent<Object>().SetGroupName("WirelessTcp");
    return tid;
}

HandoffTrigger::HandoffTrigger()
{
    NS_LOG_FUNCTION(this);
}

HandoffTrigger::~HandoffTrigger()
{
    NS_LOG_FUNCTION(this);
}

void
HandoffTrigger::Start(HandoffMobile* mobile)
{
    NS_LOG_FUNCTION(this << mobile);
    NS_ABORT_MSG_IF(m_used, GetInstanceTypeId().GetName() << ": serves one mobile host; give each its own trigger");
    m_used = true;
    m_mobile = mobile;
    DoStart();
}

void
HandoffTrigger::Stop()
{
    NS_LOG_FUNCTION(this);
    m_mobile = nullptr;
}

HandoffMobile*
HandoffTrigger::GetMobile() const
{
    return m_mobile;
}

} // namespace ns3
