// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-scenario.h"

#include "common-options.h"
#include "icmp-unreachable-helper.h"
#include "mechanism.h"
#include "mixed-tcp.h"
#include "result-format.h"
#include "wireless-loss-helper.h"

#include "ns3/abort.h"
#include "ns3/application.h"
#include "ns3/double.h"
#include "ns3/dsr-routing.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/node-list.h"
#include "ns3/queue-size.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/wireless-agent.h"
#include "ns3/wireless-loss.h"
#include "ns3/wireless-traffic-control.h"

#include <algorithm>
#include <cctype>
#include <exception>
#include <iostream>

namespace ns3
{

using Place = Mechanism::Place;

namespace
{

constexpr uint16_t FIRST_PORT = 5001;          //!< port of the first flow's receiver
constexpr double LOSS_BELOW_MAC_FROM = 1.5;      //!< the mobile host has associated by then (s)

/**
 * \param choices words and what they mean
 * \return them as a JSON array
 */
std::string
ToJson(const std::vector<OptionChoice>& choices)
{
    std::vector<std::string> items;
    for (const auto& choice : choices)
    {
        items.push_back(JsonObject().Text("name", choice.name).Text("help", choice.help).GetLine());
    }
    return JsonObject::Array(items);
}

/**
 * \param text a message, in which a user's own words may stand
 * \return it without line breaks and other control characters
 */
std::string
OnOneLine(std::string text)
{
    std::replace_if(text.begin(), text.end(), [](char c) { return std::iscntrl(static_cast<unsigned char>(c)); }, '?');
    return text;
}

/**
 * \brief Take down the devices of nodes with DSR before anything else of them.
 *
 * Up to ns-3 3.38 DSR ends the program if it is taken down before its Wi-Fi device, of which it wants a trace source that is no
 * more; and which of the two is first depends on how often each was looked up.
 */
void
DisposeDevicesOfDsr()
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        for (uint32_t i = 0; (*node)->GetObject<dsr::DsrRouting>() && i < (*node)->GetNDevices(); i++)
        {
            (*node)->GetDevice(i)->Dispose();
        }
    }
}

/**
 * \param address an IPv4 or IPv6 address
 * \param port a port
 * \return a socket address of the two
 */
Address
WithPort(const Address& address, uint16_t port)
{
    if (Ipv4Address::IsMatchingType(address))
    {
        return InetSocketAddress(Ipv4Address::ConvertFrom(address), port);
    }
    return Inet6SocketAddress(Ipv6Address::ConvertFrom(address), port);
}

} // namespace

WirelessScenario::WirelessScenario(const std::string& name,
                                   const std::string& description,
                                   const std::vector<OptionChoice>& mechanisms)
    : m_name(name),
      m_description(description),
      m_mechanisms(mechanisms)
{
    CommonOptions::Add(m_options, m_mechanisms);
}

WirelessScenario::~WirelessScenario() = default;

ScenarioOptions&
WirelessScenario::GetOptions()
{
    return m_options;
}

void
WirelessScenario::SetDefault(const std::string& name, const std::string& value)
{
    const auto& given = m_options.GetAttributes();
    if (std::none_of(given.begin(), given.end(), [&name](const auto& attribute) { return attribute.first == name; }))
    {
        m_defaults.Set(name, value);
    }
}

int
WirelessScenario::Main(int argc, char** argv, const BuildFunction& build)
{
    int status = 2;
    try
    {
        status = Run(std::vector<std::string>(argv + std::min(argc, 1), argv + argc), build);
    }
    catch (const UsageError& error)
    {
        std::cerr << m_name << ": " << OnOneLine(error.what()) << std::endl;
    }
    catch (const std::exception& error)
    {
        std::cerr << m_name << ": " << OnOneLine(error.what()) << std::endl;
        status = 1;
    }
    DisposeDevicesOfDsr();
    Simulator::Destroy();
    return status;
}

