// SPDX-License-Identifier: GPL-2.0-only
#ifndef LOSS_LEDGER_H
#define LOSS_LEDGER_H

#include "loss-verdict.h"
#include "tcp-datagram.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class NetDevice;
class Node;
class Packet;
class QueueDiscItem;

/**
 * \ingroup wireless-tcp
 *
 * Why each TCP segment with data died, as only the simulator knows it. It watches devices, tells senders that are served (see
 * OracleDifferentiator) and compares what they say with the truth.
 *
 * A segment is known by its connection and sequence number. One that is lost again is another loss; asked for the cause, the
 * ledger gives that of the last one.
 */
class LossLedger : public Object
{
  public:
    /// Why a segment died.
    enum class Cause
    {
        QUEUE, ///< a queue was full: congestion
        LINK,  ///< an error model spoilt it: wireless
        MAC,   ///< the MAC gave it up after its last retry: wireless
    };

    /// One loss.
    struct Entry
    {
        Time time;                 //!< when
        TcpEnds ends;              //!< sender of the data, and receiver
        SequenceNumber32 sequence; //!< first octet
        uint32_t size;             //!< octets of data
        Cause cause;               //!< why
    };

    /// How often senders were right about losses of which the cause is known. Losses in slow start are not counted: nobody
    /// was asked.
    struct Accuracy
    {
        uint64_t congestion{0};      //!< verdicts about congestion losses
        uint64_t congestionRight{0}; //!< of these, those acted on as congestion
        uint64_t wireless{0};        //!< verdicts about wireless losses
        uint64_t wirelessRight{0};   //!< of these, those acted on as wireless
        uint64_t unexplained{0};     //!< verdicts about segments that were not lost where anyone watched

        /// \return A_c, the fraction of congestion losses that were recognised; NaN without any
        double GetCongestionAccuracy() const;
        /// \return A_w, the fraction of wireless losses that were recognised; NaN without any
        double GetWirelessAccuracy() const;
    };

    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * \brief Record what a device loses: its queue disc, its own queue, its error model, its WirelessLoss, its MAC. Call it
     * once for a device, when all of these are in place; ns-3 installs queue discs with the addresses.
     * \param device the device; ends the simulation with an error if it is of a kind that nothing is known of
     */
    void Watch(Ptr<NetDevice> device);

    /**
     * \brief Tell the senders of a node the truth where they ask for it, and compare their verdicts with it.
     * \param node the node; ends the simulation with an error if another ledger serves it
     */
    void Serve(Ptr<Node> node);

    /**
     * \param node a node
     * \return the ledger that serves it; null if none does
     */
    static Ptr<LossLedger> Of(Ptr<const Node> node);

    /**
     * \param ends sender of the data, and receiver
     * \param sequence an octet
     * \return why the last segment was lost that held it; nothing if none was
     */
    std::optional<Cause> GetCause(const TcpEnds& ends, SequenceNumber32 sequence) const;

    /**
     * \param cause a cause
     * \return whether it is congestion; if not, it is wireless
     */
    static bool IsCongestion(Cause cause);

    /**
     * \param cause a cause
     * \return "queue", "link" or "mac"
     */
    static std::string GetName(Cause cause);

    /**
     * \param cause a cause
     * \return segments with data lost for it
     */
    uint64_t GetLosses(Cause cause) const;

    /**
     * \brief Compare a verdict with the truth. Controls of nodes that are served call it.
     * \param verdict the verdict
     */
    void Compare(const LossVerdict& verdict);

    /// \return how often senders were right
    const Accuracy& GetAccuracy() const;

    /**
     * TracedCallback signature for losses.
     *
     * \param entry the loss
     */
    typedef void (*LossCallback)(const Entry& entry);

    /**
     * TracedCallback signature for comparisons.
     *
     * \param verdict what a sender said
     * \param truth "queue", "link", "mac" or "unexplained"
     */
    typedef void (*ComparisonCallback)(const LossVerdict& verdict, const std::string& truth);

  private:
    /**
     * \param datagram a lost datagram, starts with its IP header
     * \param cause why it was lost
     */
    void Record(Ptr<const Packet> datagram, Cause cause);

    /// \param item a queue disc dropped it
    void OnQueueDiscDrop(Ptr<const QueueDiscItem> item);
    /// \param datagram TrafficControlLayer dropped it in front of a full device
    void OnLayerDrop(Ptr<const Packet> datagram);
    /**
     * \param datagram a WirelessLoss lost it
     * \param what what it is
     */
    void OnInjectedLoss(Ptr<const Packet> datagram, const std::string& what);

    /**
     * \tparam Framing removes what precedes the datagram
     * \tparam cause why frames are lost there
     * \param frame a lost frame
     */
    template <typename Framing, Cause cause>
    void OnFrameDrop(Ptr<const Packet> frame);
    /**
     * \param reason why a Wi-Fi MAC drops a frame
     * \param mpdu the frame
     */
    template <typename Reason, typename Mpdu>
    void OnMpduDrop(Reason reason, Mpdu mpdu);

    /**
     * \tparam Framing removes what precedes a datagram
     * \param device a device with a queue of frames and a receiver that may spoil them
     */
    template <typename Framing>
    void WatchFrames(Ptr<NetDevice> device);
    /// \param device a Wi-Fi device
    void WatchMac(Ptr<NetDevice> device);

    std::map<TcpEnds, std::vector<Entry>> m_losses; //!< by connection, in order of time
    std::array<uint64_t, 3> m_counts{};             //!< losses by cause
    Accuracy m_accuracy;                            //!< of the senders served

    TracedCallback<const Entry&> m_loss;                                  //!< a segment with data is lost
    TracedCallback<const LossVerdict&, const std::string&> m_comparison; //!< a verdict was compared
};

} // namespace ns3

#endif // LOSS_LEDGER_H
