// SPDX-License-Identifier: GPL-2.0-only
#ifndef CLASSIC_RENO_SOCKET_FACTORY_H
#define CLASSIC_RENO_SOCKET_FACTORY_H

#include "tcp-variant-socket-factory.h"

#include "ns3/ptr.h"
#include "ns3/type-id.h"

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Makes sockets of class ClassicRenoSocket. The sender of the papers has TcpClassicReno and TcpClassicRecovery with it.
 */
class ClassicRenoSocketFactory : public TcpVariantSocketFactory
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

  protected:
    Ptr<TcpSocketBase> MakeSocket() const override;
};

} // namespace ns3

#endif // CLASSIC_RENO_SOCKET_FACTORY_H
