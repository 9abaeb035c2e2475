// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLOW_RECORDER_H
#define FLOW_RECORDER_H

#include "packet-delays.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/stream-sink.h"
#include "ns3/stream-source.h"
#include "ns3/tcp-datagram.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief Watches one TCP flow from its source to its sink: counts, and series if wanted.
 *
 * Everything comes from trace sources that every supported release has. Retransmissions are told by sequence numbers
 * (data below the highest sent), because ns-3 has a trace for them from 3.43 only. Sequence numbers are counted in 64 bits
 * from the first byte of the stream, so that a flow may be longer than 4 GB.
 */
class FlowRecorder
{
  public:
    /// What the sender did.
    struct Counters
    {
        uint64_t segmentsSent = 0;    //!< data segments, retransmissions included
        uint64_t retransmissions = 0; //!< data segments sent again by the sender
        uint64_t timeouts = 0;        //!< retransmission timeouts after the handshake
        uint64_t fastRetransmits = 0; //!< times the sender entered fast recovery
    };

    /// Called for each drop of the congestion window: cause, first unacknowledged byte of the stream.
    using DropCallback = std::function<void(const std::string& cause, int64_t sequence)>;

    /**
     * \param source the sender, not started yet
     * \param sink the receiver
     * \param series whether to keep the series
     * \param onDrop told of each drop of the congestion window
     */
    FlowRecorder(Ptr<StreamSource> source, Ptr<StreamSink> sink, bool series, DropCallback onDrop);
    FlowRecorder(const FlowRecorder&) = delete;
    FlowRecorder& operator=(const FlowRecorder&) = delete;

    /// \return sender and receiver, once the first SYN has left
    const TcpEnds& GetEnds() const;
    /// \return whether the first SYN has left
    bool HasStarted() const;

    /**
     * \param sequence a sequence number or acknowledgement number of the data direction
     * \return its place in the stream (bytes), 0 being the first byte; -1 for the SYN
     */
    int64_t GetOffset(SequenceNumber32 sequence) const;

    /**
     * Find the place of a sequence number that is less than half the number space away from a known place.
     *
     * \param sequence the sequence number
     * \param firstByte sequence number of the stream's first byte
     * \param near a place in the stream (bytes)
     * \return the nearest place that has this sequence number
     */
    static int64_t Unwrap(SequenceNumber32 sequence, SequenceNumber32 firstByte, int64_t near);

    /// \return what the sender did
    const Counters& GetCounters() const;
    /// \return the sender's application
    Ptr<StreamSource> GetSource() const;
    /// \return the receiver's application
    Ptr<StreamSink> GetSink() const;
    /// \return when the first SYN left, negative before
    Time GetStartTime() const;
    /// \return first SYN sent to last byte received, of an incomplete transfer to now; zero before the first SYN
    Time GetDuration() const;
    /// \return bytes received times 8 over the duration (bit/s), 0 if nothing was received
    double GetThroughput() const;
    /// \return whether the whole stream has arrived
    bool IsComplete() const;
    /// \return delays of its packets, one packet being a full segment; null before its socket exists
    const PacketDelays* GetDelays() const;

    /// \return lines "time_s,cwnd_bytes"
    const std::string& GetCwndSeries() const;
    /// \return lines "time_s,rtt_s"
    const std::string& GetRttSeries() const;
    /**
     * Lines "time_s,throughput_bps": the bytes received in each second since the first SYN, time being the second's end.
     *
     * \return the lines, the last second cut at the last byte
     */
    std::string GetThroughputSeries() const;

  private:
    /// \param socket the sender's socket, before its first SYN
    void Attach(Ptr<Socket> socket);
    /**
     * \param packet payload of a segment the sender hands to IP
     * \param header its TCP header
     * \param socket the socket
     */
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    /**
     * \param packet payload of a segment the sender gets from IP
     * \param header its TCP header
     * \param socket the socket
     */
    void Received(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    /**
     * \param oldValue congestion window before (bytes)
     * \param newValue and after
     */
    void CwndChanged(uint32_t oldValue, uint32_t newValue);
    /**
     * \param oldValue state before
     * \param newValue and after
     */
    void StateChanged(TcpSocketState::TcpCongState_t oldValue, TcpSocketState::TcpCongState_t newValue);
    /**
     * \param oldValue retransmission timeout before
     * \param newValue and after
     */
    void RtoChanged(Time oldValue, Time newValue);
    /**
     * \param oldValue round-trip time before
     * \param newValue and after
     */
    void RttChanged(Time oldValue, Time newValue);
    /**
     * \param packet bytes that arrived in order
     * \param offset their place in the stream
     */
    void Arrived(Ptr<const Packet> packet, uint64_t offset);
    /// \return whether the sender acts on a timer now, not on a segment that arrived
    bool IsTimerDriven() const;
    /**
     * \param end end of the bin
     * \return its line
     */
    std::string BinLine(const Time& end) const;

    Ptr<StreamSource> m_source; //!< sender
    Ptr<StreamSink> m_sink;     //!< receiver
    bool m_series;              //!< whether to keep the series
    DropCallback m_onDrop;      //!< told of each drop of the window
    Counters m_counters;        //!< what the sender did
    std::optional<PacketDelays> m_delays; //!< of its packets, once its socket exists

    TcpEnds m_ends;                 //!< sender and receiver
    bool m_started = false;         //!< whether the first SYN has left
    Time m_start;                   //!< when it left
    SequenceNumber32 m_firstByte;   //!< sequence number of the first byte
    int64_t m_highest = 0;          //!< end of the data sent so far
    int64_t m_acknowledged = 0;     //!< highest acknowledgement received
    Time m_lastReceived;            //!< when the sender got the latest segment
    Time m_lastTimeout;             //!< when it last timed out
    Time m_rto;                     //!< its retransmission timeout
    TcpSocketState::TcpCongState_t m_state = TcpSocketState::CA_OPEN; //!< its congestion state
    Time m_stateSince;              //!< since when

    std::string m_cwnd;         //!< series
    std::string m_rtt;          //!< series
    std::string m_throughput;   //!< series, whole bins
    Time m_binStart;            //!< start of the current bin
    uint64_t m_binBytes = 0;    //!< bytes received in it
};

} // namespace ns3

#endif // FLOW_RECORDER_H
