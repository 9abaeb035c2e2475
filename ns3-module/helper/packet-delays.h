// SPDX-License-Identifier: GPL-2.0-only
#ifndef PACKET_DELAYS_H
#define PACKET_DELAYS_H

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief Delay of each packet of a stream, from its first transmission to the application that reads it.
 *
 * A packet is a fixed number of bytes of the stream; only the last one may be shorter. It counts as transmitted when the sender's
 * TCP hands its last byte to IP for the first time, however often and in whatever segments that byte goes out afterwards, and as
 * delivered when the receiving application reads that byte in order. So the delay holds the wait for lost packets before it, too.
 */
class PacketDelays
{
  public:
    /**
     * \param packet length of a packet, not 0 (bytes)
     * \param stream length of the whole stream, 0 for endless (bytes)
     */
    PacketDelays(uint64_t packet, uint64_t stream);

    /// \param end end of the data that TCP has transmitted until now (bytes of the stream)
    void Sent(uint64_t end);
    /// \param end end of the data that the application has read until now (bytes of the stream)
    void Delivered(uint64_t end);

    /// \return delays of the packets delivered, in the order of the stream
    const std::vector<Time>& GetDelays() const;
    /// \return packets transmitted that were not delivered
    uint64_t GetUndelivered() const;
    /// \return lines "time_s,packet,delay_s", packets counted from 1
    std::string GetSeries() const;

    /**
     * \param delays some delays
     * \return their mean (s); nothing if there are none
     */
    static std::optional<double> GetMean(const std::vector<Time>& delays);
    /**
     * \param delays some delays
     * \param share of them, above 0 and at most 1
     * \return the least of them that this share does not exceed (s); nothing if there are none
     */
    static std::optional<double> GetQuantile(std::vector<Time> delays, double share);

  private:
    /**
     * \param end end of the data sent or read (bytes)
     * \return packets that are whole by then
     */
    uint64_t CountPackets(uint64_t end) const;

    uint64_t m_packet;           //!< length of a packet (bytes)
    uint64_t m_stream;           //!< length of the stream, 0 for endless (bytes)
    std::vector<Time> m_sent;    //!< when each packet was first transmitted
    std::vector<Time> m_delays;  //!< delay of each packet delivered
};

} // namespace ns3

#endif // PACKET_DELAYS_H
