// SPDX-License-Identifier: GPL-2.0-only
#include "stream-test-network.h"

#include "ns3/attribute-defaults.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/result-folder.h"
#include "ns3/result-format.h"
#include "ns3/run-recorder.h"
#include "ns3/simulator.h"
#include "ns3/snoop-agent.h"
#include "ns3/snoop-helper.h"
#include "ns3/test.h"

#include <filesystem>
#include <fstream>
#include <list>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::wirelesstcptest;
namespace fs = std::filesystem;

namespace
{

/**
 * \param folder a folder
 * \return its files by name
 */
std::map<std::string, std::string>
ReadFolder(const std::string& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder))
    {
        std::ostringstream content;
        content << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        files[entry.path().filename().string()] = content.str();
    }
    return files;
}

/**
 * Record a transfer of 40 segments, of which the receiver loses one.
 *
 * \param folder where to
 * \param series whether with series and captures
 * \return the files left there
 */
std::map<std::string, std::string>
RecordRun(const std::string& folder, bool series)
{
    StreamTestNetwork network(40 * StreamTestNetwork::SEGMENT, {20});
    RunRecorder recorder("test", folder, series, series);
    recorder.AddFlow(network.source, network.sink);
    recorder.WatchDevice(network.device);
    network.Run();
    recorder.Write("[run]\n");
    return ReadFolder(folder);
}

/**
 * \param text some lines
 * \return the first of them
 */
std::string
FirstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

/**
 * \param text where
 * \param part what
 * \return how often
 */
size_t
Count(const std::string& text, const std::string& part)
{
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    {
        count++;
    }
    return count;
}

} // namespace

/**
 * \ingroup wireless-tcp
 */
class ResultFormatTest : public TestCase
{
  public:
    ResultFormatTest()
        : TestCase("Numbers, times and texts have one form, which reads back as the same value")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::Number(0.1), "0.1", "shortest");
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::Number(1.0 / 3), "0.3333333333333333", "exact");
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::Number(2000000), "2000000", "no exponent");
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::Number(-0.0), "0", "no negative zero");
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::Number(1e300), "1e+300", "large");
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::Seconds(NanoSeconds(1)), "0.000000001", "a nanosecond");
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::Seconds(MilliSeconds(-1500)), "-1.5", "negative");
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::Seconds(Seconds(20000)), "20000.0", "whole");
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::Quoted("a\"b\\c\nd"), "\"a\\\"b\\\\c\\u000ad\"", "JSON");
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::CsvField("[::1]:80"), "[::1]:80", "plain field");
        NS_TEST_EXPECT_MSG_EQ(ResultFormat::CsvField("a,\"b\""), "\"a,\"\"b\"\"\"", "quoted field");
        NS_TEST_EXPECT_MSG_EQ(
            JsonObject().Text("a", "x").Integer("b", 18446744073709551615ULL).Boolean("c", true).GetLine(),
            "{\"a\":\"x\",\"b\":18446744073709551615,\"c\":true}",
            "JSON object");
    }
};

/**
 * \ingroup wireless-tcp
 */
class RecordTest : public TestCase
{
  public:
    RecordTest()
        : TestCase("A run leaves the files it should, twice the same bytes, and nothing of an earlier run")
    {
    }

