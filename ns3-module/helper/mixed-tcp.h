// SPDX-License-Identifier: GPL-2.0-only
#ifndef MIXED_TCP_H
#define MIXED_TCP_H

#include "host-profile.h"

#include "ns3/node.h"
#include "ns3/ptr.h"

#include <set>
#include <string>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief Senders of different TCP variants in one simulation.
 *
 * Congestion control and recovery belong to a node's TCP, which gives them to each socket that it makes; what else a variant sets
 * are defaults of all sockets. So variants that want different sockets cannot be combined.
 */
class MixedTcp
{
  public:
    /**
     * \param variants names of variants
     * \param profile the hosts
     * \throws UsageError if two of them need different defaults
     */
    static void Check(const std::set<std::string>& variants, const HostProfile& profile);

    /**
     * \param setting name of an attribute that a variant sets
     * \return whether it is set on each node, not for all
     */
    static bool IsPerNode(const std::string& setting);

    /**
     * Let the sockets that a node makes from now on have the congestion control and recovery of a variant.
     *
     * \param node a host, with an Internet stack
     * \param variant the variant
     * \param profile the hosts, which say what the variant does not
     * \param given names of attributes that the user has set, which stay as they are
     */
    static void Select(Ptr<Node> node,
                       const TcpVariant& variant,
                       const HostProfile& profile,
                       const std::set<std::string>& given);
};

} // namespace ns3

#endif // MIXED_TCP_H
