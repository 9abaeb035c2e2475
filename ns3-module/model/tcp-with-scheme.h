// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_WITH_SCHEME_H
#define TCP_WITH_SCHEME_H

#include "biaz-differentiator.h"
#include "oracle-differentiator.h"
#include "spike-differentiator.h"
#include "tcp-loss-differentiation.h"
#include "zigzag-differentiator.h"

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * TcpLossDifferentiation with one scheme, so that senders with several schemes can be mixed in one simulation by
 * TcpL4Protocol's attribute SocketType alone. Its Differentiator, where it is set to an object of this scheme, has the scheme's
 * settings; any other does not concern it.
 *
 * \tparam Scheme the scheme
 */
template <typename Scheme>
class TcpWithScheme : public TcpLossDifferentiation
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    std::string GetName() const override
    {
        return GetTypeId().GetName().substr(sizeof("ns3::") - 1);
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<TcpWithScheme>(this);
    }

  protected:
    Ptr<const LossDifferentiator> GetScheme() const override
    {
        if (auto scheme = DynamicCast<const Scheme>(GetDifferentiator()))
        {
            return scheme;
        }
        return CreateObject<Scheme>();
    }
};

template <>
TypeId TcpWithScheme<ZigzagDifferentiator>::GetTypeId();
template <>
TypeId TcpWithScheme<BiazDifferentiator>::GetTypeId();
template <>
TypeId TcpWithScheme<SpikeDifferentiator>::GetTypeId();
template <>
TypeId TcpWithScheme<OracleDifferentiator>::GetTypeId();

/// NewReno with Zigzag; its TypeId is "ns3::TcpZigzag".
using TcpZigzag = TcpWithScheme<ZigzagDifferentiator>;
/// NewReno with mBiaz; its TypeId is "ns3::TcpMbiaz".
using TcpMbiaz = TcpWithScheme<BiazDifferentiator>;
/// NewReno with Spike; its TypeId is "ns3::TcpSpike".
using TcpSpike = TcpWithScheme<SpikeDifferentiator>;
/// NewReno that is told the truth; its TypeId is "ns3::TcpLossOracle".
using TcpLossOracle = TcpWithScheme<OracleDifferentiator>;

} // namespace ns3

#endif // TCP_WITH_SCHEME_H
