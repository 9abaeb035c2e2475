// SPDX-License-Identifier: GPL-2.0-only
#ifndef TRAFFIC_CONTROL_LAYER_TYPE_H
#define TRAFFIC_CONTROL_LAYER_TYPE_H

#include "ns3/traffic-control-layer.h"

#include <type_traits>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Whether TrafficControlLayer itself says what type an instance has. Up to ns-3.44 it does, so that a subclass would
 * pass for a plain TrafficControlLayer and its trace sources could not be found; from 3.45 on nobody can.
 */
constexpr bool TRAFFIC_CONTROL_LAYER_HIDES_SUBCLASSES =
    std::is_same_v<decltype(&TrafficControlLayer::GetInstanceTypeId),
                   TypeId (TrafficControlLayer::*)() const>;

/**
 * \ingroup wireless-tcp
 *
 * A TrafficControlLayer whose subclass \p T is known by its own type on every release.
 */
template <typename T, bool = TRAFFIC_CONTROL_LAYER_HIDES_SUBCLASSES>
class TypedTrafficControlLayer : public TrafficControlLayer
{
};

/**
 * \ingroup wireless-tcp
 *
 * The form for releases where the subclass has to say it.
 */
template <typename T>
class TypedTrafficControlLayer<T, true> : public TrafficControlLayer
{
  public:
    TypeId GetInstanceTypeId() const override
    {
        return T::GetTypeId();
    }
};

} // namespace ns3

#endif /* TRAFFIC_CONTROL_LAYER_TYPE_H */
