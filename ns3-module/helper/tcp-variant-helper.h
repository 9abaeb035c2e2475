// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_VARIANT_HELPER_H
#define TCP_VARIANT_HELPER_H

#include "ns3/classic-reno-socket-factory.h"
#include "ns3/dcr-socket-factory.h"
#include "ns3/eln-socket-factory.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief Gives nodes TCP sockets of another class, beside those of ns-3's TCP.
 *
 * \code
 * Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpClassicReno::GetTypeId()));
 * Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", TypeIdValue(TcpClassicRecovery::GetTypeId()));
 * Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
 * InternetStackHelper().Install(nodes);
 * ClassicRenoHelper().Install(nodes);
 * BulkSendHelper source("ns3::ClassicRenoSocketFactory", receiver);
 * \endcode
 *
 * \tparam Factory makes the sockets
 */
template <typename Factory>
class TcpVariantHelper
{
  public:
    /**
     * \param node a node with an Internet stack
     */
    void Install(Ptr<Node> node) const
    {
        Factory::template Install<Factory>(node);
    }

    /**
     * \param nodes nodes with an Internet stack
     */
    void Install(const NodeContainer& nodes) const
    {
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            Install(*node);
        }
    }
};

/// Gives nodes sockets of classic Reno.
using ClassicRenoHelper = TcpVariantHelper<ClassicRenoSocketFactory>;
/// Gives nodes sockets of TCP-DCR.
using DcrHelper = TcpVariantHelper<DcrSocketFactory>;
/// Gives nodes sockets that understand Explicit Loss Notification.
using ElnHelper = TcpVariantHelper<ElnSocketFactory>;

} // namespace ns3

#endif // TCP_VARIANT_HELPER_H
