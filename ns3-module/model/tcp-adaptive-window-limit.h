// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_ADAPTIVE_WINDOW_LIMIT_H
#define TCP_ADAPTIVE_WINDOW_LIMIT_H

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/traced-value.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

class TcpSocketBase;

/**
 * \ingroup wireless-tcp
 *
 * NewReno with an upper bound of its congestion window that follows the length of the path [Chen, Xue, Nahrstedt: On setting TCP's
 * congestion window limit in mobile ad hoc networks, ICC 2003]. The length is read from each arriving segment (PathLength); the
 * way there is taken to be as long as the way back. Until the first one the bound is MaxSegments.
 *
 * The window never exceeds the bound, whatever InitialCwnd says and in all of recovery. When the bound falls, the window follows at
 * the next acknowledgement of new data. What ns-3 traces as CongestionWindowInflated limits nothing, here as with other controls.
 */
class TcpAdaptiveWindowLimit : public TcpNewReno
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    TcpAdaptiveWindowLimit();
    /**
     * \brief For the connections of a listening socket.
     * \param other the listening socket's
     */
    TcpAdaptiveWindowLimit(const TcpAdaptiveWindowLimit& other);
    ~TcpAdaptiveWindowLimit() override;

    std::string GetName() const override;
    void Init(Ptr<TcpSocketState> tcb) override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t newState) override;
    Ptr<TcpCongestionOps> Fork() override;

    /// \return the upper bound of the window, segments
    uint32_t GetWindowLimit() const;

  protected:
    /// \return whether the bound follows the path
    virtual bool IsAdaptive() const;
    /// \return what the retransmission timeout is multiplied by
    virtual double GetRtoFactor() const;

  private:
    struct Core;

    /**
     * \brief The connection is established; its socket has seen nothing yet but the handshake.
     * \param tcb its state
     */
    void Attach(Ptr<TcpSocketState> tcb);
    /**
     * \brief Have the socket wait longer before it retransmits.
     * \param socket the socket
     * \param tcb its state
     */
    void RaiseTimeout(Ptr<TcpSocketBase> socket, Ptr<const TcpSocketState> tcb);
    /**
     * \param smoothed round trip
     * \param variation of it
     * \return the variation to show the socket
     */
    Time GetRaisedVariation(Time smoothed, Time variation) const;
    /// \param hops over which a segment arrived
    void OnHops(uint32_t hops);
    /**
     * \brief Cut the window to the bound.
     * \param tcb the connection's state
     */
    void Limit(Ptr<TcpSocketState> tcb) const;

    uint32_t m_maxSegments;         //!< bound until the path is known
    double m_hopFraction;           //!< segments a hop of the round trip
    uint32_t m_minSegments;         //!< the bound is never lower
    uint8_t m_initialTtl;           //!< time to live with which the other end sends
    std::unique_ptr<Core> m_core;   //!< decides
    bool m_attached{false};         //!< whether the connection is established
    Time m_granularity;             //!< of the socket's clock
    Time m_minRto;                  //!< least timeout of the socket
    TracedValue<uint32_t> m_limit;  //!< the bound, segments
};

} // namespace ns3

#endif // TCP_ADAPTIVE_WINDOW_LIMIT_H
