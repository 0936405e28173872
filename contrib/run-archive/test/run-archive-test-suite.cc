/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-test-base.h"
#include "run-archive-test-source.h"

#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/run-archive-recorder.h"
#include "ns3/simple-net-device.h"

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup run-archive-tests
 *
 * Every signature gives the value that the recorder's description says, here the small integers by
 * which the sources are fired.
 */
class RunArchiveSignaturesTest : public RunArchiveTestCase
{
  public:
    RunArchiveSignaturesTest()
        : RunArchiveTestCase("Each known signature gives its value")
    {
    }

  private:
    void DoRun() override
    {
        const auto source = CreateObject<RunArchiveTestSource>();
        const std::map<std::string, double> expected{
            {"Bool", 1},          {"Int8", -2},        {"Uint8", 3},    {"Int16", -4},
            {"Uint16", 5},        {"Int32", -6},       {"Uint32", 7},   {"Int64", -8},
            {"Uint64", 9},        {"Double", 10.5},    {"Time", 11000}, {"Rate", 12},
            {"Sequence", 13},     {"Void", 1},         {"Number", 14},  {"Delay", 15},
            {"DelayFrom", 16},    {"ConstPacket", 17}, {"Packet", 18},  {"PacketFrom", 19},
            {"PacketFromTo", 20}, {"Item", 41},        {"Burst", 22},   {"Sizes", 24}};
        archive::TraceRecorder recorder(m_archive);
        for (const auto& [name, value] : expected)
        {
            recorder.Total("total", "1", source, name, name);
            recorder.Count("count", "1", source, name, name);
        }
        source->m_bool = true;
        source->m_int8 = -2;
        source->m_uint8 = 3;
        source->m_int16 = -4;
        source->m_uint16 = 5;
        source->m_int32 = -6;
        source->m_uint32 = 7;
        source->m_int64 = -8;
        source->m_uint64 = 9;
        source->m_double = 10.5;
        source->m_time = MicroSeconds(11);
        source->m_rate = DataRate(12);
        source->m_sequence = SequenceNumber32(13);
        source->m_void();
        source->m_number(14);
        source->m_delay(NanoSeconds(15));
        source->m_delayFrom(NanoSeconds(16), Address());
        source->m_constPacket(Create<Packet>(17));
        source->m_packet(Create<Packet>(18));
        source->m_packetFrom(Create<Packet>(19), Address());
        source->m_packetFromTo(Create<Packet>(20), Address(), Address());
        source->m_item(Create<RunArchiveTestItem>(21));
        const auto burst = CreateObject<PacketBurst>();
        burst->AddPacket(Create<Packet>(10));
        burst->AddPacket(Create<Packet>(12));
        source->m_burst(burst);
        source->m_sizes(23, 24);
        recorder.Finish();
        for (const auto& [name, value] : expected)
        {
            NS_TEST_EXPECT_MSG_EQ(GetScalar("total[" + name + "]"), value, name);
            NS_TEST_EXPECT_MSG_EQ(GetScalar("count[" + name + "]"), 1, name);
        }
    }
};

/**
 * @ingroup run-archive-tests
 *
 * What cannot be recorded is refused with a sentence that helps; Connect() takes any signature, but
 * only the right one.
 */
class RunArchiveRefusalTest : public RunArchiveTestCase
{
  public:
    RunArchiveRefusalTest()
        : RunArchiveTestCase("What cannot be recorded is refused")
    {
    }

