// SPDX-License-Identifier: GPL-2.0-only
#ifndef STREAM_SOURCE_H
#define STREAM_SOURCE_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class Socket;

/**
 * \ingroup wireless-tcp
 * \brief Sends the bytes of StreamPattern over TCP as fast as the socket takes them.
 *
 * Like BulkSendApplication, but with real bytes that a StreamSink verifies, and with its socket handed out
 * before the first SYN leaves (trace source SocketCreated), so that nothing of a connection goes unseen.
 * After MaxBytes it closes the connection.
 */
class StreamSource : public Application
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    StreamSource();
    ~StreamSource() override;

    /// \return the socket, null before the application starts
    Ptr<Socket> GetSocket() const;

    /// \return bytes handed to the socket so far
    uint64_t GetTotalTx() const;

    /// \return the stream's length, 0 for endless
    uint64_t GetMaxBytes() const;

    /// \return whether the connection was closed in order, by both sides
    bool IsClosed() const;

    /// \return whether the connection could not be set up or was given up
    bool HasFailed() const;

    /// \return whether there was no route to Remote when it last asked for the connection
    bool IsRouteless() const;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /**
     * Fill the socket's buffer, and close after the last byte.
     *
     * \param socket the socket
     * \param available free space in its buffer (bytes)
     */
    void Fill(Ptr<Socket> socket, uint32_t available);

    /// Ask for the connection, and again later while there is no route if RouteRetry says so.
    void Connect();
    /// \param socket the socket, connected now
    void Connected(Ptr<Socket> socket);
    /// \param socket the socket, closed by both sides
    void Closed(Ptr<Socket> socket);
    /// \param socket the socket whose connection failed
    void Failed(Ptr<Socket> socket);

    Address m_remote;              //!< where to
    Address m_local;               //!< where from, if given
    uint64_t m_maxBytes;           //!< length of the stream, 0 for endless
    uint32_t m_writeSize;          //!< largest single write
    TypeId m_protocol;             //!< socket factory
    Time m_routeRetry;             //!< when to ask again for a connection that no route leads to, 0 for never
    EventId m_retry;               //!< when that is
    Ptr<Socket> m_socket;          //!< the socket
    uint64_t m_written;            //!< bytes written so far
    bool m_connected;              //!< whether the socket takes data
    bool m_closed;                 //!< whether both sides have closed
    bool m_failed;                 //!< whether the connection failed
    bool m_routeless{false};       //!< whether there was no route for it
    std::vector<uint8_t> m_buffer; //!< bytes of one write

    TracedCallback<Ptr<Socket>> m_socketCreatedTrace; //!< before the first SYN
    TracedCallback<uint64_t, uint32_t> m_writeTrace;  //!< offset and size of every write
    TracedCallback<bool> m_endTrace;                  //!< how the connection ended
};

} // namespace ns3

#endif // STREAM_SOURCE_H
