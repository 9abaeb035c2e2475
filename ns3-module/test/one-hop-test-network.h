// SPDX-License-Identifier: GPL-2.0-only
#ifndef ONE_HOP_TEST_NETWORK_H
#define ONE_HOP_TEST_NETWORK_H

#include "chain-test-network.h"

#include "ns3/address.h"
#include "ns3/hop-by-hop-tcp-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/stream-sink.h"
#include "ns3/stream-source.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"
#include "ns3/wireless-traffic-control.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace wirelesstcptest
{

constexpr uint64_t TOTAL = 200000; //!< bytes of a transfer
constexpr uint32_t SEGMENT = 1000; //!< bytes of a segment

/// A TCP transfer between two nodes.
class Transfer
{
  public:
    /**
     * \param from sender
     * \param to receiver
     * \param address of the receiver
     * \param at when it starts
     * \param bytes how many
     */
    Transfer(Ptr<Node> from, Ptr<Node> to, Ipv4Address address, Time at, uint64_t bytes = TOTAL)
        : sink(CreateObject<StreamSink>()),
          m_source(CreateObject<StreamSource>())
    {
        const TypeIdValue factory(TypeId::LookupByName("ns3::TcpSocketFactory"));
        sink->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), PORT)));
        sink->SetAttribute("Protocol", factory);
        to->AddApplication(sink);
        m_source->SetAttribute("Remote", AddressValue(InetSocketAddress(address, PORT)));
        m_source->SetAttribute("Protocol", factory);
        m_source->SetAttribute("MaxBytes", UintegerValue(bytes));
        m_source->SetStartTime(at);
        from->AddApplication(m_source);
        Simulator::Schedule(at + NanoSeconds(1), [this]() {
            m_source->GetSocket()->TraceConnectWithoutContext("CongState", MakeCallback(&Transfer::NoteState, this));
        });
    }

    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    /// \return bytes that arrived as they were sent
    uint64_t GetDelivered() const
    {
        return std::min(sink->GetTotalRx(), sink->GetFirstMismatch());
    }

    Ptr<StreamSink> sink; //!< receiver
    uint32_t timeouts{0}; //!< end to end

  private:
    static constexpr uint16_t PORT = 5001;

    void NoteState(TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t to)
    {
        timeouts += to == TcpSocketState::CA_LOSS;
    }

    Ptr<StreamSource> m_source; //!< sender
};

/// One-hop TCP on devices, with its diary.
class Agents
{
  public:
    /**
     * \param devices that get an agent
     * \param attributes of the agents
     */
    Agents(const NetDeviceContainer& devices, const std::map<std::string, std::string>& attributes = {})
    {
        HopByHopTcpHelper helper;
        for (const auto& [name, value] : attributes)
        {
            helper.SetAttribute(name, StringValue(value));
        }
        list = helper.Install(devices);
        for (const auto& agent : list)
        {
            agent->TraceConnectWithoutContext("Event", MakeCallback(&Agents::Note, this));
        }
    }

    Agents(const Agents&) = delete;
    Agents& operator=(const Agents&) = delete;

    /**
     * \param kind of entry
     * \return entries of all diaries
     */
    uint32_t Count(const std::string& kind) const
    {
        const auto found = m_diary.find(kind);
        return found == m_diary.end() ? 0 : found->second;
    }

    /// \return packets that agents hold
    uint32_t GetHeld() const
    {
        uint32_t held = 0;
        for (const auto& agent : list)
        {
            held += agent->GetHeldPackets();
        }
        return held;
    }

    std::vector<Ptr<OneHopTcpAgent>> list; //!< in the order of the devices
    std::set<std::string> causes;          //!< all that the diaries name

  private:
    void Note(const AgentEvent& event)
    {
        m_diary[event.kind]++;
        causes.insert(event.cause);
    }

    std::map<std::string, uint32_t> m_diary; //!< entries by kind
};

/// What goes out of devices, as far as one-hop TCP says.
class Air
{
  public:
    /// \param devices hooked
    explicit Air(const NetDeviceContainer& devices)
    {
        for (auto device = devices.Begin(); device != devices.End(); ++device)
        {
            WirelessTrafficControl::Get(*device)->TraceConnectWithoutContext("Egress", MakeCallback(&Air::Note, this));
        }
    }

    Air(const Air&) = delete;
    Air& operator=(const Air&) = delete;

    uint32_t served{0};   //!< packets with a trailer
    uint32_t furthest{0}; //!< most that one was ahead of the oldest without acknowledgement

  private:
    void Note(Ptr<const Packet> datagram)
    {
        Ipv4Header ip;
        datagram->PeekHeader(ip);
        std::vector<uint8_t> bytes(datagram->GetSize());
        datagram->CopyData(bytes.data(), bytes.size());
        const std::size_t end = ip.GetSerializedSize() + ip.GetPayloadSize();
        if (bytes.size() >= end + 14 && bytes[end] == 0x31 && bytes[end + 1] == 0x48 && bytes[end + 2] & 1)
        {
            served++;
            furthest = std::max<uint32_t>(furthest, bytes[end + 11]);
        }
    }
};

/**
 * \param net a chain
 * \param without nodes that get no agent
 * \return devices of the others
 */
NetDeviceContainer DevicesBut(const ChainNetwork& net, const std::set<uint32_t>& without);

/// Sets the defaults of the transfers: segments of SEGMENT bytes, an initial window of ten, delayed acknowledgements.
void SetTransferDefaults();

} // namespace wirelesstcptest
} // namespace ns3

#endif /* ONE_HOP_TEST_NETWORK_H */