int
WirelessScenario::Run(const std::vector<std::string>& arguments, const BuildFunction& build)
{
    m_options.Parse(arguments);
    if (m_options.WantsHelp())
    {
        std::cout << m_name << ": " << m_description << "\n\n" << m_options.GetHelpText();
        return 0;
    }
    if (m_options.WantsDescription())
    {
        std::cout << GetDescription() << "\n";
        return 0;
    }
    CommonOptions::Check(m_options);
    ApplyDefaults();
    m_recorder = std::make_unique<RunRecorder>(m_name,
                                               m_options.GetOutputFolder(),
                                               m_options.GetBoolean("series"),
                                               m_options.GetBoolean("captures"));
    build(*this);
    Simulator::Stop(Seconds(m_options.GetNumber("max_time_s")));
    Simulator::Run();
    m_recorder->Write(GetConfig());
    std::cout << m_recorder->GetSummary() << std::flush;
    if (!std::cout)
    {
        std::cerr << m_name << ": cannot write the summary to standard output: make room or send it elsewhere" << std::endl;
        return 1;
    }
    if (!m_recorder->IsComplete() && !m_measured)
    {
        std::cerr << m_name << ": the transfer did not complete within " << ResultFormat::Seconds(Simulator::Now()) << " s: "
                  << (m_recorder->HasFailed() ? "a sender gave up; lower the loss, or see the warnings in the summary"
                                              : "raise --max_time_s, lower the loss, or see the warnings in the summary")
                  << std::endl;
        return 1;
    }
    return 0;
}

void
WirelessScenario::ApplyDefaults()
{
    RngSeedManager::SetSeed(m_options.GetInteger("seed"));
    RngSeedManager::SetRun(m_options.GetInteger("run"));

    HostProfile::Get(m_options.GetChoice("profile")).Apply(m_defaults);
    TcpVariant::Get(m_options.GetChoice("tcp")).Apply(m_defaults);
    const uint64_t window = m_options.GetInteger("window_bytes");
    const uint64_t segment = m_options.GetInteger("segment_bytes");
    m_defaults.Set("ns3::TcpSocket::SegmentSize", std::to_string(segment));
    // Whole segments, or the end of the full buffer would go out as a short one now and then.
    m_defaults.Set("ns3::TcpSocket::SndBufSize", std::to_string(window / segment * segment));
    m_defaults.Set("ns3::TcpSocket::RcvBufSize", std::to_string(window));
    m_defaults.Set("ns3::TcpSocketBase::MaxWindowSize", std::to_string(std::min(window, CommonOptions::LARGEST_UNSCALED)));
    const std::string macQueue = std::to_string(m_options.GetInteger("mac_queue_packets")) + "p";
    m_defaults.Set("ns3::WifiMacQueue::MaxSize", macQueue);
    // ns-3's 500 ms is less than a full window takes at 1 Mb/s: the MAC would lose packets that no experiment meant to lose.
    m_defaults.Set("ns3::WifiMacQueue::MaxDelay", "60s");
    // Losses below the MAC hit beacons, too; the experiment is about the transfer, not about association.
    m_defaults.Set("ns3::StaWifiMac::MaxMissedBeacons", "1000000");
    // An entry that ages in the middle of a transfer would lose all but three of the packets that wait for its renewal.
    m_defaults.Set("ns3::ArpCache::AliveTimeout", "100000000s");
    m_defaults.Set("ns3::ArpCache::PendingQueueSize", "100");

    const Mechanism* mechanism = Mechanism::Find(m_options.GetChoice("mechanism"));
    if (mechanism && !mechanism->type.empty())
    {
        // Every attribute, so that the record holds also those that stay as they are.
        const TypeId type = TypeId::LookupByName(mechanism->type);
        for (std::size_t i = 0; i < type.GetAttributeN(); i++)
        {
            const auto attribute = type.GetAttribute(i);
            m_defaults.Set(mechanism->type + "::" + attribute.name,
                           attribute.originalInitialValue->SerializeToString(attribute.checker));
        }
        if (!mechanism->bufferSize.empty())
        {
            m_defaults.Set(mechanism->type + "::" + mechanism->bufferSize,
                           std::to_string(m_options.GetInteger("queue_packets")));
        }
        for (const auto& [name, value] : mechanism->preset)
        {
            m_defaults.Set(mechanism->type + "::" + name, value);
        }
    }
    if (mechanism && mechanism->hasPriority)
    {
        m_defaults.Set(mechanism->type + "::Priority", m_options.GetBoolean("priority") ? "true" : "false");
    }

    // What the user says goes before everything else.
    for (const auto& [name, value] : m_options.GetAttributes())
    {
        m_defaults.Set(name, value);
    }
}

void
WirelessScenario::InstallQueues(const NetDeviceContainer& devices)
{
    HostProfile::Get(m_options.GetChoice("profile"))
        .InstallQueues(devices, static_cast<uint32_t>(m_options.GetInteger("queue_packets")));
}

void
WirelessScenario::InstallTcp(const NodeContainer& nodes) const
{
    const TcpVariant& tcp = TcpVariant::Get(m_options.GetChoice("tcp"));
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        tcp.Install(*node);
    }
}

