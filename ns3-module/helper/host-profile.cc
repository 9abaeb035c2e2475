// SPDX-License-Identifier: GPL-2.0-only
#include "host-profile.h"

#include "attribute-defaults.h"
#include "closest-match.h"
#include "tcp-variant-helper.h"

#include "ns3/abort.h"
#include "ns3/classic-reno-socket-factory.h"
#include "ns3/dcr-socket-factory.h"
#include "ns3/eln-socket-factory.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/queue-size.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3
{

namespace
{

/// Settings that a release may lack carry this mark.
constexpr bool OPTIONAL = true;
/// Settings that every supported release has.
constexpr bool REQUIRED = false;

/// What both profiles share: ns-3's defaults, written out because defaults change between releases.
const std::vector<HostProfile::Setting> COMMON = {
    {"ns3::TcpL4Protocol::RttEstimatorType", "ns3::RttMeanDeviation", REQUIRED},
    {"ns3::RttEstimator::InitialEstimation", "1s", REQUIRED},
    {"ns3::RttMeanDeviation::Alpha", "0.125", REQUIRED},
    {"ns3::RttMeanDeviation::Beta", "0.25", REQUIRED},
    {"ns3::TcpSocket::InitialSlowStartThreshold", "4294967295", REQUIRED},
    {"ns3::TcpSocket::ConnTimeout", "3s", REQUIRED},
    {"ns3::TcpSocket::ConnCount", "6", REQUIRED},
    {"ns3::TcpSocket::DelAckTimeout", "200ms", REQUIRED},
    {"ns3::TcpSocket::DelAckCount", "2", REQUIRED},
    {"ns3::TcpSocket::PersistTimeout", "6s", REQUIRED},
    {"ns3::TcpSocketBase::MaxSegLifetime", "120", REQUIRED},
    {"ns3::TcpSocketBase::MaxWindowSize", "65535", REQUIRED},
    {"ns3::TcpSocketBase::MinRto", "1s", REQUIRED},
    {"ns3::TcpSocketBase::ReTxThreshold", "3", REQUIRED},
    {"ns3::TcpSocketBase::UseEcn", "Off", REQUIRED},
    {"ns3::TcpSocketState::EnablePacing", "false", REQUIRED},
    {"ns3::TcpSocketState::PaceInitialWindow", "false", REQUIRED},
    {"ns3::TcpSocketState::MaxPacingRate", "4Gb/s", REQUIRED},
    {"ns3::TcpSocketState::PacingSsRatio", "200", REQUIRED},
    {"ns3::TcpSocketState::PacingCaRatio", "120", REQUIRED},
    {"ns3::TcpPrrRecovery::ReductionBound", "SSRB", OPTIONAL}, // up to 3.42
    {"ns3::TcpSocketBase::UseAbe", "false", OPTIONAL},         // from 3.45
    {"ns3::TcpSocketBase::Fack", "false", OPTIONAL},           // from 3.47
};

/// A BSD host of the time: no options, coarse clock, plain queues. Its own TCP was Reno; see the variant `reno`.
const std::vector<HostProfile::Setting> BSD_1995 = {
    {"ns3::TcpL4Protocol::SocketType", "ns3::TcpNewReno", REQUIRED},
    {"ns3::TcpL4Protocol::RecoveryType", "ns3::TcpClassicRecovery", REQUIRED},
    {"ns3::TcpSocket::SndBufSize", "65535", REQUIRED},
    {"ns3::TcpSocket::RcvBufSize", "65535", REQUIRED},
    {"ns3::TcpSocket::SegmentSize", "1460", REQUIRED},
    {"ns3::TcpSocket::InitialCwnd", "1", REQUIRED},
    {"ns3::TcpSocket::DataRetries", "12", REQUIRED}, // TCP_MAXRXTSHIFT
    // Nagle's algorithm is off although BSD had it: ns-3 applies it to retransmissions, too, so a lost last segment
    // shorter than a full one would never be sent again. A bulk transfer is not touched by it otherwise.
    {"ns3::TcpSocket::TcpNoDelay", "true", REQUIRED},
    {"ns3::TcpSocketBase::WindowScaling", "false", REQUIRED},
    {"ns3::TcpSocketBase::Sack", "false", REQUIRED},
    {"ns3::TcpSocketBase::Timestamp", "false", REQUIRED},
    {"ns3::TcpSocketBase::LimitedTransmit", "false", REQUIRED},
    {"ns3::TcpSocketBase::ClockGranularity", "500ms", REQUIRED},
};

/// ns-3's own defaults.
const std::vector<HostProfile::Setting> MODERN = {
    {"ns3::TcpL4Protocol::SocketType", "ns3::TcpCubic", REQUIRED},
    {"ns3::TcpL4Protocol::RecoveryType", "ns3::TcpPrrRecovery", REQUIRED},
    {"ns3::TcpSocket::SndBufSize", "131072", REQUIRED},
    {"ns3::TcpSocket::RcvBufSize", "131072", REQUIRED},
    {"ns3::TcpSocket::SegmentSize", "536", REQUIRED},
    {"ns3::TcpSocket::InitialCwnd", "10", REQUIRED},
    {"ns3::TcpSocket::DataRetries", "6", REQUIRED},
    {"ns3::TcpSocket::TcpNoDelay", "true", REQUIRED},
    {"ns3::TcpSocketBase::WindowScaling", "true", REQUIRED},
    {"ns3::TcpSocketBase::Sack", "true", REQUIRED},
    {"ns3::TcpSocketBase::Timestamp", "true", REQUIRED},
    {"ns3::TcpSocketBase::LimitedTransmit", "true", REQUIRED},
    {"ns3::TcpSocketBase::ClockGranularity", "1ms", REQUIRED},
};

/**
 * \param socketType TypeId name of a congestion control
 * \return the setting that selects it
 */
HostProfile::Setting
SocketType(const std::string& socketType)
{
    return {"ns3::TcpL4Protocol::SocketType", socketType, REQUIRED};
}

/**
 * \tparam Item a thing with a name
 * \tparam NameOf a function
 * \param items the things there are
 * \param name the name of the one wanted
 * \param what what they are, for messages
 * \param nameOf says the name of one
 * \return the one wanted
 * \throws UsageError if there is none of that name
 */
template <typename Item, typename NameOf>
const Item&
FindByName(const std::vector<Item>& items, const std::string& name, const std::string& what, NameOf nameOf)
{
    std::vector<std::string> names;
    for (const auto& item : items)
    {
        if (nameOf(item) == name)
        {
            return item;
        }
        names.push_back(nameOf(item));
    }
    throw UsageError("unknown " + what + " \"" + name + "\": " + Suggest(name, names));
}

/// Reno, whatever else a variant adds to it.
const std::vector<HostProfile::Setting> RENO = {SocketType("ns3::TcpClassicReno"),
                                                {"ns3::TcpL4Protocol::RecoveryType", "ns3::TcpClassicRecovery", REQUIRED},
                                                {"ns3::TcpSocketBase::Sack", "false", REQUIRED}};

/**
 * \param settings settings
 * \param setting one more
 * \return all of them
 */
std::vector<HostProfile::Setting>
With(std::vector<HostProfile::Setting> settings, const HostProfile::Setting& setting)
{
    settings.push_back(setting);
    return settings;
}

/// Every variant known; those whose congestion control this ns-3 lacks are not offered.
const std::vector<TcpVariant> VARIANTS = {
    {"reno",
     "classic Reno, as 4.3BSD had it: a partial acknowledgement ends fast recovery; no SACK",
     RENO,
     "ns3::ClassicRenoSocketFactory"},
    {"eln",
     "classic Reno that understands Explicit Loss Notification; retransmits on the third marked duplicate",
     With(RENO, {"ns3::ElnSocketFactory::RetransmitThreshold", "3", REQUIRED}),
     "ns3::ElnSocketFactory"},
    {"eln-rxmt",
     "the same, but retransmits on the first marked duplicate",
     With(RENO, {"ns3::ElnSocketFactory::RetransmitThreshold", "1", REQUIRED}),
     "ns3::ElnSocketFactory"},
    {"newreno", "NewReno (RFC 6582); SACK as the profile has it", {SocketType("ns3::TcpNewReno")}},
    {"sack",
     "NewReno with selective acknowledgements (RFC 2018, RFC 6675)",
     {SocketType("ns3::TcpNewReno"), {"ns3::TcpSocketBase::Sack", "true", REQUIRED}}},
    {"linux-reno", "Reno as Linux computes it", {SocketType("ns3::TcpLinuxReno")}},
    {"cubic", "CUBIC (RFC 9438)", {SocketType("ns3::TcpCubic")}},
    {"bbr", "BBR version 1; paces its segments", {SocketType("ns3::TcpBbr")}},
    {"westwood-plus", "Westwood+: window from the estimated bandwidth", {SocketType("ns3::TcpWestwoodPlus")}},
    // Up to 3.37 one class has both, and its default is the mode that 3.38 removed as wrong.
    {"westwood-plus",
     "Westwood+: window from the estimated bandwidth",
     {SocketType("ns3::TcpWestwood"), {"ns3::TcpWestwood::ProtocolType", "WestwoodPlus", REQUIRED}}},
    {"westwood-plus-2004",
     "Westwood+ as published in 2004; ns-3's own estimates in other ways",
     {SocketType("ns3::TcpWestwoodPlus2004")}},
    {"lim",
     "NewReno with Lim's adaptive loss differentiation",
     {SocketType("ns3::TcpLossDifferentiation")}},
    {"zigzag", "NewReno with Zigzag loss differentiation", {SocketType("ns3::TcpZigzag")}},
    {"mbiaz", "NewReno with mBiaz loss differentiation", {SocketType("ns3::TcpMbiaz")}},
    {"spike", "NewReno with Spike loss differentiation", {SocketType("ns3::TcpSpike")}},
    {"oracle",
     "NewReno that knows why segments are lost, where a scenario keeps a loss ledger",
     {SocketType("ns3::TcpLossOracle")}},
    {"casablanca",
     "NewReno that marks segments for router queues to drop first and reads the cause off the holes (TCP-Casablanca)",
     {SocketType("ns3::TcpCasablanca")}},
    {"dcr",
     "NewReno that waits a round trip with its answer to duplicate acknowledgements (TCP-DCR)",
     {SocketType("ns3::TcpNewReno"), {"ns3::TcpSocketBase::LimitedTransmit", "true", REQUIRED}},
     "ns3::DcrSocketFactory"},
    {"hop-by-hop",
     "NewReno with at most four segments in flight and a retransmission timeout twice as long (end-to-end part of Hop-by-Hop TCP)",
     {SocketType("ns3::TcpHopByHop")}},
    {"adaptive-cwl",
     "NewReno with an upper bound of its window from the length of the path",
     {SocketType("ns3::TcpAdaptiveWindowLimit")}},
    {"muzha", "TCP Muzha: the window does what the routers of the path ask for", {SocketType("ns3::TcpMuzha")}},
    {"two-layer",
     "the end-to-end layer of Heimlicher's two-layer transport: windows, acknowledgements and timeouts in segments of 32 packets",
     {SocketType("ns3::TcpTwoLayer"),
      {"ns3::TcpSocket::DelAckCount", "32", REQUIRED},
      {"ns3::TcpSocket::DelAckTimeout", "3s", REQUIRED}, // what is left of a segment at the end of a stream
      {"ns3::TcpSocketBase::MinRto", "6s", REQUIRED},
      {"ns3::TcpSocketBase::ReTxThreshold", "4294967295", REQUIRED},
      {"ns3::TcpSocketBase::Sack", "false", REQUIRED},
      {"ns3::TcpSocketBase::LimitedTransmit", "false", REQUIRED}}},
    {"veno", "Veno: tells random loss from congestion by the queue it estimates", {SocketType("ns3::TcpVeno")}},
    {"vegas", "Vegas: delay based", {SocketType("ns3::TcpVegas")}},
    {"bic", "BIC", {SocketType("ns3::TcpBic")}},
    {"highspeed", "HighSpeed TCP (RFC 3649)", {SocketType("ns3::TcpHighSpeed")}},
    {"htcp", "H-TCP", {SocketType("ns3::TcpHtcp")}},
    {"hybla", "Hybla: for long round trips", {SocketType("ns3::TcpHybla")}},
    {"illinois", "Illinois: loss and delay based", {SocketType("ns3::TcpIllinois")}},
    {"scalable", "Scalable TCP", {SocketType("ns3::TcpScalable")}},
    {"yeah", "YeAH", {SocketType("ns3::TcpYeah")}},
    {"lp", "TCP-LP: low priority", {SocketType("ns3::TcpLp")}},
    {"ledbat", "LEDBAT (RFC 6817)", {SocketType("ns3::TcpLedbat")}},
};

} // namespace

HostProfile::HostProfile(std::string name, std::string help, std::string queueDisc, std::vector<Setting> settings)
    : m_name(std::move(name)),
      m_help(std::move(help)),
      m_queueDisc(std::move(queueDisc)),
      m_settings(std::move(settings))
{
    m_settings.insert(m_settings.end(), COMMON.begin(), COMMON.end());
}

const std::vector<HostProfile>&
HostProfile::GetAll()
{
    static const std::vector<HostProfile> profiles = {
        HostProfile("bsd-1995",
                    "hosts of 1995: no SACK, window scaling, timestamps or limited transmit, 500 ms clock, FIFO queues",
                    "ns3::FifoQueueDisc",
                    BSD_1995),
        HostProfile("modern", "ns-3's own defaults, but TCP variant, segment and window as the options say; FqCoDel queues", "ns3::FqCoDelQueueDisc", MODERN),
    };
    return profiles;
}

const HostProfile&
HostProfile::Get(const std::string& name)
{
    return FindByName(GetAll(), name, "host profile", [](const HostProfile& profile) { return profile.m_name; });
}

const std::string&
HostProfile::GetName() const
{
    return m_name;
}

const std::string&
HostProfile::GetHelp() const
{
    return m_help;
}

const std::string&
HostProfile::GetQueueDisc() const
{
    return m_queueDisc;
}

std::map<std::string, std::string>
HostProfile::GetAttributes() const
{
    std::map<std::string, std::string> attributes;
    for (const auto& setting : m_settings)
    {
        if (!setting.optional || AttributeDefaults::Exists(setting.name))
        {
            attributes[setting.name] = setting.value;
        }
    }
    return attributes;
}

void
HostProfile::Apply(AttributeDefaults& defaults) const
{
    for (const auto& [name, value] : GetAttributes())
    {
        defaults.Set(name, value);
    }
}

void
HostProfile::InstallQueues(const NetDeviceContainer& devices, uint32_t packets) const
{
    NS_ABORT_MSG_IF(packets == 0, "a queue needs room for at least one packet");
    TrafficControlHelper queues;
    queues.SetRootQueueDisc(m_queueDisc, "MaxSize", QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, packets)));
    queues.Install(devices);
}

