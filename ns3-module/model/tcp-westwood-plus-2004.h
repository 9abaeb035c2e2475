// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_WESTWOOD_PLUS_2004_H
#define TCP_WESTWOOD_PLUS_2004_H

#include "tcp-sampled-reno.h"

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

class Packet;
class TcpHeader;

/**
 * \ingroup wireless-tcp
 *
 * Westwood+ as published [Grieco and Mascolo: Performance evaluation and comparison of Westwood+, New Reno, and Vegas TCP
 * congestion control, ACM Computer Communication Review 34(2), 2004]: one bandwidth sample a round trip, duplicate
 * acknowledgements counted once, and after a loss the window that the estimated bandwidth fills in the least round trip.
 *
 * ns-3's own Westwood+ samples and filters in other ways.
 */
class TcpWestwoodPlus2004 : public TcpSampledReno
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    TcpWestwoodPlus2004();
    /**
     * \brief For the connections of a listening socket.
     * \param other the listening socket's
     */
    TcpWestwoodPlus2004(const TcpWestwoodPlus2004& other);
    ~TcpWestwoodPlus2004() override;

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    void DoDispose() override;
    void Found(Ptr<TcpSocketBase> socket, Ptr<const TcpSocketState> tcb) override;
    void Sent(Ptr<const Packet> packet, const TcpHeader& header) override;
    void Received(const TcpHeader& header, uint32_t size, Time roundTrip) override;
    uint32_t OnDuplicates(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    uint32_t OnOtherSignal(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;

  private:
    struct Core;

    /**
     * \param tcb the connection's state
     * \param bytesInFlight octets in flight
     * \return what the path carries in the least round trip, octets
     */
    uint32_t GetPipe(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight);

    Time m_minInterval;                 //!< shortest time a bandwidth sample spans
    double m_gain;                      //!< weight of a new value in each filter
    std::unique_ptr<Core> m_core;       //!< estimates; made with the first data
    TracedValue<double> m_bandwidth{0}; //!< estimate (octets per second)
};

} // namespace ns3

#endif // TCP_WESTWOOD_PLUS_2004_H
