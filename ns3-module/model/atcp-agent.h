// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATCP_AGENT_H
#define ATCP_AGENT_H

#include "wireless-agent.h"

#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * ATCP: a layer between TCP and IP at the source of TCP connections in an ad-hoc network [Liu, Singh: ATCP: TCP for mobile ad
 * hoc networks, IEEE Journal on Selected Areas in Communications 19(7), 2001]. Its states are Normal; Congested, in which TCP
 * deals with its losses itself; Loss and Disconnected, in which TCP is in persist and the layer sends kept segments again.
 *
 * It hears of congestion by ECN echo, which takes `TcpSocketBase::UseEcn` on both hosts and queue discs that mark, and of a
 * lost route by ICMP, which ns-3's nodes do not send of themselves: IcmpUnreachableSender does. DSR carries no ICMP, so that
 * under it the state Disconnected never comes.
 *
 * The layer takes TCP's segments where TCP hands them to IP, so that those that wait for a route are known to it, too; a host
 * has one layer.
 *
 * TCP itself is not changed. It is put into persist by an acknowledgement with window 0. After Disconnected its congestion
 * window is set to one segment through its socket, whatever its congestion control.
 */
class AtcpAgent : public WirelessAgent
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    AtcpAgent();
    ~AtcpAgent() override;

  protected:
    std::unique_ptr<Core> MakeCore() const override;
    bool SeesDepartures() const override;
    void SendAgain(Ptr<QueueDiscItem> item) override;
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /**
     * \brief TCP hands a segment down.
     * \param segment the segment
     * \param source of the datagram
     * \param destination of the datagram
     * \param protocol TCP
     * \param route it takes
     */
    void OnSegment(Ptr<Packet> segment,
                   Ipv4Address source,
                   Ipv4Address destination,
                   uint8_t protocol,
                   Ptr<Ipv4Route> route);

    /**
     * \brief TCP hands a segment down, over IPv6.
     * \param segment the segment
     * \param source of the datagram
     * \param destination of the datagram
     * \param protocol TCP
     * \param route it takes
     */
    void OnSegment6(Ptr<Packet> segment,
                    Ipv6Address source,
                    Ipv6Address destination,
                    uint8_t protocol,
                    Ptr<Ipv6Route> route);

    IpL4Protocol::DownTargetCallback m_down;   //!< where TCP's segments go
    IpL4Protocol::DownTargetCallback6 m_down6; //!< over IPv6
    bool m_stopped{false};                     //!< whether the layer is disposed of
    /**
     * \brief Carry out what the diary says about a congestion window.
     * \param event an entry
     */
    void OnEvent(const AgentEvent& event);

    uint32_t m_dupAckThreshold; //!< duplicate acknowledgement that is taken for a loss
    Time m_tcpMinRto;           //!< TCP's least retransmission timeout
    double m_rtoFraction;       //!< part of TCP's timeout after which it is about to expire
    Time m_minTimeout;          //!< floor of the layer's own timer
    Time m_maxTimeout;          //!< its ceiling
    Time m_probeInterval;       //!< between probes of a lost route
    Time m_persistRefresh;      //!< after which TCP's persist timer is started afresh
    uint32_t m_bufferSize;      //!< segments kept for one connection
    Time m_idleTimeout;         //!< silence after which a connection is forgotten
    uint32_t m_maxConnections;  //!< known at a time
    uint32_t m_maxPackets;      //!< kept for all connections together
};

} // namespace ns3

#endif /* ATCP_AGENT_H */
