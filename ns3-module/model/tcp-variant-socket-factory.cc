// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-variant-socket-factory.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/socket.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-base.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpVariantSocketFactory");

NS_OBJECT_ENSURE_REGISTERED(TcpVariantSocketFactory);

namespace
{

/**
 * \tparam Part class of a part of a socket
 * \param tcp a node's TCP
 * \param attribute its attribute that says which kind of part its sockets have
 * \return a part of that kind
 */
template <typename Part>
Ptr<Part>
MakePart(Ptr<const TcpL4Protocol> tcp, const std::string& attribute)
{
    TypeIdValue type;
    tcp->GetAttribute(attribute, type);
    ObjectFactory factory;
    factory.SetTypeId(type.Get());
    return factory.Create<Part>();
}

} // namespace

TypeId
TcpVariantSocketFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpVariantSocketFactory").SetParent<SocketFactory>().SetGroupName("WirelessTcp");
    return tid;
}

bool
TcpVariantSocketFactory::IsOn(Ptr<const Node> node, TypeId type)
{
    return bool(node->GetObject<TcpVariantSocketFactory>(type));
}

void
TcpVariantSocketFactory::PutOn(Ptr<Node> node)
{
    m_tcp = node->GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_IF(!m_tcp,
                    GetInstanceTypeId().GetName() << ": node " << node->GetId()
                                                  << " has no TCP; install the Internet stack on it first");
    node->AggregateObject(this);
}

Ptr<Socket>
TcpVariantSocketFactory::CreateSocket()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(!m_tcp,
                    GetInstanceTypeId().GetName() << " is on no node: use its helper to put it on one");
    // What TcpL4Protocol::CreateSocket does.
    Ptr<TcpSocketBase> socket = MakeSocket();
    socket->SetNode(m_tcp->GetObject<Node>());
    socket->SetTcp(m_tcp);
    socket->SetRtt(MakePart<RttEstimator>(m_tcp, "RttEstimatorType"));
    socket->SetCongestionControlAlgorithm(MakePart<TcpCongestionOps>(m_tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(MakePart<TcpRecoveryOps>(m_tcp, "RecoveryType"));
    m_tcp->AddSocket(socket);
    return socket;
}

void
TcpVariantSocketFactory::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_tcp = nullptr;
    SocketFactory::DoDispose();
}

} // namespace ns3
