// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-tcp-test-network.h"

#include "ns3/abort.h"
#include "ns3/csma-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/ssid.h"
#include "ns3/stream-sink.h"
#include "ns3/stream-source.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace ns3
{
namespace wirelesstcptest
{

namespace
{

constexpr uint16_t PORT = 5001;

} // namespace

const std::vector<std::pair<Hop, std::string>>&
AllHops()
{
    static const std::vector<std::pair<Hop, std::string>> hops = {
        {Hop::WIFI, "Wi-Fi"},
        {Hop::QOS_WIFI, "QoS Wi-Fi"},
        {Hop::CSMA, "CSMA"},
        {Hop::POINT_TO_POINT, "point-to-point"},
    };
    return hops;
}

TestNetwork::TestNetwork(Hop kind)
{
    nodes.Create(3);
    PointToPointHelper wire;
    wire.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    wire.SetChannelAttribute("Delay", StringValue("1ms"));
    wired = wire.Install(nodes.Get(0), nodes.Get(1));

    const NodeContainer ends(nodes.Get(1), nodes.Get(2));
    switch (kind)
    {
    case Hop::WIFI:
    case Hop::QOS_WIFI:
        InstallWifi(kind == Hop::QOS_WIFI);
        break;
    case Hop::CSMA: {
        CsmaHelper csma;
        csma.SetChannelAttribute("DataRate", StringValue("2Mbps"));
        csma.SetChannelAttribute("Delay", StringValue("10us"));
        hop = csma.Install(ends);
        csma.AssignStreams(hop, 100);
        break;
    }
    case Hop::POINT_TO_POINT: {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("2Mbps"));
        link.SetChannelAttribute("Delay", StringValue("5ms"));
        hop = link.Install(ends);
        break;
    }
    }
}

void
TestNetwork::InstallWifi(bool qos)
{
    MobilityHelper mobility;
    mobility.SetMobilityModel("ns3::ConstantPositionMobilityModel");
    mobility.Install(nodes.Get(1));
    mobility.Install(nodes.Get(2));

    WifiHelper wifi;
    wifi.SetStandard(qos ? WIFI_STANDARD_80211n : WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue(qos ? "HtMcs0" : "DsssRate11Mbps"),
                                 "ControlMode",
                                 StringValue(qos ? "HtMcs0" : "DsssRate1Mbps"));
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiMacHelper mac;
    const Ssid ssid("test");
    mac.SetType("ns3::ApWifiMac", "Ssid", SsidValue(ssid));
    hop.Add(wifi.Install(phy, mac, nodes.Get(1)));
    mac.SetType("ns3::StaWifiMac", "Ssid", SsidValue(ssid));
    hop.Add(wifi.Install(phy, mac, nodes.Get(2)));
    wifi.AssignStreams(hop, 100);
}

void
TestNetwork::InstallStack()
{
    InternetStackHelper stack;
    stack.Install(nodes);
    stack.AssignStreams(nodes, 200);
}

void
TestNetwork::AssignIpv4()
{
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    fixedAddress = addresses.Assign(wired).GetAddress(0);
    addresses.SetBase("10.1.2.0", "255.255.255.0");
    mobileAddress = addresses.Assign(hop).GetAddress(1);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
}

void
TestNetwork::AssignIpv6()
{
    Ipv6AddressHelper addresses("2001:1::", Ipv6Prefix(64));
    auto onWire = addresses.Assign(wired);
    onWire.SetForwarding(1, true);
    onWire.SetDefaultRouteInAllNodes(1);
    fixedAddress6 = onWire.GetAddress(0, 1);
    addresses.SetBase("2001:2::", Ipv6Prefix(64));
    auto onHop = addresses.Assign(hop);
    onHop.SetForwarding(0, true);
    onHop.SetDefaultRouteInAllNodes(0);
    mobileAddress6 = onHop.GetAddress(1, 1);
}

void
TestNetwork::StartTransfer(uint64_t bytes, bool ipv6)
{
    const Address to = ipv6 ? Address(Inet6SocketAddress(mobileAddress6, PORT))
                            : Address(InetSocketAddress(mobileAddress, PORT));
    StartStream(nodes.Get(0), nodes.Get(nodes.GetN() - 1), to, bytes, "ns3::TcpSocketFactory");
}

Ptr<StreamSource>
TestNetwork::StartUpload(uint64_t bytes, const std::string& protocol, bool ipv6)
{
    const Address to = ipv6 ? Address(Inet6SocketAddress(fixedAddress6, PORT))
                            : Address(InetSocketAddress(fixedAddress, PORT));
    return StartStream(nodes.Get(2), nodes.Get(0), to, bytes, protocol);
}

Ptr<StreamSource>
TestNetwork::StartStream(Ptr<Node> from,
                         Ptr<Node> to,
                         const Address& address,
                         uint64_t bytes,
                         const std::string& protocol)
{
    const TypeIdValue factory(TypeId::LookupByName(protocol));
    const Address any = InetSocketAddress::IsMatchingType(address)
                            ? Address(InetSocketAddress(Ipv4Address::GetAny(), PORT))
                            : Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT));
    m_sink = CreateObject<StreamSink>();
    m_sink->SetAttribute("Local", AddressValue(any));
    m_sink->SetAttribute("Protocol", factory);
    to->AddApplication(m_sink);
    Ptr<StreamSource> source = CreateObject<StreamSource>();
    source->SetAttribute("Remote", AddressValue(address));
    source->SetAttribute("Protocol", factory);
    source->SetAttribute("MaxBytes", UintegerValue(bytes));
    source->SetStartTime(start);
    from->AddApplication(source);
    return source;
}

