// SPDX-License-Identifier: GPL-2.0-only
#include "classic-reno-socket-factory.h"

#include "classic-reno-socket.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/socket.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ClassicRenoSocketFactory");

NS_OBJECT_ENSURE_REGISTERED(ClassicRenoSocketFactory);

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
ClassicRenoSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ClassicRenoSocketFactory")
                            .SetParent<SocketFactory>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<ClassicRenoSocketFactory>();
    return tid;
}

void
ClassicRenoSocketFactory::Install(Ptr<Node> node)
{
    if (node->GetObject<ClassicRenoSocketFactory>())
    {
        return;
    }
    Ptr<TcpL4Protocol> tcp = node->GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_IF(!tcp,
                    "classic Reno: node " << node->GetId() << " has no TCP; install the Internet stack on it first");
    Ptr<ClassicRenoSocketFactory> factory = CreateObject<ClassicRenoSocketFactory>();
    factory->m_tcp = tcp;
    node->AggregateObject(factory);
}

Ptr<Socket>
ClassicRenoSocketFactory::CreateSocket()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(!m_tcp, "classic Reno: use ClassicRenoHelper to put a ClassicRenoSocketFactory on a node");
    // What TcpL4Protocol::CreateSocket does.
    Ptr<ClassicRenoSocket> socket = CreateObject<ClassicRenoSocket>();
    socket->SetNode(m_tcp->GetObject<Node>());
    socket->SetTcp(m_tcp);
    socket->SetRtt(MakePart<RttEstimator>(m_tcp, "RttEstimatorType"));
    socket->SetCongestionControlAlgorithm(MakePart<TcpCongestionOps>(m_tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(MakePart<TcpRecoveryOps>(m_tcp, "RecoveryType"));
    m_tcp->AddSocket(socket);
    return socket;
}

void
ClassicRenoSocketFactory::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_tcp = nullptr;
    SocketFactory::DoDispose();
}

} // namespace ns3
