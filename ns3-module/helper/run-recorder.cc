// SPDX-License-Identifier: GPL-2.0-only
#include "run-recorder.h"

#include "result-format.h"

#include "ns3/abort.h"
#include "ns3/dsr-datagram.h"
#include "ns3/local-retransmission-tag.h"
#include "ns3/packet.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/simulator.h"
#include "ns3/wireless-agent.h"
#include "ns3/wireless-loss.h"
#include "ns3/wireless-traffic-control.h"

#include <algorithm>
#include <ios>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t DLT_RAW = 101;         //!< pcap link type of IP datagrams without a link-layer header
constexpr uint32_t CAPTURED_BYTES = 128; //!< of each datagram: its headers; the payload is known anyway

constexpr double MEDIAN = 0.5;      //!< share of the delays that are no longer
constexpr double NEARLY_ALL = 0.95; //!< share of the delays that are no longer

/// A column of flows.csv that counts events of agents.
struct AgentColumn
{
    std::string name;  //!< heading
    std::string kind;  //!< kind of the events
    std::string cause; //!< their cause, empty for all
};

/// What agents did for a flow.
const std::vector<AgentColumn> AGENT_COLUMNS = {
    {"agent_cached", "cached", ""},
    {"agent_not_cached_high_water_mark", "not-cached", "high-water-mark"},
    {"agent_not_cached_cache_full", "not-cached", "cache-full"},
    {"agent_not_cached_memory_bound", "not-cached", "memory-bound"},
    {"agent_queue_drops", "not-cached", "queue-drop"},
    {"sender_retransmissions_seen", "sender-retransmission", ""},
    {"local_retransmissions", "local-retransmission", ""},
    {"local_retransmissions_duplicate_ack", "local-retransmission", "duplicate-ack"},
    {"local_retransmissions_partial_ack", "local-retransmission", "partial-ack"},
    {"local_retransmissions_round_trip_timer", "local-retransmission", "round-trip-timer"},
    {"local_retransmissions_persist_timer", "local-retransmission", "persist-timer"},
    {"local_retransmissions_given_up", "retransmission-limit", ""},
    {"suppressed_acks", "ack-suppressed", ""},
    {"regenerated_acks", "ack-regenerated", ""},
    {"forwarded_duplicate_acks", "duplicate-ack-forwarded", ""},
    {"negative_acks", "negative-ack", ""},
    {"negative_acks_threshold", "negative-ack", "nack-threshold"},
    {"negative_acks_timeout", "negative-ack", "nack-timeout"},
    {"marked_acks", "ack-marked", ""},
    {"rtt_samples", "rtt-sample", ""},
    {"passed_untouched", "passed-untouched", ""},
};

/**
 * \param stem what a file holds
 * \param index index of the flow or device it is about
 * \param extension with its dot
 * \return the file's name
 */
std::string
FileName(const std::string& stem, size_t index, const std::string& extension)
{
    return stem + (index == 0 ? "" : "-" + std::to_string(index + 1)) + extension;
}

/**
 * \param count a count
 * \param packets packets delivered
 * \return the count for each packet; nothing without packets
 */
std::optional<double>
PerPacket(uint64_t count, std::size_t packets)
{
    return packets > 0 ? std::optional<double>(static_cast<double>(count) / static_cast<double>(packets)) : std::nullopt;
}

/**
 * \param value a figure
 * \param missing what stands for one that is not there
 * \return its text
 */
std::string
NumberOr(const std::optional<double>& value, const std::string& missing)
{
    return value ? ResultFormat::Number(*value) : missing;
}

} // namespace

struct RunRecorder::Captures
{
    Ptr<PcapFileWrapper> wired;    //!< what passes between the agent and the node
    Ptr<PcapFileWrapper> wireless; //!< what passes between the agent and the device

    /// \param datagram passes between the agent and the node
    void OnWired(Ptr<const Packet> datagram)
    {
        Write(wired, datagram);
    }

    /// \param datagram passes between the agent and the device
    void OnWireless(Ptr<const Packet> datagram)
    {
        Write(wireless, datagram);
    }

    /// Writes TCP that DSR carries as it would be without: no program reads ns-3's DSR header.
    static void Write(Ptr<PcapFileWrapper> file, Ptr<const Packet> datagram)
    {
        if (const auto behindDsr = DsrDatagram::Read(datagram))
        {
            datagram = behindDsr->ToPlain();
        }
        file->Write(Simulator::Now(), datagram);
    }
};