const std::vector<TcpVariant>&
TcpVariant::GetAll()
{
    static const std::vector<TcpVariant> present = [] {
        std::vector<TcpVariant> found;
        std::copy_if(VARIANTS.begin(), VARIANTS.end(), std::back_inserter(found), [](const TcpVariant& variant) {
            TypeId tid;
            return TypeId::LookupByNameFailSafe(variant.settings.front().value, &tid);
        });
        return found;
    }();
    return present;
}

const TcpVariant&
TcpVariant::Get(const std::string& name)
{
    return FindByName(GetAll(), name, "TCP variant", [](const TcpVariant& variant) { return variant.name; });
}

void
TcpVariant::Apply(AttributeDefaults& defaults) const
{
    for (const auto& setting : settings)
    {
        defaults.Set(setting.name, setting.value);
    }
}

void
TcpVariant::Install(Ptr<Node> node) const
{
    // ns-3's own factory comes with the Internet stack.
    if (socketFactory == ClassicRenoSocketFactory::GetTypeId().GetName())
    {
        ClassicRenoHelper().Install(node);
    }
    else if (socketFactory == ElnSocketFactory::GetTypeId().GetName())
    {
        ElnHelper().Install(node);
    }
    else if (socketFactory == DcrSocketFactory::GetTypeId().GetName())
    {
        DcrHelper().Install(node);
    }
}

} // namespace ns3