  private:
    void DoRun() override
    {
        const std::string folder = CreateTempDirFilename("run/deep");
        auto files = RecordRun(folder, true);
        const std::map<std::string, std::string> headings = {
            {"config.toml", "[run]"},
            {"summary.json", "{"},
            {"flows.csv",
             "flow,source,destination,start_s,first_byte_s,last_byte_s,duration_s,received_bytes,throughput_bps,"
             "segments_sent,end_to_end_retransmissions,timeouts,fast_retransmits,stream_ok,completed,tcp,delivered_packets,undelivered_packets,delay_s,"
             "delay_median_s,delay_p95_s,retransmissions_per_packet,agent_cached,"
             "agent_not_cached_high_water_mark,agent_not_cached_cache_full,agent_not_cached_memory_bound,"
             "agent_queue_drops,sender_retransmissions_seen,local_retransmissions,local_retransmissions_duplicate_ack,"
             "local_retransmissions_partial_ack,local_retransmissions_round_trip_timer,"
             "local_retransmissions_persist_timer,local_retransmissions_given_up,suppressed_acks,regenerated_acks,"
             "forwarded_duplicate_acks,negative_acks,negative_acks_threshold,negative_acks_timeout,marked_acks,rtt_samples,passed_untouched"},
            {"events.csv", "time_s,source,kind,cause,flow,sequence_bytes,length_bytes,rtt_s"},
            {"cwnd.csv", "time_s,cwnd_bytes"},
            {"rtt.csv", "time_s,rtt_s"},
            {"throughput.csv", "time_s,throughput_bps"},
            {"delay.csv", "time_s,packet,delay_s"},
            {"sequence.csv", "time_s,sequence_bytes,length_bytes,kind"},
        };
        for (const auto& [name, heading] : headings)
        {
            NS_TEST_ASSERT_MSG_EQ(files.count(name), 1U, name << " is missing");
            NS_TEST_EXPECT_MSG_EQ(FirstLine(files[name]), heading, name);
        }
        NS_TEST_EXPECT_MSG_EQ(files.size(), headings.size() + 2, "those and two captures");
        NS_TEST_EXPECT_MSG_EQ(Count(files["sequence.csv"], ",first\n"), 40U, "first transmissions");
        NS_TEST_EXPECT_MSG_EQ(Count(files["sequence.csv"], ",end-to-end-retransmission\n"), 1U, "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(Count(files["events.csv"], ",sender,cwnd-drop,fast-retransmit,1,18000,0,\n"), 1U, "drops");
        NS_TEST_EXPECT_MSG_EQ(Count(files["summary.json"], "\"received_bytes\":40000"), 1U, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(Count(files["summary.json"], "\"warnings\":[]"), 1U, "no warnings");
        NS_TEST_EXPECT_MSG_EQ(Count(files["summary.json"], "\"delivered_packets\":40,"), 1U, "packets");
        NS_TEST_EXPECT_MSG_EQ(Count(files["summary.json"], "\"retransmissions_per_packet\":0.025,"), 1U, "one in 40");
        NS_TEST_EXPECT_MSG_EQ(Count(files["summary.json"], "\"local_retransmissions_per_packet\":null,"), 1U, "no agent");
        NS_TEST_EXPECT_MSG_EQ(Count(files["delay.csv"], "\n"), 41U, "a line a packet");
        // Little-endian magic number, and the link type of raw IP in the last of the header's six words.
        const std::string& capture = files["wireless.pcap"];
        NS_TEST_EXPECT_MSG_EQ(capture.substr(0, 4), "\xd4\xc3\xb2\xa1", "a pcap file");
        NS_TEST_EXPECT_MSG_EQ(capture.substr(20, 4), std::string("\x65\0\0\0", 4), "DLT_RAW");
        NS_TEST_EXPECT_MSG_EQ(capture.substr(40, 1), "\x45", "the first datagram starts with an IPv4 header");

        NS_TEST_EXPECT_MSG_EQ((RecordRun(CreateTempDirFilename("again"), true) == files), true, "same bytes twice");
        NS_TEST_EXPECT_MSG_EQ(RecordRun(folder, false).size(), 4U, "series of an earlier run are gone");
    }
};

/**
 * \ingroup wireless-tcp
 */
class AgentCountersTest : public TestCase
{
  public:
    /**
     * \param name what happens
     * \param lostFrames frames that the receiver loses
     * \param settings attributes that are not as in the profile
     * \param expected values of some columns of flows.csv
     */
    AgentCountersTest(const std::string& name,
                      const std::list<uint32_t>& lostFrames,
                      const std::map<std::string, std::string>& settings,
                      const std::map<std::string, uint64_t>& expected)
        : TestCase("What an agent does for a flow is counted: " + name),
          m_lostFrames(lostFrames),
          m_settings(settings),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(40 * StreamTestNetwork::SEGMENT, m_lostFrames, "newreno", m_settings);
        RunRecorder recorder("test", "", false, false);
        recorder.AddFlow(network.source, network.sink);
        Ptr<SnoopAgent> agent = SnoopHelper().Install(network.device);
        agent->TraceConnectWithoutContext("Event", MakeCallback(&AgentCountersTest::Note, this));
        recorder.AddAgent(agent);
        network.Run();

        std::istringstream table(recorder.GetFlowTable());
        std::string names;
        std::string values;
        std::getline(table, names);
        std::getline(table, values);
        std::istringstream nameFields(names);
        std::istringstream valueFields(values);
        std::map<std::string, std::string> columns;
        for (std::string name; std::getline(nameFields, name, ',');)
        {
            std::getline(valueFields, columns[name], ',');
        }
        for (const auto& [name, value] : m_expected)
        {
            NS_TEST_EXPECT_MSG_EQ(columns[name], std::to_string(value), name);
        }
        // Nothing of what the agent told is left out of the columns, except beginning and end of its state.
        uint64_t counted = 0;
        for (const std::string name : {"agent_cached",
                                       "agent_not_cached_high_water_mark",
                                       "agent_not_cached_cache_full",
                                       "agent_not_cached_memory_bound",
                                       "agent_queue_drops",
                                       "sender_retransmissions_seen",
                                       "local_retransmissions_duplicate_ack",
                                       "local_retransmissions_partial_ack",
                                       "local_retransmissions_round_trip_timer",
                                       "local_retransmissions_persist_timer",
                                       "local_retransmissions_given_up",
                                       "suppressed_acks",
                                       "regenerated_acks",
                                       "forwarded_duplicate_acks",
                                       "negative_acks",
                                       "marked_acks",
                                       "rtt_samples",
                                       "passed_untouched"})
        {
            counted += std::stoull(columns[name]);
        }
        NS_TEST_EXPECT_MSG_EQ(counted, m_events, "events");
        NS_TEST_EXPECT_MSG_EQ(Count(recorder.GetSummary(), "\"warnings\":[]"), 1U, "no warnings");
    }

    /// \param event what the agent did
    void Note(const AgentEvent& event)
    {
        m_events += event.kind == "flow-opened" || event.kind == "flow-closed" ? 0 : 1;
    }

    std::list<uint32_t> m_lostFrames;              //!< frames that the receiver loses
    std::map<std::string, std::string> m_settings; //!< attributes that are not as in the profile
    std::map<std::string, uint64_t> m_expected;    //!< values of some columns
    uint64_t m_events{0};                          //!< what the agent told
};

/**
 * \ingroup wireless-tcp
 */
class IdleAgentTest : public TestCase
{
  public:
    IdleAgentTest()
        : TestCase("An agent that never saw a packet is told of")
    {
    }

