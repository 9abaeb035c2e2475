// SPDX-License-Identifier: GPL-2.0-only
#include "wireless-tcp-test-network.h"

#include "ns3/host-profile.h"
#include "ns3/test.h"

#include <unistd.h>

#include <cstdlib>
#include <map>
#include <string>

using namespace ns3;
using namespace ns3::wirelesstcptest;

/**
 * \ingroup wireless-tcp
 *
 * A suite that has ns-3's defaults, once more with the hosts of the papers. It runs in a process of its own, whose
 * environment sets the attributes whatever the suite does.
 */
class PapersHostsTest : public TestCase
{
  public:
    /// \param suite the suite
    explicit PapersHostsTest(const std::string& suite)
        : TestCase(suite + " passes with the papers' hosts"),
          m_suite(suite)
    {
    }

  private:
    void DoRun() override
    {
        std::map<std::string, std::string> attributes = HostProfile::Get("bsd-1995").GetAttributes();
        // The suites count segments, and have the room for that many.
        attributes["ns3::TcpSocket::SegmentSize"] = "536";
        std::string defaults;
        for (const auto& [name, value] : attributes)
        {
            defaults += name + "=" + value + ";";
        }
        std::string output;
        const int status = RunInChild(
            [this, &defaults]() {
                setenv("NS_ATTRIBUTE_DEFAULT", defaults.c_str(), 1);
                execl("/proc/self/exe", "test-runner", ("--suite=" + m_suite).c_str(), "--verbose", nullptr);
            },
            output);
        NS_TEST_EXPECT_MSG_EQ(status, 0, output);
        NS_TEST_EXPECT_MSG_NE(output.find("PASS"), std::string::npos, "the suite ran: " << output);
    }

    const std::string m_suite; //!< the suite
};

/**
 * \ingroup wireless-tcp
 *
 * The suites that have ns-3's defaults, with the hosts of the papers.
 */
class PapersHostsTestSuite : public TestSuite
{
  public:
    PapersHostsTestSuite()
        : TestSuite("wireless-tcp-papers-hosts", Type::UNIT)
    {
        for (const auto* suite : {"handoff", "hook", "loss", "priority", "snoop"})
        {
            AddTestCase(new PapersHostsTest(std::string("wireless-tcp-") + suite));
        }
    }
};

static PapersHostsTestSuite g_papersHostsTestSuite; ///< registers itself
