// SPDX-License-Identifier: GPL-2.0-only
#ifndef RUN_RECORDER_H
#define RUN_RECORDER_H

#include "flow-recorder.h"
#include "result-folder.h"

#include "ns3/net-device.h"
#include "ns3/ptr.h"
#include "ns3/tcp-datagram.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class Packet;
class WirelessAgent;
class WirelessLoss;
struct AgentEvent;

/**
 * \ingroup wireless-tcp
 * \brief Records a run into a folder: config.toml, summary.json, flows.csv, events.csv, and series and captures if wanted.
 *
 * Results are kept in memory and written at the end, each file under another name first, so that a folder never holds
 * half a file. Only captures are written as the run goes. Files of an earlier run into the same folder are replaced, and
 * those this run does not write are removed. The same run gives the same bytes: no file holds a path or a wall-clock time.
 *
 * With several flows, the series of flow n > 1 are in files with its number (`cwnd-2.csv`); so are captures of a second device.
 * The recorder must live until the simulation is over, and be told of flows, agents and losses before it starts.
 */
class RunRecorder
{
  public:
    /**
     * \param scenario name of the scenario
     * \param folder where to, empty to write nothing
     * \param series whether to record series
     * \param captures whether to record captures
     * \throws UsageError if the folder cannot be made or written
     */
    RunRecorder(const std::string& scenario, const std::string& folder, bool series, bool captures);
    ~RunRecorder();
    RunRecorder(const RunRecorder&) = delete;
    RunRecorder& operator=(const RunRecorder&) = delete;

    /**
     * \param source a sender, not started yet
     * \param sink its receiver
     * \param tcp short name of the sender's TCP, empty if it has none
     */
    void AddFlow(Ptr<StreamSource> source, Ptr<StreamSink> sink, const std::string& tcp = "");
    /// \param agent an agent whose events and counters belong to the run
    void AddAgent(Ptr<WirelessAgent> agent);
    /// \param loss injected losses that belong to the run
    void AddLoss(Ptr<WirelessLoss> loss);
    /**
     * Record what a hook lets pass: data segments handed to the device, and both sides of its agent as captures.
     * Hooks the device if series or captures are wanted; an idle hook changes nothing.
     *
     * \param device the wireless device of a base station
     */
    void WatchDevice(Ptr<NetDevice> device);

    /**
     * \param name name of a file that the scenario itself leaves
     * \param content gives its content when results are written
     */
    void AddResult(const std::string& name, const std::function<std::string()>& content);

    /**
     * \param name name of a figure that the scenario itself adds to the summary, with its unit
     * \param value gives it at the end of the run; nothing is written as null
     */
    void AddFigure(const std::string& name, const std::function<std::optional<double>()>& value);

    /// \return the flows, in the order they were added
    const std::vector<std::unique_ptr<FlowRecorder>>& GetFlows() const;
    /// \return whether every flow has delivered its whole stream
    bool IsComplete() const;

    /// \return whether a sender gave its connection up, or got none
    bool HasFailed() const;

    /// \return the summary as JSON, one member a line
    std::string GetSummary() const;
    /// \return flows.csv
    std::string GetFlowTable() const;
    /// \return events.csv
    std::string GetEventTable() const;

    /**
     * Write all files. Does nothing without a folder.
     *
     * \param config the text of config.toml
     * \throws std::runtime_error if a file cannot be written
     */
    void Write(const std::string& config);

  private:
    /// Agent events counted by kind and cause.
    using EventCounts = std::map<std::pair<std::string, std::string>, uint64_t>;

    /**
     * \param counts agent events
     * \param kind a kind
     * \param cause a cause, empty for all
     * \return how many there are
     */
    static uint64_t CountEvents(const EventCounts& counts, const std::string& kind, const std::string& cause = "");

    /// The captures on both sides of a device's agent.
    struct Captures;

    /// \param event what an agent did
    void AgentDid(const AgentEvent& event);
    /**
     * \param datagram what was lost
     * \param what "data", "ack" or "other"
     */
    void Lost(Ptr<const Packet> datagram, const std::string& what);
    /// \param datagram leaves or reaches a watched device
    void OnTheAir(Ptr<const Packet> datagram);
    /**
     * \param ends one direction of a connection
     * \return the index of its flow if that direction carries its data, otherwise the number of flows
     */
    size_t FindFlow(const TcpEnds& ends) const;
    /**
     * Add a line to events.csv.
     *
     * \param source who did something
     * \param kind what
     * \param cause why
     * \param flow index of the flow, or the number of flows for none
     * \param offset place in the stream (bytes)
     * \param length length (bytes)
     * \param rtt round trip in seconds as a number, empty for none
     */
    void AddEvent(const std::string& source,
                  const std::string& kind,
                  const std::string& cause,
                  size_t flow,
                  int64_t offset,
                  uint32_t length,
                  const std::string& rtt = "");
    /// \return what a user should know before using the results
    std::vector<std::string> GetWarnings() const;
    std::string m_scenario;                 //!< name of the scenario
    std::unique_ptr<ResultFolder> m_folder; //!< where to, null for nowhere
    bool m_series;                          //!< whether to record series
    bool m_captures;                        //!< whether to record captures

    std::vector<std::unique_ptr<FlowRecorder>> m_flows; //!< the flows
    std::vector<std::string> m_tcps;                    //!< the TCP of each
    std::vector<Ptr<WirelessAgent>> m_agents;           //!< the agents
    std::vector<Ptr<WirelessLoss>> m_losses;            //!< the injected losses
    std::vector<std::unique_ptr<Captures>> m_pcap;      //!< captures, one pair a device
    std::string m_events;                               //!< lines of events.csv
    std::vector<std::string> m_sequences;               //!< lines of sequence.csv, per flow
    std::vector<int64_t> m_handedOver;                  //!< end of the data handed to a device, per flow
    std::map<std::string, std::function<std::string()>> m_results; //!< content of the scenario's own files, by name
    std::vector<std::pair<std::string, std::function<std::optional<double>()>>> m_figures; //!< the scenario's own figures
    EventCounts m_eventCounts;                          //!< agent events of all connections
    std::vector<EventCounts> m_flowEventCounts;         //!< agent events of each flow
};

} // namespace ns3

#endif // RUN_RECORDER_H
