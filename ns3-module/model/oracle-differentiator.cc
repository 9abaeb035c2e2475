// SPDX-License-Identifier: GPL-2.0-only
#include "oracle-differentiator.h"

#include "loss-differentiator-core.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(OracleDifferentiator);

TypeId
OracleDifferentiator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OracleDifferentiator")
            .SetParent<LossDifferentiator>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<OracleDifferentiator>();
    return tid;
}

std::unique_ptr<LossDifferentiator::Core>
OracleDifferentiator::MakeCore(Time) const
{
    return std::make_unique<Core>(Core{wtcp::loss::new_oracle()});
}

} // namespace ns3
