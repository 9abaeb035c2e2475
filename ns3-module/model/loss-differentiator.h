// SPDX-License-Identifier: GPL-2.0-only
#ifndef LOSS_DIFFERENTIATOR_H
#define LOSS_DIFFERENTIATOR_H

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/type-id.h"

#include <memory>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * A scheme by which a TCP sender tells wireless losses from congestion losses, and its settings. One object may serve any
 * number of connections: what a scheme learns of a connection is kept in that connection's congestion control, see
 * TcpLossDifferentiation.
 *
 * [Lim06] is Lim, Lee, Kim, Han, Hyun, Jang: Adaptive end-to-end loss differentiation scheme for TCP over wired/wireless
 * networks, WINSYS 2006.
 * [Cen03] is Cen, Cosman, Voelker: End-to-end differentiation of congestion and wireless losses, IEEE/ACM Transactions on
 * Networking 11(5), 2003.
 */
class LossDifferentiator : public Object
{
  public:
    /// The scheme at work, of one connection. Private to the module.
    struct Core;

    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * \param tick granularity of the delays it will be told, longer than zero
     * \return a scheme that has seen nothing yet; ends the simulation with an error that names the attribute out of range
     */
    virtual std::unique_ptr<Core> MakeCore(Time tick) const = 0;

    /// \return whether it needs to know when segments arrive at their receiver
    virtual bool NeedsArrivals() const;
};

} // namespace ns3

#endif // LOSS_DIFFERENTIATOR_H
