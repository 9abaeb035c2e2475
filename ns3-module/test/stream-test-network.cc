// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"

#include "ns3/attribute-defaults.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/host-profile.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace wirelesstcptest
{

StreamTestNetwork::StreamTestNetwork(uint64_t bytes,
                                     const std::list<uint32_t>& lostFrames,
                                     const std::string& tcp,
                                     const std::map<std::string, std::string>& settings)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    AttributeDefaults defaults;
    HostProfile::Get("bsd-1995").Apply(defaults);
    const TcpVariant& variant = TcpVariant::Get(tcp);
    variant.Apply(defaults);
    defaults.Set("ns3::TcpSocket::SegmentSize", std::to_string(SEGMENT));
    for (const auto& [name, value] : settings)
    {
        defaults.Set(name, value);
    }

    NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mb/s"));
    link.SetChannelAttribute("Delay", StringValue("5ms"));
    NetDeviceContainer devices = link.Install(nodes);
    device = devices.Get(0);
    Ptr<ReceiveListErrorModel> losses = CreateObject<ReceiveListErrorModel>();
    losses->SetList(lostFrames);
    devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
    InternetStackHelper().Install(nodes);
    variant.Install(nodes.Get(0));
    variant.Install(nodes.Get(1));
    const TypeIdValue protocol(TypeId::LookupByName(variant.socketFactory));
    HostProfile::Get("bsd-1995").InstallQueues(devices, 100);
    Ipv4InterfaceContainer addresses = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);

    const InetSocketAddress receiver(addresses.GetAddress(1), 5001);
    sink = CreateObject<StreamSink>();
    sink->SetAttribute("Local", AddressValue(receiver));
    sink->SetAttribute("Protocol", protocol);
    nodes.Get(1)->AddApplication(sink);
    sink->SetStartTime(Seconds(0));
    source = CreateObject<StreamSource>();
    source->SetAttribute("Remote", AddressValue(receiver));
    source->SetAttribute("MaxBytes", UintegerValue(bytes));
    source->SetAttribute("Protocol", protocol);
    nodes.Get(0)->AddApplication(source);
    source->SetStartTime(Seconds(1));
}

StreamTestNetwork::~StreamTestNetwork()
{
    Simulator::Destroy();
    Config::Reset();
}

void
StreamTestNetwork::Run()
{
    Simulator::Stop(Seconds(1000));
    Simulator::Run();
}

} // namespace wirelesstcptest

} // namespace ns3
