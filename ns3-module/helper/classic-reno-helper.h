// SPDX-License-Identifier: GPL-2.0-only
#ifndef CLASSIC_RENO_HELPER_H
#define CLASSIC_RENO_HELPER_H

#include "ns3/node-container.h"
#include "ns3/ptr.h"

namespace ns3
{

class Node;

/**
 * \ingroup wireless-tcp
 * \brief Gives nodes sockets of classic Reno, beside those of ns-3's TCP.
 *
 * \code
 * Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpClassicReno::GetTypeId()));
 * Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", TypeIdValue(TcpClassicRecovery::GetTypeId()));
 * Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
 * InternetStackHelper().Install(nodes);
 * ClassicRenoHelper().Install(nodes);
 * BulkSendHelper source("ns3::ClassicRenoSocketFactory", receiver);
 * \endcode
 */
class ClassicRenoHelper
{
  public:
    /**
     * \param node a node with an Internet stack
     */
    void Install(Ptr<Node> node) const;

    /**
     * \param nodes nodes with an Internet stack
     */
    void Install(const NodeContainer& nodes) const;
};

} // namespace ns3

#endif // CLASSIC_RENO_HELPER_H
