// SPDX-License-Identifier: GPL-2.0-only
#ifndef CLASSIC_RENO_SOCKET_FACTORY_H
#define CLASSIC_RENO_SOCKET_FACTORY_H

#include "ns3/ptr.h"
#include "ns3/socket-factory.h"
#include "ns3/type-id.h"

namespace ns3
{

class Node;
class Socket;
class TcpL4Protocol;

/**
 * \ingroup wireless-tcp
 *
 * Makes sockets of class ClassicRenoSocket on a node that has ns-3's TCP. Applications use it by its TypeId, as their
 * `Protocol`: "ns3::ClassicRenoSocketFactory" in the place of "ns3::TcpSocketFactory". It is no TcpSocketFactory itself, or it
 * could be taken for the node's own.
 *
 * Congestion control, recovery and round-trip estimator are those that the node's TcpL4Protocol is set to (attributes
 * SocketType, RecoveryType, RttEstimatorType); the sender of the papers has TcpClassicReno and TcpClassicRecovery.
 */
class ClassicRenoSocketFactory : public SocketFactory
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * \brief Put a factory on a node that has none yet.
     * \param node a node with an Internet stack; ends the simulation with an error if it has none
     */
    static void Install(Ptr<Node> node);

    Ptr<Socket> CreateSocket() override;

  protected:
    void DoDispose() override;

  private:
    Ptr<TcpL4Protocol> m_tcp; //!< the node's TCP
};

} // namespace ns3

#endif // CLASSIC_RENO_SOCKET_FACTORY_H
