// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPLIT_CONNECTION_AGENT_H
#define SPLIT_CONNECTION_AGENT_H

#include "wireless-agent.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * A proxy on the way that splits TCP connections: it acknowledges data in the place of the destination, keeps it, and
 * delivers it with a TCP of its own. Each direction is split whose data leaves by the watched device while the
 * acknowledgements arrive by it: both at a relay of a chain, data for the mobile host at a base station. Connections
 * whose SYN and SYN-ACK it did not see stay whole.
 *
 * [Kop02] is Kopparty, Krishnamurthy, Faloutsos, Tripathi: Split TCP for mobile ad hoc networks, GLOBECOM 2002. Other
 * than there, sources get no acknowledgements from the destination itself, except of the FIN: what a proxy acknowledged
 * and holds is lost if it fails (Reboot).
 *
 * What a proxy sends is, to its node's routing, forwarded: AODV looks for no new route for it after one has broken, and
 * what was acknowledged to the source may then never arrive. Senders of ns-3 up to 3.37 at least crash in the recovery
 * that follows when they have filled their receiver's window; a BufferSize that is never full avoids it.
 */
class SplitConnectionAgent : public WirelessAgent
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    SplitConnectionAgent();
    ~SplitConnectionAgent() override;

  protected:
    std::unique_ptr<Core> MakeCore() const override;

  private:
    uint32_t m_bufferSize;      //!< bytes held for one direction of a connection at most
    bool m_newReno;             //!< whether recovery goes on at a partial acknowledgement
    bool m_limitedTransmit;     //!< whether the first duplicates let new segments out
    uint32_t m_dupAckThreshold; //!< duplicate acknowledgement that starts recovery
    uint32_t m_initialWindow;   //!< segments outstanding at first
    Time m_initialTimeout;      //!< timeout while no round trip is known
    Time m_minTimeout;          //!< floor of the timeout
    Time m_maxTimeout;          //!< ceiling of the timeout
    Time m_idleTimeout;         //!< silence after which a connection is given up
    uint32_t m_maxConnections;  //!< connections known at a time
    uint32_t m_maxPackets;      //!< packets held for all connections
};

} // namespace ns3

#endif /* SPLIT_CONNECTION_AGENT_H */
