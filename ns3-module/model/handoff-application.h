// SPDX-License-Identifier: GPL-2.0-only
#ifndef HANDOFF_APPLICATION_H
#define HANDOFF_APPLICATION_H

#include "handoff-header.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/ipv4-address.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class Ipv4;
class NetDevice;
class Socket;

/**
 * \ingroup wireless-tcp
 *
 * What all parties of a handoff have in common: messages over UDP.
 */
class HandoffApplication : public Application
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    HandoffApplication();
    ~HandoffApplication() override;

    /**
     * TracedCallback signature for messages.
     *
     * \param message the message
     * \param peer whom it is sent to or comes from
     * \param size of the state that it carries, bytes
     */
    typedef void (*MessageCallback)(const HandoffHeader& message, Ipv4Address peer, uint32_t size);

  protected:
    /// State of connections as it is on the wire.
    using State = std::vector<uint8_t>;

    /**
     * \brief A message has come.
     * \param message the message
     * \param state what follows it
     */
    virtual void OnMessage(const HandoffHeader& message, const State& state) = 0;

    /**
     * \param message what to send
     * \param to whom
     * \param state goes with it
     */
    void Send(const HandoffHeader& message, Ipv4Address to, const State& state = {});

    /**
     * \return IPv4 of the node; ends the simulation with an error if there is none
     */
    Ptr<Ipv4> GetIpv4() const;

    /**
     * \param address in a network of the node
     * \return index of the node's interface in that network; ends the simulation with an error if there is none
     */
    uint32_t GetInterfaceTowards(Ipv4Address address) const;

    /**
     * \brief Take a link-layer address for known, as it is from the frames that bring messages, so that no packet waits
     * for ARP in the middle of a handoff.
     * \param device by which the peer is reached
     * \param peer its IP address
     * \param mac its link-layer address
     */
    void Know(Ptr<NetDevice> device, Ipv4Address peer, const Address& mac);

    void StartApplication() override;
    void StopApplication() override;
    void DoDispose() override;

  private:
    /**
     * \param socket has received something
     */
    void Receive(Ptr<Socket> socket);

    Ptr<Socket> m_socket; //!< null while the application does not run

    TracedCallback<const HandoffHeader&, Ipv4Address, uint32_t> m_tx; //!< a message is sent
    TracedCallback<const HandoffHeader&, Ipv4Address, uint32_t> m_rx; //!< a message has come
};

} // namespace ns3

#endif /* HANDOFF_APPLICATION_H */
