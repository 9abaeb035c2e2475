// SPDX-License-Identifier: GPL-2.0-only
#ifndef ORACLE_DIFFERENTIATOR_H
#define ORACLE_DIFFERENTIATOR_H

#include "loss-differentiator.h"

#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <memory>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * The scheme that is told the truth by a LossLedger: the upper bound of all schemes. Without a ledger that serves the sender's
 * node (LossLedger::Serve) it judges nothing, and losses count as congestion.
 */
class OracleDifferentiator : public LossDifferentiator
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<Core> MakeCore(Time tick) const override;
};

} // namespace ns3

#endif // ORACLE_DIFFERENTIATOR_H
