// SPDX-License-Identifier: GPL-2.0-only
#include "snoop-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"
#include "ns3/wireless-traffic-control.h"

namespace ns3
{

SnoopHelper::SnoopHelper()
{
    m_factory.SetTypeId("ns3::SnoopAgent");
}

SnoopHelper::SnoopHelper(const std::string& preset)
    : SnoopHelper()
{
    const bool in1995 = preset == "1995";
    NS_ABORT_MSG_UNLESS(in1995 || preset == "1997",
                        "SnoopHelper: there is no preset \"" << preset << "\"; the presets are 1995 and 1997");
    // What changed between the two printings; the rest is the same in both.
    SetAttribute("DupAckThreshold", UintegerValue(in1995 ? 1 : 2));
    SetAttribute("PartialAckRetransmission", BooleanValue(!in1995));
    SetAttribute("MinTimeout", TimeValue(MilliSeconds(in1995 ? 40 : 200)));
}

std::vector<std::string>
SnoopHelper::GetPresets()
{
    return {"1995", "1997"};
}

void
SnoopHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
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
    Ptr<WirelessTrafficControl> hook = WirelessTrafficControl::Install(device);
    if (m_macQueue)
    {
        hook->EnablePriority(*m_macQueue);
    }
    Ptr<SnoopAgent> agent = m_factory.Create<SnoopAgent>();
    hook->SetAgent(agent);
    return agent;
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
