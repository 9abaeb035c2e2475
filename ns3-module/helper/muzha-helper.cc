// SPDX-License-Identifier: GPL-2.0-only
#include "muzha-helper.h"

namespace ns3
{

MuzhaHelper::MuzhaHelper()
{
    m_factory.SetTypeId(MuzhaRouter::GetTypeId());
}

void
MuzhaHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

std::vector<Ptr<MuzhaRouter>>
MuzhaHelper::Install(const NetDeviceContainer& devices) const
{
    std::vector<Ptr<MuzhaRouter>> routers;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        routers.push_back(m_factory.Create<MuzhaRouter>());
        routers.back()->Serve(*device);
    }
    return routers;
}

} // namespace ns3
