// SPDX-License-Identifier: GPL-2.0-only
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include "wireless-tcp-test-network.h"

#include "ns3/address.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3
{

namespace wirelesstcptest
{

/**
 * One TCP connection between the fixed and the mobile host of a TestNetwork, opened by either, with data both ways. Each
 * side checks every byte. The side that opened it closes when it has all that was meant for it; the other then follows.
 */
class Conversation
{
  public:
    /// What is said.
    struct Plan
    {
        uint64_t toMobile{0};      //!< bytes for the mobile host
        uint64_t toFixed{0};       //!< bytes for the fixed host
        bool mobileOpens{false};   //!< who opens the connection
        bool ipv6{false};          //!< whether over IPv6
        bool closes{true};         //!< whether it ever ends
        uint16_t port{5001};       //!< port of the side that listens
        Time start{Seconds(4)};    //!< when it is opened
        uint32_t firstSequence{0}; //!< initial sequence number of both sides
    };

    /**
     * \param net with addresses
     * \param plan what is said
     */
    Conversation(const TestNetwork& net, const Plan& plan);

    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    /**
     * \return whether each side got all that was meant for it, byte for byte, and, if it was to end, the end was seen
     */
    bool IsComplete() const;

    /**
     * \return bytes that the mobile host has received so far
     */
    uint64_t GetReceivedByMobile() const;

    /**
     * The path carries segments of another size from now on, as path MTU discovery would tell the sender.
     *
     * \param bytes largest segment that the fixed host sends
     */
    void SetSegmentSizeOfFixed(uint32_t bytes);

  private:
    /// One of the two.
    struct Side
    {
        Ptr<Socket> socket;    //!< null until there is a connection
        uint64_t toSend{0};    //!< bytes in all
        uint64_t sent{0};      //!< bytes handed to TCP
        uint64_t toReceive{0}; //!< bytes in all
        uint64_t received{0};  //!< bytes that came
        bool intact{true};     //!< whether they were the right ones
    };

    Side& SideOf(Ptr<Socket> socket);
    void Open(Address from, Address to);
    void Accept(Ptr<Socket> socket, const Address& from);
    void Connected(Ptr<Socket> socket);
    void Watch(Ptr<Socket> socket);
    void Fill(Ptr<Socket> socket, uint32_t available);
    void Read(Ptr<Socket> socket);
    void CloseIfDone(Ptr<Socket> socket);
    void PeerClosed(Ptr<Socket> socket);

    const Plan m_plan;      //!< what is said
    Side m_opener;          //!< opens the connection
    Side m_other;           //!< accepts it
    Ptr<Socket> m_listener; //!< of the other side
    uint32_t m_emptyBuffer{0};   //!< room for data when the opener's buffer is empty, bytes
    bool m_closed{false};        //!< whether the opener has closed
    bool m_otherSawClose{false}; //!< whether the other side knows
};

} // namespace wirelesstcptest
} // namespace ns3

#endif /* CONVERSATION_H */