  private:
    void DoRun() override
    {
        const auto node = CreateObject<Node>();
        const auto device = CreateObject<SimpleNetDevice>();
        node->AddDevice(device);
        const auto source = CreateObject<RunArchiveTestSource>();
        archive::TraceRecorder recorder(m_archive);
        const auto count = [&recorder](const std::string& path) {
            return [&recorder, path] { recorder.Count("count", "1", path); };
        };
        ExpectRefusal(
            count("/NodeList/*/DeviceList/*/Queue/Drop"),
            "'/NodeList/*/DeviceList/*' does, and goes on with ReceiveErrorModel, TxQueue");
        ExpectRefusal(count("/Nodes/*/Drop"), "one of");
        ExpectRefusal(count("/NodeList/*/DeviceList/*/TxQueue/Dorp"), "Enqueue, Dequeue, Drop");
        ExpectRefusal(count("/NodeList/*/$ns3::NoSuchType/Drop"), "'ns3::NoSuchType'");
        ExpectRefusal(count("NodeList/0/Drop"), "Config path");
        ExpectRefusal(count("/Drop"), "Config path");
        ExpectRefusal(count(""), "Config path");
        const auto record = [&recorder, source](const std::string& trace) {
            return
                [&recorder, source, trace] { recorder.Count("count", "1", source, trace, trace); };
        };
        ExpectRefusal(record("Nothing"), "Bool, Int8");
        ExpectRefusal(record("Pair"),
                      "not known; burst::MakeTraceSourceAccessor() makes them known");
        ExpectRefusal(record("PacketOnPort"), "(PacketOnPort)");
        ExpectRefusal([&] { recorder.Binned("b", "1", source, "Void", "", Time()); }, "period");
        ExpectRefusal([&] { recorder.Count("count", "B", source, "Void"); }, "cannot be in B");

        const auto spec = archive::TraceSinkSpec::Total("ports", "1");
        ExpectRefusal(
            [&] {
                recorder.Connect<Ptr<const Packet>, int32_t>(
                    spec,
                    source,
                    "PacketOnPort",
                    [](auto...) { return 0.0; },
                    "wrong");
            },
            "not those that were given");
        recorder.Connect<Ptr<const Packet>, uint32_t>(
            spec,
            source,
            "PacketOnPort",
            [](Ptr<const Packet> packet, uint32_t port) { return port * packet->GetSize(); },
            "right");
        ExpectRefusal([&] { recorder.Total("ports", "1", source, "Void", "right"); }, "already");
        recorder.Series("ports", "1", source, "Void", "right");
        ExpectRefusal([&] { recorder.Series("ports", "1", source, "Void", "right"); }, "already");
        recorder.Histogram("ports", "1", source, "Void", "right");
        ExpectRefusal([&] { recorder.Histogram("ports", "1", source, "Void", "right"); },
                      "already");
        source->m_packetOnPort(Create<Packet>(100), 3);
        recorder.Finish();
        NS_TEST_EXPECT_MSG_EQ(GetScalar("ports[right]"), 300, "size times port");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(GetScalar("ports[wrong]")), true, "nothing is left of it");
    }
};

/**
 * @ingroup run-archive-tests
 *
 * Recorder and recorded may go in any order, and nothing is recorded after Finish().
 */
class RunArchiveLifetimeTest : public RunArchiveTestCase
{
  public:
    RunArchiveLifetimeTest()
        : RunArchiveTestCase("Recorder and recorded may go in any order")
    {
    }

  private:
    void DoRun() override
    {
        auto longLived = CreateObject<RunArchiveTestSource>();
        {
            auto shortLived = CreateObject<RunArchiveTestSource>();
            auto recorder = std::make_unique<archive::TraceRecorder>(m_archive);
            recorder->Count("count", "1", longLived, "Void", "long");
            recorder->Count("count", "1", shortLived, "Void", "short");
            recorder->Series("series", "1", longLived, "Uint32", "long");
            longLived->m_void();
            shortLived->m_void();
            shortLived = nullptr;
            recorder->Finish();
            longLived->m_void();
            recorder->Finish();
            const std::vector<std::function<void(const std::string&)>> calls{
                [&](const auto& metric) { recorder->Series(metric, "1", longLived, "Void"); },
                [&](const auto& metric) { recorder->Count(metric, "1", longLived, "Void"); },
                [&](const auto& metric) { recorder->Total(metric, "1", longLived, "Void"); },
                [&](const auto& metric) { recorder->Histogram(metric, "1", longLived, "Void"); },
                [&](const auto& metric) {
                    recorder->Binned(metric, "1", longLived, "Void", "", Seconds(1));
                },
                [&](const auto& metric) {
                    recorder->Connect<>(archive::TraceSinkSpec::Count(metric, "1"),
                                        longLived,
                                        "Void",
                                        [] { return 1; });
                },
            };
            for (std::size_t i = 0; i < calls.size(); ++i)
            {
                std::string refusal;
                try
                {
                    calls[i]("late " + std::to_string(i));
                }
                catch (const std::logic_error& error)
                {
                    refusal = error.what();
                }
                NS_TEST_EXPECT_MSG_EQ(refusal,
                                      "'late " + std::to_string(i) +
                                          "' is recorded after TraceRecorder::Finish; nothing "
                                          "can be",
                                      "call " << i);
            }
            recorder = nullptr;
            recorder = std::make_unique<archive::TraceRecorder>(m_archive);
            recorder->Series("unfinished", "1", longLived, "Void");
            recorder = nullptr;
        }
        longLived->m_void();
        longLived->m_uint32 = 3;
        NS_TEST_EXPECT_MSG_EQ(GetScalar("count[long]"), 1, "firings before Finish()");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("count[short]"), 1, "firings before it went");
        NS_TEST_EXPECT_MSG_EQ(GetSeries("series[long]").size(), 0, "there was no change");
        NS_TEST_EXPECT_MSG_EQ(GetSeries("unfinished").size(), 0, "fired after the recorder went");
    }
};