  private:
    void DoRun() override
    {
        StreamTestNetwork network(40 * StreamTestNetwork::SEGMENT, {});
        NodeContainer aside(2);
        NetDeviceContainer devices = PointToPointHelper().Install(aside);
        InternetStackHelper().Install(aside);
        Ipv4AddressHelper("10.9.9.0", "255.255.255.0").Assign(devices);
        RunRecorder recorder("test", "", false, false);
        recorder.AddFlow(network.source, network.sink);
        recorder.AddAgent(SnoopHelper().Install(network.device));
        recorder.AddAgent(SnoopHelper().Install(devices.Get(0)));
        network.Run();
        const std::string summary = recorder.GetSummary();
        NS_TEST_EXPECT_MSG_EQ(Count(summary, "agent 2 never saw a packet"), 1U, "the idle one");
        NS_TEST_EXPECT_MSG_EQ(Count(summary, "never saw a packet"), 1U, "and no other");
    }
};

/**
 * \ingroup wireless-tcp
 */
class MeasurementTest : public TestCase
{
  public:
    MeasurementTest()
        : TestCase("An incomplete transfer counts the time it waits, and what had arrived")
    {
    }

  private:
    void DoRun() override
    {
        // The last segment and its copies are lost.
        std::list<uint32_t> lost;
        for (uint32_t frame = 41; frame < 100; frame++)
        {
            lost.push_back(frame);
        }
        StreamTestNetwork network(40 * StreamTestNetwork::SEGMENT, lost);
        RunRecorder recorder("test", "", false, false);
        recorder.AddFlow(network.source, network.sink);
        Simulator::Stop(Seconds(11)); // the source starts after 1 s
        network.Run();
        const std::string summary = recorder.GetSummary();
        NS_TEST_EXPECT_MSG_EQ(Count(summary, "\"completed\":false"), 1U, "incomplete");
        NS_TEST_EXPECT_MSG_EQ(Count(summary, "\"duration_s\":10.0,"), 1U, "up to the end");
        NS_TEST_EXPECT_MSG_EQ(Count(summary, "\"throughput_bps\":31200,"), 1U, "39 segments in 10 s");
        NS_TEST_EXPECT_MSG_EQ(Count(recorder.GetFlowTable(), ",10.0,39000,31200,"), 1U, "the flow's line agrees");
    }
};

/**
 * \ingroup wireless-tcp
 */
class WarningTest : public TestCase
{
  public:
    WarningTest()
        : TestCase("A transfer that delivers nothing is incomplete and says so")
    {
    }

