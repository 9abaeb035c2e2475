// SPDX-License-Identifier: GPL-2.0-only
#include "stream-pattern.h"

namespace ns3
{

namespace
{

/**
 * Eight bytes of the stream (the finaliser of SplitMix64 over the word's number).
 *
 * \param word number of the word
 * \return its bytes, first byte lowest
 */
uint64_t
Word(uint64_t word)
{
    uint64_t z = (word + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// Walks along the stream byte by byte, mixing once per eight bytes.
class Cursor
{
  public:
    explicit Cursor(uint64_t offset)
        : m_offset(offset),
          m_bits(Word(offset / 8) >> (8 * (offset % 8)))
    {
    }

    /// \return the byte at the cursor, which moves on
    uint8_t Next()
    {
        const auto byte = static_cast<uint8_t>(m_bits);
        m_offset++;
        m_bits = m_offset % 8 == 0 ? Word(m_offset / 8) : m_bits >> 8;
        return byte;
    }

  private:
    uint64_t m_offset; //!< place in the stream
    uint64_t m_bits;   //!< rest of the word at the cursor
};

} // namespace

void
StreamPattern::Fill(uint64_t offset, uint8_t* bytes, size_t size)
{
    Cursor cursor(offset);
    for (size_t i = 0; i < size; i++)
    {
        bytes[i] = cursor.Next();
    }
}

size_t
StreamPattern::FirstMismatch(uint64_t offset, const uint8_t* bytes, size_t size)
{
    Cursor cursor(offset);
    for (size_t i = 0; i < size; i++)
    {
        if (bytes[i] != cursor.Next())
        {
            return i;
        }
    }
    return size;
}

} // namespace ns3
