// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-loss-helper.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/wireless-traffic-control.h"

namespace ns3
{

WirelessLossHelper::WirelessLossHelper()
{
    m_loss.SetTypeId("ns3::WirelessLoss");
}

void
WirelessLossHelper::SetBitsPerError(double bits)
{
    // Also false for what is not a number.
    NS_ABORT_MSG_UNLESS(bits >= 1, "WirelessLossHelper::SetBitsPerError: " << bits << " is not at least 1 bit");
    SetErrorModel("ns3::RateErrorModel", "ErrorUnit", StringValue("ERROR_UNIT_BIT"), "ErrorRate", DoubleValue(1 / bits));
}

void
WirelessLossHelper::SetTraffic(const std::string& traffic)
{
    m_loss.Set("Traffic", StringValue(traffic));
}

void
WirelessLossHelper::SetFrames(const std::string& frames)
{
    m_loss.Set("Frames", StringValue(frames));
}

Ptr<WirelessLoss>
WirelessLossHelper::Install(Ptr<NetDevice> device) const
{
    NS_ABORT_MSG_UNLESS(m_errorModel.IsTypeIdSet(),
                        "WirelessLossHelper::Install: call SetErrorModel or SetBitsPerError first");
    Ptr<ErrorModel> errorModel = m_errorModel.Create<ErrorModel>();
    NS_ABORT_MSG_UNLESS(errorModel,
                        "WirelessLossHelper: " << m_errorModel.GetTypeId().GetName() << " is no ns3::ErrorModel");
    Ptr<WirelessLoss> loss = m_loss.Create<WirelessLoss>();
    loss->SetAttribute("ErrorModel", PointerValue(errorModel));
    WirelessTrafficControl::Install(device)->SetLoss(loss);
    return loss;
}

std::vector<Ptr<WirelessLoss>>
WirelessLossHelper::Install(NetDeviceContainer devices) const
{
    std::vector<Ptr<WirelessLoss>> losses;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        losses.push_back(Install(*device));
    }
    return losses;
}

int64_t
WirelessLossHelper::AssignStreams(NetDeviceContainer devices, int64_t stream) const
{
    int64_t used = 0;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        Ptr<WirelessTrafficControl> hook = WirelessTrafficControl::Get(*device);
        if (hook && hook->GetLoss())
        {
            used += hook->GetLoss()->AssignStreams(stream + used);
        }
    }
    return used;
}

} // namespace ns3
