// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIRELESS_SCENARIO_H
#define WIRELESS_SCENARIO_H

#include "attribute-defaults.h"
#include "host-profile.h"
#include "mechanism.h"
#include "run-recorder.h"
#include "scenario-options.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class WirelessAgent;
class WirelessLossHelper;

/**
 * \ingroup wireless-tcp
 * \brief What every scenario program has in common: options, host profile, TCP variant, mechanism, losses, records.
 *
 * A program adds the options of its own, and hands Main a function that builds the network:
 *
 * \code
 * WirelessScenario scenario("my-scenario", "what it shows");
 * scenario.GetOptions().AddInteger("hops", "", 3, {1, 20}, "wireless hops");
 * return scenario.Main(argc, argv, Build);
 * \endcode
 *
 * Exit status: 0 done; 1 the work failed (a transfer did not complete; the results so far are written); 2 the call is wrong,
 * with one line on standard error that says what and what to do.
 */
class WirelessScenario
{
  public:
    /// Builds the network of a scenario.
    using BuildFunction = std::function<void(WirelessScenario&)>;

    /**
     * \param name name of the program
     * \param description one line about it
     * \param mechanisms what the scenario itself does for TCP, besides what every scenario offers
     */
    WirelessScenario(const std::string& name,
                     const std::string& description,
                     const std::vector<OptionChoice>& mechanisms = {});
    ~WirelessScenario();

    /// \return the options, to add to before Main and to read in the build function
    ScenarioOptions& GetOptions();

    /**
     * Set an attribute default that the scenario depends on; for the build function. What the command line says about the
     * same attribute wins.
     *
     * \param name "ns3::Type::Attribute"
     * \param value its value in text form
     */
    void SetDefault(const std::string& name, const std::string& value);

    /**
     * Run the program.
     *
     * \param argc as main got it
     * \param argv as main got it
     * \param build builds the network
     * \return exit status
     */
    int Main(int argc, char** argv, const BuildFunction& build);

    /**
     * Give nodes what the TCP variant needs besides the Internet stack, where AddFlow would be too late for it.
     *
     * \param nodes nodes with an Internet stack
     */
    void InstallTcp(const NodeContainer& nodes) const;

    /**
     * Put the profile's queues on devices, before addresses are assigned.
     *
     * \param devices the devices
     */
    void InstallQueues(const NetDeviceContainer& devices);

    /// Random streams below this one belong to injected losses; a scenario assigns its own from here on.
    static constexpr int64_t FIRST_STREAM = 1000;

    /**
     * Put the mechanism on the wireless device of a base station and the losses on both ends of the hop, and record
     * what passes at the base station. Losses above the MAC hit TCP-bearing datagrams only; those below it hit every
     * frame, which 802.11 then sends again. Call it after addresses are assigned.
     *
     * \param baseStation wireless device of the base station
     * \param mobile wireless device of the mobile host
     */
    void InstallOnHop(Ptr<NetDevice> baseStation, Ptr<NetDevice> mobile);

    /**
     * The same for a mobile host with several base stations.
     *
     * \param baseStations wireless devices of the base stations
     * \param mobile wireless device of the mobile host
     */
    void InstallOnHop(const NetDeviceContainer& baseStations, Ptr<NetDevice> mobile);

    /**
     * The same for a chain of wireless hops with one device a node: losses on every hop, the mechanism on every node that
     * sends data, or only on the last one of them. What passes at that last one is recorded.
     *
     * \param devices the nodes' devices, at least two, from the fixed to the mobile host in terms of the option `direction`
     * \param everyHop whether the mechanism is on every hop
     * \param proxySpacing hops from one proxy to the next, at least 1, for mechanisms that are on proxies
     */
    void InstallOnChain(const NetDeviceContainer& devices, bool everyHop, uint32_t proxySpacing = 1);

    /**
     * The same for an ad hoc network, where any node may relay for any other: losses on every device, the mechanism on every
     * device. What passes at one of them is recorded.
     *
     * \param devices the nodes' devices
     * \param recorded the device whose traffic is recorded
     */
    void InstallOnEveryNode(const NetDeviceContainer& devices, Ptr<NetDevice> recorded);

    /**
     * Lose what arrives at a device by an error model of the scenario's own, and record it.
     *
     * \param losses what is lost
     * \param device receives it
     */
    void AddLoss(const WirelessLossHelper& losses, Ptr<NetDevice> device);

    /**
     * Add a figure of the scenario's own to the summary.
     *
     * \param name its name, with its unit
     * \param value gives it at the end of the run, or nothing where it has none
     */
    void AddFigure(const std::string& name, const std::function<std::optional<double>()>& value);

    /**
     * \param flows how many of the flows count, from the first on
     * \return Jain's index of their throughput over the whole run: 1 if all have the same, 1 / flows if one has all
     */
    double GetJainIndex(std::size_t flows) const;

    /// \return the flows, in the order they were added
    const std::vector<std::unique_ptr<FlowRecorder>>& GetFlows() const;

