// SPDX-License-Identifier: GPL-2.0-only
#ifndef STREAM_SINK_H
#define STREAM_SINK_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class Packet;
class Socket;

/**
 * \ingroup wireless-tcp
 * \brief Receives one stream of a StreamSource and checks every byte of it.
 *
 * A sink serves one connection, the first that asks; later ones are refused, because one offset cannot stand
 * for two streams. It closes its side when the sender has closed.
 */
class StreamSink : public Application
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    /// What GetFirstMismatch answers while every byte was right.
    static constexpr uint64_t NO_MISMATCH = UINT64_MAX;

    StreamSink();
    ~StreamSink() override;

    /// \return bytes received
    uint64_t GetTotalRx() const;
    /// \return whether every byte received was the one sent
    bool IsStreamOk() const;
    /// \return offset of the first wrong byte, NO_MISMATCH if there is none
    uint64_t GetFirstMismatch() const;
    /// \return whether the sender has closed its side
    bool IsClosed() const;
    /// \return arrival of the first SYN, negative before it
    Time GetFirstSynTime() const;
    /// \return arrival of the first byte in order, negative before it
    Time GetFirstByteTime() const;
    /// \return arrival of the latest byte in order, negative before the first
    Time GetLastByteTime() const;

    /**
     * Take bytes as if they had been received. Used by the socket's callback, and by tests.
     *
     * \param packet the next bytes of the stream
     */
    void Verify(Ptr<const Packet> packet);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /**
     * Answer a connection request.
     *
     * \param socket the listening socket
     * \param from who asks
     * \return whether it is the first
     */
    bool Request(Ptr<Socket> socket, const Address& from);
    /**
     * A connection is set up.
     *
     * \param socket its socket
     * \param from the peer
     */
    void Accept(Ptr<Socket> socket, const Address& from);
    /// \param socket a socket with bytes to read
    void Read(Ptr<Socket> socket);
    /// \param socket the socket whose peer has closed
    void PeerClosed(Ptr<Socket> socket);

    Address m_local;               //!< where to listen
    TypeId m_protocol;             //!< socket factory
    Ptr<Socket> m_listener;        //!< the listening socket
    Ptr<Socket> m_socket;          //!< the one connection
    uint64_t m_received;           //!< bytes received
    uint64_t m_firstMismatch;      //!< offset of the first wrong byte
    bool m_closed;                 //!< whether the sender has closed
    Time m_firstSyn;               //!< arrival of the first SYN
    Time m_firstByte;              //!< arrival of the first byte
    Time m_lastByte;               //!< arrival of the latest byte
    std::vector<uint8_t> m_buffer; //!< bytes being checked

    TracedCallback<Ptr<const Packet>, uint64_t> m_rxTrace; //!< bytes and their offset
    TracedCallback<uint64_t> m_mismatchTrace;              //!< offset of the first wrong byte
    TracedCallback<> m_closedTrace;                        //!< the sender has closed
};

} // namespace ns3

#endif // STREAM_SINK_H