/**
 * @ingroup run-archive-tests
 *
 * Statistics that a model declares become rows of their kind, under the name of the object, with
 * the values of the moment of Finish().
 */
class RunArchiveStatisticsTest : public RunArchiveTestCase
{
  public:
    RunArchiveStatisticsTest()
        : RunArchiveTestCase("Statistics of models are recorded with one call")
    {
    }

  private:
    void DoRun() override
    {
        const auto model = CreateObject<RunArchiveTestSource>();
        const auto other = CreateObject<RunArchiveTestSource>();
        const auto node = CreateObject<Node>();
        archive::TraceRecorder recorder(m_archive);
        recorder.Statistics(model);
        recorder.Statistics(model, "north");
        recorder.Statistics(other, "south", {"parts", "number"});
        node->AggregateObject(CreateObject<RunArchiveTestSource>());
        recorder.Statistics("/NodeList/*/$RunArchiveTestSource", {"number"});
        model->m_uint32 = 6;
        model->m_double = 0.25;

        ExpectRefusal([&] { recorder.Statistics(other, "", {"numbre"}); },
                      "RunArchiveTestSource has no statistic 'numbre', nearest: number");
        ExpectRefusal([&] { recorder.Statistics(node); }, "ns3::Node has no statistics");
        ExpectRefusal([&] { recorder.Statistics("/NodeList/*"); }, "ns3::Node has no statistics");
        ExpectRefusal([&] { recorder.Statistics("/NodeList/*/$ns3::Nix"); }, "'ns3::Nix'");
        ExpectRefusal([&] { recorder.Statistics("/Nodes/*"); }, "no object matches");
        for (const std::string path : {"", "/", "NodeList/0"})
        {
            ExpectRefusal([&] { recorder.Statistics(path); },
                          "is not the Config path of an object");
        }
        ExpectRefusal([&] { recorder.Statistics(other, "north", {"number"}); },
                      "metric 'number' of object 'north' is recorded already");
        archive::RunArchive elsewhere(":memory:");
        elsewhere.Begin(archive::RunIdentity());
        elsewhere.DefineMetric("number", "B", "");
        archive::TraceRecorder there(elsewhere);
        ExpectRefusal([&] { there.Statistics(other); }, "'number' is defined in B");
        recorder.Finish();
        NS_TEST_EXPECT_MSG_EQ(GetScalar("number"), 6, "as of the end");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("number[north]"), 6, "of an object");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("number[south]"), 0, "of the other");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("number[NodeList/0/RunArchiveTestSource]"), 0, "by path");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("parts"), 0.25, "the whole");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("parts[left]"), 0.5, "a part of the run's");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("parts[south]"), 0, "the whole of an object");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("parts[south/left]"), 0, "a part of an object");
        const std::map<double, double> six{{6, 1}};
        NS_TEST_EXPECT_MSG_EQ((GetHistogram("values") == six), true, "a histogram");
        NS_TEST_EXPECT_MSG_EQ((GetHistogram("values[north]") == six), true, "of an object");
        NS_TEST_EXPECT_MSG_EQ(GetHistogram("nothing").size(), 0, "a histogram of nothing");
        const Points rows{{6, 36}};
        NS_TEST_EXPECT_MSG_EQ((GetSeries("squares") == rows), true, "a table");
        NS_TEST_EXPECT_MSG_EQ((GetSeries("squares[north]") == rows), true, "of an object");
        NS_TEST_EXPECT_MSG_EQ(m_archive.GetDocument().find("squares[south]"),
                              std::string::npos,
                              "not asked for");
        recorder.Finish(); // writes nothing twice
        std::string refusal;
        try
        {
            recorder.Statistics(other);
        }
        catch (const std::logic_error& error)
        {
            refusal = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(refusal.find("after TraceRecorder::Finish"),
                              std::string::npos,
                              refusal);
    }
};

