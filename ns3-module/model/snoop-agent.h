// SPDX-License-Identifier: GPL-2.0-only
#ifndef SNOOP_AGENT_H
#define SNOOP_AGENT_H

#include "wireless-agent.h"

#include "ns3/ipv4-address.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * The Snoop agent at a base station, for TCP data from a fixed to a mobile host: keeps unacknowledged segments, sends
 * them again over the wireless hop when they are lost there, and spares the sender the duplicate acknowledgements.
 *
 * The attributes' defaults are the protocol as printed in 1995; SnoopHelper has both printed versions by name.
 * [Bal95] is Balakrishnan, Seshan, Amir, Katz: Improving TCP/IP performance over wireless networks, MobiCom 1995.
 * [Bal97] is Balakrishnan, Padmanabhan, Seshan, Katz: A comparison of mechanisms for improving TCP performance over
 * wireless links, IEEE/ACM Transactions on Networking, 1997.
 */
class SnoopAgent : public WirelessAgent
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    SnoopAgent();
    ~SnoopAgent() override;

    /**
     * \brief Another base station serves a mobile host from now on: forget its connections and keep what comes for it,
     * HandoffBufferSize packets at most, without sending it.
     * \param mobile its address
     */
    void StartBuffering(Ipv4Address mobile);

    /**
     * \brief A mobile host has come to this base station: send what waits for it and serve it from now on.
     * \param mobile its address
     * \param state how far its connections have come: what the mobile host reports and what the previous base station
     *        knew (ExportState), one behind the other; anything else in it is ignored
     */
    void StartServing(Ipv4Address mobile, const std::vector<uint8_t>& state);

    /**
     * \param mobile address of a mobile host
     * \return what another base station should know of its connections
     */
    std::vector<uint8_t> ExportState(Ipv4Address mobile) const;

  protected:
    std::unique_ptr<Core> MakeCore() const override;

  private:
    uint32_t m_cacheSize;               //!< packets kept for one connection at most
    uint32_t m_highWaterMark;           //!< packets kept from which on only gaps are filled
    uint32_t m_dupAckThreshold;         //!< duplicate acknowledgement that starts recovery
    bool m_partialAckRetransmission;    //!< whether a partial acknowledgement starts the next recovery
    double m_srttGain;                  //!< weight of a new round-trip sample
    double m_timeoutFactor;             //!< smoothed round trips that the round-trip timer runs
    Time m_minTimeout;                  //!< floor of the round-trip timer
    Time m_persistTimeout;              //!< quiet time that the persist timer runs
    Time m_delayedAckAllowance;         //!< added to the persist timer for a lone segment
    uint32_t m_maxLocalRetransmissions; //!< of one segment
    bool m_regenerateAcks;              //!< whether old data is answered
    bool m_priority;                    //!< whether local retransmissions ask to overtake others
    bool m_negativeAcks;                //!< whether the mobile host is told of its lost data
    uint32_t m_nackThreshold;           //!< packets from beyond a hole before it is told
    Time m_nackTimeout;                 //!< quiet time before it is told, or told again
    bool m_explicitLossNotification;    //!< whether that carries a TCP option of its own
    uint32_t m_handoffBufferSize;       //!< packets kept for an absent mobile host
    Time m_idleTimeout;                 //!< silence after which a connection is forgotten
    uint32_t m_maxConnections;          //!< known at a time
    uint32_t m_maxPackets;              //!< kept for all connections together
};

} // namespace ns3

#endif /* SNOOP_AGENT_H */
