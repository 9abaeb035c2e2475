// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_MUZHA_H
#define TCP_MUZHA_H

#include "tcp-sampled-reno.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-state.h"
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
 * TCP Muzha [TCP Muzha, 27th International Conference on Distributed Computing Systems Workshops, 2007]: there is no slow start;
 * once a round trip the window doubles, grows by a segment, stays, shrinks by a segment or is halved, as the most loaded router
 * of the path asks (MuzhaRouter). A loss on a path where no router asks for less is taken for a random one and leaves the window as
 * it is. Timeouts are as ever.
 *
 * Both ends need this congestion control, or the receiver returns nothing and the window stays at InitialCwnd. Feedback travels as
 * packet tags (MuzhaTag). A path without routers of this kind asks for doubling every round trip.
 */
class TcpMuzha : public TcpSampledReno
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    TcpMuzha();
    /**
     * \brief For the connections of a listening socket.
     * \param other the listening socket's
     */
    TcpMuzha(const TcpMuzha& other);
    ~TcpMuzha() override;

    std::string GetName() const override;
    void Init(Ptr<TcpSocketState> tcb) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t newState) override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    uint32_t OnDuplicates(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;

  private:
    struct Core;

    /// Follow the socket's segments from the end of the handshake on; a receiver, too.
    void Follow();
    /**
     * \param packet data of a segment the socket sends
     * \param header its header
     * \param socket the socket
     */
    void OnSegment(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    /**
     * \param packet data of a segment the socket receives
     * \param header its header
     * \param socket the socket
     */
    void OnArrival(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);

    std::unique_ptr<Core> m_core; //!< decides
    bool m_following{false};      //!< whether the connection is established
    SequenceNumber32 m_ack;       //!< last acknowledgement number
    uint8_t m_heard;              //!< level of the other direction
};

} // namespace ns3

#endif // TCP_MUZHA_H
