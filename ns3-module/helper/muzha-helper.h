// SPDX-License-Identifier: GPL-2.0-only
#ifndef MUZHA_HELPER_H
#define MUZHA_HELPER_H

#include "ns3/attribute.h"
#include "ns3/muzha-router.h"
#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Makes routers of TCP Muzha. The sender's own device is one, too.
 *
 * \code
 * Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpMuzha::GetTypeId()));
 * MuzhaHelper().Install(devices);
 * \endcode
 */
class MuzhaHelper
{
  public:
    MuzhaHelper();

    /**
     * \param name of an attribute of MuzhaRouter
     * \param value for the routers installed from now on
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \param devices point-to-point, CSMA or Wi-Fi devices, each of a node already
     * \return their routers, in the same order
     */
    std::vector<Ptr<MuzhaRouter>> Install(const NetDeviceContainer& devices) const;

  private:
    ObjectFactory m_factory; //!< makes the routers
};

} // namespace ns3

#endif // MUZHA_HELPER_H
