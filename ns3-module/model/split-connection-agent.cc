// SPDX-License-Identifier: GPL-2.0-only
#include "split-connection-agent.h"

#include "dsr-datagram.h"
#include "wireless-agent-core.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SplitConnectionAgent");

NS_OBJECT_ENSURE_REGISTERED(SplitConnectionAgent);

TypeId
SplitConnectionAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SplitConnectionAgent")
            .SetParent<WirelessAgent>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<SplitConnectionAgent>()
            .AddAttribute("BufferSize",
                          "Bytes of one direction of a connection that the proxy holds at most, and so the window it "
                          "advertises; from 2000 to 2^30.",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&SplitConnectionAgent::m_bufferSize),
                          MakeUintegerChecker<uint32_t>(2000, 1U << 30))
            .AddAttribute("NewReno",
                          "Whether fast recovery towards the destination goes on at an acknowledgement of a part (RFC "
                          "6582); otherwise the first new acknowledgement ends it, as in Reno (RFC 2581).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SplitConnectionAgent::m_newReno),
                          MakeBooleanChecker())
            .AddAttribute("LimitedTransmit",
                          "Whether the first two duplicate acknowledgements let a new segment out each (RFC 3042).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SplitConnectionAgent::m_limitedTransmit),
                          MakeBooleanChecker())
            .AddAttribute("DupAckThreshold",
                          "Duplicate acknowledgement on which the missing segment is sent again (RFC 5681 section 3.2); "
                          "at least 1.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&SplitConnectionAgent::m_dupAckThreshold),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InitialWindow",
                          "Segments that the proxy may have outstanding at first (RFC 5681 section 3.1); at least 1.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&SplitConnectionAgent::m_initialWindow),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InitialTimeout",
                          "Retransmission timeout while no round trip to the destination is known (RFC 6298); longer "
                          "than zero.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&SplitConnectionAgent::m_initialTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MinTimeout",
                          "Floor of the retransmission timeout; longer than zero. RFC 6298 has 1 s, for a path of any "
                          "length; a destination may hold back its acknowledgement for 0.2 s in ns-3.",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&SplitConnectionAgent::m_minTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxTimeout",
                          "Ceiling of the retransmission timeout and of the time between two probes of a closed window; at "
                          "least as long as MinTimeout and InitialTimeout.",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&SplitConnectionAgent::m_maxTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("IdleTimeout",
                          "Silence after which a connection is given up, held data and all; longer than zero.",
                          TimeValue(Seconds(120)),
                          MakeTimeAccessor(&SplitConnectionAgent::m_idleTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxConnections",
                          "Connections known at a time; further ones stay whole. At least 1.",
                          UintegerValue(10000),
                          MakeUintegerAccessor(&SplitConnectionAgent::m_maxConnections),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxPackets",
                          "Packets held for all connections together, besides one for each direction of which nothing "
                          "else is held; at least 1.",
                          UintegerValue(100000),
                          MakeUintegerAccessor(&SplitConnectionAgent::m_maxPackets),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

SplitConnectionAgent::SplitConnectionAgent()
{
    NS_LOG_FUNCTION(this);
}

SplitConnectionAgent::~SplitConnectionAgent()
{
    NS_LOG_FUNCTION(this);
}

std::unique_ptr<WirelessAgent::Core>
SplitConnectionAgent::MakeCore() const
{
    if (RunsDsr(GetNode()))
    {
        Fail("DSR forwards nothing that is made at a node on the way, and takes a link for broken when its packets are held; "
             "use AODV, OLSR or static routes with split connections");
    }
    using rustcore::ToNs;
    wtcp::ffi::SplitConfig config{};
    config.buffer_octets = m_bufferSize;
    config.new_reno = m_newReno;
    config.limited_transmit = m_limitedTransmit;
    config.dup_ack_threshold = m_dupAckThreshold;
    config.initial_window = m_initialWindow;
    config.initial_timeout_ns = ToNs(m_initialTimeout);
    config.min_timeout_ns = ToNs(m_minTimeout);
    config.max_timeout_ns = ToNs(m_maxTimeout);
    config.idle_timeout_ns = ToNs(m_idleTimeout);
    config.max_connections = m_maxConnections;
    config.max_packets = m_maxPackets;
    return std::make_unique<Core>(wtcp::ffi::new_split(config));
}

} // namespace ns3
