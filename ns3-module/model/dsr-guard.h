// SPDX-License-Identifier: GPL-2.0-only
#ifndef DSR_GUARD_H
#define DSR_GUARD_H

#include "wifi-traced-frame.h"

#include "ns3/event-id.h"
#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/queue-item.h"
#include "ns3/traced-callback.h"
#include "ns3/wifi-mac.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>

namespace ns3
{

class Ipv4QueueDiscItem;
class Node;
class WirelessTrafficControl;
struct DsrDatagram;

namespace dsr
{
class DsrRouting;
}

/**
 * \ingroup wireless-tcp
 *
 * Lets ns-3's DSR carry bursts, on one node that runs it.
 *
 * DSR keeps each data packet in a maintenance buffer until the next hop is known to have received it, and discards, without
 * any trace, packets that are alike in source, destination and route to one it keeps: all but the first of a burst. Before DSR
 * gets a packet, at its source or on its way, the guard makes DSR forget the one before. The latest packet then stands for the
 * whole burst: DSR sends it again and tells of a broken link as ever if nothing of the burst is received.
 *
 * Since each packet starts DSR's timer anew, a stream could hide a broken link. So the guard tells DSR of it when a Wi-Fi MAC
 * has given up as many frames in a row to a next hop as DSR would have sent, 1 + TryLinkAcks, and heard no acknowledgement for
 * as long as DSR would have waited, LinkAckTimeout for each. Silence alone does not do: on a busy channel frames wait longer.
 * Other devices than Wi-Fi tell neither; there the guard leaves it to DSR.
 *
 * An agent that repeats packets on its own hop takes them over from DSR one by one, and reports a broken link in its place.
 */
class DsrGuard : public Object
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * \brief Guard a node.
     *
     * It does not matter whether DSR, addresses and hooks come before or after. The guard looks for them at the start of the
     * simulation, which ends with an error if the node does not run DSR with link acknowledgements then.
     *
     * \param node the node
     * \return the guard of the node, which is made if there is none
     */
    static Ptr<DsrGuard> Install(Ptr<Node> node);

    DsrGuard();
    ~DsrGuard() override;

    /**
     * \brief Make DSR forget a packet that it just handed down: an agent cares for it now. DSR does not send it again and does not
     *        take its silence for a broken link.
     * \param item a packet on its way out; one that is no data of DSR's is left alone
     */
    void TakeOver(Ptr<const QueueDiscItem> item);

    /**
     * \param nextHop a neighbour
     * \param since a simulated time
     * \return whether the MAC received no acknowledgement from the neighbour since then; true on devices other than Wi-Fi
     */
    bool IsUnheard(Mac48Address nextHop, Time since) const;

    /**
     * \brief Tell DSR that the link a packet was to take is broken, as DSR finds out by itself for packets that no agent took over:
     *        routes by that link are deleted, the packet's source is told, and the packet takes another way: at its source one that
     *        is yet to be found if need be, elsewhere only one that is known.
     * \param item a packet that was taken over and is given up, sent before or not; one that is no data of DSR's is left alone
     */
    void ReportBroken(Ptr<const QueueDiscItem> item);

    /**
     * TracedCallback signature for broken links.
     *
     * \param nextHop the neighbour that was to receive
     */
    typedef void (*LinkBrokenCallback)(Ipv4Address nextHop);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    friend class WirelessHooks;
    friend class WirelessTrafficControl;

    /// What DSR tells packets in its maintenance buffer apart by, besides the length of the rest of the route.
    struct Link
    {
        Ipv4Address source;      //!< of the packets
        Ipv4Address destination; //!< of the packets
        Ipv4Address nextHop;     //!< of the node

        /**
         * \param other another
         * \return the order, source first, next hop last
         */
        bool operator<(const Link& other) const;
    };

    /// What the MAC says of a neighbour.
    struct Neighbour
    {
        Time heard{Time::Min()};     //!< when it acknowledged a frame last
        std::optional<Time> waiting; //!< since when a frame to it waits and none was acknowledged
        uint32_t givenUp{0};         //!< frames in a row that were sent in vain
    };