    /**
     * Leave a file of the scenario's own among the results.
     *
     * \param name its name
     * \param content gives its content at the end of the run
     */
    void AddResult(const std::string& name, const std::function<std::string()>& content);

    /// \return the agents that InstallOnHop or InstallOnChain installed, in the order of the devices
    const std::vector<Ptr<WirelessAgent>>& GetAgents() const;

    /// One end of a transfer.
    struct FlowEnd
    {
        Ptr<Node> node;  //!< the node
        Address address; //!< one of its addresses (IPv4 or IPv6) without port
    };

    /**
     * Add what the option `direction` asks for: a flow either way, or both.
     *
     * \param fixed the fixed host
     * \param mobile the mobile host
     * \param start when it starts
     */
    void AddTransfer(const FlowEnd& fixed, const FlowEnd& mobile, const Time& start);

    /**
     * The same with another TCP than option `tcp` says.
     *
     * \param fixed the fixed host
     * \param mobile the mobile host
     * \param start when it starts
     * \param tcp short name of the senders' TCP
     */
    void AddTransfer(const FlowEnd& fixed, const FlowEnd& mobile, const Time& start, const std::string& tcp);

    /**
     * Add a flow of transfer_bytes.
     *
     * \param from sending node
     * \param to receiving node
     * \param address one of the receiver's addresses (IPv4 or IPv6) without port
     * \param start when it starts
     */
    void AddFlow(Ptr<Node> from, Ptr<Node> to, const Address& address, const Time& start);

    /**
     * The same for a sender with another TCP than option `tcp` says. Flows with different TCPs leave one node at different times.
     *
     * \param from sending node
     * \param to receiving node
     * \param address one of the receiver's addresses (IPv4 or IPv6) without port
     * \param start when it starts
     * \param tcp short name of the sender's TCP, see MixedTcp::Check for what can be combined
     */
    void AddFlow(Ptr<Node> from, Ptr<Node> to, const Address& address, const Time& start, const std::string& tcp);

    /**
     * Put first-come-first-served queues on devices instead of the profile's, before addresses are assigned.
     *
     * \param devices the devices
     * \param packets size of each queue (packets)
     * \param type of the queue disc
     */
    void InstallQueues(const NetDeviceContainer& devices, uint32_t packets, const std::string& type);

  private:
    /**
     * Read options, set defaults, build, run, write.
     *
     * \param arguments the command line without the program's name
     * \param build builds the network
     * \return exit status
     * \throws UsageError if the call is wrong, std::runtime_error if results cannot be written
     */
    int Run(const std::vector<std::string>& arguments, const BuildFunction& build);
    /// Sets all attribute defaults: profile, TCP variant, options, scenario, command line.
    void ApplyDefaults();
    /**
     * \param places where a mechanism can be
     * \return whether that of this run is at one of them
     */
    bool HasMechanism(const std::set<Mechanism::Place>& places) const;
    /**
     * Put the mechanism on a device if it belongs there.
     *
     * \param device a device
     * \param places what the device is, besides one of every node's
     */
    void InstallAgent(Ptr<NetDevice> device, std::set<Mechanism::Place> places);
    /**
     * \param mobile whether it is the mobile host's end of the wireless hop, or a base station's
     * \return what of that which arrives there is to be lost: "data", "acks", "both", or nothing
     */
    std::string GetLostAt(bool mobile) const;
    /**
     * \param device receives what is to be lost
     * \param traffic "data", "acks", "both", or nothing
     */
    void InstallLoss(Ptr<NetDevice> device, const std::string& traffic);
    /// Stop the simulation because what was to be measured is.
    void EndMeasurement();
    /**
     * Stop the simulation a little after the last flow has ended.
     *
     * \param inOrder whether a flow that just ended was closed in order
     */
    void FlowEnded(bool inOrder);
    /// \return the text of config.toml
    std::string GetConfig() const;
    /// \return the answer to --describe
    std::string GetDescription() const;

    std::string m_name;                      //!< name of the program
    std::string m_description;               //!< one line about it
    ScenarioOptions m_options;               //!< the options
    AttributeDefaults m_defaults;            //!< all attributes set
    std::unique_ptr<RunRecorder> m_recorder; //!< records the run
    std::vector<OptionChoice> m_mechanisms;  //!< what the scenario itself does for TCP
    std::vector<Ptr<WirelessAgent>> m_agents; //!< in the order of installation
    std::set<std::string> m_variants;        //!< TCP variants of the flows
    std::map<std::pair<Ptr<Node>, Time>, std::string> m_starts; //!< TCP of the flows that leave a node at a time
    std::string m_queueDisc;                 //!< TypeId name of the queue discs, empty for the profile's
    int64_t m_lossStream = 1;                //!< next free random stream of injected losses
    size_t m_ended = 0;                      //!< flows that have ended
    bool m_measured = false;                 //!< whether the time to be measured is over
};

} // namespace ns3

#endif // WIRELESS_SCENARIO_H
