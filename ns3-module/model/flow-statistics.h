// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLOW_STATISTICS_H
#define FLOW_STATISTICS_H

#include "ns3/ipv4-flow-classifier.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

class Node;
class Packet;

/**
 * \ingroup wireless-tcp
 *
 * Statistics of TCP and UDP flows over IPv4, under any routing protocol: FlowMonitor sees no flow under ns-3's DSR.
 *
 * A packet counts as sent when TCP or UDP hands it down, above the routing protocol and whatever it and agents do to it, and as
 * received when IP delivers it at its destination. If copies arrive, the first one is the packet and the others are duplicates. What
 * others than the transport protocol of a node send, as acknowledgements that an agent makes, is in no flow; nor is
 * what goes to a broadcast or multicast address. Unicast messages of routing protocols by UDP are flows, as in FlowMonitor.
 *
 * Ask before Simulator::Destroy.
 */
class FlowStatistics : public Object
{
  public:
    /// Addresses, protocol and ports.
    using FiveTuple = Ipv4FlowClassifier::FiveTuple;

    /// One direction between two ends. Up to timesForwarded names and meanings are those of FlowMonitor::FlowStats; sizes are those of IP.
    struct Flow
    {
        FiveTuple ends;             //!< whose packets
        Time timeFirstTxPacket;     //!< when the first packet was sent
        Time timeFirstRxPacket;     //!< when the first packet was received; 0 without any
        Time timeLastTxPacket;      //!< when the last packet was sent
        Time timeLastRxPacket;      //!< when the last packet was received; 0 without any
        Time delaySum;              //!< delays of the packets received
        Time jitterSum;             //!< differences between the delays of a packet received and the one before
        Time lastDelay;             //!< delay of the packet received last
        Time maxDelay;              //!< longest delay of a packet received; FlowMonitor has it from ns-3.43 on
        Time minDelay{Time::Max()}; //!< shortest delay of a packet received; likewise
        uint64_t txBytes{0};        //!< sent, IP headers included (bytes)
        uint64_t rxBytes{0};        //!< received, IP headers included (bytes)
        uint32_t txPackets{0};      //!< sent; a retransmission by TCP is another packet
        uint32_t rxPackets{0};      //!< received
        uint32_t lostPackets{0};    //!< sent MaxDelay ago or more, and not received
        uint32_t timesForwarded{0}; //!< by nodes that are installed on, of the packets received and their copies

        uint32_t inFlightPackets{0};  //!< sent less than MaxDelay ago, and not received
        uint32_t duplicatePackets{0}; //!< further copies of packets received
        uint32_t retransmissions{0};  //!< TCP segments of which a part was sent before, be it the SYN or the FIN
        uint64_t inOrderBytes{0};     //!< TCP payload received without a gap before it: what the application can have (bytes)
        uint32_t newPackets{0};       //!< received, but for TCP segments of which every octet was received before
        Time firstSendDelaySum;       //!< of those, from the first time that their last octet was sent, in whatever packet
    };

    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    FlowStatistics();
    ~FlowStatistics() override;

    /**
     * \brief Count what a node sends, receives and forwards, from the start of the simulation, or from now on if it runs.
     *
     * It does not matter in which order the Internet stack, the routing protocol, a DsrGuard and this are installed before the
     * simulation starts. A node without IPv4, TCP and UDP by then is left out. Nothing is aggregated to the node.
     *
     * \param node the node; once more changes nothing
     */
    void Install(Ptr<Node> node);

    /**
     * \return the flows, in the order of their first packets
     */
    std::vector<Flow> GetFlows() const;

    /**
     * \brief Write what FlowMonitor::SerializeToXmlStream writes of flows, flows counted from 1. The fields that FlowMonitor
     *        does not have are further attributes.
     * \param os where to
     */
    void SerializeToXmlStream(std::ostream& os) const;

    /**
     * \param name of the file, which is overwritten; the simulation ends with an error if it cannot be
     */
    void SerializeToXmlFile(const std::string& name) const;

  protected:
    void DoDispose() override;

  private:
    class Probe;
    struct State;
    struct Outstanding;

    /**
     * \brief Begin to watch a node.
     * \param node the node
     */
    void Start(Ptr<Node> node);

    /**
     * \brief A packet is sent.
     * \param packet starts with the transport header; gets a tag
     * \param ends of its flow, whose ports are set
     */
    void Send(Ptr<Packet> packet, FiveTuple ends);

    /**
     * \brief A packet arrives at its destination.
     * \param packet starts with the transport header
     */
    void Receive(Ptr<const Packet> packet);

    /**
     * \brief A packet is forwarded.
     * \param packet a packet
     */
    void Forward(Ptr<const Packet> packet);

    uint32_t m_number;                                //!< tells its tags from those of others
    Time m_maxDelay;                                  //!< after which a packet is lost
    std::set<uint32_t> m_nodes;                       //!< nodes that are installed on
    std::vector<std::unique_ptr<Probe>> m_probes;     //!< at those that are watched
    std::vector<std::unique_ptr<State>> m_flows;      //!< in the order of their first packets
    std::map<FiveTuple, uint32_t> m_indexes;          //!< of the flows
    std::map<uint64_t, std::unique_ptr<Outstanding>> m_outstanding; //!< packets that were not received, by number
    uint64_t m_lastId{0};                             //!< number of the packet sent last
};

} // namespace ns3

#endif /* FLOW_STATISTICS_H */
