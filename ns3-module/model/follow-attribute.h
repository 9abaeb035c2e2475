// SPDX-License-Identifier: GPL-2.0-only
#ifndef FOLLOW_ATTRIBUTE_H
#define FOLLOW_ATTRIBUTE_H

#include "ns3/object.h"
#include "ns3/pointer.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Find parts of devices by attribute names, which are the same in every release and spare a dependency on each kind of device.
 *
 * \param object has the attribute or not, may be null
 * \param name of an attribute that points to an object
 * \return the object that the attribute points to; null if there is none
 */
inline Ptr<Object>
FollowAttribute(Ptr<Object> object, const std::string& name)
{
    PointerValue value;
    return object && object->GetAttributeFailSafe(name, value) ? value.GetObject() : nullptr;
}

} // namespace ns3

#endif // FOLLOW_ATTRIBUTE_H