    /// Packets of the node that DSR keeps while it looks for a route to their destination.
    struct Discovery
    {
        std::deque<uint64_t> waiting; //!< their UIDs, at most as many as DSR keeps
        EventId end;                  //!< DSR released the last one, as far as it did not drop them
    };

    /**
     * \brief TCP or UDP hands a packet down.
     * \param packet starts with the transport header
     * \param source of the packet
     * \param destination of the packet
     * \param protocol 6 or 17
     * \param route as the transport found it; DSR takes no notice
     */
    void SendFromTransport(Ptr<Packet> packet,
                           Ipv4Address source,
                           Ipv4Address destination,
                           uint8_t protocol,
                           Ptr<Ipv4Route> route);

    /**
     * \brief IP sends a packet, perhaps one of DSR's.
     * \param ip its header
     * \param packet what is behind the header
     * \param interface by which it leaves
     */
    void NoteSent(const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t interface);

    /**
     * \brief A packet leaves by the device.
     * \param item the packet
     */
    void OnEgress(Ptr<QueueDiscItem> item);

    /**
     * \brief Give a route request that DSR repeats an identification of its own. DSR repeats the old one, which the nodes that
     *        saw the first request drop, so that a request lost on its way would never be made good.
     * \param item a packet of this node on its way out
     */
    void RenewRequest(Ptr<Ipv4QueueDiscItem> item);

    /**
     * \brief A datagram is about to be handed to the node.
     * \param datagram starts with the IP header
     */
    void OnIngress(Ptr<const Packet> datagram);

    /**
     * \brief The MAC received an acknowledgement.
     * \param frame what is acknowledged
     */
    void NoteAck(Ptr<const WifiTracedFrame> frame);

    /**
     * \brief The MAC gave a frame up.
     * \param reason why
     * \param frame the frame
     */
    void NoteDrop(WifiMacDropReason reason, Ptr<const WifiTracedFrame> frame);

    /**
     * \brief Make room in DSR's maintenance buffer for a packet.
     * \param link the link that it is likely to take
     * \param protocol 6 or 17
     */
    void MakeRoom(const Link& link, uint8_t protocol);

    /**
     * \brief Make DSR forget the packet that it keeps for a link.
     * \param link the link
     */
    void Forget(const Link& link);

    /**
     * \brief Delete all routes by a link of the node.
     * \param nextHop its other end
     */
    void BreakLink(Ipv4Address nextHop);

    /**
     * \param nextHop a neighbour
     * \return whether frames to it were sent in vain as often and for as long as DSR would have tried
     */
    bool IsSilent(Ipv4Address nextHop) const;

    Ptr<Node> m_node;             //!< the guarded node
    Ptr<dsr::DsrRouting> m_dsr;   //!< its routing protocol; null before the start and after disposal
    Ipv4Address m_own;            //!< its address
    Time m_minTimeout;            //!< for DSR's LinkAckTimeout
    uint32_t m_tries{0};          //!< how often DSR sends a packet before it takes a link for broken
    Time m_patience;              //!< how long it waits for that
    std::size_t m_sendBuffer{0};  //!< packets that DSR keeps at most while it looks for routes
    bool m_hearsAcks{false};      //!< whether the MAC tells of acknowledgements
    std::map<uint8_t, IpL4Protocol::DownTargetCallback> m_down; //!< what TCP and UDP handed packets to, by protocol

    std::set<Link> m_kept;                              //!< links for which DSR may keep a packet
    std::map<Ipv4Address, Discovery> m_discoveries;     //!< by destination
    std::map<Ipv4Address, uint16_t> m_requests;         //!< identification of the last route request, by target
    std::map<Ipv4Address, Mac48Address> m_macAddresses; //!< of next hops
    std::map<Mac48Address, Neighbour> m_neighbours;     //!< what is known of them

    TracedCallback<Ipv4Address> m_linkBroken; //!< DSR was told
};

} // namespace ns3

#endif /* DSR_GUARD_H */
