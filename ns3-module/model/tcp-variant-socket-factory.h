// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_VARIANT_SOCKET_FACTORY_H
#define TCP_VARIANT_SOCKET_FACTORY_H

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/socket-factory.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/type-id.h"

namespace ns3
{

class Node;
class Socket;
class TcpSocketBase;

/**
 * \ingroup wireless-tcp
 *
 * Makes sockets of a class of its own on a node that has ns-3's TCP. Applications use a factory by its TypeId, as their
 * `Protocol`, in the place of "ns3::TcpSocketFactory". None is a TcpSocketFactory itself, or it could be taken for the node's
 * own.
 *
 * Congestion control, recovery and round-trip estimator are those that the node's TcpL4Protocol is set to (attributes
 * SocketType, RecoveryType, RttEstimatorType).
 */
class TcpVariantSocketFactory : public SocketFactory
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * \brief Put a factory on a node that has none of that class yet.
     * \tparam Factory class of the factory
     * \param node a node with an Internet stack; ends the simulation with an error if it has none
     */
    template <typename Factory>
    static void Install(Ptr<Node> node);

    Ptr<Socket> CreateSocket() override;

  protected:
    void DoDispose() override;

    /// \return a new socket, nothing set yet
    virtual Ptr<TcpSocketBase> MakeSocket() const = 0;

  private:
    /**
     * \param node a node
     * \param type type of the factory
     * \return whether the node has one
     */
    static bool IsOn(Ptr<const Node> node, TypeId type);
    /// \param node gets the factory
    void PutOn(Ptr<Node> node);

    Ptr<TcpL4Protocol> m_tcp; //!< the node's TCP
};

template <typename Factory>
void
TcpVariantSocketFactory::Install(Ptr<Node> node)
{
    if (!IsOn(node, Factory::GetTypeId()))
    {
        Ptr<TcpVariantSocketFactory> factory = CreateObject<Factory>();
        factory->PutOn(node);
    }
}

} // namespace ns3

#endif // TCP_VARIANT_SOCKET_FACTORY_H
