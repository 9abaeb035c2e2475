// SPDX-License-Identifier: GPL-2.0-only
#ifndef DATAGRAM_HEADERS_H
#define DATAGRAM_HEADERS_H

#include "ns3/buffer.h"
#include "ns3/ipv4-address.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ns3
{

struct DsrDatagram;
class Header;
class Packet;
class QueueDiscItem;

/**
 * \ingroup wireless-tcp
 *
 * The IP and TCP header bytes of one datagram (of an ICMP error also the headers that it quotes), copied to the stack: what an agent may see of a packet, and enough to
 * tell data from acknowledgements. Payload is never included. Private to the module.
 *
 * A TCP segment that DSR carries is shown as it would be without DSR (see DsrDatagram). Apart from that, this is the only
 * place of the C++ side that knows where a TCP header stands in a datagram.
 */
class DatagramHeaders
{
  public:
    /// What a datagram bears.
    enum class Content
    {
        OTHER,    ///< no TCP, or not to be understood
        TCP_DATA, ///< a TCP segment with payload, or a later fragment of one
        TCP_ACK,  ///< a TCP segment without payload (acknowledgement, SYN, FIN, RST)
    };

    /**
     * A datagram as it arrives by a device.
     * \param datagram starts with the IP header; link-layer padding may follow the datagram
     */
    explicit DatagramHeaders(Ptr<const Packet> datagram);

    /**
     * A datagram as it leaves by a device.
     * \param item its header is still apart from its payload
     * \param scratch at least SCRATCH_SIZE bytes, overwritten; belongs to the caller so that it can be reused
     */
    DatagramHeaders(Ptr<const QueueDiscItem> item, Buffer& scratch);

    /// Bytes that the scratch buffer must have: the longest IP header without IPv6 extension headers.
    static constexpr uint32_t SCRATCH_SIZE = 60;

    /**
     * \return the header bytes, from the IP header on
     */
    const uint8_t* GetData() const;

    /**
     * \return number of header bytes; 0 for an item that is neither IPv4 nor IPv6
     */
    uint32_t GetSize() const;

    /**
     * \return what the datagram bears
     */
    Content GetContent() const;

    /**
     * \param datagram the packet that this object was made of
     * \return the datagram without the padding that some link layers leave behind it
     */
    Ptr<const Packet> WithoutPadding(Ptr<const Packet> datagram) const;

    /**
     * \return destination of an IPv4 datagram; nothing for another
     */
    std::optional<Ipv4Address> GetIpv4Destination() const;

    /**
     * \param datagram the packet that this object was made of
     * \param bytes room for what lies behind the datagram
     * \param size size of that room
     * \return bytes copied, at most that many
     */
    uint32_t CopyTrailer(Ptr<const Packet> datagram, uint8_t* bytes, uint32_t size) const;

  private:
    void Append(const Header& header, Buffer& scratch);
    void Append(Ptr<const Packet> packet);
    void Parse();
    void ParseIpv4();
    void ParseIpv6();
    void ParseTransport(uint8_t protocol, uint32_t offset, bool laterFragment);
    void ShowInstead(const std::optional<DsrDatagram>& behindDsr);

    /// IPv6 header, extension headers and TCP header; longer chains of extension headers are cut.
    static constexpr uint32_t CAPACITY = 40 + 160 + 60;

    std::array<uint8_t, CAPACITY> m_bytes; //!< first bytes of the datagram; only m_size of them are set
    uint32_t m_size{0};                    //!< bytes set, of which after parsing only headers are left
    uint32_t m_datagramLength{0};          //!< length of the datagram as its IP header says, bytes; 0 if not known
    Content m_content{Content::OTHER};     //!< what the datagram bears
    bool m_isDsr{false};                   //!< whether its IP header says DSR
};

} // namespace ns3

#endif /* DATAGRAM_HEADERS_H */
