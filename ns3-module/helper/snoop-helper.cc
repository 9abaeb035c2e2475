// SPDX-License-Identifier: GPL-2.0-only
#include "snoop-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/string.h"

namespace ns3
{

SnoopHelper::SnoopHelper()
    : WirelessAgentHelper("SnoopHelper", "ns3::SnoopAgent")
{
}

SnoopHelper::SnoopHelper(const std::string& preset)
    : SnoopHelper()
{
    for (const auto& [name, value] : GetPreset(preset))
    {
        SetAttribute(name, StringValue(value));
    }
}

std::vector<std::string>
SnoopHelper::GetPresets()
{
    return {"1995", "1997"};
}

std::map<std::string, std::string>
SnoopHelper::GetPreset(const std::string& preset)
{
    const bool in1995 = preset == "1995";
    NS_ABORT_MSG_UNLESS(in1995 || preset == "1997",
                        "SnoopHelper: there is no preset \"" << preset << "\"; the presets are 1995 and 1997");
    // What changed between the two printings; the rest is the same in both.
    return {{"DupAckThreshold", in1995 ? "1" : "2"},
            {"PartialAckRetransmission", in1995 ? "false" : "true"},
            {"MinTimeout", in1995 ? "40ms" : "200ms"}};
}

void
SnoopHelper::SetPriority(bool enable, QueueSize macQueue)
{
    SetAttribute("Priority", BooleanValue(enable));
    m_macQueue = enable ? std::optional<QueueSize>(macQueue) : std::nullopt;
}

Ptr<SnoopAgent>
SnoopHelper::Install(Ptr<NetDevice> device) const
{
    if (m_macQueue)
    {
        WirelessTrafficControl::Install(device)->EnablePriority(*m_macQueue);
    }
    return InstallOn<SnoopAgent>(device);
}

std::vector<Ptr<SnoopAgent>>
SnoopHelper::Install(NetDeviceContainer devices) const
{
    std::vector<Ptr<SnoopAgent>> agents;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        agents.push_back(Install(*device));
    }
    return agents;
}

} // namespace ns3