/**
 * @ingroup run-archive-tests
 *
 * A recorder that is to finish when the simulation was destroyed says so, and writes nothing.
 */
class RunArchiveDestroyedTest : public RunArchiveTestCase
{
  public:
    RunArchiveDestroyedTest()
        : RunArchiveTestCase("A destroyed simulation is not recorded")
    {
    }

  private:
    void DoRun() override
    {
        const auto source = CreateObject<RunArchiveTestSource>();
        archive::TraceRecorder early(m_archive);
        early.Count("early", "1", source, "Void");
        archive::TraceRecorder late(m_archive);
        late.Binned("bins", "1", source, "Void", "", NanoSeconds(100));
        late.Statistics(source);
        Simulator::Schedule(NanoSeconds(250), [source] { source->m_void(); });
        Simulator::Stop(NanoSeconds(1000));
        Simulator::Run();
        early.Finish();
        Simulator::Destroy();
        early.Finish(); // once more does nothing
        std::string refusal;
        try
        {
            late.Finish();
        }
        catch (const std::logic_error& error)
        {
            refusal = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(refusal.find("after Simulator::Destroy()"),
                              std::string::npos,
                              refusal);
        // The firing at 250 ns ended the bins from 0 and 100 ns; what follows is not known.
        NS_TEST_EXPECT_MSG_EQ(GetSeries("bins").size(), 2, "a bin was written at the end");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(GetScalar("number")), true, "a statistic was written");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("early"), 1, "what was finished is there");
        // A simulation that begins afterwards can be recorded.
        archive::TraceRecorder next(m_archive);
        next.Count("next", "1", source, "Void");
        next.Finish();
        NS_TEST_EXPECT_MSG_EQ(GetScalar("next"), 0, "the next simulation");
    }
};

/**
 * @ingroup run-archive-tests
 *
 * Series and bins in time, from changes at known times.
 */
class RunArchiveTimeTest : public RunArchiveTestCase
{
  public:
    RunArchiveTimeTest()
        : RunArchiveTestCase("Series can be integrated and bins add up")
    {
    }

  private:
    void DoRun() override
    {
        const auto source = CreateObject<RunArchiveTestSource>();
        source->m_uint32 = 5;
        archive::TraceRecorder recorder(m_archive);
        Simulator::Schedule(NanoSeconds(250), [&] {
            recorder.Series("level", "1", source, "Uint32");
            recorder.Series("event", "1", source, "Number");
            recorder.Binned("bins", "1", source, "Number", "", NanoSeconds(100));
            recorder.Binned("quiet", "1", source, "Void", "", NanoSeconds(400));
            recorder.Total("total", "1", source, "Number");
        });
        const auto setAt = [source](int64_t ns, uint32_t value) {
            Simulator::Schedule(NanoSeconds(ns), [source, value] { source->m_uint32 = value; });
        };
        setAt(300, 7);
        setAt(600, 2);
        const auto fireAt = [source](int64_t ns, uint32_t value) {
            Simulator::Schedule(NanoSeconds(ns), [source, value] { source->m_number(value); });
        };
        fireAt(299, 1);
        fireAt(300, 10);
        fireAt(399, 100);
        fireAt(700, 1000);
        Simulator::Stop(NanoSeconds(1000));
        Simulator::Run();
        recorder.Finish();

        // 5 from the start of recording on, then 7, then 2 until the end.
        const Points level{{250, 5}, {300, 7}, {600, 2}, {1000, 2}};
        NS_TEST_EXPECT_MSG_EQ((GetSeries("level") == level),
                              true,
                              "a traced value is closed at both ends");
        const Points events{{299, 1}, {300, 10}, {399, 100}, {700, 1000}};
        NS_TEST_EXPECT_MSG_EQ((GetSeries("event") == events),
                              true,
                              "an event has no value between");
        // The bin [200, 300) holds the start, [900, 1000) is the last; empty ones are there.
        const Points bins{{200, 1},
                          {300, 110},
                          {400, 0},
                          {500, 0},
                          {600, 0},
                          {700, 1000},
                          {800, 0},
                          {900, 0}};
        NS_TEST_EXPECT_MSG_EQ((GetSeries("bins") == bins), true, "sums per period");
        const Points quiet{{0, 0}, {400, 0}, {800, 0}};
        NS_TEST_EXPECT_MSG_EQ((GetSeries("quiet") == quiet),
                              true,
                              "nothing happened is recorded as 0");
        double sum = 0;
        for (const auto& [t, value] : GetSeries("bins"))
        {
            sum += value;
        }
        NS_TEST_EXPECT_MSG_EQ(sum, GetScalar("total"), "no firing is in no bin or in two");
    }
};

