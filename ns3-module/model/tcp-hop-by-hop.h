// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_HOP_BY_HOP_H
#define TCP_HOP_BY_HOP_H

#include "tcp-adaptive-window-limit.h"

#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * The end-to-end part of Hop-by-Hop TCP: NewReno with an upper bound of its congestion window, and a retransmission timeout that is
 * raised, since the hops repair losses by themselves and take their time for it. It is an ordinary congestion control, selected by
 * TcpL4Protocol's attribute SocketType alone.
 *
 * The timeout is the factor times what ns-3 computes, the least timeout included, from the first data segment on; SYN, SYN-ACK
 * and the doubling of the timeout stay as they are. For that the socket gets an estimator of its own at the end of the handshake in
 * the place of the node's RttEstimatorType: ns-3's RttMeanDeviation with a raised variation. The socket's MinRto and ClockGranularity
 * are those of that moment. The bound's attributes are TcpAdaptiveWindowLimit's.
 */
class TcpHopByHop : public TcpAdaptiveWindowLimit
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    bool IsAdaptive() const override;
    double GetRtoFactor() const override;

  private:
    bool m_adaptiveLimit; //!< whether the bound follows the path
    double m_rtoFactor;   //!< what the timeout is multiplied by
};

} // namespace ns3

#endif // TCP_HOP_BY_HOP_H
