// SPDX-License-Identifier: GPL-2.0-only
#include "one-hop-tcp-agent.h"

#include "wireless-agent-core.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("OneHopTcpAgent");

NS_OBJECT_ENSURE_REGISTERED(OneHopTcpAgent);

TypeId
OneHopTcpAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OneHopTcpAgent")
            .SetParent<WirelessAgent>()
            .SetGroupName("WirelessTcp")
            .AddConstructor<OneHopTcpAgent>()
            .AddAttribute("Window",
                          "Packets on their way to one neighbour without its acknowledgement; 1 to 16. The "
                          "slides have 1.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&OneHopTcpAgent::m_window),
                          MakeUintegerChecker<uint32_t>(1, 16))
            .AddAttribute("FragmentSize",
                          "Packets that are acknowledged, and sent again, as one; 1 to Window. 8 makes the "
                          "fragments of Heimlicher's two-layer transport.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&OneHopTcpAgent::m_fragmentSize),
                          MakeUintegerChecker<uint32_t>(1, 16))
            .AddAttribute("BufferSize",
                          "Packets held for all neighbours together; at least 1. When it is full, what "
                          "arrives to be sent on is dropped without acknowledgement, so that its last hop "
                          "keeps it, and what leaves takes the place of the last packet of the connection that has "
                          "most waiting.",
                          UintegerValue(50),
                          MakeUintegerAccessor(&OneHopTcpAgent::m_bufferSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("RetryLimit",
                          "Times a packet is sent again before it is left to end-to-end TCP; at least 1. The "
                          "slides can be read as 6 or 5.",
                          UintegerValue(6),
                          MakeUintegerAccessor(&OneHopTcpAgent::m_retryLimit),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InitialTimeout",
                          "Timeout before the first round trip over the hop was measured, or always without "
                          "AdaptiveTimeout; longer than zero.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&OneHopTcpAgent::m_initialTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("AdaptiveTimeout",
                          "Whether the timeout is the average and four variations of the round trips (RFC "
                          "6298).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&OneHopTcpAgent::m_adaptiveTimeout),
                          MakeBooleanChecker())
            .AddAttribute("MinTimeout",
                          "Shortest adaptive timeout; longer than zero. What the neighbour may keep its acknowledgement back "
                          "comes on top.",
                          TimeValue(MilliSeconds(30)),
                          MakeTimeAccessor(&OneHopTcpAgent::m_minTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxTimeout",
                          "Longest adaptive timeout; at least MinTimeout.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&OneHopTcpAgent::m_maxTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Backoff",
                          "What the timeout is multiplied with for each further copy of a packet; at least 1.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&OneHopTcpAgent::m_backoff),
                          MakeDoubleChecker<double>(1.0))
            .AddAttribute("Piggyback",
                          "Whether local acknowledgements ride on packets that go the same way.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&OneHopTcpAgent::m_piggyback),
                          MakeBooleanChecker())
            .AddAttribute("PiggybackDelay",
                          "How long a local acknowledgement waits at most for a packet to ride on, 0 to 255 ms. It waits less "
                          "where its neighbour expects to send again soon or had losses, and not at all where that has more "
                          "to send.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&OneHopTcpAgent::m_piggybackDelay),
                          MakeTimeChecker(NanoSeconds(0), MilliSeconds(255)))
            .AddAttribute("PlainTimeout",
                          "How long a neighbour that never answered is served without one-hop TCP; longer "
                          "than zero.",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&OneHopTcpAgent::m_plainTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("IdleTimeout",
                          "Silence after which a neighbour is forgotten; longer than zero.",
                          TimeValue(Seconds(120)),
                          MakeTimeAccessor(&OneHopTcpAgent::m_idleTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxNeighbours",
                          "Neighbours known at a time; packets of further ones pass unserved. At least 1.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&OneHopTcpAgent::m_maxNeighbours),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

OneHopTcpAgent::OneHopTcpAgent()
{
    NS_LOG_FUNCTION(this);
}

OneHopTcpAgent::~OneHopTcpAgent()
{
    NS_LOG_FUNCTION(this);
}

bool
OneHopTcpAgent::HoldsPackets() const
{
    return true;
}

std::unique_ptr<WirelessAgent::Core>
OneHopTcpAgent::MakeCore() const
{
    using rustcore::ToNs;
    wtcp::ffi::OneHopConfig config{};
    config.window = m_window;
    config.fragment_packets = m_fragmentSize;
    config.buffer_packets = m_bufferSize;
    config.retry_limit = m_retryLimit;
    config.initial_timeout_ns = ToNs(m_initialTimeout);
    config.adaptive_timeout = m_adaptiveTimeout;
    config.min_timeout_ns = ToNs(m_minTimeout);
    config.max_timeout_ns = ToNs(m_maxTimeout);
    config.backoff = m_backoff;
    config.piggyback = m_piggyback;
    config.piggyback_delay_ns = ToNs(m_piggybackDelay);
    config.plain_timeout_ns = ToNs(m_plainTimeout);
    config.idle_timeout_ns = ToNs(m_idleTimeout);
    config.max_neighbours = m_maxNeighbours;
    return std::make_unique<Core>(wtcp::ffi::new_one_hop(config));
}

} // namespace ns3
