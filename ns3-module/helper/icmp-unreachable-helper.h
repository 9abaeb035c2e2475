// SPDX-License-Identifier: GPL-2.0-only
#ifndef ICMP_UNREACHABLE_HELPER_H
#define ICMP_UNREACHABLE_HELPER_H

#include "ns3/icmp-unreachable-sender.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Has relays tell the sources of TCP segments that they have no route for.
 */
class IcmpUnreachableHelper
{
  public:
    IcmpUnreachableHelper();

    /**
     * \param name of an attribute of IcmpUnreachableSender
     * \param value for the relays set up from now on
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \param relays nodes with an IPv4 stack
     * \return what sends the messages, in the order of the relays
     */
    std::vector<Ptr<IcmpUnreachableSender>> Install(NodeContainer relays) const;

  private:
    ObjectFactory m_factory; //!< makes the senders
};

} // namespace ns3

#endif /* ICMP_UNREACHABLE_HELPER_H */
