// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/attribute-defaults.h"
#include "ns3/closest-match.h"
#include "ns3/config.h"
#include "ns3/host-profile.h"
#include "ns3/mixed-tcp.h"
#include "ns3/scenario-options.h"
#include "ns3/string.h"
#include "ns3/tcp-socket.h"
#include "ns3/test.h"
#include "ns3/type-id.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// \return a table with one option of every kind
ScenarioOptions
Table()
{
    ScenarioOptions options;
    options.AddInteger("count", "packet", 7, {1, 100}, "how many");
    options.AddNumber("delay_s", "s", 0.5, {0, 10, true, true}, "how long");
    options.AddOptionalNumber("bits_per_error", "bit", {1, 1e300}, "how often");
    options.AddBoolean("series", false, "whether");
    options.AddChoice("mechanism", "none", {{"none", "nothing"}, {"snoop", "Snoop"}}, "what");
    options.AddChoiceList("mix", {{"lim", "Lim"}, {"newreno", "NewReno"}}, "who");
    return options;
}

} // namespace

/**
 * \ingroup wireless-tcp
 */
class OptionsAcceptTest : public TestCase
{
  public:
    OptionsAcceptTest()
        : TestCase("Options take their defaults and what the command line says")
    {
    }

  private:
    void DoRun() override
    {
        ScenarioOptions defaults = Table();
        defaults.Parse({});
        NS_TEST_EXPECT_MSG_EQ(defaults.GetInteger("count"), 7U, "default integer");
        NS_TEST_EXPECT_MSG_EQ(defaults.GetNumber("delay_s"), 0.5, "default number");
        NS_TEST_EXPECT_MSG_EQ(defaults.GetOptionalNumber("bits_per_error").has_value(), false, "absent number");
        NS_TEST_EXPECT_MSG_EQ(defaults.GetBoolean("series"), false, "default boolean");
        NS_TEST_EXPECT_MSG_EQ(defaults.GetChoice("mechanism"), "none", "default choice");
        NS_TEST_EXPECT_MSG_EQ(defaults.GetChoiceList("mix").empty(), true, "default list");
        NS_TEST_EXPECT_MSG_EQ(defaults.IsGiven("count"), false, "not given");

        ScenarioOptions changed = Table();
        changed.ChangeDefault("count", "9");
        changed.ChangeDefault("mechanism", "snoop");
        changed.Parse({"--mechanism=none"});
        NS_TEST_EXPECT_MSG_EQ(changed.GetInteger("count"), 9U, "changed default");
        NS_TEST_EXPECT_MSG_EQ(changed.IsGiven("count"), false, "changed, not given");
        NS_TEST_EXPECT_MSG_EQ(changed.GetChoice("mechanism"), "none", "the command line goes before it");

        ScenarioOptions given = Table();
        given.Parse({"--count=100",
                     "--delay_s=1e-3",
                     "--bits_per_error=65536",
                     "--series",
                     "--mechanism=snoop",
                     "--mix=newreno,lim,newreno",
                     "--out=a=b",
                     "--ns3::TcpSocket::SegmentSize=1200"});
        NS_TEST_EXPECT_MSG_EQ(given.GetInteger("count"), 100U, "upper bound is in range");
        NS_TEST_EXPECT_MSG_EQ(given.GetNumber("delay_s"), 0.001, "number with exponent");
        NS_TEST_EXPECT_MSG_EQ(given.GetOptionalNumber("bits_per_error").value(), 65536, "optional number");
        NS_TEST_EXPECT_MSG_EQ(given.GetBoolean("series"), true, "boolean without value");
        NS_TEST_EXPECT_MSG_EQ(given.GetChoice("mechanism"), "snoop", "choice");
        const std::vector<std::string> mix = {"newreno", "lim", "newreno"};
        NS_TEST_EXPECT_MSG_EQ((given.GetChoiceList("mix") == mix), true, "list, in its order");
        NS_TEST_EXPECT_MSG_EQ(given.GetOutputFolder(), "a=b", "only the first equals sign parts");
        NS_TEST_EXPECT_MSG_EQ(given.GetAttributes().size(), 1U, "attributes");
        NS_TEST_EXPECT_MSG_EQ(given.GetToml(),
                              "count = 100\ndelay_s = 0.001\nbits_per_error = 65536\nseries = true\n"
                              "mechanism = \"snoop\"\nmix = \"newreno,lim,newreno\"\n",
                              "resolved values");
    }
};

/**
 * \ingroup wireless-tcp
 */
class MixedTcpTest : public TestCase
{
  public:
    MixedTcpTest()
        : TestCase("TCP variants are combined unless they need different sockets")
    {
    }

