// SPDX-License-Identifier: GPL-2.0-only
#ifndef DCR_SOCKET_H
#define DCR_SOCKET_H

#include "ns3/event-id.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * TCP-DCR [Bhandarkar, Sadry, Reddy, Vaidya: TCP-DCR: A novel protocol for tolerating wireless channel errors, IEEE Transactions
 * on Mobile Computing 4(5), 2005]: a sender that waits with its answer to duplicate acknowledgements, so that the link can repair
 * the loss, or a late segment can arrive. What is still missing then counts as lost to congestion. Meanwhile ns-3's limited
 * transmit keeps the network as full as it was, which attribute TcpSocketBase::LimitedTransmit switches on.
 *
 * Timeouts are as ever. Sockets come from DcrSocketFactory.
 */
class DcrSocket : public TcpSocketBase
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    DcrSocket();
    /**
     * \brief A socket for a connection that a listening socket accepts.
     * \param listening the listening socket
     */
    DcrSocket(const DcrSocket& listening);
    ~DcrSocket() override;

    /**
     * \param roundTrips how long the answer waits, in smoothed round trips; above 0. An attribute of DcrSocketFactory: up to
     *        ns-3.44 TcpSocketBase hides those of its subclasses.
     */
    void SetDelay(double roundTrips);

    /// \return how often what was missing arrived during the wait, so that the window was spared
    uint64_t GetSpared() const;

  protected:
    Ptr<TcpSocketBase> Fork() override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader) override;
    void ReTxTimeout() override;

  private:
    struct Core;

    /// \return whether a loss is being answered: duplicates are no news then
    bool IsAnswering() const;
    /// \return the core; made with the first acknowledgement
    Core& GetCore();
    /**
     * \brief Do what the core decides.
     * \param duplicate whether a duplicate came; if not, the time is up that the core has set
     */
    void Look(bool duplicate);

    double m_delay{1.0};          //!< how long the answer waits, round trips
    std::unique_ptr<Core> m_core; //!< decides when
    EventId m_waiting;            //!< the end of the wait
    uint64_t m_spared{0};         //!< how often the wait spared the window
};

} // namespace ns3

#endif // DCR_SOCKET_H