void
WirelessScenario::InstallQueues(const NetDeviceContainer& devices, uint32_t packets, const std::string& type)
{
    m_queueDisc = type;
    TrafficControlHelper queues;
    queues.SetRootQueueDisc(m_queueDisc, "MaxSize", QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, packets)));
    queues.Install(devices);
}

void
WirelessScenario::InstallOnHop(Ptr<NetDevice> baseStation, Ptr<NetDevice> mobile)
{
    InstallOnHop(NetDeviceContainer(baseStation), mobile);
}

void
WirelessScenario::InstallOnHop(const NetDeviceContainer& baseStations, Ptr<NetDevice> mobile)
{
    if (HasMechanism({Place::SENDER}))
    {
        throw UsageError("mechanism " + m_options.GetChoice("mechanism") +
                         " is for senders in ad hoc networks: run it in chain or manet");
    }
    InstallLoss(mobile, GetLostAt(true));
    InstallAgent(mobile, {});
    for (auto device = baseStations.Begin(); device != baseStations.End(); ++device)
    {
        InstallLoss(*device, GetLostAt(false));
        InstallAgent(*device, {Place::FORWARDER, Place::PROXY});
        m_recorder->WatchDevice(*device);
    }
}

void
WirelessScenario::InstallOnChain(const NetDeviceContainer& devices, bool everyHop, uint32_t proxySpacing)
{
    const std::string& direction = m_options.GetChoice("direction");
    const bool download = direction != "upload";
    const bool upload = direction != "download";
    const uint32_t last = devices.GetN() - 1;
    for (uint32_t i = 0; i <= last; i++)
    {
        std::set<Place> places;
        const bool sendsData = (download && i < last) || (upload && i > 0);
        const bool isLastToSend = (download && i + 1 == last) || (upload && i == 1);
        if (everyHop ? sendsData : isLastToSend)
        {
            places.insert(Place::FORWARDER);
        }
        if ((download && i == 0) || (upload && i == last))
        {
            places.insert(Place::SENDER);
        }
        if (i > 0 && i < last && i % proxySpacing == 0)
        {
            places.insert(Place::PROXY);
        }
        InstallLoss(devices.Get(i), m_options.GetChoice("loss_direction"));
        InstallAgent(devices.Get(i), places);
    }
    m_recorder->WatchDevice(devices.Get(download ? last - 1 : 1));
}

void
WirelessScenario::InstallOnEveryNode(const NetDeviceContainer& devices, Ptr<NetDevice> recorded)
{
    if (HasMechanism({Place::PROXY}))
    {
        throw UsageError("mechanism " + m_options.GetChoice("mechanism") +
                         " needs nodes that stay between sender and receiver: run it in chain or wired-wireless");
    }
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        InstallLoss(*device, m_options.GetChoice("loss_direction"));
        InstallAgent(*device, {Place::FORWARDER, Place::SENDER});
    }
    m_recorder->WatchDevice(recorded);
}

bool
WirelessScenario::HasMechanism(const std::set<Place>& places) const
{
    const Mechanism* mechanism = Mechanism::Find(m_options.GetChoice("mechanism"));
    return mechanism && places.count(mechanism->place) > 0;
}

void
WirelessScenario::InstallAgent(Ptr<NetDevice> device, std::set<Place> places)
{
    if (HasMechanism({Place::SENDER}))
    {
        IcmpUnreachableHelper().Install(NodeContainer(device->GetNode())); // every node can be a relay
    }
    places.insert(Place::EVERY_NODE);
    if (!HasMechanism(places))
    {
        return;
    }
    const Mechanism* mechanism = Mechanism::Find(m_options.GetChoice("mechanism"));
    if (mechanism->hasPriority && m_options.GetBoolean("priority"))
    {
        const auto macQueue = static_cast<uint32_t>(m_options.GetInteger("mac_queue_packets"));
        WirelessTrafficControl::Install(device)->EnablePriority(QueueSize(QueueSizeUnit::PACKETS, macQueue));
    }
    if (Ptr<WirelessAgent> agent = mechanism->install(device))
    {
        m_agents.push_back(agent);
        m_recorder->AddAgent(agent);
    }
}

const std::vector<Ptr<WirelessAgent>>&
WirelessScenario::GetAgents() const
{
    return m_agents;
}

void
WirelessScenario::AddFigure(const std::string& name, const std::function<std::optional<double>()>& value)
{
    m_recorder->AddFigure(name, value);
}