RunRecorder::RunRecorder(const std::string& scenario, const std::string& folder, bool series, bool captures)
    : m_scenario(scenario),
      m_folder(folder.empty() ? nullptr : std::make_unique<ResultFolder>(folder)),
      m_series(series && m_folder),
      m_captures(captures && m_folder)
{
}

RunRecorder::~RunRecorder() = default;

void
RunRecorder::AddFlow(Ptr<StreamSource> source, Ptr<StreamSink> sink, const std::string& tcp)
{
    const size_t index = m_flows.size();
    m_flows.push_back(std::make_unique<FlowRecorder>(
        source,
        sink,
        m_series,
        [this, index](const std::string& cause, int64_t offset) {
            AddEvent("sender", "cwnd-drop", cause, index, offset, 0);
        }));
    m_tcps.push_back(tcp);
    m_sequences.emplace_back();
    m_flowEventCounts.emplace_back();
    m_handedOver.push_back(0);
}

void
RunRecorder::AddAgent(Ptr<WirelessAgent> agent)
{
    m_agents.push_back(agent);
    agent->TraceConnectWithoutContext("Event", MakeCallback(&RunRecorder::AgentDid, this));
}

void
RunRecorder::AddLoss(Ptr<WirelessLoss> loss)
{
    m_losses.push_back(loss);
    loss->TraceConnectWithoutContext("Loss", MakeCallback(&RunRecorder::Lost, this));
}

void
RunRecorder::WatchDevice(Ptr<NetDevice> device)
{
    if (!m_series && !m_captures)
    {
        return;
    }
    Ptr<WirelessTrafficControl> hook = WirelessTrafficControl::Install(device);
    if (m_series)
    {
        // Data to the mobile host as it leaves, data from it as it arrives.
        hook->TraceConnectWithoutContext("Egress", MakeCallback(&RunRecorder::OnTheAir, this));
        hook->TraceConnectWithoutContext("Ingress", MakeCallback(&RunRecorder::OnTheAir, this));
    }
    if (m_captures)
    {
        const size_t index = m_pcap.size();
        m_pcap.push_back(std::make_unique<Captures>());
        Captures* captures = m_pcap.back().get();
        for (auto [file, stem] : {std::pair(&captures->wired, "wired"), std::pair(&captures->wireless, "wireless")})
        {
            const std::string path = m_folder->Begin(FileName(stem, index, ".pcap"));
            *file = CreateObject<PcapFileWrapper>();
            (*file)->Open(path, std::ios::out);
            NS_ABORT_MSG_IF((*file)->Fail(), "cannot write the capture " << path);
            (*file)->Init(DLT_RAW, CAPTURED_BYTES);
        }
        hook->TraceConnectWithoutContext("WiredIngress", MakeCallback(&Captures::OnWired, captures));
        hook->TraceConnectWithoutContext("WiredEgress", MakeCallback(&Captures::OnWired, captures));
        hook->TraceConnectWithoutContext("Ingress", MakeCallback(&Captures::OnWireless, captures));
        hook->TraceConnectWithoutContext("Egress", MakeCallback(&Captures::OnWireless, captures));
    }
}

void
RunRecorder::AddResult(const std::string& name, const std::function<std::string()>& content)
{
    m_results[name] = content;
}

void
RunRecorder::AddFigure(const std::string& name, const std::function<std::optional<double>()>& value)
{
    m_figures.emplace_back(name, value);
}

const std::vector<std::unique_ptr<FlowRecorder>>&
RunRecorder::GetFlows() const
{
    return m_flows;
}

bool
RunRecorder::IsComplete() const
{
    return std::all_of(m_flows.begin(), m_flows.end(), [](const auto& flow) { return flow->IsComplete(); });
}

bool
RunRecorder::HasFailed() const
{
    return std::any_of(m_flows.begin(), m_flows.end(), [](const auto& flow) { return flow->GetSource()->HasFailed(); });
}

size_t
RunRecorder::FindFlow(const TcpEnds& ends) const
{
    const TcpEnds wanted = ends.Normalised();
    const auto found = std::find_if(m_flows.begin(), m_flows.end(), [&wanted](const auto& flow) {
        return flow->HasStarted() && !(flow->GetEnds() < wanted) && !(wanted < flow->GetEnds());
    });
    return found - m_flows.begin();
}