  private:
    void DoRun() override
    {
        const HostProfile& hosts = HostProfile::Get("modern");
        MixedTcp::Check({"newreno", "vegas", "westwood-plus", "lim"}, hosts);
        MixedTcp::Check({"sack", "newreno"}, hosts); // the hosts have SACK anyway
        MixedTcp::Check({"reno"}, hosts);
        for (const std::string other : {"newreno", "sack"})
        {
            std::string told;
            try
            {
                MixedTcp::Check({"reno", other}, hosts);
            }
            catch (const UsageError& error)
            {
                told = error.what();
            }
            NS_TEST_EXPECT_MSG_NE(told.find("ns3::TcpSocketBase::Sack"), std::string::npos, other << ": " << told);
        }
    }
};

/**
 * \ingroup wireless-tcp
 */
class OptionsRefuseTest : public TestCase
{
  public:
    OptionsRefuseTest()
        : TestCase("Every kind of bad input is refused in one line that names the thing and the remedy")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
            {{"--cuont=3"}, "did you mean --count?"},
            {{"--zzzzzzzzz=3"}, "--help lists all options"},
            {{"count=3"}, "--key=value"},
            {{"-c"}, "--key=value"},
            {{"--"}, "--key=value"},
            {{""}, "--key=value"},
            {{"--=3"}, "unknown option"},
            {{"--count"}, "has no value"},
            {{"--count="}, "integer >= 1 and <= 100 (packet)"},
            {{"--count=0"}, "integer >= 1 and <= 100 (packet)"},
            {{"--count=101"}, "integer >= 1 and <= 100 (packet)"},
            {{"--count=-1"}, "integer"},
            {{"--count=+1"}, "integer"},
            {{"--count=1.5"}, "integer"},
            {{"--count=1x"}, "integer"},
            {{"--count= 1"}, "integer"},
            {{"--count=0x10"}, "integer"},
            {{"--count=18446744073709551616"}, "integer"},
            {{"--count=3", "--count=3"}, "twice"},
            {{"--delay_s=0"}, "> 0 and < 10 (s)"},
            {{"--delay_s=10"}, "> 0 and < 10 (s)"},
            {{"--delay_s=-1"}, "> 0"},
            {{"--delay_s=nan"}, "number"},
            {{"--delay_s=inf"}, "number"},
            {{"--delay_s=1e999"}, "number"},
            {{"--delay_s=1s"}, "number"},
            {{"--delay_s=none"}, "number"},
            {{"--bits_per_error=0"}, ">= 1"},
            {{"--bits_per_error=nothing"}, "or none"},
            {{"--series=yes"}, "true or false"},
            {{"--series=1"}, "true or false"},
            {{"--mechanism=snop"}, "did you mean snoop?"},
            {{"--mechanism="}, "none, snoop"},
            {{"--mechanism=Snoop"}, "did you mean snoop?"},
            {{"--mix=lim,newrno"}, "did you mean newreno?"},
            {{"--mix=lim,"}, "lim, newreno"},
            {{"--mix=none,lim"}, "unknown mix"},
            {{"--out="}, "--out=DIR"},
            {{"--out"}, "--out=DIR"},
            {{"--out=a", "--out=b"}, "twice"},
            {{"--help=1"}, "takes no value"},
            {{"--describe=1"}, "takes no value"},
            {{"--ns3::TcpSocket::SegmentSize"}, "--ns3::Type::Attribute=value"},
            {{"--ns3::TcpSocket::SegmentSze=1"}, "did you mean SegmentSize?"},
            {{"--ns3::TcpSockt::SegmentSize=1"}, "did you mean ns3::TcpSocket?"},
            {{"--ns3::TcpSocket=1"}, "--ns3::Type::Attribute=value"},
            {{"--ns3::TcpSocket::=1"}, "has no attribute"},
            {{"--ns3::TcpSocket::SegmentSize=abc"}, "uint32_t"},
            {{"--ns3::TcpSocket::SegmentSize=-1"}, "uint32_t"},
            {{"--ns3::TcpSocket::SegmentSize=1x"}, "uint32_t"},
            {{"--ns3::TcpSocketBase::UseEcn=Perhaps"}, "AcceptOnly"}, // ns-3's own parser ends the process here
            {{"--ns3::TcpSocketBase::MinRto=soon"}, "Time"},
            {{"--ns3::TcpL4Protocol::SocketType=ns3::TcpNothing"}, "TypeId"},
            {{"--ns3::TcpSocket::ConnCount=3", "--ns3::TcpSocket::ConnCount=4"}, "twice"},
        };
        for (const auto& [arguments, remedy] : mistakes)
        {
            ScenarioOptions options = Table();
            std::string message = "nothing was thrown";
            try
            {
                options.Parse(arguments);
            }
            catch (const UsageError& error)
            {
                message = error.what();
            }
            NS_TEST_EXPECT_MSG_NE(message.find(remedy), std::string::npos, arguments[0] << " gave: " << message);
            NS_TEST_EXPECT_MSG_EQ(message.find('\n'), std::string::npos, "one line");
        }
        TypeId::AttributeInformation segmentSize;
        TcpSocket::GetTypeId().LookupAttributeByName("ConnCount", &segmentSize);
        NS_TEST_EXPECT_MSG_EQ(segmentSize.initialValue->SerializeToString(segmentSize.checker),
                              "6",
                              "checking a setting does not make it");
    }
};