double
WirelessScenario::GetJainIndex(std::size_t flows) const
{
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < flows; i++)
    {
        const double throughput = GetFlows().at(i)->GetThroughput();
        sum += throughput;
        squares += throughput * throughput;
    }
    return squares > 0 ? sum * sum / (static_cast<double>(flows) * squares) : 1;
}

const std::vector<std::unique_ptr<FlowRecorder>>&
WirelessScenario::GetFlows() const
{
    return m_recorder->GetFlows();
}

void
WirelessScenario::AddResult(const std::string& name, const std::function<std::string()>& content)
{
    m_recorder->AddResult(name, content);
}

std::string
WirelessScenario::GetLostAt(bool mobile) const
{
    const std::string& lost = m_options.GetChoice("loss_direction");
    const std::string& direction = m_options.GetChoice("direction");
    if (direction == "both")
    {
        return lost;
    }
    const std::string arrives = (direction == "download") == mobile ? "data" : "acks";
    return lost == "both" || lost == arrives ? arrives : "";
}

void
WirelessScenario::InstallLoss(Ptr<NetDevice> device, const std::string& traffic)
{
    const auto bitsPerError = m_options.GetOptionalNumber("bits_per_error");
    const double loss = m_options.GetNumber("loss");
    if (traffic.empty() || (!bitsPerError && loss == 0))
    {
        return;
    }
    const std::string unit = bitsPerError ? "ERROR_UNIT_BIT" : "ERROR_UNIT_PACKET";
    const double rate = bitsPerError ? 1 / *bitsPerError : loss;
    if (m_options.GetChoice("loss_place") == "below-mac")
    {
        Ptr<WifiNetDevice> wifi = DynamicCast<WifiNetDevice>(device);
        if (!wifi)
        {
            throw UsageError("--loss_place=below-mac needs a Wi-Fi hop, which this scenario has not: leave it at above-mac");
        }
        Ptr<RateErrorModel> errors = CreateObject<RateErrorModel>();
        errors->SetAttribute("ErrorUnit", StringValue(unit));
        errors->SetAttribute("ErrorRate", DoubleValue(rate));
        m_lossStream += errors->AssignStreams(m_lossStream);
        // From the transfer on: management frames would be hit, too, and with them the association.
        Simulator::Schedule(Seconds(LOSS_BELOW_MAC_FROM), &WifiPhy::SetPostReceptionErrorModel, wifi->GetPhy(), errors);
        return;
    }
    WirelessLossHelper losses;
    losses.SetErrorModel("ns3::RateErrorModel", "ErrorUnit", StringValue(unit), "ErrorRate", DoubleValue(rate));
    losses.SetTraffic(traffic);
    losses.SetFrames("tcp");
    AddLoss(losses, device);
}

void
WirelessScenario::AddLoss(const WirelessLossHelper& losses, Ptr<NetDevice> device)
{
    losses.Install(NetDeviceContainer(device));
    m_lossStream += losses.AssignStreams(NetDeviceContainer(device), m_lossStream);
    m_recorder->AddLoss(WirelessTrafficControl::Get(device)->GetLoss());
}

void
WirelessScenario::AddTransfer(const FlowEnd& fixed, const FlowEnd& mobile, const Time& start)
{
    AddTransfer(fixed, mobile, start, m_options.GetChoice("tcp"));
}

void
WirelessScenario::AddTransfer(const FlowEnd& fixed, const FlowEnd& mobile, const Time& start, const std::string& tcp)
{
    const std::string& direction = m_options.GetChoice("direction");
    if (direction != "upload")
    {
        AddFlow(fixed.node, mobile.node, mobile.address, start, tcp);
    }
    if (direction != "download")
    {
        AddFlow(mobile.node, fixed.node, fixed.address, start, tcp);
    }
}

void
WirelessScenario::AddFlow(Ptr<Node> from, Ptr<Node> to, const Address& address, const Time& start)
{
    AddFlow(from, to, address, start, m_options.GetChoice("tcp"));
}