  private:
    void DoRun() override
    {
        std::list<uint32_t> everything;
        for (uint32_t i = 0; i < 100; i++)
        {
            everything.push_back(i);
        }
        StreamTestNetwork network(1000, everything);
        RunRecorder recorder("test", "", false, false);
        recorder.AddFlow(network.source, network.sink);
        network.Run();
        NS_TEST_EXPECT_MSG_EQ(recorder.IsComplete(), false, "incomplete");
        const std::string summary = recorder.GetSummary();
        NS_TEST_EXPECT_MSG_EQ(Count(summary, "\"completed\":false"), 1U, "incomplete");
        NS_TEST_EXPECT_MSG_EQ(Count(summary, "delivered 0 bytes"), 1U, "a warning");
        NS_TEST_EXPECT_MSG_EQ(Count(summary, "gave the connection up"), 1U, "and the reason");
        NS_TEST_EXPECT_MSG_EQ(Count(summary, "\"throughput_bps\":0,"), 1U, "no throughput");
        NS_TEST_EXPECT_MSG_EQ(Count(summary, "\"delay_s\":null,"), 1U, "no delay");
    }
};

/**
 * \ingroup wireless-tcp
 */
class ResultFolderTest : public TestCase
{
  public:
    ResultFolderTest()
        : TestCase("A folder that cannot be written is refused at once, and foreign files are left alone")
    {
    }

  private:
    void DoRun() override
    {
        const std::string base = CreateTempDirFilename("folder");
        ResultFolder folder(base);
        for (const std::string name : {"notes.txt", "cwnd-old.csv", "cwnd.csv", "sequence-2.csv"})
        {
            std::ofstream(fs::path(base) / name) << "old";
        }
        folder.Write("summary.json", "{}");
        NS_TEST_EXPECT_MSG_EQ(ReadFolder(base).count("summary.json"), 0U, "not there before it is finished");
        folder.Finish();
        const auto files = ReadFolder(base);
        NS_TEST_EXPECT_MSG_EQ(files.count("summary.json"), 1U, "there");
        NS_TEST_EXPECT_MSG_EQ(files.count("notes.txt") + files.count("cwnd-old.csv"), 2U, "foreign files stay");
        NS_TEST_EXPECT_MSG_EQ(files.size(), 3U, "results of an earlier run do not");

        for (const std::string& bad : {base + "/notes.txt", base + "/notes.txt/below", std::string("/proc/nowhere")})
        {
            std::string message;
            try
            {
                ResultFolder refused(bad);
            }
            catch (const UsageError& error)
            {
                message = error.what();
            }
            NS_TEST_EXPECT_MSG_NE(message.find("choose another with --out"), std::string::npos, bad);
        }
    }
};

/**
 * \ingroup wireless-tcp
 *
 * What a run leaves on disk.
 */
class RecorderTestSuite : public TestSuite
{
  public:
    RecorderTestSuite()
        : TestSuite("wireless-tcp-recorder", Type::UNIT)
    {
        AddTestCase(new ResultFormatTest);
        AddTestCase(new RecordTest);
        // Segment 19 is lost. Three duplicates of the acknowledgement reach the agent by the time the copy arrives.
        AddTestCase(new AgentCountersTest("a loss on the hop",
                                          {20},
                                          {},
                                          {{"agent_cached", 40},
                                           {"local_retransmissions", 1},
                                           {"local_retransmissions_duplicate_ack", 1},
                                           {"sender_retransmissions_seen", 0},
                                           {"forwarded_duplicate_acks", 0}}));
        AddTestCase(new AgentCountersTest("a loss that the cache had no room for",
                                          {20},
                                          {{"ns3::SnoopAgent::CacheSize", "1"}, {"ns3::SnoopAgent::HighWaterMark", "1"}},
                                          {{"local_retransmissions", 0}, {"sender_retransmissions_seen", 1}}));
        AddTestCase(new IdleAgentTest);
        AddTestCase(new MeasurementTest);
        AddTestCase(new WarningTest);
        AddTestCase(new ResultFolderTest);
    }
};

static RecorderTestSuite g_recorderTestSuite; ///< registers itself
