// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-socket-search.h"

#include "ns3/abort.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-base.h"

namespace ns3
{

namespace
{

/**
 * \tparam Wanted a function
 * \param wanted says whether a socket is the one wanted; at most one is
 * \return that socket
 */
template <typename Wanted>
Ptr<TcpSocketBase>
FindSocket(Wanted wanted)
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        Ptr<TcpL4Protocol> tcp = (*node)->GetObject<TcpL4Protocol>();
        if (!tcp)
        {
            continue;
        }
        // The protocol has them in a container that differs between releases; this attribute is the same in all.
        ObjectPtrContainerValue sockets;
        tcp->GetAttribute("SocketList", sockets);
        for (auto it = sockets.Begin(); it != sockets.End(); ++it)
        {
            Ptr<TcpSocketBase> socket = DynamicCast<TcpSocketBase>(it->second);
            if (socket && wanted(socket))
            {
                return socket;
            }
        }
    }
    return nullptr;
}

} // namespace

Ptr<TcpSocketBase>
GetSocketOf(Ptr<const TcpCongestionOps> control)
{
    Ptr<TcpSocketBase> found = FindSocket([control](Ptr<TcpSocketBase> socket) {
        PointerValue value;
        socket->GetAttribute("CongestionOps", value);
        return value.Get<TcpCongestionOps>() == control;
    });
    NS_ABORT_MSG_UNLESS(found,
                        "ns3::" << control->GetName() << ": no node's TCP has the socket that it serves; make sockets by a socket "
                                   "factory of the node");
    return found;
}

Ptr<TcpSocketBase>
FindSocketAt(const TcpEnds& ends)
{
    return FindSocket([&ends](Ptr<TcpSocketBase> socket) {
        const TcpEnds found = GetEndsOf(socket);
        return found.source == ends.source && found.destination == ends.destination;
    });
}

TcpEnds
GetEndsOf(Ptr<const TcpSocketBase> socket)
{
    TcpEnds ends;
    socket->GetSockName(ends.source);
    socket->GetPeerName(ends.destination);
    return ends.Normalised();
}

} // namespace ns3
