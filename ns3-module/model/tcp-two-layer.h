// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_TWO_LAYER_H
#define TCP_TWO_LAYER_H

#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * The end-to-end layer of the two-layer transport [Heimlicher et al.: The Transport Layer Revisited, COMSWARE 2007]: a window in
 * segments of SegmentPackets packets, which starts with one, grows by one for each acknowledged up to the slow start threshold and by
 * one a window above it, and is back to one after a timeout. Losses are the lower layer's business, a OneHopTcpAgent on every node.
 *
 * The receiver acknowledges segments and the sender leaves duplicate acknowledgements alone only with attributes of their sockets:
 * DelAckCount as many packets as a segment has, a MinRto above DelAckTimeout, a ReTxThreshold that is never reached, and neither Sack nor
 * LimitedTransmit. They are those of the TcpVariant `two-layer`; a connection with others ends the simulation with an error that
 * names the attribute.
 *
 * ns-3 answers a timeout with a single packet whatever the control says; its acknowledgement makes the window one segment. ECN is not
 * for this control.
 */
class TcpTwoLayer : public TcpCongestionOps
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    TcpTwoLayer();
    /**
     * \brief For the connections of a listening socket.
     * \param other the listening socket's
     */
    TcpTwoLayer(const TcpTwoLayer& other);
    ~TcpTwoLayer() override;

    std::string GetName() const override;
    void Init(Ptr<TcpSocketState> tcb) override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    struct Core;

    /**
     * \brief The connection is established: end the simulation if its socket's attributes are for another control.
     * \param tcb its state
     */
    void CheckSocket(Ptr<const TcpSocketState> tcb) const;

    uint32_t m_segmentPackets;    //!< packets of a segment
    std::unique_ptr<Core> m_core; //!< decides
    bool m_established{false};    //!< whether the connection is
};

} // namespace ns3

#endif // TCP_TWO_LAYER_H
