// SPDX-License-Identifier: GPL-2.0-only
#include "conversation.h"

#include "ns3/abort.h"
#include "ns3/callback.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/stream-pattern.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace wirelesstcptest
{

namespace
{

/// ns-3 has no attribute for what a sender learns or chooses by itself.
class SocketState : public TcpSocketBase
{
  public:
    /**
     * \param socket a TCP socket
     * \return its state
     */
    static Ptr<TcpSocketState> Of(Ptr<Socket> socket)
    {
        return (*DynamicCast<TcpSocketBase>(socket)).*(&SocketState::m_tcb);
    }
};

/**
 * \param node a host with one interface besides loopback
 * \param ipv6 which IP
 * \param port the port
 * \return its socket address
 */
Address
SocketAddressOf(Ptr<Node> node, bool ipv6, uint16_t port)
{
    if (ipv6)
    {
        return Inet6SocketAddress(node->GetObject<Ipv6>()->GetAddress(1, 1).GetAddress(), port);
    }
    return InetSocketAddress(node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal(), port);
}

} // namespace

Conversation::Conversation(const TestNetwork& net, const Plan& plan)
    : m_plan(plan)
{
    const Ptr<Node> fixed = net.nodes.Get(0);
    const Ptr<Node> mobile = net.nodes.Get(2);
    const Ptr<Node> opener = plan.mobileOpens ? mobile : fixed;
    const Ptr<Node> other = plan.mobileOpens ? fixed : mobile;
    m_opener.toSend = m_other.toReceive = plan.mobileOpens ? plan.toFixed : plan.toMobile;
    m_other.toSend = m_opener.toReceive = plan.mobileOpens ? plan.toMobile : plan.toFixed;

    m_listener = Socket::CreateSocket(other, TcpSocketFactory::GetTypeId());
    SocketState::Of(m_listener)->m_nextTxSequence = SequenceNumber32(plan.firstSequence);
    const Address address = SocketAddressOf(other, plan.ipv6, plan.port);
    NS_ABORT_MSG_IF(m_listener->Bind(address) != 0, "port " << plan.port << " is taken");
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&Conversation::Accept, this));
    m_listener->Listen();

    Simulator::ScheduleWithContext(opener->GetId(), plan.start, [this, opener, address]() {
        m_opener.socket = Socket::CreateSocket(opener, TcpSocketFactory::GetTypeId());
        SocketState::Of(m_opener.socket)->m_nextTxSequence = SequenceNumber32(m_plan.firstSequence);
        m_opener.socket->SetConnectCallback(MakeCallback(&Conversation::Connected, this),
                                            MakeNullCallback<void, Ptr<Socket>>());
        m_plan.ipv6 ? m_opener.socket->Bind6() : m_opener.socket->Bind();
        m_opener.socket->Connect(address);
    });
}

bool
Conversation::IsComplete() const
{
    const auto hasAll = [](const Side& side) { return side.intact && side.received == side.toReceive; };
    return hasAll(m_opener) && hasAll(m_other) && m_otherSawClose == m_plan.closes;
}

uint64_t
Conversation::GetReceivedByMobile() const
{
    return (m_plan.mobileOpens ? m_opener : m_other).received;
}

void
Conversation::SetSegmentSizeOfFixed(uint32_t bytes)
{
    SocketState::Of((m_plan.mobileOpens ? m_other : m_opener).socket)->m_segmentSize = bytes;
}

Conversation::Side&
Conversation::SideOf(Ptr<Socket> socket)
{
    return socket == m_opener.socket ? m_opener : m_other;
}

void
Conversation::Accept(Ptr<Socket> socket, const Address&)
{
    m_other.socket = socket;
    Watch(socket);
}

void
Conversation::Connected(Ptr<Socket> socket)
{
    m_emptyBuffer = socket->GetTxAvailable();
    Watch(socket);
}

void
Conversation::Watch(Ptr<Socket> socket)
{
    socket->SetRecvCallback(MakeCallback(&Conversation::Read, this));
    socket->SetSendCallback(MakeCallback(&Conversation::Fill, this));
    socket->SetCloseCallbacks(MakeCallback(&Conversation::PeerClosed, this), MakeNullCallback<void, Ptr<Socket>>());
    Fill(socket, socket->GetTxAvailable());
}

void
Conversation::Fill(Ptr<Socket> socket, uint32_t)
{
    Side& side = SideOf(socket);
    std::vector<uint8_t> bytes(1000);
    while (side.sent < side.toSend && socket->GetTxAvailable() > 0)
    {
        const uint64_t size =
            std::min<uint64_t>({bytes.size(), side.toSend - side.sent, socket->GetTxAvailable()});
        StreamPattern::Fill(side.sent, bytes.data(), size);
        // Before the call, which may come back here.
        side.sent += size;
        NS_ABORT_MSG_IF(socket->Send(Create<Packet>(bytes.data(), size)) != static_cast<int>(size),
                        "TCP takes less than it says");
    }
    CloseIfDone(socket);
}

void
Conversation::Read(Ptr<Socket> socket)
{
    Side& side = SideOf(socket);
    for (Ptr<Packet> packet = socket->Recv(); packet && packet->GetSize() > 0; packet = socket->Recv())
    {
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), bytes.size());
        side.intact &= StreamPattern::FirstMismatch(side.received, bytes.data(), bytes.size()) == bytes.size();
        side.received += bytes.size();
    }
    CloseIfDone(socket);
}

void
Conversation::CloseIfDone(Ptr<Socket> socket)
{
    // ns-3 sends a lost FIN again only if nothing was outstanding when it was sent first.
    const bool allAcknowledged = m_opener.sent == m_opener.toSend && socket->GetTxAvailable() == m_emptyBuffer;
    if (m_plan.closes && !m_closed && socket == m_opener.socket && m_opener.received == m_opener.toReceive &&
        allAcknowledged)
    {
        m_closed = true;
        // Not from within its callback, where its next sequence number may be an old one.
        Simulator::ScheduleNow(&Socket::Close, socket);
    }
}

void
Conversation::PeerClosed(Ptr<Socket> socket)
{
    Read(socket); // bytes that came with the FIN
    if (socket == m_other.socket)
    {
        m_otherSawClose = true;
        socket->Close();
    }
}

} // namespace wirelesstcptest
} // namespace ns3
