// SPDX-License-Identifier: GPL-2.0-only
#ifndef TCP_SEGMENT_FIELDS_H
#define TCP_SEGMENT_FIELDS_H

#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"

#include "rust/cxx.h"
#include "wtcp-bridge/src/loss.rs.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \param header of a segment
 * \param size octets of data it carries
 * \return octets of sequence space it takes: SYN and FIN take one each
 */
inline uint32_t
GetSequenceLength(const TcpHeader& header, uint32_t size)
{
    const uint8_t flags = header.GetFlags();
    return size + ((flags & TcpHeader::SYN) ? 1 : 0) + ((flags & TcpHeader::FIN) ? 1 : 0);
}

/**
 * \ingroup wireless-tcp
 *
 * The SACK blocks of a header in the form of the bridge. Private to the module.
 */
class SackBlocks
{
  public:
    /// \param header a header, with or without blocks
    explicit SackBlocks(const TcpHeader& header)
    {
        if (!header.HasOption(TcpOption::SACK))
        {
            return;
        }
        auto option = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
        for (const auto& [left, right] : option->GetSackList())
        {
            if (m_size < m_blocks.size())
            {
                m_blocks[m_size++] = {left.GetValue(), right.GetValue()};
            }
        }
    }

    /// \return the first block
    const wtcp::loss::SackBlock* GetData() const
    {
        return m_blocks.data();
    }

    /// \return how many there are
    std::size_t GetSize() const
    {
        return m_size;
    }

    /**
     * \param octet an octet
     * \return whether a block holds it
     */
    bool Hold(SequenceNumber32 octet) const
    {
        for (std::size_t i = 0; i < m_size; i++)
        {
            if (SequenceNumber32(m_blocks[i].left) <= octet && octet < SequenceNumber32(m_blocks[i].right))
            {
                return true;
            }
        }
        return false;
    }

    /// \return where the lowest block starts; nothing without blocks
    std::optional<SequenceNumber32> GetLowest() const
    {
        std::optional<SequenceNumber32> lowest;
        for (std::size_t i = 0; i < m_size; i++)
        {
            const SequenceNumber32 left(m_blocks[i].left);
            if (!lowest || left < *lowest)
            {
                lowest = left;
            }
        }
        return lowest;
    }

  private:
    std::array<wtcp::loss::SackBlock, 4> m_blocks; //!< a header has room for no more
    std::size_t m_size{0};                         //!< of these, the ones there are
};

} // namespace ns3

#endif // TCP_SEGMENT_FIELDS_H
