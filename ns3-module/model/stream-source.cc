// SPDX-License-Identifier: GPL-2.0-only
#include "stream-source.h"

#include "stream-pattern.h"

#include "ns3/abort.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StreamSource");

NS_OBJECT_ENSURE_REGISTERED(StreamSource);

TypeId
StreamSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::StreamSource")
            .SetParent<Application>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<StreamSource>()
            .AddAttribute("Remote",
                          "Address and port of the receiver.",
                          AddressValue(),
                          MakeAddressAccessor(&StreamSource::m_remote),
                          MakeAddressChecker())
            .AddAttribute("Local",
                          "Address and port to send from; chosen by the stack if not set.",
                          AddressValue(),
                          MakeAddressAccessor(&StreamSource::m_local),
                          MakeAddressChecker())
            .AddAttribute("MaxBytes",
                          "Bytes to send before the connection is closed; 0 sends for ever.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&StreamSource::m_maxBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("WriteSize",
                          "Largest single write to the socket (bytes).",
                          UintegerValue(8192),
                          MakeUintegerAccessor(&StreamSource::m_writeSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Protocol",
                          "Socket factory to use; its sockets must be byte streams.",
                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&StreamSource::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("RouteRetry",
                          "Time after which the connection is asked for again where no route leads to Remote; 0 gives up at once.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&StreamSource::m_routeRetry),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("SocketCreated",
                            "The socket exists and is bound; its first SYN has not left yet.",
                            MakeTraceSourceAccessor(&StreamSource::m_socketCreatedTrace),
                            "ns3::StreamSource::SocketTracedCallback")
            .AddTraceSource("Write",
                            "Bytes were handed to the socket: offset in the stream, size (bytes).",
                            MakeTraceSourceAccessor(&StreamSource::m_writeTrace),
                            "ns3::StreamSource::WriteTracedCallback")
            .AddTraceSource("End",
                            "The connection ended: true in order, false if it failed.",
                            MakeTraceSourceAccessor(&StreamSource::m_endTrace),
                            "ns3::TracedValueCallback::Bool");
    return tid;
}

StreamSource::StreamSource()
    : m_written(0),
      m_connected(false),
      m_closed(false),
      m_failed(false)
{
    NS_LOG_FUNCTION(this);
}

StreamSource::~StreamSource()
{
    NS_LOG_FUNCTION(this);
}

Ptr<Socket>
StreamSource::GetSocket() const
{
    return m_socket;
}

uint64_t
StreamSource::GetTotalTx() const
{
    return m_written;
}

uint64_t
StreamSource::GetMaxBytes() const
{
    return m_maxBytes;
}

bool
StreamSource::IsClosed() const
{
    return m_closed;
}

bool
StreamSource::HasFailed() const
{
    return m_failed;
}

void
StreamSource::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_retry.Cancel();
    m_socket = nullptr;
    Application::DoDispose();
}

void
StreamSource::StartApplication()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(m_remote.IsInvalid(), "StreamSource has no Remote: set the attribute to an address and port");
    m_socket = Socket::CreateSocket(GetNode(), m_protocol);
    NS_ABORT_MSG_IF(m_socket->GetSocketType() != Socket::NS3_SOCK_STREAM,
                    "StreamSource needs a byte stream, but Protocol " << m_protocol.GetName()
                                                                      << " makes another kind of socket");
    const bool isIpv6 = Inet6SocketAddress::IsMatchingType(m_remote);
    int bound = -1;
    if (!m_local.IsInvalid())
    {
        bound = m_socket->Bind(m_local);
    }
    else
    {
        bound = isIpv6 ? m_socket->Bind6() : m_socket->Bind();
    }
    NS_ABORT_MSG_IF(bound != 0, "StreamSource cannot bind its socket on node " << GetNode()->GetId());

    m_socket->SetConnectCallback(MakeCallback(&StreamSource::Connected, this),
                                 MakeCallback(&StreamSource::Failed, this));
    m_socket->SetCloseCallbacks(MakeCallback(&StreamSource::Closed, this), MakeCallback(&StreamSource::Failed, this));
    m_socket->SetSendCallback(MakeCallback(&StreamSource::Fill, this));
    m_socketCreatedTrace(m_socket);
    Connect();
}

void
StreamSource::Connect()
{
    NS_LOG_FUNCTION(this);
    m_routeless = m_socket->Connect(m_remote) != 0;
    if (!m_routeless)
    {
        return;
    }
    // A routing protocol may not have found one yet, or not any more.
    NS_LOG_WARN("StreamSource on node " << GetNode()->GetId() << " finds no way to its Remote address");
    if (m_routeRetry.IsZero())
    {
        Failed(m_socket);
        return;
    }
    m_retry = Simulator::Schedule(m_routeRetry, &StreamSource::Connect, this);
}

bool
StreamSource::IsRouteless() const
{
    return m_routeless;
}

void
StreamSource::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_retry.Cancel();
    if (m_socket && m_connected)
    {
        m_connected = false;
        m_socket->Close();
    }
}

void
StreamSource::Connected(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    m_connected = true;
    Fill(socket, socket->GetTxAvailable());
}

void
StreamSource::Fill(Ptr<Socket> socket, uint32_t available)
{
    NS_LOG_FUNCTION(this << socket << available);
    // Send() may call back into here when it frees space at once, so the state is read anew on every turn.
    while (m_connected && (m_maxBytes == 0 || m_written < m_maxBytes))
    {
        uint64_t size = std::min(m_writeSize, socket->GetTxAvailable());
        if (m_maxBytes > 0)
        {
            size = std::min(size, m_maxBytes - m_written);
        }
        if (size == 0)
        {
            return; // the socket calls again when there is room
        }
        m_buffer.resize(size);
        StreamPattern::Fill(m_written, m_buffer.data(), size);
        const uint64_t offset = m_written;
        m_written += size;
        const int sent = socket->Send(Create<Packet>(m_buffer.data(), size));
        NS_ABORT_MSG_IF(sent != static_cast<int>(size),
                        "StreamSource: the socket took " << sent << " of " << size << " bytes it had room for");
        m_writeTrace(offset, size);
    }
    if (m_connected)
    {
        m_connected = false;
        socket->Close();
    }
}

void
StreamSource::Closed(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    m_connected = false;
    m_closed = true;
    m_endTrace(true);
}

void
StreamSource::Failed(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    m_connected = false;
    m_failed = true;
    m_endTrace(false);
}

} // namespace ns3
