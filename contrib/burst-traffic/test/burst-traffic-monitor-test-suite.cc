/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-application.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/burst-traffic-monitor.h"
#include "ns3/enum.h"
#include "ns3/mac48-address.h"
#include "ns3/node-container.h"
#include "ns3/packet-socket-address.h"
#include "ns3/packet-socket-helper.h"
#include "ns3/packet.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup burst-traffic-tests
 * @brief Trace sources that the tests fire.
 */
class MonitoredObject : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("MonitoredObject")
                                .SetParent<Object>()
                                .AddConstructor<MonitoredObject>()
                                .AddTraceSource("Packet",
                                                "A packet.",
                                                MakeTraceSourceAccessor(&MonitoredObject::m_packet),
                                                "ns3::Packet::TracedCallback")
                                .AddTraceSource("Pair",
                                                "Arguments that no module knows.",
                                                MakeTraceSourceAccessor(&MonitoredObject::m_pair),
                                                "ns3::MonitoredObject::PairTracedCallback");
        return tid;
    }

    TracedCallback<Ptr<const Packet>> m_packet;          //!< trace source Packet
    TracedCallback<const std::string&, uint32_t> m_pair; //!< trace source Pair
};

NS_OBJECT_ENSURE_REGISTERED(MonitoredObject);

/**
 * @ingroup burst-traffic-tests
 * @brief Base of the tests of the monitor.
 */
class MonitorTestCase : public TestCase
{
  protected:
    /** @param name of the test */
    explicit MonitorTestCase(const std::string& name)
        : TestCase(name)
    {
    }

    /**
     * Compare the pyramid of a monitor with one that is fed slot by slot.
     *
     * @param pyramid of the monitor
     * @param slots what has to be in each slot
     */
    void ExpectSlots(const traffic::HaarPyramid& pyramid, const std::vector<double>& slots)
    {
        traffic::HaarPyramid expected;
        for (const double slot : slots)
        {
            expected.Add(slot);
        }
        NS_TEST_ASSERT_MSG_EQ(pyramid.GetBlocks(0), slots.size(), "number of slots");
        for (uint32_t octave = 0; octave <= expected.GetLastOctave(); ++octave)
        {
            const double mean = expected.GetMean(octave);
            NS_TEST_EXPECT_MSG_EQ_TOL(pyramid.GetMean(octave), mean, 1e-12 * mean, octave);
            if (octave > 0)
            {
                const double energy = expected.GetEnergy(octave);
                NS_TEST_EXPECT_MSG_EQ_TOL(pyramid.GetEnergy(octave),
                                          energy,
                                          1e-12 * energy,
                                          octave);
            }
        }
    }