void
WirelessScenario::AddFlow(Ptr<Node> from,
                          Ptr<Node> to,
                          const Address& address,
                          const Time& start,
                          const std::string& variant)
{
    const auto port = static_cast<uint16_t>(FIRST_PORT + m_recorder->GetFlows().size());
    const TcpVariant& tcp = TcpVariant::Get(variant);
    const TypeIdValue protocol(TypeId::LookupByName(tcp.socketFactory));
    m_variants.insert(variant);
    const HostProfile& profile = HostProfile::Get(m_options.GetChoice("profile"));
    MixedTcp::Check(m_variants, profile);
    std::set<std::string> given;
    for (const auto& attribute : m_options.GetAttributes())
    {
        given.insert(attribute.first);
    }
    for (const auto& setting : tcp.settings)
    {
        if (!MixedTcp::IsPerNode(setting.name))
        {
            SetDefault(setting.name, setting.value);
        }
    }
    // Sockets of a node get what the node's TCP says when they are made, so flows of several TCPs take turns with it.
    const std::string& leaves = m_starts.emplace(std::pair(from, start), variant).first->second;
    NS_ABORT_MSG_IF(leaves != variant, "flows with different TCPs cannot leave one node at the same time");
    Simulator::Schedule(start, [from, &tcp, &profile, given] { MixedTcp::Select(from, tcp, profile, given); });
    tcp.Install(from);
    tcp.Install(to);
    Ptr<StreamSink> sink = CreateObject<StreamSink>();
    sink->SetAttribute("Protocol", protocol);
    sink->SetAttribute("Local", AddressValue(WithPort(address, port)));
    to->AddApplication(sink);
    sink->SetStartTime(Seconds(0));

    Ptr<StreamSource> source = CreateObject<StreamSource>();
    source->SetAttribute("Remote", AddressValue(WithPort(address, port)));
    source->SetAttribute("Protocol", protocol);
    const bool endless = m_options.GetOptionalNumber("measure_s") && !m_options.IsGiven("transfer_bytes");
    source->SetAttribute("MaxBytes", UintegerValue(endless ? 0 : m_options.GetInteger("transfer_bytes")));
    from->AddApplication(source);
    source->SetStartTime(start);
    source->TraceConnectWithoutContext("End", MakeCallback(&WirelessScenario::FlowEnded, this));
    if (const auto length = m_options.GetOptionalNumber("measure_s"); length && m_recorder->GetFlows().empty())
    {
        Simulator::Schedule(start + Seconds(*length), &WirelessScenario::EndMeasurement, this);
    }
    m_recorder->AddFlow(source, sink, variant);
}

void
WirelessScenario::EndMeasurement()
{
    m_measured = true;
    Simulator::Stop();
}

void
WirelessScenario::FlowEnded(bool inOrder)
{
    if (!inOrder && m_options.GetOptionalNumber("measure_s"))
    {
        return; // a connection that was given up is measured to the end like any other
    }
    m_ended++;
    if (m_ended == m_recorder->GetFlows().size())
    {
        Simulator::Stop(Seconds(1)); // the last acknowledgement passes the base station
    }
}

std::string
WirelessScenario::GetConfig() const
{
    std::string config = "[run]\n";
    config += "scenario = " + ResultFormat::Quoted(m_name) + "\n";
    config += "ns3_release = " + ResultFormat::Quoted(WTCP_NS3_RELEASE) + "\n";
    config += "module_version = " + ResultFormat::Quoted(WTCP_MODULE_VERSION) + "\n";
    config += "seed = " + std::to_string(m_options.GetInteger("seed")) + "\n";
    config += "run = " + std::to_string(m_options.GetInteger("run")) + "\n";
    const std::string& ofProfile = HostProfile::Get(m_options.GetChoice("profile")).GetQueueDisc();
    config += "queue_disc = " + ResultFormat::Quoted(m_queueDisc.empty() ? ofProfile : m_queueDisc) + "\n";
    config += "\n[options]\n" + m_options.GetToml() + "\n[attributes]\n";
    for (const auto& [name, value] : m_defaults.Get())
    {
        config += ResultFormat::Quoted(name) + " = " + ResultFormat::Quoted(value) + "\n";
    }
    return config;
}

std::string
WirelessScenario::GetDescription() const
{
    std::vector<std::string> profiles;
    for (const auto& profile : HostProfile::GetAll())
    {
        JsonObject attributes;
        for (const auto& [name, value] : profile.GetAttributes())
        {
            attributes.Text(name, value);
        }
        profiles.push_back(JsonObject()
                               .Text("name", profile.GetName())
                               .Text("help", profile.GetHelp())
                               .Text("queue_disc", profile.GetQueueDisc())
                               .Raw("attributes", attributes.GetLine())
                               .GetLine());
    }
    return JsonObject()
        .Text("scenario", m_name)
        .Text("description", m_description)
        .Raw("options", m_options.GetJson())
        .Raw("mechanisms", Mechanism::GetJson(m_mechanisms))
        .Raw("tcp", ToJson(CommonOptions::GetTcpChoices()))
        .Raw("profiles", JsonObject::Array(profiles))
        .Text("ns3_release", WTCP_NS3_RELEASE)
        .GetLine();
}

} // namespace ns3
