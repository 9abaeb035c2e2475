// SPDX-License-Identifier: GPL-2.0-only
#include "common-options.h"

#include "attribute-defaults.h"
#include "host-profile.h"
#include "mechanism.h"

#include "ns3/type-id.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <string>

namespace ns3
{

namespace
{

constexpr double LARGEST_SEED = 4294944442; //!< of RngStream: its second modulus less one
constexpr double NO_LIMIT = std::numeric_limits<double>::max();

/// Attributes that a default does not reach, because the scenario sets them on the objects, and what to give instead.
const std::map<std::string, std::string> SET_BY_SCENARIO = {
    {"ns3::StreamSource::", "give --transfer_bytes"},
    {"ns3::StreamSink::", "give --transfer_bytes"},
    {"ns3::RateErrorModel::", "give --bits_per_error or --loss"},
    {"ns3::WirelessLoss::", "give --loss_direction"},
    {"ns3::SnoopAgent::Priority", "give --priority"},
    {"ns3::TcpSocket::RcvBufSize", "give --window_bytes"},
    {"ns3::TcpSocket::SndBufSize", "give --window_bytes"},
    {"ns3::TcpSocket::SegmentSize", "give --segment_bytes"},
    {"ns3::TcpSocketBase::MaxWindowSize", "give --window_bytes"},
    {"ns3::FifoQueueDisc::MaxSize", "give --queue_packets"},
    {"ns3::FqCoDelQueueDisc::MaxSize", "give --queue_packets"},
    {"ns3::WifiMacQueue::MaxSize", "give --mac_queue_packets"},
};

/// Attributes that take the name of a type, and the type it must descend from: ns-3 itself does not ask.
const std::map<std::string, std::string> FAMILIES = {
    {"ns3::TcpL4Protocol::SocketType", "ns3::TcpCongestionOps"},
    {"ns3::TcpL4Protocol::RecoveryType", "ns3::TcpRecoveryOps"},
    {"ns3::TcpL4Protocol::RttEstimatorType", "ns3::RttEstimator"},
};

/**
 * Turn anything with a name and a help line into choices.
 *
 * \tparam Items a container
 * \tparam ToChoice a function
 * \param items the things
 * \param toChoice makes a choice of one
 * \return the choices
 */
template <typename Items, typename ToChoice>
std::vector<OptionChoice>
Choices(const Items& items, ToChoice toChoice)
{
    std::vector<OptionChoice> choices;
    std::transform(items.begin(), items.end(), std::back_inserter(choices), toChoice);
    return choices;
}

/// \return the host profiles
std::vector<OptionChoice>
ProfileChoices()
{
    return Choices(HostProfile::GetAll(),
                   [](const HostProfile& profile) { return OptionChoice{profile.GetName(), profile.GetHelp()}; });
}

/**
 * Checks what the single options cannot: combinations.
 *
 * \param options the options as given
 */
void
CheckCombinations(const ScenarioOptions& options)
{
    if (options.GetNumber("loss") > 0 && options.GetOptionalNumber("bits_per_error"))
    {
        throw UsageError("--loss and --bits_per_error exclude each other: give one of them");
    }
    if (options.GetInteger("window_bytes") < options.GetInteger("segment_bytes"))
    {
        throw UsageError("--window_bytes is smaller than one segment: give at least --segment_bytes");
    }
    const auto attributes = HostProfile::Get(options.GetChoice("profile")).GetAttributes();
    if (options.GetInteger("window_bytes") > CommonOptions::LARGEST_UNSCALED &&
        attributes.at("ns3::TcpSocketBase::WindowScaling") == "false")
    {
        throw UsageError("--window_bytes is above 65535 but profile " + options.GetChoice("profile") +
                         " has no window scaling: give less, or --profile=modern");
    }
    if ((options.GetBoolean("series") || options.GetBoolean("captures")) && options.GetOutputFolder().empty())
    {
        throw UsageError("--series and --captures write files: say where with --out=DIR");
    }
}

/**
 * Checks the attributes of the command line for what would have no effect or crash ns-3.
 *
 * \param options the options as given
 */
void
CheckAttributes(const ScenarioOptions& options)
{
    for (const auto& [name, value] : options.GetAttributes())
    {
        for (const auto& [prefix, remedy] : SET_BY_SCENARIO)
        {
            if (name.rfind(prefix, 0) == 0)
            {
                throw UsageError("the scenario sets " + name + " itself: " + remedy);
            }
        }
        const auto family = FAMILIES.find(name);
        TypeId tid;
        if (family != FAMILIES.end() && TypeId::LookupByNameFailSafe(value, &tid) &&
            (!tid.IsChildOf(TypeId::LookupByName(family->second)) || !tid.HasConstructor()))
        {
            throw UsageError("ns-3 cannot use " + value + " for " + name + ": give a type that can be made and is a " +
                             family->second);
        }
    }
}

} // namespace

void
CommonOptions::Add(ScenarioOptions& options, const std::vector<OptionChoice>& mechanisms)
{
    options.AddChoice("mechanism", "none", Mechanism::GetChoices(mechanisms), "what the base station does for TCP");
    options.AddChoice("tcp", "newreno", GetTcpChoices(), "TCP of the hosts");
    options.AddChoice("profile", "bsd-1995", ProfileChoices(), "what the hosts are like");
    options.AddOptionalNumber("bits_per_error", "bit", {1, NO_LIMIT}, "mean distance between bit errors; 64 Kb is 65536");
    options.AddNumber("loss", "", 0, {0, 1}, "probability that a packet is lost on the wireless hop, instead of bit errors");
    options.AddChoice("loss_place",
                        "above-mac",
                        {{"above-mac", "TCP-bearing datagrams are lost after the MAC has received them"},
                         {"below-mac", "frames are lost in the receiver's PHY, uncounted, and 802.11 sends them again"}},
                        "where losses happen");
    options.AddChoice("loss_direction",
                        "both",
                        {{"both", "data and acknowledgements"}, {"data", "data"}, {"acks", "acknowledgements"}},
                        "what is lost");
    options.AddChoice("direction",
                        "download",
                        {{"download", "from the fixed to the mobile host"},
                         {"upload", "from the mobile to the fixed host"},
                         {"both", "a transfer each way at once"}},
                        "which way the data goes");
    options.AddInteger("transfer_bytes", "byte", 10485760, {1, 1e12}, "length of the transfer");
    options.AddInteger("segment_bytes", "byte", 1460, {32, 1460}, "largest segment, options not counted; delays are measured per segment");
    options.AddInteger("window_bytes",
                         "byte",
                         LARGEST_UNSCALED,
                         {64, 1073725440},
                         "window and receive buffer; the send buffer is rounded down to whole segments. At most 65535 where the profile has no window scaling");
    options.AddInteger("queue_packets", "packet", 100, {1, 1000000}, "queue of every device, above the device itself");
    options.AddInteger("mac_queue_packets", "packet", 2, {1, 1000000}, "queue inside a Wi-Fi device");
    options.AddBoolean("priority", true, "whether local retransmissions overtake packets in the base station's queue");
    options.AddInteger("seed", "", 1, {1, LARGEST_SEED}, "seed of the random numbers");
    options.AddInteger("run", "", 1, {1, 1e9}, "number of the run; runs of one seed are independent");
    options.AddNumber("max_time_s", "s", 20000, {0, 1e8, true}, "simulated time after which the run is given up");
    options.AddOptionalNumber("measure_s",
                                "s",
                                {0, 1e8, true},
                                "how long to measure from the start of the first flow on: what has arrived by then is the result, were it "
                                "nothing. The transfer has no end unless transfer_bytes is given");
    options.AddBoolean("series", false, "whether to write cwnd.csv, rtt.csv, throughput.csv, delay.csv and sequence.csv");
    options.AddBoolean("captures", false, "whether to write captures of both sides of the base station's agent");
}

void
CommonOptions::Check(const ScenarioOptions& options)
{
    CheckCombinations(options);
    CheckAttributes(options);
}

std::vector<OptionChoice>
CommonOptions::GetTcpChoices()
{
    return Choices(TcpVariant::GetAll(), [](const TcpVariant& tcp) { return OptionChoice{tcp.name, tcp.help}; });
}

} // namespace ns3
