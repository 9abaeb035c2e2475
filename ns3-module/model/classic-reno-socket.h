// SPDX-License-Identifier: GPL-2.0-only
#ifndef CLASSIC_RENO_SOCKET_H
#define CLASSIC_RENO_SOCKET_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/type-id.h"

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * A TCP socket that ends fast recovery on the first new acknowledgement, as Reno does [RFC 2581 s3.2]. ns-3's own sockets
 * stay in it until everything outstanding at its start is acknowledged, as NewReno does [RFC 6582], and no attribute changes
 * that. Of several losses in one window, Reno needs three duplicate acknowledgements for each and halves its window each
 * time; when too few segments are left to cause them, it waits for its timeout.
 *
 * It is meant for connections without SACK. With SACK a recovery sends every hole that it knows of again as soon as the window
 * lets it, so that it makes little difference when the recovery ends: several losses halve the window once, as with NewReno.
 *
 * After a timeout it behaves as ns-3's sockets do: duplicate acknowledgements count for nothing until everything outstanding
 * at the timeout is acknowledged. 4.3BSD-Reno counted them.
 *
 * Sockets come from ClassicRenoSocketFactory.
 */
class ClassicRenoSocket : public TcpSocketBase
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

  protected:
    Ptr<TcpSocketBase> Fork() override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader) override;
};

} // namespace ns3

#endif // CLASSIC_RENO_SOCKET_H
