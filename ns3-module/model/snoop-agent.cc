// SPDX-License-Identifier: GPL-2.0-only
#include "snoop-agent.h"

#include "dsr-datagram.h"
#include "wireless-agent-core.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SnoopAgent");

NS_OBJECT_ENSURE_REGISTERED(SnoopAgent);

namespace
{

/// For what must be above 0: checkers include their bounds.
constexpr double SMALLEST = std::numeric_limits<double>::min();

/**
 * \param address an address
 * \return the core's form of it
 */
wtcp::ffi::Endpoint
ToEndpoint(Ipv4Address address)
{
    wtcp::ffi::Endpoint endpoint{};
    address.Serialize(endpoint.octets.data());
    return endpoint;
}

} // namespace

TypeId
SnoopAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SnoopAgent")
            .SetParent<WirelessAgent>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<SnoopAgent>()
            .AddAttribute("CacheSize",
                          "Packets that the cache of one connection holds at most; at least 1.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&SnoopAgent::m_cacheSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("HighWaterMark",
                          "Packets in the cache of one connection from which on only segments that fill a gap "
                          "below the last sequence number seen are cached [Bal95 s4]; at least 1. From CacheSize on it has "
                          "no effect.",
                          UintegerValue(900),
                          MakeUintegerAccessor(&SnoopAgent::m_highWaterMark),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DupAckThreshold",
                          "Duplicate acknowledgement on which the missing segment is sent again: the first "
                          "[Bal95 s3.1.2] or the second [Bal97 s4.5]; at least 1.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&SnoopAgent::m_dupAckThreshold),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("PartialAckRetransmission",
                          "Whether the next hole is sent again at once when the first new acknowledgement after a "
                          "local retransmission lies below the expected one [Bal97 s4.5].",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SnoopAgent::m_partialAckRetransmission),
                          MakeBooleanChecker())
            .AddAttribute("SrttGain",
                          "Weight of a new sample in the smoothed round trip over the wireless hop [Bal95 s4]; "
                          "above 0 and at most 1.",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&SnoopAgent::m_srttGain),
                          MakeDoubleChecker<double>(SMALLEST, 1.0))
            .AddAttribute("TimeoutFactor",
                          "Smoothed round trips after which the round-trip timer sends a segment again "
                          "[Bal95 s4]; above 0.",
                          DoubleValue(2.0),
                          MakeDoubleAccessor(&SnoopAgent::m_timeoutFactor),
                          MakeDoubleChecker<double>(SMALLEST))
            .AddAttribute("MinTimeout",
                          "Shortest round-trip timeout: 40 ms [Bal95 s4] or 200 ms [Bal97 s3]; at least 1 ms.",
                          TimeValue(MilliSeconds(40)),
                          MakeTimeAccessor(&SnoopAgent::m_minTimeout),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("PersistTimeout",
                          "Quiet time on a connection after which the persist timer sends the oldest cached "
                          "segment again [Bal95 s4]; at least 1 ms.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&SnoopAgent::m_persistTimeout),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("DelayedAckAllowance",
                          "Added to PersistTimeout while nothing hints at a loss, since a receiver may hold back its "
                          "acknowledgement that long (RFC 9293 section 3.8.6.3); zero or longer.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&SnoopAgent::m_delayedAckAllowance),
                          MakeTimeChecker(NanoSeconds(0)))
            .AddAttribute("MaxLocalRetransmissions",
                          "Local retransmissions of one segment before it is left to the sender; at least 1. The "
                          "papers do not say how many.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&SnoopAgent::m_maxLocalRetransmissions),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("RegenerateAcks",
                          "Whether data below the last acknowledgement is answered with that acknowledgement, in "
                          "case it was lost [Bal95 s3.1.1]. On nodes that run DSR such data goes on in any case: DSR "
                          "takes the link for broken when what it sends is held back.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SnoopAgent::m_regenerateAcks),
                          MakeBooleanChecker())
            .AddAttribute("Priority",
                          "Whether local retransmissions ask to overtake packets that wait in the device's queue "
                          "[Bal95 s3.1.2]. Without SnoopHelper::SetPriority no queue grants it.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SnoopAgent::m_priority),
                          MakeBooleanChecker())
            .AddAttribute("NegativeAcks",
                          "Whether the mobile host is told of its own data that the wireless hop lost [Bal95 s3.2]: by "
                          "SACK blocks where the connection has them, and by ExplicitLossNotification. For base stations, "
                          "behind which little is lost; not for relays of a chain. No effect on nodes that run DSR.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SnoopAgent::m_negativeAcks),
                          MakeBooleanChecker())
            .AddAttribute("NackThreshold",
                          "Packets that arrive from beyond a hole in the mobile host's data before it is told; at least 1. "
                          "The papers do not say how many; ordinary TCP believes in a loss after 3 (RFC 5681).",
                          UintegerValue(3),
                          MakeUintegerAccessor(&SnoopAgent::m_nackThreshold),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("NackTimeout",
                          "Quiet time of a mobile host with such holes after which it is told, or told again; at least "
                          "1 ms. The papers do not say how long.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&SnoopAgent::m_nackTimeout),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("ExplicitLossNotification",
                          "Whether what the mobile host is told, and the fixed host's duplicate acknowledgements for the "
                          "same loss, carry a TCP option that an ElnSocket understands and others skip.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SnoopAgent::m_explicitLossNotification),
                          MakeBooleanChecker())
            .AddAttribute("HandoffBufferSize",
                          "Packets that wait for one mobile host at most while another base station serves it; the "
                          "oldest gives way. At least 1.",
                          UintegerValue(12),
                          MakeUintegerAccessor(&SnoopAgent::m_handoffBufferSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("IdleTimeout",
                          "Silence after which a connection is forgotten; longer than zero.",
                          TimeValue(Seconds(120)),
                          MakeTimeAccessor(&SnoopAgent::m_idleTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxConnections",
                          "Connections known at a time; segments of further ones pass unserved. At least 1.",
                          UintegerValue(10000),
                          MakeUintegerAccessor(&SnoopAgent::m_maxConnections),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxPackets",
                          "Packets held for all connections together; at least 1.",
                          UintegerValue(100000),
                          MakeUintegerAccessor(&SnoopAgent::m_maxPackets),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

SnoopAgent::SnoopAgent()
{
    NS_LOG_FUNCTION(this);
}

SnoopAgent::~SnoopAgent()
{
    NS_LOG_FUNCTION(this);
}

std::unique_ptr<WirelessAgent::Core>
SnoopAgent::MakeCore() const
{
    using rustcore::ToNs;
    const bool dsr = RunsDsr(GetNode());
    wtcp::ffi::SnoopConfig config{};
    config.cache_packets = m_cacheSize;
    config.high_water_mark = m_highWaterMark;
    config.dup_ack_threshold = m_dupAckThreshold;
    config.partial_ack_retransmission = m_partialAckRetransmission;
    config.srtt_gain = m_srttGain;
    config.timeout_factor = m_timeoutFactor;
    config.min_timeout_ns = ToNs(m_minTimeout);
    config.persist_timeout_ns = ToNs(m_persistTimeout);
    config.delayed_ack_allowance_ns = ToNs(m_delayedAckAllowance);
    config.max_local_retransmissions = m_maxLocalRetransmissions;
    config.regenerate_acks = m_regenerateAcks && !dsr;
    config.priority = m_priority;
    config.negative_acks = m_negativeAcks && !dsr;
    config.nack_threshold = m_nackThreshold;
    config.nack_timeout_ns = ToNs(m_nackTimeout);
    config.explicit_loss_notification = m_explicitLossNotification;
    config.handoff_buffer_packets = m_handoffBufferSize;
    config.idle_timeout_ns = ToNs(m_idleTimeout);
    config.max_connections = m_maxConnections;
    config.max_packets = m_maxPackets;
    return std::make_unique<Core>(wtcp::ffi::new_snoop(config));
}

void
SnoopAgent::StartBuffering(Ipv4Address mobile)
{
    NS_LOG_FUNCTION(this << mobile);
    Tell([mobile](auto& core, const auto& at, auto& answer) {
        return core.start_buffering(at, ToEndpoint(mobile), answer);
    });
}

void
SnoopAgent::StartServing(Ipv4Address mobile, const std::vector<uint8_t>& state)
{
    NS_LOG_FUNCTION(this << mobile << state.size());
    const rust::Slice<const uint8_t> bytes(state.data(), state.size());
    Tell([mobile, bytes](auto& core, const auto& at, auto& answer) {
        return core.start_serving(at, ToEndpoint(mobile), bytes, answer);
    });
}

std::vector<uint8_t>
SnoopAgent::ExportState(Ipv4Address mobile) const
{
    const auto state = GetCore().agent->export_state(ToEndpoint(mobile));
    return {state.begin(), state.end()};
}

} // namespace ns3
