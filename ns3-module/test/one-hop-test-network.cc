// SPDX-License-Identifier: GPL-2.0-only
#include "one-hop-test-network.h"

#include "ns3/config.h"

namespace ns3
{
namespace wirelesstcptest
{

NetDeviceContainer
DevicesBut(const ChainNetwork& net, const std::set<uint32_t>& without)
{
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < net.hop.GetN(); i++)
    {
        if (without.count(i) == 0)
        {
            devices.Add(net.hop.Get(i));
        }
    }
    return devices;
}

void
SetTransferDefaults()
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(2));
}

} // namespace wirelesstcptest
} // namespace ns3
