// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIRELESS_TCP_TEST_NETWORK_H
#define WIRELESS_TCP_TEST_NETWORK_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/stream-sink.h"
#include "ns3/stream-source.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class Socket;

namespace wirelesstcptest
{

/// What the last hop is made of.
enum class Hop
{
    WIFI,           ///< infrastructure 802.11b, 11 Mb/s
    QOS_WIFI,       ///< infrastructure 802.11n with access categories
    CSMA,           ///< Ethernet, which pads short frames
    POINT_TO_POINT, ///< 2 Mb/s, 5 ms
};

/// Every kind of last hop with its name, for tests that go through all.
const std::vector<std::pair<Hop, std::string>>& AllHops();

/**
 * Fixed host - wired link - base station - last hop - mobile host, with global routing. The random streams are the same in
 * every network of a kind, so that two runs differ only in what a test changes.
 */
class TestNetwork
{
  public:
    /**
     * \param hop what the last hop is made of
     */
    explicit TestNetwork(Hop hop);

    /**
     * Installs the Internet stack, without addresses.
     */
    void InstallStack();

    /**
     * Assigns IPv4 addresses (and so the default queue discs) and fills the routing tables.
     */
    void AssignIpv4();

    /**
     * Assigns IPv6 addresses, lets the base station forward and sets the hosts' default routes.
     */
    void AssignIpv6();

    /**
     * Sends bytes from the fixed to the mobile host over TCP and checks each on arrival.
     *
     * \param bytes how many
     * \param ipv6 whether over IPv6
     */
    void StartTransfer(uint64_t bytes, bool ipv6 = false);

    /**
     * Sends bytes from the mobile to the fixed host over TCP and checks each on arrival.
     *
     * \param bytes how many
     * \param protocol TypeId name of the socket factory of both hosts
     * \param ipv6 whether over IPv6
     * \return the sender
     */
    Ptr<StreamSource> StartUpload(uint64_t bytes, const std::string& protocol, bool ipv6 = false);

    /**
     * Sends UDP packets to the mobile host, from the fixed one.
     *
     * \param packets how many, all in one instant
     * \param size payload, bytes
     * \param at when
     */
    void SendUdp(uint32_t packets, uint32_t size, Time at);

    /**
     * \return bytes of the transfer that arrived as they were sent, up to the first wrong one
     */
    uint64_t GetDelivered() const;

    /**
     * \return UDP packets that arrived
     */
    uint32_t GetUdpReceived() const;

    /**
     * Records what either end of the last hop puts on the air or the wire, from now on.
     */
    void RecordFrames();

    /**
     * \return time and bytes of each frame recorded
     */
    const std::vector<std::pair<Time, std::string>>& GetFrames() const;

    NodeContainer nodes;       //!< fixed host first, mobile host last
    NetDeviceContainer wired;  //!< fixed host's, base station's
    NetDeviceContainer hop;    //!< base station's, mobile host's
    Ipv4Address mobileAddress; //!< on the last hop
    Ipv6Address mobileAddress6; //!< on the last hop
    Ipv4Address fixedAddress;  //!< on the wired link
    Ipv6Address fixedAddress6; //!< on the wired link
    Time start{Seconds(4)};    //!< of transfers: a station has to associate and IPv6 to check its addresses first

  protected:
    /// A network of another shape, without nodes yet.
    TestNetwork() = default;

  private:
    void InstallWifi(bool qos);
    Ptr<StreamSource> StartStream(Ptr<Node> from,
                                  Ptr<Node> to,
                                  const Address& address,
                                  uint64_t bytes,
                                  const std::string& protocol);
    void CountUdp(Ptr<Socket> socket);
    void RecordFrame(Ptr<const Packet> frame);
    void RecordWifiFrame(Ptr<const Packet> frame, double);

    Ptr<StreamSink> m_sink;                             //!< receives the transfer
    uint32_t m_udp{0};                                  //!< UDP packets that arrived
    std::vector<std::pair<Time, std::string>> m_frames; //!< what the devices sent
};

/**
 * Runs something in a process of its own.
 *
 * \param body what to run
 * \param output is set to what it wrote to standard output and standard error
 * \return its exit status; 128 and the signal's number if it was ended by one
 */
int RunInChild(const std::function<void()>& body, std::string& output);

} // namespace wirelesstcptest
} // namespace ns3

#endif /* WIRELESS_TCP_TEST_NETWORK_H */
