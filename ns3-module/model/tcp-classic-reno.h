// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_CLASSIC_RENO_H
#define TCP_CLASSIC_RENO_H

#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * The window of 4.3BSD-Reno. It grows as TcpNewReno's does; what differs is the slow start threshold after a loss: half of
 * the smaller of the congestion window and the data outstanding, in whole segments, at least two. ns-3 takes half of what it
 * believes to be in flight, which leaves out segments that duplicate acknowledgements speak of and counts those that a
 * second loss in the same window has left outstanding, so that the window could grow at the second loss.
 *
 * Which losses are met by a fast retransmission is not decided here: see ClassicRenoSocket.
 */
class TcpClassicReno : public TcpNewReno
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    std::string GetName() const override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    Ptr<TcpCongestionOps> Fork() override;
};

} // namespace ns3

#endif // TCP_CLASSIC_RENO_H
