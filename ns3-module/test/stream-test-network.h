// SPDX-License-Identifier: GPL-2.0-only
#ifndef STREAM_TEST_NETWORK_H
#define STREAM_TEST_NETWORK_H

#include "ns3/net-device.h"
#include "ns3/ptr.h"
#include "ns3/stream-sink.h"
#include "ns3/stream-source.h"

#include <cstdint>
#include <list>
#include <map>
#include <string>

namespace ns3
{

namespace wirelesstcptest
{

/**
 * A stream over one point-to-point link (10 Mb/s, 5 ms) whose receiver loses chosen frames. Hosts as in profile bsd-1995.
 */
class StreamTestNetwork
{
  public:
    /**
     * \param bytes length of the stream
     * \param lostFrames frames that the receiver's device loses, counted from 0 (the SYN); 2 is the first data segment
     * \param tcp name of a TcpVariant
     * \param settings attributes by name that are not as in the profile
     */
    StreamTestNetwork(uint64_t bytes,
                      const std::list<uint32_t>& lostFrames,
                      const std::string& tcp = "newreno",
                      const std::map<std::string, std::string>& settings = {});
    ~StreamTestNetwork();

    /// Run the simulation to its end.
    void Run();

    Ptr<StreamSource> source; ///< sender
    Ptr<StreamSink> sink;     ///< receiver
    Ptr<NetDevice> device;    ///< the sender's device

    static constexpr uint32_t SEGMENT = 1000; ///< bytes of a segment
};

} // namespace wirelesstcptest

} // namespace ns3

#endif // STREAM_TEST_NETWORK_H
