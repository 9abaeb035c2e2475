// SPDX-License-Identifier: GPL-2.0-only
#ifndef ELN_SOCKET_FACTORY_H
#define ELN_SOCKET_FACTORY_H

#include "tcp-variant-socket-factory.h"

#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Makes sockets of class ElnSocket, which understand Explicit Loss Notification.
 */
class ElnSocketFactory : public TcpVariantSocketFactory
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

  protected:
    Ptr<TcpSocketBase> MakeSocket() const override;

  private:
    uint32_t m_retransmitThreshold; //!< of the sockets
};

} // namespace ns3

#endif // ELN_SOCKET_FACTORY_H
