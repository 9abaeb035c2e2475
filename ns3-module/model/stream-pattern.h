// SPDX-License-Identifier: GPL-2.0-only
#ifndef STREAM_PATTERN_H
#define STREAM_PATTERN_H

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief The byte stream that StreamSource sends and StreamSink expects.
 *
 * Every byte is a function of its offset in the stream alone, so a receiver can check a stream of any
 * length without a copy of it. Eight bytes at a time come from a 64-bit mixing function: a stream that
 * lost, repeated or swapped a segment differs from the expected one in nearly every byte, at any distance.
 */
class StreamPattern
{
  public:
    /**
     * Write the bytes of the stream from an offset on.
     *
     * \param offset first byte, counted from the start of the stream
     * \param bytes where the bytes go
     * \param size how many
     */
    static void Fill(uint64_t offset, uint8_t* bytes, size_t size);

    /**
     * Compare bytes with the stream.
     *
     * \param offset place of the first byte in the stream
     * \param bytes bytes received
     * \param size how many
     * \return the index of the first byte that differs, or size if none does
     */
    static size_t FirstMismatch(uint64_t offset, const uint8_t* bytes, size_t size);
};

} // namespace ns3

#endif // STREAM_PATTERN_H
