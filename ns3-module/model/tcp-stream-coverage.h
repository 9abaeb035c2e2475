// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_STREAM_COVERAGE_H
#define TCP_STREAM_COVERAGE_H

#include "ns3/nstime.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Which part of one direction of a TCP connection was sent, since when, and which arrived. SYN and FIN take a place in it, as in
 * TCP's sequence numbers (RFC 9293, section 3.4). When the same ends connect again, a new stream begins. Private to the module.
 */
class TcpStreamCoverage
{
  public:
    /// The part of the stream that is in a segment.
    struct Range
    {
        uint32_t stream{0}; //!< number of the stream, where the same ends connect again
        uint64_t begin{0};  //!< place of the first octet; the SYN's is 0, that of the first byte of data 1
        uint64_t end{0};    //!< place behind the last octet; begin without any
        Time firstSent;     //!< when the last octet was first sent
        bool again{false};  //!< whether some of it was sent before
    };

    /**
     * \brief A segment is sent now.
     * \param header its header
     * \param size of its payload (bytes)
     * \return what is in it
     */
    Range Send(const TcpHeader& header, uint32_t size);

    /**
     * \brief A segment arrives.
     * \param range what is in it
     * \return whether it brings something that did not arrive before, or has no octets that could have
     */
    bool Arrive(const Range& range);

    /// \return data that arrived without a gap before it, of all streams (bytes)
    uint64_t GetInOrder() const;

  private:
    /**
     * \param sequence of its first segment
     * \param place of that
     */
    void Begin(SequenceNumber32 sequence, uint64_t place);

    uint32_t m_stream{0};               //!< number of the stream; 0 before the first
    SequenceNumber32 m_initial;         //!< sequence number with which it began
    uint64_t m_end{0};                  //!< place behind what was sent
    SequenceNumber32 m_endSequence;     //!< its sequence number
    std::optional<uint64_t> m_fin;      //!< place of the FIN, once it was sent
    std::map<uint64_t, Time> m_sent;    //!< first sending times by the end of what was sent then, as far as it is not in order
    uint64_t m_next{0};                 //!< place behind what arrived without a gap
    std::map<uint64_t, uint64_t> m_beyond; //!< what arrived beyond a gap: ends by beginnings, with gaps between them
    uint64_t m_before{0};               //!< data of earlier streams that arrived in order (bytes)
};

} // namespace ns3

#endif /* TCP_STREAM_COVERAGE_H */
