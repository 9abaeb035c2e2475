// SPDX-License-Identifier: GPL-2.0-only
#include "handoff-helper.h"

#include "ns3/abort.h"
#include "ns3/channel.h"
#include "ns3/handoff-trigger.h"
#include "ns3/ipv4.h"
#include "ns3/net-device.h"
#include "ns3/pointer.h"

namespace ns3
{

namespace
{

/**
 * \param device a device
 * \return its first IPv4 address
 */
Ipv4Address
AddressOf(Ptr<NetDevice> device)
{
    Ptr<Ipv4> ipv4 = device->GetNode()->GetObject<Ipv4>();
    const int32_t interface = ipv4 ? ipv4->GetInterfaceForDevice(device) : -1;
    NS_ABORT_MSG_IF(interface < 0 || ipv4->GetNAddresses(interface) == 0,
                    "HandoffHelper: node " << device->GetNode()->GetId() << ", device " << device->GetIfIndex()
                                           << " has no IPv4 address; assign addresses first");
    return ipv4->GetAddress(interface, 0).GetLocal();
}

/**
 * \param device a device of a base station
 * \param router the router
 * \return the router's address on the link between the two
 */
Ipv4Address
RouterAddress(Ptr<NetDevice> device, Ptr<Node> router)
{
    Ptr<Channel> channel = device->GetChannel();
    for (std::size_t i = 0; channel && i < channel->GetNDevices(); i++)
    {
        if (channel->GetDevice(i)->GetNode() == router)
        {
            return AddressOf(channel->GetDevice(i));
        }
    }
    NS_ABORT_MSG("HandoffHelper: node " << device->GetNode()->GetId() << ", device " << device->GetIfIndex()
                                        << " has no link to the router, node " << router->GetId());
}

} // namespace

HandoffHelper::HandoffHelper()
{
    m_routerFactory.SetTypeId("ns3::HandoffRouter");
    m_baseStationFactory.SetTypeId("ns3::HandoffBaseStation");
    m_mobileFactory.SetTypeId("ns3::HandoffMobile");
    m_triggerFactory.SetTypeId("ns3::HandoffBeaconTrigger");
}

void
HandoffHelper::SetRouterAttribute(const std::string& name, const AttributeValue& value)
{
    m_routerFactory.Set(name, value);
}

void
HandoffHelper::SetBaseStationAttribute(const std::string& name, const AttributeValue& value)
{
    m_baseStationFactory.Set(name, value);
}

void
HandoffHelper::SetMobileAttribute(const std::string& name, const AttributeValue& value)
{
    m_mobileFactory.Set(name, value);
}

void
HandoffHelper::SetTrigger(const std::string& type)
{
    TypeId tid;
    NS_ABORT_MSG_UNLESS(TypeId::LookupByNameFailSafe(type, &tid) && tid.IsChildOf(HandoffTrigger::GetTypeId()),
                        "HandoffHelper::SetTrigger: " << type
                                                      << " is no HandoffTrigger; give ns3::HandoffBeaconTrigger or "
                                                         "ns3::HandoffAssociationTrigger");
    m_triggerFactory = ObjectFactory();
    m_triggerFactory.SetTypeId(type);
}

void
HandoffHelper::SetTriggerAttribute(const std::string& name, const AttributeValue& value)
{
    m_triggerFactory.Set(name, value);
}

void
HandoffHelper::InstallNetwork(Ptr<Node> router, const NetDeviceContainer& wired, const NetDeviceContainer& wireless)
{
    NS_ABORT_MSG_IF(m_router, "HandoffHelper::InstallNetwork: called twice; a helper installs one network");
    NS_ABORT_MSG_IF(wired.GetN() != wireless.GetN() || wired.GetN() == 0,
                    "HandoffHelper::InstallNetwork: " << wired.GetN() << " wired and " << wireless.GetN()
                                                      << " wireless devices; give one of each for every base station");
    m_wireless = wireless;
    m_router = m_routerFactory.Create<HandoffRouter>();
    router->AddApplication(m_router);
    for (uint32_t i = 0; i < wired.GetN(); i++)
    {
        m_router->AddBaseStation(AddressOf(wireless.Get(i)), AddressOf(wired.Get(i)));
        Ptr<HandoffBaseStation> baseStation = m_baseStationFactory.Create<HandoffBaseStation>();
        baseStation->SetUp(wireless.Get(i), RouterAddress(wired.Get(i), router));
        for (uint32_t j = 0; j < wired.GetN(); j++)
        {
            if (i != j)
            {
                baseStation->AddNeighbour(AddressOf(wireless.Get(j)), AddressOf(wired.Get(j)));
            }
        }
        wireless.Get(i)->GetNode()->AddApplication(baseStation);
        m_baseStations.push_back(baseStation);
    }
}

Ptr<HandoffMobile>
HandoffHelper::InstallMobile(Ptr<NetDevice> device, std::size_t first)
{
    NS_ABORT_MSG_UNLESS(first < m_baseStations.size(),
                        "HandoffHelper::InstallMobile: there is no base station " << first
                                                                                  << "; call InstallNetwork first");
    const Ipv4Address address = AddressOf(device);
    Ptr<HandoffMobile> mobile = m_mobileFactory.Create<HandoffMobile>();
    mobile->SetDevice(device);
    mobile->SetAttribute("Trigger", PointerValue(m_triggerFactory.Create<HandoffTrigger>()));
    m_router->AddMobile(address, AddressOf(m_wireless.Get(first)));
    for (std::size_t n = 0; n < m_baseStations.size(); n++)
    {
        const std::size_t i = (first + n) % m_baseStations.size();
        mobile->AddBaseStation(AddressOf(m_wireless.Get(i)), m_wireless.Get(i));
        m_baseStations[i]->AddMobile(address, device->GetAddress(), i != first);
    }
    device->GetNode()->AddApplication(mobile);
    return mobile;
}

int64_t
HandoffHelper::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (const auto& baseStation : m_baseStations)
    {
        used += baseStation->AssignStreams(stream + used);
    }
    return used;
}

} // namespace ns3
