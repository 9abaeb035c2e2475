// SPDX-License-Identifier: GPL-2.0-only
#include "chain-test-network.h"

#include "ns3/abort.h"
#include "ns3/aodv-module.h"
#include "ns3/double.h"
#include "ns3/dsr-module.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/olsr-module.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/yans-wifi-helper.h"

namespace ns3
{
namespace wirelesstcptest
{

namespace
{

constexpr int64_t ROUTING_STREAM = 300;

/**
 * \param nodes neighbours hear each other, others do not
 * \return their devices
 */
NetDeviceContainer
InstallAdHoc(const NodeContainer& nodes)
{
    MobilityHelper mobility;
    mobility.SetPositionAllocator("ns3::GridPositionAllocator",
                                  "DeltaX",
                                  DoubleValue(100),
                                  "GridWidth",
                                  UintegerValue(nodes.GetN()));
    mobility.Install(nodes);
    YansWifiChannelHelper channel;
    channel.SetPropagationDelay("ns3::ConstantSpeedPropagationDelayModel");
    channel.AddPropagationLoss("ns3::RangePropagationLossModel", "MaxRange", DoubleValue(150));
    YansWifiPhyHelper phy;
    phy.SetChannel(channel.Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue("DsssRate2Mbps"),
                                 "ControlMode",
                                 StringValue("DsssRate1Mbps"));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    NetDeviceContainer devices = wifi.Install(phy, mac, nodes);
    wifi.AssignStreams(devices, 100);
    return devices;
}

/**
 * \param nodes have no addresses yet
 * \param helper of a routing protocol
 */
template <typename Helper>
void
InstallStackWith(const NodeContainer& nodes, Helper& helper)
{
    InternetStackHelper stack;
    stack.SetRoutingHelper(helper);
    stack.Install(nodes);
    stack.AssignStreams(nodes, 200);
}

} // namespace

const std::vector<std::string>&
AllRoutings()
{
    static const std::vector<std::string> routings = {"static", "aodv", "olsr", "dsr"};
    return routings;
}

ChainNetwork::ChainNetwork(const std::string& how,
                           uint32_t size,
                           const std::function<void(const NetDeviceContainer&)>& withDevices)
    : routing(how)
{
    start = Seconds(30); // OLSR knows all routes by then
    nodes.Create(size);
    hop = InstallAdHoc(nodes);
    if (withDevices)
    {
        withDevices(hop);
    }
    Ipv4StaticRoutingHelper staticRouting;
    if (routing == "aodv")
    {
        AodvHelper aodv;
        InstallStackWith(nodes, aodv);
        aodv.AssignStreams(nodes, ROUTING_STREAM);
    }
    else if (routing == "olsr")
    {
        OlsrHelper olsr;
        InstallStackWith(nodes, olsr);
        olsr.AssignStreams(nodes, ROUTING_STREAM);
    }
    else
    {
        InstallStackWith(nodes, staticRouting);
    }
    if (routing == "dsr")
    {
        DsrHelper dsr;
        DsrMainHelper().Install(dsr, nodes);
        for (uint32_t i = 0; i < size; i++)
        {
            nodes.Get(i)->GetObject<dsr::DsrRouting>()->AssignStreams(ROUTING_STREAM + i);
        }
    }
    const auto interfaces = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(hop);
    mobileAddress = interfaces.GetAddress(size - 1);
    for (uint32_t i = 0; routing == "static" && i < size; i++)
    {
        auto table = staticRouting.GetStaticRouting(nodes.Get(i)->GetObject<Ipv4>());
        if (i + 1 < size)
        {
            table->AddHostRouteTo(mobileAddress, interfaces.GetAddress(i + 1), 1);
        }
        if (i > 0)
        {
            table->AddHostRouteTo(interfaces.GetAddress(0), interfaces.GetAddress(i - 1), 1);
        }
    }
}

} // namespace wirelesstcptest
} // namespace ns3
