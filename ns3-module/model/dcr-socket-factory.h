// SPDX-License-Identifier: GPL-2.0-only
#ifndef DCR_SOCKET_FACTORY_H
#define DCR_SOCKET_FACTORY_H

#include "tcp-variant-socket-factory.h"

#include "ns3/ptr.h"
#include "ns3/type-id.h"

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Makes sockets of class DcrSocket, which wait with their answer to duplicate acknowledgements.
 */
class DcrSocketFactory : public TcpVariantSocketFactory
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
    double m_delay; //!< of the sockets, round trips
};

} // namespace ns3

#endif // DCR_SOCKET_FACTORY_H
