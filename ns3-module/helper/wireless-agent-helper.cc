// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-agent-helper.h"

#include "ns3/abort.h"

namespace ns3
{

WirelessAgentHelper::WirelessAgentHelper(const std::string& helper, const std::string& agent)
    : m_name(helper)
{
    m_factory.SetTypeId(agent);
}

void
WirelessAgentHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    const TypeId tid = m_factory.GetTypeId();
    TypeId::AttributeInformation info;
    if (!tid.LookupAttributeByName(name, &info))
    {
        std::string known;
        for (std::size_t i = 0; i < tid.GetAttributeN(); i++)
        {
            known += (i == 0 ? "" : ", ") + tid.GetAttribute(i).name;
        }
        NS_ABORT_MSG(m_name << ": " << tid.GetName() << " has no attribute " << name << "; it has " << known);
    }
    Ptr<AttributeValue> valid = info.checker->CreateValidValue(value);
    NS_ABORT_MSG_UNLESS(valid,
                        m_name << ": " << tid.GetName() << "::" << name << " does not take "
                               << value.SerializeToString(info.checker) << "; " << info.help);
    m_factory.Set(name, value);
}

} // namespace ns3
