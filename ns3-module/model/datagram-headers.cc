// SPDX-License-Identifier: GPL-2.0-only
#include "datagram-headers.h"

#include "dsr-datagram.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/packet.h"

#include <algorithm>

namespace ns3
{

namespace
{

// Protocol numbers as IANA assigns them; ns-3 moves its own constants between classes from release to release.
constexpr uint8_t HOP_BY_HOP = 0;
constexpr uint8_t ICMP = 1;
constexpr uint8_t TCP = 6;
constexpr uint8_t ROUTING = 43;
constexpr uint8_t FRAGMENT = 44;
constexpr uint8_t DSR = 48;
constexpr uint8_t AUTHENTICATION = 51;
constexpr uint8_t DESTINATION_OPTIONS = 60;

constexpr uint32_t IPV4_HEADER = 20;
constexpr uint32_t IPV6_HEADER = 40;
constexpr uint32_t TCP_HEADER = 20;
/// An ICMP error as RFC 792 has it: its header, and the quoted IP header with 64 bits of what follows.
constexpr uint32_t ICMP_ERROR = 8 + 60 + 8;

} // namespace

DatagramHeaders::DatagramHeaders(Ptr<const Packet> datagram)
{
    Append(datagram);
    Parse();
    if (m_isDsr)
    {
        ShowInstead(DsrDatagram::Read(datagram));
    }
}

DatagramHeaders::DatagramHeaders(Ptr<const QueueDiscItem> item, Buffer& scratch)
{
    auto ipv4 = DynamicCast<const Ipv4QueueDiscItem>(item);
    if (ipv4)
    {
        Append(ipv4->GetHeader(), scratch);
    }
    else if (auto ipv6 = DynamicCast<const Ipv6QueueDiscItem>(item))
    {
        Append(ipv6->GetHeader(), scratch);
    }
    else
    {
        return;
    }
    Append(item->GetPacket());
    Parse();
    if (ipv4 && m_isDsr)
    {
        ShowInstead(DsrDatagram::Read(ipv4->GetHeader(), item->GetPacket()));
    }
}

const uint8_t*
DatagramHeaders::GetData() const
{
    return m_bytes.data();
}

uint32_t
DatagramHeaders::GetSize() const
{
    return m_size;
}

DatagramHeaders::Content
DatagramHeaders::GetContent() const
{
    return m_content;
}

Ptr<const Packet>
DatagramHeaders::WithoutPadding(Ptr<const Packet> datagram) const
{
    if (m_datagramLength == 0 || m_datagramLength >= datagram->GetSize())
    {
        return datagram;
    }
    return datagram->CreateFragment(0, m_datagramLength);
}

std::optional<Ipv4Address>
DatagramHeaders::GetIpv4Destination() const
{
    if (m_size < IPV4_HEADER || m_bytes[0] >> 4 != 4)
    {
        return std::nullopt;
    }
    return Ipv4Address::Deserialize(&m_bytes[16]);
}

uint32_t
DatagramHeaders::CopyTrailer(Ptr<const Packet> datagram, uint8_t* bytes, uint32_t size) const
{
    if (m_datagramLength == 0 || m_datagramLength >= datagram->GetSize())
    {
        return 0;
    }
    const uint32_t behind = datagram->GetSize() - m_datagramLength;
    return datagram->CreateFragment(m_datagramLength, behind)->CopyData(bytes, size);
}

void
DatagramHeaders::Append(const Header& header, Buffer& scratch)
{
    m_size = header.GetSerializedSize();
    header.Serialize(scratch.Begin());
    scratch.CopyData(m_bytes.data(), m_size);
}

void
DatagramHeaders::Append(Ptr<const Packet> packet)
{
    m_size += packet->CopyData(m_bytes.data() + m_size, CAPACITY - m_size);
}

void
DatagramHeaders::Parse()
{
    const uint8_t version = m_size == 0 ? 0 : m_bytes[0] >> 4;
    if (version == 4)
    {
        ParseIpv4();
    }
    else if (version == 6)
    {
        ParseIpv6();
    }
}

void
DatagramHeaders::ParseIpv4()
{
    const uint32_t length = (m_bytes[0] & 0x0f) * 4u;
    if (length < IPV4_HEADER || length > m_size)
    {
        return;
    }
    m_datagramLength = m_bytes[2] << 8 | m_bytes[3];
    const uint32_t fragmentOffset = (m_bytes[6] & 0x1f) << 8 | m_bytes[7];
    ParseTransport(m_bytes[9], length, fragmentOffset != 0);
}

void
DatagramHeaders::ParseIpv6()
{
    if (m_size < IPV6_HEADER)
    {
        return;
    }
    m_datagramLength = IPV6_HEADER + (m_bytes[4] << 8 | m_bytes[5]);
    uint8_t next = m_bytes[6];
    uint32_t offset = IPV6_HEADER;
    bool laterFragment = false;
    // Every extension header is at least 8 bytes long, so this ends with the bytes at the latest.
    while (offset + 8 <= m_size)
    {
        const uint8_t* extension = &m_bytes[offset];
        if (next == HOP_BY_HOP || next == ROUTING || next == DESTINATION_OPTIONS)
        {
            offset += (extension[1] + 1u) * 8;
        }
        else if (next == FRAGMENT)
        {
            laterFragment = (extension[2] << 8 | (extension[3] & 0xf8)) != 0;
            offset += 8;
        }
        else if (next == AUTHENTICATION)
        {
            offset += (extension[1] + 2u) * 4;
        }
        else
        {
            break;
        }
        next = extension[0];
        if (laterFragment)
        {
            break;
        }
    }
    ParseTransport(next, offset, laterFragment);
}

void
DatagramHeaders::ParseTransport(uint8_t protocol, uint32_t offset, bool laterFragment)
{
    uint32_t headers = offset;
    if (protocol == TCP && laterFragment)
    {
        m_content = Content::TCP_DATA;
    }
    else if (protocol == TCP && offset + TCP_HEADER <= m_size)
    {
        headers = offset + std::max(TCP_HEADER, (m_bytes[offset + 12] >> 4) * 4u);
        m_content = m_datagramLength > headers ? Content::TCP_DATA : Content::TCP_ACK;
    }
    else if (protocol == ICMP && !laterFragment)
    {
        headers = std::min(m_datagramLength, offset + ICMP_ERROR);
    }
    m_isDsr = protocol == DSR;
    m_size = std::min(m_size, headers);
}

void
DatagramHeaders::ShowInstead(const std::optional<DsrDatagram>& behindDsr)
{
    if (!behindDsr)
    {
        return;
    }
    const uint32_t whole = m_datagramLength;
    m_size = 0;
    Append(behindDsr->ToPlain());
    Parse();
    m_datagramLength = whole;
}

} // namespace ns3
