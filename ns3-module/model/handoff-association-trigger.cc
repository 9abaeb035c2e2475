// SPDX-License-Identifier: GPL-2.0-only
#include "handoff-association-trigger.h"

#include "handoff-mobile.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/sta-wifi-mac.h"
#include "ns3/wifi-net-device.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HandoffAssociationTrigger");

NS_OBJECT_ENSURE_REGISTERED(HandoffAssociationTrigger);

TypeId
HandoffAssociationTrigger::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HandoffAssociationTrigger")
                            .SetParent<HandoffTrigger>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<HandoffAssociationTrigger>();
    return tid;
}

HandoffAssociationTrigger::HandoffAssociationTrigger()
{
    NS_LOG_FUNCTION(this);
}

HandoffAssociationTrigger::~HandoffAssociationTrigger()
{
    NS_LOG_FUNCTION(this);
}

void
HandoffAssociationTrigger::DoStart()
{
    Ptr<NetDevice> device = GetMobile()->GetDevice();
    Ptr<WifiNetDevice> wifi = DynamicCast<WifiNetDevice>(device);
    Ptr<StaWifiMac> mac = wifi ? DynamicCast<StaWifiMac>(wifi->GetMac()) : nullptr;
    NS_ABORT_MSG_UNLESS(mac,
                        "HandoffAssociationTrigger: device "
                            << device->GetIfIndex() << " of node " << device->GetNode()->GetId()
                            << " associates with nobody; give it a StaWifiMac, or use HandoffBeaconTrigger");
    const Ptr<HandoffAssociationTrigger> self = this;
    mac->TraceConnectWithoutContext("Assoc", MakeCallback(&HandoffAssociationTrigger::NoteAssociation, self));
    mac->TraceConnectWithoutContext("DeAssoc", MakeCallback(&HandoffAssociationTrigger::OnDisassociation, self));
}

void
HandoffAssociationTrigger::OnBeacon(std::size_t /* cell */)
{
    // The MAC's own beacons count.
}

void
HandoffAssociationTrigger::NoteAssociation(Mac48Address accessPoint)
{
    // The MAC sends nothing before its state has changed, and the link's coming up empties the ARP cache.
    Simulator::ScheduleNow(&HandoffAssociationTrigger::OnAssociation, Ptr<HandoffAssociationTrigger>(this), accessPoint);
}

void
HandoffAssociationTrigger::OnAssociation(Mac48Address accessPoint)
{
    NS_LOG_FUNCTION(this << accessPoint);
    HandoffMobile* mobile = GetMobile();
    if (!mobile)
    {
        return;
    }
    const Time since = m_lost.IsStrictlyNegative() ? Simulator::Now() : m_lost;
    m_lost = Seconds(-1);
    for (std::size_t i = 0; i < mobile->GetNBaseStations(); i++)
    {
        if (Mac48Address::ConvertFrom(mobile->GetBaseStationDevice(i)->GetAddress()) == accessPoint)
        {
            mobile->Arrive(i, since);
            return;
        }
    }
    NS_LOG_WARN("associated with " << accessPoint << ", which is no base station of the handoff protocol");
}

void
HandoffAssociationTrigger::OnDisassociation(Mac48Address /* accessPoint */)
{
    NS_LOG_FUNCTION(this);
    m_lost = m_lost.IsStrictlyNegative() ? Simulator::Now() : m_lost;
}

} // namespace ns3
