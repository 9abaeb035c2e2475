// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_SAMPLED_RENO_H
#define TCP_SAMPLED_RENO_H

#include "tcp-datagram.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

class Packet;
class TcpHeader;
class TcpRttSampler;
class TcpSocketBase;

/**
 * \ingroup wireless-tcp
 *
 * TcpNewReno for controls that need more than ns-3 tells a congestion control: the segments of its connection, true round-trip
 * samples of them, and whether a new slow start threshold is asked for because of three duplicate acknowledgements.
 *
 * ns-3 gives a congestion control no way to its socket. The socket, however, shows its congestion control as an attribute
 * (TcpSocketBase::CongestionOps), so this one looks for the socket that has it when the connection sends its first data.
 */
class TcpSampledReno : public TcpNewReno
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    TcpSampledReno();
    /**
     * \brief For the connections of a listening socket, which has learned nothing that they could use.
     * \param other the listening socket's
     */
    TcpSampledReno(const TcpSampledReno& other);
    ~TcpSampledReno() override;

    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;

  protected:
    void DoDispose() override;

    /**
     * \brief The socket of this control was found; the first data is about to be sent.
     * \param socket the socket; a control must not keep it, since the socket keeps the control
     * \param tcb the connection's state
     */
    virtual void Found(Ptr<TcpSocketBase> socket, Ptr<const TcpSocketState> tcb);
    /**
     * \brief The socket sends a segment.
     * \param packet its data; packet tags that it is given travel with it
     * \param header its header
     */
    virtual void Sent(Ptr<const Packet> packet, const TcpHeader& header);
    /**
     * \brief The socket receives a segment and has not looked at it yet.
     * \param header its header
     * \param size octets of data it carries
     * \param roundTrip the round-trip sample that it completes, negative where it completes none
     */
    virtual void Received(const TcpHeader& header, uint32_t size, Time roundTrip);
    /**
     * \brief Three duplicate acknowledgements start a fast recovery.
     * \param tcb the connection's state
     * \param bytesInFlight octets in flight
     * \return new slow start threshold, and congestion window when recovery ends; octets
     */
    virtual uint32_t OnDuplicates(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) = 0;
    /**
     * \brief A timeout or an ECN mark asks for a new slow start threshold. As TcpNewReno's where it is not overridden.
     * \param tcb the connection's state
     * \param bytesInFlight octets in flight
     * \return new slow start threshold, octets
     */
    virtual uint32_t OnOtherSignal(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight);
    /// \brief Fast recovery has ended, by itself or by a timeout.
    virtual void OnRecovered();

    /// \return both ends of the connection, this one being the source
    const TcpEnds& GetEnds() const;
    /// \return granularity of the round-trip samples
    Time GetClockTick() const;

  private:
    /**
     * \brief Find the socket of this control and follow it.
     * \param tcb the connection's state
     */
    void Attach(Ptr<const TcpSocketState> tcb);
    /**
     * \param packet payload of a segment the socket sends
     * \param header its header
     * \param socket the socket
     */
    void OnTx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    /**
     * \param packet payload of a segment the socket receives
     * \param header its header
     * \param socket the socket
     */
    void OnRx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);

    bool m_attached{false};       //!< whether the socket was found
    TcpEnds m_ends;               //!< both ends of the connection
    Ptr<TcpRttSampler> m_sampler; //!< takes the samples
    TcpSocketState::TcpCongState_t m_state{TcpSocketState::CA_OPEN}; //!< the socket's congestion state
    Time m_stateSince;                                               //!< since when

    TracedCallback<Time> m_roundTrip; //!< a round trip was sampled
};

} // namespace ns3

#endif // TCP_SAMPLED_RENO_H
