// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_RTT_SAMPLER_H
#define TCP_RTT_SAMPLER_H

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>

namespace ns3
{

class Packet;
class TcpHeader;
class TcpSocketBase;

/**
 * \ingroup wireless-tcp
 *
 * True round-trip samples of one direction of one TCP connection, from the segments its socket sends and receives and nothing
 * else: the same packets give the same samples on every release of ns-3. What ns-3 hands to a congestion control is smoothed,
 * and not in the same way in all releases.
 *
 * What is outstanding when something is sent again gives no sample (Karn's rule, RFC 6298 section 3).
 */
class TcpRttSampler : public Object
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    TcpRttSampler();
    ~TcpRttSampler() override;

    /**
     * \brief Sample a connection from now on. A sampler serves one connection.
     * \param socket the sender's socket
     */
    void Watch(Ptr<TcpSocketBase> socket);

    /**
     * \brief A segment leaves. Not for sockets that are watched.
     * \param header its header
     * \param size octets of data it carries
     */
    void Sent(const TcpHeader& header, uint32_t size);

    /**
     * \brief A segment arrives. Not for sockets that are watched.
     * \param header its header
     * \param size octets of data it carries
     * \return the round trip that it completes; negative where it completes none
     */
    Time Received(const TcpHeader& header, uint32_t size);

    /// \return granularity of the samples
    Time GetClockTick() const;

    /**
     * TracedCallback signature for samples.
     *
     * \param roundTrip the sample
     */
    typedef void (*SampleCallback)(Time roundTrip);

  protected:
    void DoDispose() override;

  private:
    struct Core;

    /// \return the core; made with the first segment, when all attributes are set
    Core& GetCore();
    /**
     * \param packet payload of a segment the socket sends
     * \param header its header
     * \param socket the socket
     */
    void OnTx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    /**
     * \param packet payload of a segment the socket receives
     * \param header its header
     * \param socket the socket
     */
    void OnRx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);

    Time m_clockTick;             //!< granularity of the samples
    uint32_t m_maxSegments;       //!< segments timed at a time
    bool m_sackSamples;           //!< whether SACK blocks give samples
    std::unique_ptr<Core> m_core; //!< takes the samples

    TracedCallback<Time> m_sample; //!< a sample was taken
};

} // namespace ns3

#endif // TCP_RTT_SAMPLER_H
