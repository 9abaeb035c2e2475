// SPDX-License-Identifier: GPL-2.0-only
#ifndef WIRELESS_LOSS_H
#define WIRELESS_LOSS_H

#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>

namespace ns3
{

class ErrorModel;
class Packet;

/**
 * \ingroup wireless-tcp
 *
 * Loses datagrams that arrived by a hooked device, as spoilt TCP checksums do: above the MAC and its retransmissions, the
 * time on the air is spent. Only datagrams that bear TCP are at risk by default, so that routing and address resolution
 * work on. On a device it stands before agent and traces.
 */
class WirelessLoss : public Object
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    WirelessLoss();
    ~WirelessLoss() override;

    /**
     * \brief Decide the fate of an arriving datagram and count it.
     * \param datagram starts with the IP header; link-layer padding behind it does not count
     * \return whether it is lost
     */
    bool IsLost(Ptr<const Packet> datagram);

    /**
     * \brief Decide the fate of a frame that an agent sent without a datagram, and count it as an acknowledgement.
     * \param frame what the frame holds
     * \return whether it is lost
     */
    bool IsFrameLost(Ptr<const Packet> frame);

    /**
     * \brief Fix the random streams of the error model: those that its attributes point to, in the order in which it
     *        declares them.
     * \param stream first stream number to use
     * \return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * \return TCP segments with payload that arrived, lost ones included
     */
    uint64_t GetSeenData() const;

    /**
     * \return TCP segments without payload that arrived, lost ones included
     */
    uint64_t GetSeenAcks() const;

    /**
     * \return other datagrams that arrived, lost ones included
     */
    uint64_t GetSeenOther() const;

    /**
     * \return TCP segments with payload that were lost
     */
    uint64_t GetLostData() const;

    /**
     * \return TCP segments without payload that were lost
     */
    uint64_t GetLostAcks() const;

    /**
     * \return other datagrams that were lost
     */
    uint64_t GetLostOther() const;

    /**
     * TracedCallback signature for losses.
     *
     * \param datagram the lost datagram
     * \param what `data`, `ack` or `other`
     */
    typedef void (*LossCallback)(Ptr<const Packet> datagram, const std::string& what);

  protected:
    void DoDispose() override;

  private:
    /// Datagrams of one kind.
    struct Count
    {
        uint64_t seen{0}; //!< arrived
        uint64_t lost{0}; //!< lost of these
    };

    /**
     * \brief Decide the fate of a packet and count it.
     * \param packet arrived
     * \param atRisk whether its kind can be lost
     * \param count its kind's
     * \return whether it is lost
     */
    bool Decide(Ptr<const Packet> packet, bool atRisk, Count& count);

    /**
     * \param traffic `data`, `acks` or `both`
     */
    void SetTraffic(std::string traffic);

    /**
     * \return `data`, `acks` or `both`
     */
    std::string GetTraffic() const;

    /**
     * \param frames `tcp` or `all`
     */
    void SetFrames(std::string frames);

    /**
     * \return `tcp` or `all`
     */
    std::string GetFrames() const;

    Ptr<ErrorModel> m_errorModel; //!< decides; null loses nothing
    bool m_loseData;              //!< whether TCP segments with payload are at risk
    bool m_loseAcks;              //!< whether TCP segments without payload are at risk
    bool m_loseOther;             //!< whether datagrams without TCP are at risk
    Count m_data;                 //!< TCP segments with payload
    Count m_acks;                 //!< TCP segments without payload
    Count m_other;                //!< other datagrams

    TracedCallback<Ptr<const Packet>, const std::string&> m_loss; //!< a datagram is lost
    TracedCallback<Ptr<const Packet>> m_frameLoss;                //!< a frame without datagram is lost
};

} // namespace ns3

#endif /* WIRELESS_LOSS_H */
