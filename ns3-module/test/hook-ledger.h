// SPDX-License-Identifier: GPL-2.0-only
#ifndef HOOK_LEDGER_H
#define HOOK_LEDGER_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/snoop-agent.h"
#include "ns3/tcp-datagram.h"
#include "ns3/wireless-traffic-control.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace ns3
{
namespace wirelesstcptest
{

/**
 * Keeps the books of a hook with a Snoop agent: what comes in must go out unchanged, or be accounted for in the diary, and
 * what the agent makes itself must be a copy of what passed or repeat what a host acknowledged.
 */
class HookLedger
{
  public:
    /**
     * \param hook before the first packet
     */
    explicit HookLedger(Ptr<WirelessTrafficControl> hook);

    HookLedger(const HookLedger&) = delete;
    HookLedger& operator=(const HookLedger&) = delete;

    /**
     * \param agent on the hook, before it has seen a packet
     */
    void Follow(Ptr<SnoopAgent> agent);

    /**
     * \return what does not balance, in words; empty if everything does
     */
    std::string GetFaults() const;

    /**
     * \param kind of entry
     * \param cause only entries with this one; all if empty
     * \return diary entries
     */
    uint32_t Count(const std::string& kind, const std::string& cause = "") const;

    /**
     * \param kind of entry
     * \return connections with such an entry
     */
    uint32_t CountConnections(const std::string& kind) const;

    /**
     * \return retransmissions of the sender that start or end elsewhere than its segments did before
     */
    uint32_t GetResegmented() const;

    /**
     * \return datagrams from the node that are marked as having met congestion
     */
    uint32_t GetCongestionMarks() const;

  private:
    void NoteFromNode(Ptr<const Packet> datagram);
    void NoteToDevice(Ptr<const Packet> datagram);
    void NoteFromDevice(Ptr<const Packet> datagram);
    void NoteToNode(Ptr<const Packet> datagram);
    void NoteEvent(const AgentEvent& event);

    /// One direction.
    struct Side
    {
        std::set<std::string> datagrams; //!< what came
        std::string last;                //!< what came last
        uint32_t came{0};                //!< how many
        uint32_t went{0};                //!< how many left on the other side
        std::map<TcpEnds, std::set<uint32_t>> acknowledged; //!< by whoever sent them
    };

    /**
     * \param datagram made by the agent
     * \param side what came from where it seems to come from
     * \param orOneLess whether it may acknowledge one octet less
     * \return whether it only repeats an acknowledgement
     */
    static bool Repeats(Ptr<const Packet> datagram, const Side& side, bool orOneLess);

    Side m_data; //!< from the node to the device
    Side m_acks; //!< from the device to the node
    uint32_t m_copies{0};          //!< marked as local retransmissions
    uint32_t m_told{0};            //!< datagrams that the agent made for the mobile host
    uint32_t m_changed{0};         //!< copies of what never came
    uint32_t m_forged{0};          //!< acknowledgements that nobody gave
    uint32_t m_resegmented{0};     //!< see GetResegmented
    uint32_t m_congestionMarks{0}; //!< see GetCongestionMarks
    std::map<std::pair<std::string, std::string>, uint32_t> m_diary;             //!< entries by kind and cause
    std::map<std::string, std::set<std::pair<Address, Address>>> m_connections; //!< with an entry of a kind
    std::map<TcpEnds, std::map<uint32_t, uint32_t>> m_segments;  //!< lengths by sequence number, of each connection
};

} // namespace wirelesstcptest
} // namespace ns3

#endif /* HOOK_LEDGER_H */
