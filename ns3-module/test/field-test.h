// SPDX-License-Identifier: GPL-2.0-only
#ifndef FIELD_TEST_H
#define FIELD_TEST_H

#include "conversation.h"
#include "hook-ledger.h"
#include "wireless-tcp-test-network.h"

#include "ns3/attribute-defaults.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/snoop-agent.h"
#include "ns3/snoop-helper.h"
#include "ns3/test.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace wirelesstcptest
{

/// What the hosts are like.
struct Hosts
{
    bool papers; ///< as in the papers, or with ns-3's defaults
    bool ipv6;   ///< which IP

    /**
     * \return it in words
     */
    std::string Describe() const
    {
        return std::string(ipv6 ? "IPv6, " : "IPv4, ") + (papers ? "the papers' hosts" : "ns-3's defaults");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Conversations over a lossy hop with an agent, under conditions that a subclass adds. Whatever these are, all bytes arrive
 * in order, the agent's books balance, and nothing of it is left at the end.
 */
class FieldTest : public TestCase
{
  public:
    /**
     * \param name what it shows
     * \param hosts what they are like
     */
    FieldTest(const std::string& name, const Hosts& hosts)
        : TestCase(name + " (" + hosts.Describe() + ")"),
          m_hosts(hosts)
    {
    }

  protected:
    static constexpr uint64_t LENGTH = 60000; //!< of a transfer, bytes
    /// On the hop: about one segment of 536 bytes in nine is lost, of 1400 bytes one in four.
    static constexpr double BITS_PER_ERROR = 40000;

    /**
     * Sets attributes before anything exists.
     * \param defaults of the hosts
     */
    virtual void Configure([[maybe_unused]] AttributeDefaults& defaults)
    {
    }

    /**
     * Sets attributes of the agent.
     * \param snoop makes it
     */
    virtual void ConfigureAgent([[maybe_unused]] SnoopHelper& snoop)
    {
    }

    /**
     * \return when the agent begins its work
     */
    virtual Time GetAgentStart() const
    {
        return Seconds(0);
    }

    /// Adds conversations and events; the network and the losses exist.
    virtual void Prepare() = 0;

    /**
     * \return bits per error on the hop, in each direction; 0 for no losses
     */
    virtual double GetBitsPerError() const
    {
        return BITS_PER_ERROR;
    }

    /// Checks what the base class does not.
    virtual void Check()
    {
    }

    /**
     * Adds a conversation.
     * \param plan what is said
     * \return it
     */
    Conversation& Say(Conversation::Plan plan);

    /**
     * \return a plan of one conversation, with data for the mobile host
     */
    static Conversation::Plan Download()
    {
        Conversation::Plan plan;
        plan.toMobile = LENGTH;
        return plan;
    }

    const Hosts m_hosts;                //!< what they are like
    std::unique_ptr<TestNetwork> m_net; //!< the network
    Ptr<SnoopAgent> m_agent;            //!< at the base station
    std::unique_ptr<HookLedger> m_ledger; //!< its books

  private:
    void DoRun() override;

    std::vector<std::unique_ptr<Conversation>> m_conversations; //!< all of them
};

} // namespace wirelesstcptest
} // namespace ns3

#endif /* FIELD_TEST_H */
