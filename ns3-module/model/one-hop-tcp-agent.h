// SPDX-License-Identifier: GPL-2.0-only
#ifndef ONE_HOP_TCP_AGENT_H
#define ONE_HOP_TCP_AGENT_H

#include "wireless-agent.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * One-hop TCP, the part of Hop-by-Hop TCP that runs on every node (Lien and Yu, APSCC 2008): buffers each packet of a TCP
 * connection that leaves by the hooked device, sends it with a number behind the datagram, waits for the neighbour's local
 * acknowledgement and sends it again where that does not come. End-to-end acknowledgements are served likewise. Neighbours
 * without agent take what is behind the datagram for padding; the agent finds out and passes their packets on as they are.
 *
 * GetConnections counts neighbours. Under DSR the agent takes link maintenance over for what it buffers, see DsrGuard.
 */
class OneHopTcpAgent : public WirelessAgent
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    OneHopTcpAgent();
    ~OneHopTcpAgent() override;

  protected:
    bool HoldsPackets() const override;
    std::unique_ptr<Core> MakeCore() const override;

  private:
    uint32_t m_window;          //!< packets on their way to one neighbour
    uint32_t m_fragmentSize;    //!< packets acknowledged as one
    uint32_t m_bufferSize;      //!< packets held for all neighbours
    uint32_t m_retryLimit;      //!< copies after the first
    Time m_initialTimeout;      //!< timeout before the first sample
    bool m_adaptiveTimeout;     //!< whether the timeout follows samples
    Time m_minTimeout;          //!< shortest adaptive timeout
    Time m_maxTimeout;          //!< longest adaptive timeout
    double m_backoff;           //!< factor for each copy
    bool m_piggyback;           //!< whether acknowledgements ride on packets
    Time m_piggybackDelay;      //!< how long they wait for one
    Time m_plainTimeout;        //!< how long a silent neighbour is left alone
    Time m_idleTimeout;         //!< silence after which a neighbour is forgotten
    uint32_t m_maxNeighbours;   //!< neighbours known at a time
};

} // namespace ns3

#endif /* ONE_HOP_TCP_AGENT_H */