void
RunRecorder::AddEvent(const std::string& source,
                      const std::string& kind,
                      const std::string& cause,
                      size_t flow,
                      int64_t offset,
                      uint32_t length,
                      const std::string& rtt)
{
    if (!m_folder)
    {
        return;
    }
    m_events += ResultFormat::Seconds(Simulator::Now()) + "," + source + "," + kind + "," + cause + ",";
    if (flow < m_flows.size())
    {
        m_events += std::to_string(flow + 1) + "," + std::to_string(offset);
    }
    else
    {
        m_events += "0,0"; // no recorded flow
    }
    m_events += "," + std::to_string(length) + "," + rtt + "\n";
}

uint64_t
RunRecorder::CountEvents(const EventCounts& counts, const std::string& kind, const std::string& cause)
{
    uint64_t total = 0;
    for (const auto& [event, count] : counts)
    {
        total += event.first == kind && (cause.empty() || event.second == cause) ? count : 0;
    }
    return total;
}

void
RunRecorder::AgentDid(const AgentEvent& event)
{
    const size_t flow = FindFlow({event.source, event.destination});
    m_eventCounts[{event.kind, event.cause}]++;
    if (flow < m_flows.size())
    {
        m_flowEventCounts[flow][{event.kind, event.cause}]++;
    }
    // One line for every segment of the transfer would hide the rest; who wants them asks for series.
    if (event.kind == "cached" && !m_series)
    {
        return;
    }
    const int64_t offset = flow < m_flows.size() ? m_flows[flow]->GetOffset(event.seq) : 0;
    const std::string rtt = event.kind == "rtt-sample" ? ResultFormat::Seconds(event.rtt) : "";
    AddEvent("agent", event.kind, event.cause, flow, offset, event.length, rtt);
}

void
RunRecorder::Lost(Ptr<const Packet> datagram, const std::string& what)
{
    size_t flow = m_flows.size();
    int64_t offset = 0;
    uint32_t length = 0;
    if (const auto segment = TcpDatagram::Read(datagram))
    {
        length = segment->payloadSize;
        flow = FindFlow(segment->ends);
        if (flow < m_flows.size())
        {
            offset = m_flows[flow]->GetOffset(segment->header.GetSequenceNumber());
        }
        else
        {
            flow = FindFlow(segment->ends.Reversed());
            offset = flow < m_flows.size() ? m_flows[flow]->GetOffset(segment->header.GetAckNumber()) : 0;
        }
    }
    AddEvent("wireless-loss", "loss", what, flow, offset, length);
}

void
RunRecorder::OnTheAir(Ptr<const Packet> datagram)
{
    const auto segment = TcpDatagram::Read(datagram);
    if (!segment || segment->payloadSize == 0)
    {
        return;
    }
    const size_t flow = FindFlow(segment->ends);
    if (flow == m_flows.size())
    {
        return;
    }
    const int64_t offset = m_flows[flow]->GetOffset(segment->header.GetSequenceNumber());
    LocalRetransmissionTag tag;
    std::string kind = "first";
    if (datagram->PeekPacketTag(tag))
    {
        kind = "local-retransmission";
    }
    else if (offset < m_handedOver[flow])
    {
        kind = "end-to-end-retransmission";
    }
    m_handedOver[flow] = std::max(m_handedOver[flow], offset + segment->payloadSize);
    m_sequences[flow] += ResultFormat::Seconds(Simulator::Now()) + "," + std::to_string(offset) + "," +
                         std::to_string(segment->payloadSize) + "," + kind + "\n";
}

std::vector<std::string>
RunRecorder::GetWarnings() const
{
    std::vector<std::string> warnings;
    for (size_t i = 0; i < m_flows.size(); i++)
    {
        const FlowRecorder& flow = *m_flows[i];
        const std::string name = "flow " + std::to_string(i + 1);
        if (flow.GetSink()->GetTotalRx() == 0)
        {
            warnings.push_back(name + " delivered 0 bytes: check routes, association and the loss rate");
        }
        if (!flow.GetSink()->IsStreamOk())
        {
            warnings.push_back(name + " delivered a wrong byte at offset " +
                               std::to_string(flow.GetSink()->GetFirstMismatch()));
        }
        if (flow.GetSource()->IsRouteless())
        {
            warnings.push_back(name + ": the sender had no route to the receiver when it asked for the connection; start it "
                                      "later, when the routing protocol knows one");
        }
        else if (flow.GetSource()->HasFailed())
        {
            warnings.push_back(name + ": the sender gave the connection up after too many timeouts in a row "
                                      "(ns3::TcpSocket::DataRetries, ConnCount)");
        }
    }
    for (size_t i = 0; i < m_agents.size(); i++)
    {
        if (m_agents[i]->GetPacketsSeen() == 0)
        {
            warnings.push_back("agent " + std::to_string(i + 1) +
                               " never saw a packet: is the traffic routed over the device it was installed on?");
        }
        if (m_agents[i]->GetFragments() > 0)
        {
            warnings.push_back("agent " + std::to_string(i + 1) + " saw " +
                               std::to_string(m_agents[i]->GetFragments()) +
                               " IP fragments, which it cannot serve: let the segment fit the MTU of the wireless device");
        }
    }
    return warnings;
}