uint64_t
TestNetwork::GetDelivered() const
{
    return std::min(m_sink->GetTotalRx(), m_sink->GetFirstMismatch());
}

void
TestNetwork::SendUdp(uint32_t packets, uint32_t size, Time at)
{
    Ptr<Socket> receiver = Socket::CreateSocket(nodes.Get(nodes.GetN() - 1), UdpSocketFactory::GetTypeId());
    receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    receiver->SetRecvCallback(MakeCallback(&TestNetwork::CountUdp, this));
    Ptr<Socket> sender = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
    const InetSocketAddress to(mobileAddress, PORT);
    Simulator::ScheduleWithContext(nodes.Get(0)->GetId(), at, [=]() {
        for (uint32_t i = 0; i < packets; i++)
        {
            sender->SendTo(Create<Packet>(size), 0, to);
        }
    });
}

void
TestNetwork::CountUdp(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
        m_udp++;
    }
}

uint32_t
TestNetwork::GetUdpReceived() const
{
    return m_udp;
}

void
TestNetwork::RecordFrames()
{
    for (uint32_t i = 0; i < hop.GetN(); i++)
    {
        PointerValue phy;
        if (hop.Get(i)->GetAttributeFailSafe("Phy", phy))
        {
            phy.GetObject()->TraceConnectWithoutContext("PhyTxBegin",
                                                        MakeCallback(&TestNetwork::RecordWifiFrame, this));
        }
        else
        {
            hop.Get(i)->TraceConnectWithoutContext("PhyTxBegin", MakeCallback(&TestNetwork::RecordFrame, this));
        }
    }
}

void
TestNetwork::RecordWifiFrame(Ptr<const Packet> frame, double)
{
    RecordFrame(frame);
}

void
TestNetwork::RecordFrame(Ptr<const Packet> frame)
{
    std::string bytes(frame->GetSize(), '\0');
    frame->CopyData(reinterpret_cast<uint8_t*>(bytes.data()), bytes.size());
    m_frames.emplace_back(Simulator::Now(), bytes);
}

const std::vector<std::pair<Time, std::string>>&
TestNetwork::GetFrames() const
{
    return m_frames;
}

int
RunInChild(const std::function<void()>& body, std::string& output)
{
    int ends[2];
    NS_ABORT_MSG_IF(pipe(ends) != 0, "no pipe");
    const pid_t child = fork();
    NS_ABORT_MSG_IF(child < 0, "no child process");
    if (child == 0)
    {
        const rlimit none{0, 0};
        setrlimit(RLIMIT_CORE, &none);
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        // Statics that the body makes are destroyed, but not the test suites: they object to it in the middle of a test.
        std::atexit([]() { _exit(0); });
        body();
        std::exit(0);
    }
    close(ends[1]);
    output.clear();
    char buffer[4096];
    for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
    {
        output.append(buffer, n);
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace wirelesstcptest
} // namespace ns3
