// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_ARRIVALS_H
#define TCP_ARRIVALS_H

#include "tcp-datagram.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/simple-ref-count.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace ns3
{

class Packet;
class TcpSocketBase;

/**
 * \ingroup wireless-tcp
 *
 * What the receiver of a connection sees of the sender's segments: one-way delays and the times between arrivals, where both ends
 * are simulated. Each becomes known to the sender with the first acknowledgement that reports the segment, as if the receiver
 * wrote it there. Private to the module.
 */
class TcpArrivals : public SimpleRefCount<TcpArrivals>
{
  public:
    /// The arrival of a segment from beyond everything that arrived before.
    struct Arrival
    {
        SequenceNumber32 end; //!< the octet after its last one
        Time oneWay;          //!< its one-way delay; negative if it was sent twice
        Time gap;             //!< time since its left neighbour arrived; negative if that was lost
    };

    /// A hole in the arrivals.
    struct Hole
    {
        SequenceNumber32 left;  //!< first octet missing
        SequenceNumber32 right; //!< octet after the last one missing
        Time gap;               //!< time between the arrivals around it; negative if nothing arrived before it
    };

    /**
     * \param ends sender and receiver
     * \return what the receiver sees from now on; null if it is no TCP socket of this simulation
     */
    static Ptr<TcpArrivals> At(const TcpEnds& ends);

    /**
     * \brief The sender sends a segment.
     * \param header its header
     * \param size octets of data it carries
     */
    void Sent(const TcpHeader& header, uint32_t size);

    /**
     * \brief The sender receives an acknowledgement.
     * \param header its header
     */
    void Acknowledged(const TcpHeader& header);

    /// \return the next arrival that acknowledgements have reported; nothing if there is none
    std::optional<Arrival> TakeReported();

    /**
     * \param octet an octet
     * \return the hole it was in when later data arrived; nothing if there was none
     */
    std::optional<Hole> GetHole(SequenceNumber32 octet) const;

  private:
    /// A segment on its way.
    struct Departure
    {
        SequenceNumber32 left; //!< its first octet
        SequenceNumber32 end;  //!< the octet after its last one
        Time at;               //!< when it left; negative once it was sent again
    };

    /**
     * \param packet payload of a segment the receiver gets
     * \param header its header
     * \param socket the receiver
     */
    void OnArrival(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);

    std::deque<Departure> m_departures;         //!< not acknowledged yet, in order of sequence
    std::deque<Arrival> m_arrivals;             //!< not reported yet, in order of time
    std::deque<Arrival> m_reported;             //!< reported and not taken
    std::deque<Hole> m_holes;                   //!< not filled yet as far as the sender knows, in order of sequence
    std::optional<SequenceNumber32> m_expected; //!< the octet after the last one that arrived
    Time m_last{NanoSeconds(-1)};               //!< when that arrived; negative before
    std::optional<SequenceNumber32> m_lastAck;  //!< the last acknowledgement number
};

} // namespace ns3

#endif // TCP_ARRIVALS_H