std::string
RunRecorder::GetSummary() const
{
    uint64_t received = 0;
    FlowRecorder::Counters total;
    bool streamOk = true;
    Time start = Time::Max();
    Time end = Time::Min();
    std::vector<Time> delays;
    uint64_t undelivered = 0;
    for (const auto& flow : m_flows)
    {
        if (const PacketDelays* ofFlow = flow->GetDelays())
        {
            delays.insert(delays.end(), ofFlow->GetDelays().begin(), ofFlow->GetDelays().end());
            undelivered += ofFlow->GetUndelivered();
        }
        streamOk = streamOk && flow->GetSink()->IsStreamOk();
        received += flow->GetSink()->GetTotalRx();
        total.segmentsSent += flow->GetCounters().segmentsSent;
        total.retransmissions += flow->GetCounters().retransmissions;
        total.timeouts += flow->GetCounters().timeouts;
        total.fastRetransmits += flow->GetCounters().fastRetransmits;
        if (flow->HasStarted())
        {
            start = std::min(start, flow->GetStartTime());
            end = std::max(end, flow->GetStartTime() + flow->GetDuration());
        }
    }
    const Time duration = end > start ? end - start : Time(0);
    uint64_t lostData = 0;
    uint64_t lostAcks = 0;
    for (const auto& loss : m_losses)
    {
        lostData += loss->GetLostData();
        lostAcks += loss->GetLostAcks();
    }
    uint64_t seen = 0;
    uint64_t held = 0;
    uint64_t connections = 0;
    uint64_t fragments = 0;
    uint64_t malformed = 0;
    for (const auto& agent : m_agents)
    {
        seen += agent->GetPacketsSeen();
        held += agent->GetHeldPackets();
        connections += agent->GetConnections();
        fragments += agent->GetFragments();
        malformed += agent->GetMalformedPackets();
    }
    const auto count = [this](const std::string& kind) { return CountEvents(m_eventCounts, kind); };
    std::vector<std::string> warnings;
    for (const auto& warning : GetWarnings())
    {
        warnings.push_back(ResultFormat::Quoted(warning));
    }
    JsonObject summary;
    summary.Text("scenario", m_scenario)
        .Boolean("completed", IsComplete())
        .Boolean("stream_ok", streamOk)
        .Raw("sim_time_s", ResultFormat::Seconds(Simulator::Now()))
        .Raw("duration_s", ResultFormat::Seconds(duration))
        .Integer("received_bytes", received)
        .Number("throughput_bps", duration.IsStrictlyPositive() ? received * 8 / duration.GetSeconds() : 0)
        .Integer("segments_sent", total.segmentsSent)
        .Integer("end_to_end_retransmissions", total.retransmissions)
        .Integer("timeouts", total.timeouts)
        .Integer("fast_retransmits", total.fastRetransmits)
        .Integer("local_retransmissions", count("local-retransmission"))
        .Integer("suppressed_acks", count("ack-suppressed"))
        .Integer("regenerated_acks", count("ack-regenerated"))
        .Integer("negative_acks", count("negative-ack"))
        .Integer("marked_acks", count("ack-marked"))
        .Integer("lost_data", lostData)
        .Integer("lost_acks", lostAcks)
        .Integer("agent_packets_seen", seen)
        .Integer("agent_fragments", fragments)
        .Integer("agent_malformed_packets", malformed)
        .Integer("agent_held_packets_at_end", held)
        .Integer("agent_connections_at_end", connections)
        .Integer("delivered_packets", delays.size())
        .Integer("undelivered_packets", undelivered);
    const auto figure = [&summary](const std::string& name, const std::optional<double>& value) {
        summary.Raw(name, NumberOr(value, "null"));
    };
    figure("delay_s", PacketDelays::GetMean(delays));
    figure("delay_median_s", PacketDelays::GetQuantile(delays, MEDIAN));
    figure("delay_p95_s", PacketDelays::GetQuantile(delays, NEARLY_ALL));
    figure("retransmissions_per_packet", PerPacket(total.retransmissions, delays.size()));
    figure("local_retransmissions_per_packet",
           m_agents.empty() ? std::nullopt : PerPacket(count("local-retransmission"), delays.size()));
    for (const auto& [name, value] : m_figures)
    {
        figure(name, value());
    }
    return summary.Raw("warnings", JsonObject::Array(warnings)).GetLines();
}