  private:
    void DoTeardown() override
    {
        Simulator::Destroy();
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief A firing counts in the slot of its time, whatever the order of silence and questions.
 */
class MonitorSlotsTestCase : public MonitorTestCase
{
  public:
    MonitorSlotsTestCase()
        : MonitorTestCase("Firings and bytes are added up in slots")
    {
    }

  private:
    void DoRun() override
    {
        const auto source = CreateObject<MonitoredObject>();
        const auto firings = CreateObject<BurstinessMonitor>();
        const auto bytes = CreateObject<BurstinessMonitor>();
        firings->SetAttribute("Slot", TimeValue(NanoSeconds(100)));
        bytes->SetAttribute("Slot", TimeValue(NanoSeconds(100)));
        bytes->SetAttribute("Weight", EnumValue(BurstinessMonitor::VALUE));
        NS_TEST_EXPECT_MSG_EQ(firings->GetPyramid().GetBlocks(0), 0, "nothing is connected");

        // Slots of 100 ns from 1050 ns on; one at a border belongs to the slot that begins there.
        std::vector<double> expectedFirings(30);
        std::vector<double> expectedBytes(30);
        for (const auto& [time, size] : std::vector<std::pair<int64_t, uint32_t>>{{1050, 10},
                                                                                  {1149, 1},
                                                                                  {1150, 2},
                                                                                  {1299, 3},
                                                                                  {1299, 4},
                                                                                  {3000, 5},
                                                                                  {4050, 99}})
        {
            Simulator::Schedule(NanoSeconds(time), [source, bytes = size] {
                source->m_packet(Create<Packet>(bytes));
            });
            if (const auto slot = static_cast<std::size_t>(time - 1050) / 100; slot < 30)
            {
                expectedFirings[slot] += 1;
                expectedBytes[slot] += size;
            }
        }
        Simulator::Schedule(NanoSeconds(500), [source] { source->m_packet(Create<Packet>(7)); });
        Simulator::Schedule(NanoSeconds(1050), [&] {
            firings->Connect(source, "Packet");
            bytes->Connect(source, "Packet");
        });
        uint64_t slots = 0;
        Simulator::Schedule(NanoSeconds(2049), [&] { slots = firings->GetPyramid().GetBlocks(0); });
        Simulator::Stop(NanoSeconds(4149));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(slots, 9, "the tenth slot has one nanosecond to go");
        // Events of the time of Connect come before or after it in the order of their schedule.
        expectedFirings[0] -= 1;
        expectedBytes[0] -= 10;
        ExpectSlots(firings->GetPyramid(), expectedFirings);
        ExpectSlots(bytes->GetPyramid(), expectedBytes);
        NS_TEST_EXPECT_MSG_EQ_TOL(firings->GetDispersion(0),
                                  firings->GetPyramid().GetVariance(0) /
                                      firings->GetPyramid().GetMean(0),
                                  1e-12,
                                  "variance over mean");
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief Sources of one's own signature, refusals, and a monitor that goes before its source.
 */
class MonitorSourcesTestCase : public MonitorTestCase
{
  public:
    MonitorSourcesTestCase()
        : MonitorTestCase("Any trace source, or a sentence that helps")
    {
    }

  private:
    /** @param call that must be refused @param part of the sentence */
    void ExpectRefusal(const std::function<void()>& call, const std::string& part)
    {
        std::string sentence;
        try
        {
            call();
        }
        catch (const std::invalid_argument& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(sentence.find(part), std::string::npos, part << ": " << sentence);
    }

    void DoRun() override
    {
        const auto source = CreateObject<MonitoredObject>();
        auto monitor = CreateObject<BurstinessMonitor>();
        monitor->SetAttribute("Weight", EnumValue(BurstinessMonitor::VALUE));
        ExpectRefusal([&] { monitor->Connect(source, "Nothing"); }, "Packet, Pair");
        ExpectRefusal([&] { monitor->Connect(source, "Pair"); }, "template arguments");
        ExpectRefusal([&] { monitor->Connect("/NodeList/*/Nothing/Tx"); }, "no object matches");
        ExpectRefusal(
            [&] {
                monitor->ConnectAs<uint32_t>(source, "Pair", [](uint32_t number) {
                    return number;
                });
            },
            "PairTracedCallback");
        ExpectRefusal([&] { burst::SetAttributeOrThrow(monitor, "Slot", "0ns"); }, "Slot");

        monitor->ConnectAs<const std::string&, uint32_t>(
            source,
            "Pair",
            [](const std::string&, uint32_t number) { return number; });
        monitor->Connect(source, "Packet");
        source->m_pair("three", 3);
        source->m_packet(Create<Packet>(40));
        Simulator::Stop(MicroSeconds(10));
        Simulator::Run();
        ExpectSlots(monitor->GetPyramid(), {43});
        monitor = nullptr;
        source->m_pair("nobody hears this", 4);
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief Packets of an application on a stock device, counted by path, and what they show.
 */
class MonitorApplicationTestCase : public MonitorTestCase
{
  public:
    MonitorApplicationTestCase()
        : MonitorTestCase("Applications and devices on a network")
    {
    }

  private:
    static constexpr int64_t SLOTS = 1 << 13; //!< of 50 ticks

    void DoRun() override
    {
        NodeContainer nodes(2);
        PacketSocketHelper().Install(nodes);
        const auto channel = CreateObject<SimpleChannel>();
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto device = CreateObject<SimpleNetDevice>();
            device->SetAddress(Mac48Address::Allocate());
            device->SetChannel(channel);
            nodes.Get(i)->AddDevice(device);
        }
        PacketSocketAddress remote;
        remote.SetSingleDevice(0);
        remote.SetPhysicalAddress(nodes.Get(1)->GetDevice(0)->GetAddress());
        remote.SetProtocol(1);
        ArrivalHelper helper("ns3::PacketSocketFactory", remote);
        helper.SetAttribute("PacketSize", UintegerValue(10));
        helper.SetProcess("ns3::FractionalGaussianArrivals[Rate=0.1|Hurst=0.8|Slot=50|Slots=8192]");
        const auto application =
            DynamicCast<ArrivalApplication>(helper.Install(nodes.Get(0)).Get(0));
        ArrivalHelper::AssignStreams(nodes, 60);

        const auto sent = CreateObject<BurstinessMonitor>();
        const auto queued = CreateObject<BurstinessMonitor>();
        sent->SetAttribute("Slot", TimeValue(MicroSeconds(1)));
        queued->SetAttribute("Slot", TimeValue(MicroSeconds(1)));
        sent->Connect("/NodeList/*/ApplicationList/*/$ns3::ArrivalApplication/Tx");
        queued->Connect("/NodeList/*/DeviceList/*/$ns3::SimpleNetDevice/TxQueue/Enqueue");
        std::vector<std::pair<uint64_t, traffic::HurstEstimate>> reports;
        sent->TraceConnectWithoutContext(
            "Estimate",
            Callback<void, uint64_t, const traffic::HurstEstimate&>(
                [&](uint64_t slots, const traffic::HurstEstimate& estimate) {
                    reports.emplace_back(slots, estimate);
                    NS_TEST_EXPECT_MSG_EQ(sent->GetPyramid().GetBlocks(0), slots, "asked again");
                }));
        Simulator::Stop(MicroSeconds(SLOTS));
        Simulator::Run();

        std::vector<double> expected;
        const auto process = application->GetProcess()->Clone();
        for (int64_t slot = 0; slot < SLOTS; ++slot)
        {
            std::vector<int64_t> ticks;
            process->Fill(50 * slot, 50 * (slot + 1), ticks);
            expected.push_back(static_cast<double>(ticks.size()));
        }
        ExpectSlots(sent->GetPyramid(), expected);
        ExpectSlots(queued->GetPyramid(), expected);

        // Deviation 0.6 of 5 packets against a rounding of 1 / 6: H is that of the rate, but for 4
        // deviations and what the cut at 0 takes away.
        const auto estimate = sent->GetEstimate();
        NS_TEST_EXPECT_MSG_EQ(estimate.acceptable, true, "a range of scales");
        NS_TEST_EXPECT_MSG_EQ_TOL(estimate.hurst, 0.8, 4 * estimate.deviation + 0.02, "H");

        NS_TEST_ASSERT_MSG_EQ(reports.size(), 4, "2^10, 2^11, 2^12 and 2^13 slots");
        for (std::size_t i = 0; i < reports.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(reports[i].first, uint64_t{1} << (10 + i), "doubled");
        }
        NS_TEST_EXPECT_MSG_EQ(reports.back().second.hurst, estimate.hurst, "the same slots");
        ExpectStatistics(*sent);
        ExpectAddedSlots();
    }

    /** @param monitor whose statistics are those of its estimate and of its slots */
    void ExpectStatistics(BurstinessMonitor& monitor)
    {
        std::map<std::string, burst::Statistic::Value> values;
        for (const auto& statistic : burst::GetStatistics(BurstinessMonitor::GetTypeId()))
        {
            values[statistic.name] = statistic.get(monitor);
        }
        const auto estimate = monitor.GetEstimate();
        const std::map<std::string, double> expected{
            {"hurst", estimate.hurst},
            {"hurst_low", estimate.low},
            {"hurst_high", estimate.high},
            {"hurst_p_value", estimate.pValue},
            {"hurst_first_octave", estimate.first},
            {"hurst_last_octave", estimate.last},
        };
        NS_TEST_ASSERT_MSG_EQ(values.size(), expected.size() + 1, "and the table");
        for (const auto& [name, value] : expected)
        {
            NS_TEST_EXPECT_MSG_EQ(std::get<double>(values.at(name)), value, name);
        }
        const auto& table = std::get<burst::Statistic::Table>(values.at("haar"));
        NS_TEST_ASSERT_MSG_EQ(table.rows.size(), 14, "octaves 0 to 13 of 2^13 slots");
        const auto& last = std::get<std::vector<double>>(table.rows.back());
        NS_TEST_ASSERT_MSG_EQ(last.size(), table.columns.size(), "a cell for each column");
        NS_TEST_EXPECT_MSG_EQ(last[0], 13, "octave");
        NS_TEST_EXPECT_MSG_EQ(last[1], 8192, "slots of 1 us");
        NS_TEST_EXPECT_MSG_EQ(last[2], 8192000, "ns");
        NS_TEST_EXPECT_MSG_EQ(last[3], 1, "block");
    }

    /** Slots that are counted elsewhere are slots. */
    void ExpectAddedSlots()
    {
        const auto copy = CreateObject<BurstinessMonitor>();
        traffic::HaarPyramid pyramid;
        for (const double slot : {3, 1, 4, 1, 5})
        {
            copy->AddSlots(slot);
            pyramid.Add(slot);
        }
        copy->AddSlots(2, 3);
        pyramid.Add(2, 3);
        for (uint32_t octave = 0; octave < 4; ++octave)
        {
            NS_TEST_EXPECT_MSG_EQ(copy->GetPyramid().GetBlocks(octave), (8U >> octave), octave);
            NS_TEST_EXPECT_MSG_EQ(copy->GetPyramid().GetMean(octave),
                                  pyramid.GetMean(octave),
                                  octave);
        }
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief Silence costs nothing, and is told as it is.
 */
class MonitorSilenceTestCase : public MonitorTestCase
{
  public:
    MonitorSilenceTestCase()
        : MonitorTestCase("A trillion empty slots")
    {
    }

  private:
    void DoRun() override
    {
        const auto source = CreateObject<MonitoredObject>();
        const auto monitor = CreateObject<BurstinessMonitor>();
        monitor->SetAttribute("Slot", TimeValue(NanoSeconds(1)));
        monitor->Connect(source, "Packet");
        std::vector<uint64_t> reports;
        monitor->TraceConnectWithoutContext(
            "Estimate",
            Callback<void, uint64_t, const traffic::HurstEstimate&>(
                [&reports](uint64_t slots, const traffic::HurstEstimate&) {
                    reports.push_back(slots);
                }));
        Simulator::Schedule(Seconds(0), [source] { source->m_packet(Create<Packet>(1)); });
        Simulator::Schedule(Seconds(1100), [source] { source->m_packet(Create<Packet>(1)); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetEventCount(), 2, "no event but those of the test");
        NS_TEST_EXPECT_MSG_EQ(monitor->GetPyramid().GetBlocks(0), 1'100'000'000'000, "slots");
        NS_TEST_EXPECT_MSG_EQ(monitor->GetPyramid().GetEnergy(40),
                              std::ldexp(1.0, -40),
                              "one firing");
        NS_TEST_EXPECT_MSG_EQ(monitor->GetEstimate().acceptable, false, "two firings tell no H");
        NS_TEST_ASSERT_MSG_EQ(reports.size(), 31, "2^10 to 2^40");
        NS_TEST_EXPECT_MSG_EQ(reports.back(), uint64_t{1} << 40, "2^40 of 1.1e12");
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief Slots begin with the first Connect, and a source that is connected later is added to them.
 * Without an estimate the statistics have no numbers.
 */
class MonitorLaterSourceTestCase : public MonitorTestCase
{
  public:
    MonitorLaterSourceTestCase()
        : MonitorTestCase("A source that is connected later, and no estimate")
    {
    }

  private:
    void DoRun() override
    {
        const auto first = CreateObject<MonitoredObject>();
        const auto second = CreateObject<MonitoredObject>();
        const auto monitor = CreateObject<BurstinessMonitor>();
        monitor->SetAttribute("Slot", TimeValue(NanoSeconds(100)));
        const auto fire = [](Ptr<MonitoredObject> source, int64_t time) {
            Simulator::Schedule(NanoSeconds(time),
                                [source] { source->m_packet(Create<Packet>(1)); });
        };
        // Slots end at 110, 210, 310 and 410 ns; the second source is heard from 230 ns on.
        Simulator::Schedule(NanoSeconds(10), [&] { monitor->Connect(first, "Packet"); });
        Simulator::Schedule(NanoSeconds(230), [&] { monitor->Connect(second, "Packet"); });
        for (const int64_t time : {20, 220, 305, 315})
        {
            fire(first, time);
            fire(second, time);
        }
        fire(second, 409);
        Simulator::Stop(NanoSeconds(410));
        Simulator::Run();
        // 20: one source. 220: one source. 305: both. 315: both, and 409 the second.
        ExpectSlots(monitor->GetPyramid(), {1, 0, 3, 3});

        for (const auto& statistic : burst::GetStatistics(BurstinessMonitor::GetTypeId()))
        {
            if (statistic.name == "haar")
            {
                continue;
            }
            const double value = std::get<double>(statistic.get(*monitor));
            const bool isOctave = statistic.name.find("octave") != std::string::npos;
            NS_TEST_EXPECT_MSG_EQ(std::isnan(value), !isOctave, statistic.name << " " << value);
            NS_TEST_EXPECT_MSG_EQ((!isOctave || value == 0), true, statistic.name << " " << value);
        }
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief The burstiness monitor.
 */
class BurstinessMonitorTestSuite : public TestSuite
{
  public:
    BurstinessMonitorTestSuite()
        : TestSuite("burst-traffic-monitor", Type::UNIT)
    {
        AddTestCase(new MonitorSlotsTestCase);
        AddTestCase(new MonitorSourcesTestCase);
        AddTestCase(new MonitorApplicationTestCase);
        AddTestCase(new MonitorSilenceTestCase);
        AddTestCase(new MonitorLaterSourceTestCase);
    }
};

static BurstinessMonitorTestSuite g_burstinessMonitorTestSuite; //!< the suite