/**
 * \ingroup wireless-tcp
 */
class HostProfileTest : public TestCase
{
  public:
    HostProfileTest()
        : TestCase("Profiles and TCP variants set what this ns-3 has, and say what")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& profile : HostProfile::GetAll())
        {
            AttributeDefaults defaults;
            profile.Apply(defaults);
            NS_TEST_EXPECT_MSG_EQ((defaults.Get() == profile.GetAttributes()), true, profile.GetName());
            for (const auto& tcp : TcpVariant::GetAll())
            {
                tcp.Apply(defaults);
                NS_TEST_EXPECT_MSG_EQ(defaults.Get().at("ns3::TcpL4Protocol::SocketType"),
                                      tcp.settings.front().value,
                                      tcp.name);
            }
        }
        // The two profiles set the same attributes, so that changing from one to the other leaves nothing behind.
        auto bsd = HostProfile::Get("bsd-1995").GetAttributes();
        auto modern = HostProfile::Get("modern").GetAttributes();
        NS_TEST_EXPECT_MSG_EQ(bsd.size(), modern.size(), "same attributes");
        for (const auto& [name, value] : modern)
        {
            NS_TEST_EXPECT_MSG_EQ(bsd.count(name), 1U, name);
        }
        NS_TEST_EXPECT_MSG_EQ(bsd.at("ns3::TcpSocketBase::Sack"), "false", "a host of 1995 has no SACK");
        bool refused = false;
        try
        {
            HostProfile::Get("bsd-1994");
        }
        catch (const UsageError&)
        {
            refused = true;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, true, "unknown profile");
        Config::Reset();
    }
};

/**
 * \ingroup wireless-tcp
 */
class ClosestMatchTest : public TestCase
{
  public:
    ClosestMatchTest()
        : TestCase("A misspelt word finds its neighbour, nonsense finds nothing")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::string> words = {"newreno", "westwood-plus", "veno"};
        NS_TEST_EXPECT_MSG_EQ(ClosestMatch("new-reno", words), "newreno", "one letter too many");
        NS_TEST_EXPECT_MSG_EQ(ClosestMatch("westwood", words), "", "too far away");
        NS_TEST_EXPECT_MSG_EQ(ClosestMatch("VENO", words), "veno", "case does not count");
        NS_TEST_EXPECT_MSG_EQ(ClosestMatch("quic-something", words), "", "nothing near");
        NS_TEST_EXPECT_MSG_EQ(Suggest("quic-something", words), "one of: newreno, westwood-plus, veno", "all");
    }
};

/**
 * \ingroup wireless-tcp
 */
class PresetsTest : public TestCase
{
  public:
    PresetsTest()
        : TestCase("A preset gives other options their values, and what the command line says about these wins")
    {
    }

  private:
    void DoRun() override
    {
        const auto parse = [](const std::vector<std::string>& arguments) {
            ScenarioOptions options;
            options.AddPresets("kind",
                               "plain",
                               {{{"plain", "nothing"}, {}}, {{"small", "little"}, {{"size", "1"}, {"rate", "2"}}}},
                               "what kind");
            options.AddInteger("size", "", 10, {0, 100}, "size");
            options.AddInteger("rate", "", 20, {0, 100}, "rate");
            options.Parse(arguments);
            return options.GetToml();
        };
        NS_TEST_EXPECT_MSG_EQ(parse({}), "kind = \"plain\"\nsize = 10\nrate = 20\n", "defaults");
        NS_TEST_EXPECT_MSG_EQ(parse({"--kind=small"}), "kind = \"small\"\nsize = 1\nrate = 2\n", "the preset");
        NS_TEST_EXPECT_MSG_EQ(parse({"--rate=10", "--kind=small"}),
                              "kind = \"small\"\nsize = 1\nrate = 10\n",
                              "the command line");
    }
};

/**
 * \ingroup wireless-tcp
 *
 * Options, profiles and variants of scenario programs.
 */
class ScenarioOptionsTestSuite : public TestSuite
{
  public:
    ScenarioOptionsTestSuite()
        : TestSuite("wireless-tcp-options", Type::UNIT)
    {
        AddTestCase(new OptionsAcceptTest);
        AddTestCase(new MixedTcpTest);
        AddTestCase(new OptionsRefuseTest);
        AddTestCase(new PresetsTest);
        AddTestCase(new HostProfileTest);
        AddTestCase(new ClosestMatchTest);
    }
};

static ScenarioOptionsTestSuite g_scenarioOptionsTestSuite; ///< registers itself
