// SPDX-License-Identifier: GPL-2.0-only
#include "stream-sink.h"

#include "stream-pattern.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/trace-source-accessor.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StreamSink");

NS_OBJECT_ENSURE_REGISTERED(StreamSink);

TypeId
StreamSink::GetTypeId()
{
    static TypeId tid = TypeId("ns3::StreamSink")
                            .SetParent<Application>()
                            .SetGroupName("WirelessTcp")
                            .AddConstructor<StreamSink>()
                            .AddAttribute("Local",
                                          "Address and port to listen on.",
                                          AddressValue(),
                                          MakeAddressAccessor(&StreamSink::m_local),
                                          MakeAddressChecker())
                            .AddAttribute("Protocol",
                                          "Socket factory to use; its sockets must be byte streams.",
                                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                                          MakeTypeIdAccessor(&StreamSink::m_protocol),
                                          MakeTypeIdChecker())
                            .AddTraceSource("Rx",
                                            "Bytes arrived in order: packet, its offset in the stream (bytes).",
                                            MakeTraceSourceAccessor(&StreamSink::m_rxTrace),
                                            "ns3::StreamSink::RxTracedCallback")
                            .AddTraceSource("Mismatch",
                                            "The first byte that is not the one sent: its offset (bytes).",
                                            MakeTraceSourceAccessor(&StreamSink::m_mismatchTrace),
                                            "ns3::StreamSink::MismatchTracedCallback")
                            .AddTraceSource("Closed",
                                            "The sender has closed its side.",
                                            MakeTraceSourceAccessor(&StreamSink::m_closedTrace),
                                            "ns3::StreamSink::ClosedTracedCallback");
    return tid;
}

StreamSink::StreamSink()
    : m_received(0),
      m_firstMismatch(NO_MISMATCH),
      m_closed(false),
      m_firstSyn(Seconds(-1)),
      m_firstByte(Seconds(-1)),
      m_lastByte(Seconds(-1))
{
    NS_LOG_FUNCTION(this);
}

StreamSink::~StreamSink()
{
    NS_LOG_FUNCTION(this);
}

uint64_t
StreamSink::GetTotalRx() const
{
    return m_received;
}

bool
StreamSink::IsStreamOk() const
{
    return m_firstMismatch == NO_MISMATCH;
}

uint64_t
StreamSink::GetFirstMismatch() const
{
    return m_firstMismatch;
}

bool
StreamSink::IsClosed() const
{
    return m_closed;
}

Time
StreamSink::GetFirstSynTime() const
{
    return m_firstSyn;
}

Time
StreamSink::GetFirstByteTime() const
{
    return m_firstByte;
}

Time
StreamSink::GetLastByteTime() const
{
    return m_lastByte;
}

void
StreamSink::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_listener = nullptr;
    m_socket = nullptr;
    Application::DoDispose();
}

void
StreamSink::StartApplication()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(m_local.IsInvalid(), "StreamSink has no Local: set the attribute to an address and port");
    m_listener = Socket::CreateSocket(GetNode(), m_protocol);
    NS_ABORT_MSG_IF(m_listener->GetSocketType() != Socket::NS3_SOCK_STREAM,
                    "StreamSink needs a byte stream, but Protocol " << m_protocol.GetName()
                                                                    << " makes another kind of socket");
    NS_ABORT_MSG_IF(m_listener->Bind(m_local) != 0,
                    "StreamSink on node " << GetNode()->GetId() << " cannot bind its Local address: is it taken?");
    m_listener->SetAcceptCallback(MakeCallback(&StreamSink::Request, this), MakeCallback(&StreamSink::Accept, this));
    m_listener->Listen();
}

void
StreamSink::StopApplication()
{
    NS_LOG_FUNCTION(this);
    for (const auto& socket : {m_socket, m_listener})
    {
        if (socket)
        {
            socket->Close();
        }
    }
}

bool
StreamSink::Request(Ptr<Socket> socket, const Address& from)
{
    NS_LOG_FUNCTION(this << socket << from);
    // A SYN alone is no connection yet: it may have come under a wrong address, and its sender answers with a reset.
    if (m_socket)
    {
        NS_LOG_WARN("a second connection from " << from << " is refused");
        return false;
    }
    if (m_firstSyn.IsStrictlyNegative())
    {
        m_firstSyn = Simulator::Now();
    }
    return true;
}

void
StreamSink::Accept(Ptr<Socket> socket, const Address& from)
{
    NS_LOG_FUNCTION(this << socket << from);
    if (m_socket)
    {
        NS_LOG_WARN("a second connection, from " << from << ", is closed");
        socket->Close();
        return;
    }
    m_socket = socket;
    socket->SetRecvCallback(MakeCallback(&StreamSink::Read, this));
    socket->SetCloseCallbacks(MakeCallback(&StreamSink::PeerClosed, this), MakeNullCallback<void, Ptr<Socket>>());
}

void
StreamSink::Read(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    for (Ptr<Packet> packet = socket->Recv(); packet && packet->GetSize() > 0; packet = socket->Recv())
    {
        Verify(packet);
    }
}

void
StreamSink::Verify(Ptr<const Packet> packet)
{
    const uint32_t size = packet->GetSize();
    m_buffer.resize(size);
    packet->CopyData(m_buffer.data(), size);
    const size_t good = StreamPattern::FirstMismatch(m_received, m_buffer.data(), size);
    if (good < size && m_firstMismatch == NO_MISMATCH)
    {
        m_firstMismatch = m_received + good;
        NS_LOG_WARN("wrong byte at offset " << m_firstMismatch);
        m_mismatchTrace(m_firstMismatch);
    }
    if (m_received == 0)
    {
        m_firstByte = Simulator::Now();
    }
    m_lastByte = Simulator::Now();
    const uint64_t offset = m_received;
    m_received += size;
    m_rxTrace(packet, offset);
}

void
StreamSink::PeerClosed(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    Read(socket); // bytes that came with the FIN
    m_closed = true;
    socket->Close();
    m_closedTrace();
}

} // namespace ns3
