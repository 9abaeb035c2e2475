// SPDX-License-Identifier: GPL-2.0-only
#include "mixed-tcp.h"

#include "attribute-defaults.h"

#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3
{

namespace
{

/// Attributes of a node's TCP.
const std::string PER_NODE = "ns3::TcpL4Protocol::";

/**
 * \param variant a variant
 * \return its settings that hold for all nodes
 */
std::map<std::string, std::string>
GetCommonSettings(const TcpVariant& variant)
{
    std::map<std::string, std::string> common;
    for (const auto& setting : variant.settings)
    {
        if (!MixedTcp::IsPerNode(setting.name))
        {
            common[setting.name] = setting.value;
        }
    }
    return common;
}

} // namespace

bool
MixedTcp::IsPerNode(const std::string& setting)
{
    return setting.compare(0, PER_NODE.size(), PER_NODE) == 0;
}

void
MixedTcp::Check(const std::set<std::string>& variants, const HostProfile& profile)
{
    const auto hosts = profile.GetAttributes();
    for (const auto& name : variants)
    {
        for (const auto& [attribute, value] : GetCommonSettings(TcpVariant::Get(name)))
        {
            for (const auto& other : variants)
            {
                const auto settings = GetCommonSettings(TcpVariant::Get(other));
                // What neither the other one nor the hosts set concerns the one alone.
                const auto own = settings.find(attribute);
                const auto ofHosts = hosts.find(attribute);
                const std::string wanted =
                    own != settings.end() ? own->second : ofHosts != hosts.end() ? ofHosts->second : value;
                if (wanted != value)
                {
                    throw UsageError("TCP variants " + name + " and " + other + " need different " + attribute +
                                     ", which all nodes share: combine others");
                }
            }
        }
    }
}

void
MixedTcp::Select(Ptr<Node> node,
                 const TcpVariant& variant,
                 const HostProfile& profile,
                 const std::set<std::string>& given)
{
    std::map<std::string, std::string> wanted = profile.GetAttributes();
    for (const auto& setting : variant.settings)
    {
        wanted[setting.name] = setting.value;
    }
    for (const auto& [name, value] : wanted)
    {
        if (IsPerNode(name) && given.count(name) == 0)
        {
            node->GetObject<TcpL4Protocol>()->SetAttribute(name.substr(PER_NODE.size()), StringValue(value));
        }
    }
}

} // namespace ns3