std::string
RunRecorder::GetFlowTable() const
{
    std::string table = "flow,source,destination,start_s,first_byte_s,last_byte_s,duration_s,received_bytes,"
                        "throughput_bps,segments_sent,end_to_end_retransmissions,timeouts,fast_retransmits,stream_ok,"
                        "completed,tcp,delivered_packets,undelivered_packets,delay_s,delay_median_s,delay_p95_s,"
                        "retransmissions_per_packet";
    for (const auto& column : AGENT_COLUMNS)
    {
        table += "," + column.name;
    }
    table += "\n";
    for (size_t i = 0; i < m_flows.size(); i++)
    {
        const FlowRecorder& flow = *m_flows[i];
        const FlowRecorder::Counters& counters = flow.GetCounters();
        const std::vector<Time> delays = flow.GetDelays() ? flow.GetDelays()->GetDelays() : std::vector<Time>();
        std::vector<std::string> fields = {
            std::to_string(i + 1),
            ResultFormat::CsvField(DescribeSocketAddress(flow.GetEnds().source)),
            ResultFormat::CsvField(DescribeSocketAddress(flow.GetEnds().destination)),
            ResultFormat::Seconds(flow.GetStartTime()),
            ResultFormat::Seconds(flow.GetSink()->GetFirstByteTime()),
            ResultFormat::Seconds(flow.GetSink()->GetLastByteTime()),
            ResultFormat::Seconds(flow.GetDuration()),
            std::to_string(flow.GetSink()->GetTotalRx()),
            ResultFormat::Number(flow.GetThroughput()),
            std::to_string(counters.segmentsSent),
            std::to_string(counters.retransmissions),
            std::to_string(counters.timeouts),
            std::to_string(counters.fastRetransmits),
            flow.GetSink()->IsStreamOk() ? "true" : "false",
            flow.IsComplete() ? "true" : "false",
            m_tcps[i],
            std::to_string(delays.size()),
            std::to_string(flow.GetDelays() ? flow.GetDelays()->GetUndelivered() : 0),
            NumberOr(PacketDelays::GetMean(delays), ""),
            NumberOr(PacketDelays::GetQuantile(delays, MEDIAN), ""),
            NumberOr(PacketDelays::GetQuantile(delays, NEARLY_ALL), ""),
            NumberOr(PerPacket(counters.retransmissions, delays.size()), ""),
        };
        for (const auto& column : AGENT_COLUMNS)
        {
            fields.push_back(std::to_string(CountEvents(m_flowEventCounts[i], column.kind, column.cause)));
        }
        for (size_t j = 0; j < fields.size(); j++)
        {
            table += (j == 0 ? "" : ",") + fields[j];
        }
        table += "\n";
    }
    return table;
}

std::string
RunRecorder::GetEventTable() const
{
    return "time_s,source,kind,cause,flow,sequence_bytes,length_bytes,rtt_s\n" + m_events;
}

void
RunRecorder::Write(const std::string& config)
{
    if (!m_folder)
    {
        return;
    }
    for (auto& captures : m_pcap)
    {
        captures->wired->Close();
        captures->wireless->Close();
    }
    m_folder->Write("config.toml", config);
    m_folder->Write("summary.json", GetSummary());
    m_folder->Write("flows.csv", GetFlowTable());
    m_folder->Write("events.csv", GetEventTable());
    for (const auto& [name, content] : m_results)
    {
        m_folder->Write(name, content());
    }
    for (size_t i = 0; m_series && i < m_flows.size(); i++)
    {
        const FlowRecorder& flow = *m_flows[i];
        m_folder->Write(FileName("cwnd", i, ".csv"), "time_s,cwnd_bytes\n" + flow.GetCwndSeries());
        m_folder->Write(FileName("rtt", i, ".csv"), "time_s,rtt_s\n" + flow.GetRttSeries());
        m_folder->Write(FileName("throughput", i, ".csv"), "time_s,throughput_bps\n" + flow.GetThroughputSeries());
        m_folder->Write(FileName("delay", i, ".csv"),
                        "time_s,packet,delay_s\n" + (flow.GetDelays() ? flow.GetDelays()->GetSeries() : ""));
        m_folder->Write(FileName("sequence", i, ".csv"), "time_s,sequence_bytes,length_bytes,kind\n" + m_sequences[i]);
    }
    m_folder->Finish();
}

} // namespace ns3