/**
 * @ingroup run-archive-tests
 *
 * A histogram has 8 bits of precision, cuts fractions off and refuses what is below 0; a value that
 * is refused is in no bin.
 */
class RunArchiveHistogramTest : public RunArchiveTestCase
{
  public:
    RunArchiveHistogramTest()
        : RunArchiveTestCase("Bins of a histogram and values that it refuses")
    {
    }

  private:
    void DoRun() override
    {
        const auto source = CreateObject<RunArchiveTestSource>();
        archive::TraceRecorder recorder(m_archive);
        recorder.Histogram("values", "1", source, "Double");
        for (const double value : {2.1, 2.9, 511.0, 512.0, 513.5, 514.0})
        {
            source->m_double = value;
        }
        const double infinity = std::numeric_limits<double>::infinity();
        for (const double value : {-0.5, infinity, std::nan(""), 0x1p63})
        {
            ExpectRefusal([&] { source->m_double = value; }, "allowed is 0 to 2^63 - 1");
        }
        recorder.Finish();
        // Below 2^9 a bin holds one value; from there to 2^10 it is 2^9 / 2^8 wide.
        const std::map<double, double> bins{{2, 2}, {511, 1}, {512, 2}, {514, 1}};
        NS_TEST_EXPECT_MSG_EQ((GetHistogram("values") == bins), true, "values in their bins");
    }
};

/**
 * @ingroup run-archive-tests
 *
 * A firing at the moment of Finish() counts, in a last bin of its own where a period ends then.
 */
class RunArchiveLastMomentTest : public RunArchiveTestCase
{
  public:
    RunArchiveLastMomentTest()
        : RunArchiveTestCase("What fires at the end of recording is recorded")
    {
    }

  private:
    void DoRun() override
    {
        const auto source = CreateObject<RunArchiveTestSource>();
        archive::TraceRecorder recorder(m_archive);
        recorder.Binned("bins", "1", source, "Number", "", NanoSeconds(100));
        recorder.Series("events", "1", source, "Number");
        recorder.Total("total", "1", source, "Number");
        Simulator::Schedule(NanoSeconds(50), [source] { source->m_number(1); });
        Simulator::Schedule(NanoSeconds(200), [source] { source->m_number(10); });
        Simulator::Run();
        recorder.Finish();
        const Points bins{{0, 1}, {100, 0}, {200, 10}};
        NS_TEST_EXPECT_MSG_EQ((GetSeries("bins") == bins), true, "the bin [200, 300) began");
        const Points events{{50, 1}, {200, 10}};
        NS_TEST_EXPECT_MSG_EQ((GetSeries("events") == events), true, "both");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("total"), 1 + 10, "as much as in the bins");
    }
};

/**
 * @ingroup run-archive-tests
 *
 * What the recorder knows and refuses.
 */
class RunArchiveTestSuite : public TestSuite
{
  public:
    RunArchiveTestSuite()
        : TestSuite("run-archive", Type::UNIT)
    {
        AddTestCase(new RunArchiveSignaturesTest);
        AddTestCase(new RunArchiveRefusalTest);
        AddTestCase(new RunArchiveLifetimeTest);
        AddTestCase(new RunArchiveStatisticsTest);
        AddTestCase(new RunArchiveTimeTest);
        AddTestCase(new RunArchiveDestroyedTest);
        AddTestCase(new RunArchiveHistogramTest);
        AddTestCase(new RunArchiveLastMomentTest);
    }
};

static RunArchiveTestSuite g_runArchiveTestSuite; //!< registers the suite
