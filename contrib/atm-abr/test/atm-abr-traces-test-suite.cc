/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-test-network.h"

#include "ns3/atm-abr-cell-header.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using namespace ns3;

namespace
{

/** @param octets of a cell @return its payload type */
uint32_t
GetType(const std::vector<uint8_t>& octets)
{
    return octets[3] >> 1 & 7;
}

/** A change of a trace: when, in ns, from, to. */
using Changes = std::vector<std::tuple<int64_t, double, double>>;

/** @param changes to be added to @param before value @param now value */
template <typename T>
void
NoteChange(Changes* changes, T before, T now)
{
    changes->emplace_back(Simulator::Now().GetNanoSeconds(), before, now);
}

/** @param object any @param name of one of its statistics @return its value */
double
GetStatistic(Ptr<Object> object, const std::string& name)
{
    for (const auto& statistic : burst::GetStatistics(object->GetInstanceTypeId()))
    {
        if (statistic.name == name)
        {
            return std::get<double>(statistic.get(*object));
        }
    }
    throw std::invalid_argument("no statistic " + name);
}

} // namespace

/**
 * @ingroup atm-abr-tests
 * @brief Sampled traces are told at multiples of SampleInterval, with the cells that have come by
 * then; a sink begins with the value of the time of its connection.
 *
 * The source sends a cell every 10 us, of which each 32nd is an RM cell. It comes 3 (2.735484 + 20)
 * us later: by 300 us cells 0 to 23 have come, 23 of data, by 450 us 37, by 600 us 52, by 1000 us
 * 91, by 1250 us 115, and by 1500 us 139.
 */
class AtmSampleIntervalTestCase : public TestCase
{
  public:
    /** @param engine Engine @param late whether the sink is connected at 450 us */
    AtmSampleIntervalTestCase(const std::string& engine, bool late)
        : TestCase("Samples, " + engine + (late ? ", of a late sink" : "")),
          m_engine(engine),
          m_late(late)
    {
    }

  private:
    void DoRun() override
    {
        AtmHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(m_engine));
        helper.SetFabricAttribute("SampleInterval", StringValue("300us"));
        helper.SetFabricAttribute("SourceBehavior",
                                  StringValue("ns3::AbrSourceBehaviorTm40[PeakCellRate=42400kbps|"
                                              "MinimumCellRate=42400kbps]"));
        const auto devices = helper.Install(MakeAtmPair(2));
        const auto fabric = AtmHelper::GetFabric(devices);
        AtmHelper::AddVc(devices.Get(0), devices.Get(1), nullptr);
        Changes changes;
        const auto connect = [&] {
            fabric->GetVc(0)->TraceConnectWithoutContext(
                "Egress",
                MakeBoundCallback(&NoteChange<uint64_t>, &changes));
        };
        if (m_late)
        {
            Simulator::Schedule(MicroSeconds(450), connect);
        }
        else
        {
            connect();
        }
        Simulator::Schedule(MicroSeconds(700), [&] {
            fabric->SetAttribute("SampleInterval", TimeValue(MicroSeconds(250)));
        });
        Simulator::Stop(MicroSeconds(1600));
        Simulator::Run();
        // one may be pending when the interval changes
        changes.erase(std::remove_if(changes.begin(),
                                     changes.end(),
                                     [](const auto& change) {
                                         const int64_t time = std::get<0>(change);
                                         return time > 700'000 && time < 1'000'000;
                                     }),
                      changes.end());
        NS_TEST_ASSERT_MSG_EQ(changes.size(), (m_late ? 4 : 5), "samples");
        Changes expected{{600'000, m_late ? 37 : 23, 52},
                         {1'000'000, std::get<1>(changes[m_late ? 1 : 2]), 91},
                         {1'250'000, 91, 115},
                         {1'500'000, 115, 139}};
        if (!m_late)
        {
            expected.insert(expected.begin(), {300'000, 0, 23});
        }
        NS_TEST_EXPECT_MSG_EQ((changes == expected), true, "times and values");
        // 161 cells have been sent, 6 of them RM cells, and 154 have come, 5 of them RM cells
        NS_TEST_EXPECT_MSG_EQ(GetStatistic(fabric, "atm.sent"), 155, "sent");
        NS_TEST_EXPECT_MSG_EQ(GetStatistic(fabric, "atm.delivered"), 149, "delivered");
        NS_TEST_EXPECT_MSG_EQ(GetStatistic(fabric, "atm.lost"), 0, "lost");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetWaiting(0),
                              (uint64_t{1} << 62) - 155,
                              "of a greedy source");
        Simulator::Destroy();
    }

    std::string m_engine; //!< see the constructor
    bool m_late;          //!< see the constructor
};

/**
 * @ingroup atm-abr-tests
 * @brief Rate fires for each forward RM cell that a source sends and each backward one that it
 * receives, and for no other; Acr tells the changes among them, from 0 and ICR on.
 */
class AtmRateEventsTestCase : public TestCase
{
  public:
    /** @param engine Engine */
    explicit AtmRateEventsTestCase(const std::string& engine)
        : TestCase("Rate and Acr, " + engine),
          m_engine(engine)
    {
    }

  private:
    /** Of the trace Rate: by VC the time that is told, that of the simulator, in ns, and ACR. */
    using Rates = std::map<uint32_t, std::vector<std::tuple<int64_t, int64_t, double>>>;

    /** @param rates to be added to @param vc number @param time when @param rate ACR */
    static void Add(Rates* rates, uint32_t vc, const Time& time, double rate)
    {
        (*rates)[vc].emplace_back(time.GetNanoSeconds(), Simulator::Now().GetNanoSeconds(), rate);
    }

    void DoRun() override
    {
        constexpr double ICR = 10e6 / 424;
        AtmHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(m_engine));
        const auto devices = helper.Install(MakeAtmPair(3));
        const auto fabric = AtmHelper::GetFabric(devices);
        Rates rates;
        Changes changes;
        fabric->TraceConnectWithoutContext("Rate", MakeBoundCallback(&Add, &rates));
        fabric->GetVc(0)->TraceConnectWithoutContext(
            "Acr",
            MakeBoundCallback(&NoteChange<double>, &changes));
        for (uint32_t i = 0; i < 6; ++i)
        {
            SendAt(devices, i % 2, 1 - i % 2, MakeOctets(1500, i), MilliSeconds(1 + i));
        }
        Simulator::Run();
        auto& engine = fabric->GetEngine();
        NS_TEST_ASSERT_MSG_EQ(fabric->GetNetwork().GetVcs().size(), 6, "between all three devices");
        for (uint32_t vc = 0; vc < 6; ++vc)
        {
            const auto& counts = engine.GetVcCounts(vc);
            NS_TEST_EXPECT_MSG_EQ(rates[vc].size(), counts.forward + counts.returned, "VC " << vc);
            NS_TEST_EXPECT_MSG_GT(counts.turned, 0, "sent by its peer");
            NS_TEST_EXPECT_MSG_EQ((rates[vc][0] == std::tuple(0, 0, ICR)), true, "at the start");
            if (vc > 1) // an idle source is silent after its first RM cells
            {
                NS_TEST_EXPECT_MSG_EQ(counts.forward, 1, "VC " << vc);
                NS_TEST_EXPECT_MSG_EQ(counts.turned, 1, "VC " << vc);
            }
            else
            {
                NS_TEST_EXPECT_MSG_EQ(counts.data, 3 * 32, "VC " << vc);
                NS_TEST_EXPECT_MSG_GT(counts.forward, 3, "VC " << vc);
            }
        }
        // Two links there and two back take 4 (2.735484 + 20) us. Told is the nanosecond of an
        // event, in the next one.
        const auto& [told, now, rate] = rates[0][1];
        NS_TEST_EXPECT_MSG_EQ(told, 90'941, "the first answer");
        NS_TEST_EXPECT_MSG_EQ(now, 90'942, "the first answer");
        NS_TEST_EXPECT_MSG_EQ_TOL(rate, ICR + 155e6 / 424 / 256, 1e-9, "and its increase");
        Changes expected{{0, 0, ICR}};
        for (const auto& [time, when, after] : rates[0])
        {
            const double last = std::get<2>(expected.back());
            if (after != last)
            {
                expected.emplace_back(when, last, after);
            }
        }
        NS_TEST_EXPECT_MSG_GT(expected.size(), 3, "changes");
        NS_TEST_EXPECT_MSG_EQ((changes == expected), true, "Acr");
        NS_TEST_EXPECT_MSG_EQ(GetStatistic(devices.Get(0), "atm.frames_sent"), 3, "sent");
        NS_TEST_EXPECT_MSG_EQ(GetStatistic(devices.Get(0), "atm.frames_received"), 3, "received");
        NS_TEST_EXPECT_MSG_EQ(GetStatistic(devices.Get(2), "atm.frames_sent"), 0, "of another");
        Simulator::Destroy();
    }

    std::string m_engine; //!< see the constructor
};

/**
 * @ingroup atm-abr-tests
 * @brief A PCR of 155 Mb/s is told as 365,056 cells/s, 2^18 (1 + 201/512): without ExactRates to
 * the source too, and in octets always.
 */
class AtmExactRatesTestCase : public TestCase
{
  public:
    AtmExactRatesTestCase()
        : TestCase("Rates in RM cells")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string engine : {"Lazy", "Cell"})
        {
            for (const bool exact : {false, true})
            {
                AtmHelper helper;
                helper.SetFabricAttribute("Engine", StringValue(engine));
                helper.SetFabricAttribute("ExactRates", BooleanValue(exact));
                helper.SetFabricAttribute("SourceBehavior",
                                          StringValue("ns3::AbrSourceBehaviorTm40"));
                const auto devices = helper.Install(MakeAtmPair(2));
                const auto fabric = AtmHelper::GetFabric(devices);
                AtmHelper::AddVc(devices.Get(0), devices.Get(1), nullptr);
                Pdus cells;
                devices.Get(0)->TraceConnectWithoutContext("Cell",
                                                           MakeBoundCallback(&NotePdu, &cells));
                Simulator::Stop(MilliSeconds(1));
                Simulator::Run();
                NS_TEST_EXPECT_MSG_EQ(fabric->GetRate(0),
                                      (exact ? 155e6 / 424 : 365'056),
                                      "ACR after answers");
                const auto& [vc, time, octets] = cells.front();
                NS_TEST_ASSERT_MSG_EQ(GetType(octets), AtmCellHeader::RM, "an RM cell");
                for (const std::size_t place : {7, 9}) // ER and CCR
                {
                    NS_TEST_EXPECT_MSG_EQ(octets[place], 0x64, "0 1 10010 0");
                    NS_TEST_EXPECT_MSG_EQ(octets[place + 1], 0xc9, "11001001");
                }
                Simulator::Destroy();
            }
        }
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief Cells of AddVc: FrameCells says which one is the last of its frame, octets are zeros, the
 * VCI is that of the VC, and the first one comes when the VC starts.
 */
class AtmFrameCellsTestCase : public TestCase
{
  public:
    AtmFrameCellsTestCase()
        : TestCase("Cells of processes and of greedy sources")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t frame : {0, 5})
        {
            AtmHelper helper;
            helper.SetFabricAttribute("FrameCells", UintegerValue(frame));
            const auto devices = helper.Install(MakeAtmPair(2));
            AtmHelper::AddVc(
                devices.Get(0),
                devices.Get(1),
                burst::CreateFromText<ArrivalProcess>("ns3::ConstantArrivals[Interval=5e7]"));
            AtmHelper::AddVc(devices.Get(0), devices.Get(1), nullptr, MilliSeconds(2));
            Pdus cells;
            devices.Get(0)->TraceConnectWithoutContext("Cell", MakeBoundCallback(&NotePdu, &cells));
            Pdus later; // a second sink may come in mid-run
            std::size_t before = 0;
            Simulator::Schedule(MilliSeconds(3), [&] {
                before = cells.size();
                devices.Get(0)->TraceConnectWithoutContext("Cell",
                                                           MakeBoundCallback(&NotePdu, &later));
            });
            Simulator::Stop(MilliSeconds(5));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ((later == Pdus(cells.begin() + before, cells.end())),
                                  true,
                                  "from then on");
            NS_TEST_EXPECT_MSG_GT(later.size(), 50, "from then on");
            std::map<uint32_t, uint32_t> data; // by VC
            std::map<uint32_t, int64_t> first; // time of a cell
            for (const auto& [vc, time, octets] : cells)
            {
                first.emplace(vc, time);
                NS_TEST_EXPECT_MSG_EQ((octets[0] & 15), 0, "VPI");
                NS_TEST_EXPECT_MSG_EQ((octets[1] >> 4), 0, "VPI");
                const uint32_t vci = (octets[1] & 15) << 12 | octets[2] << 4 | octets[3] >> 4;
                NS_TEST_EXPECT_MSG_EQ(vci, 32 + vc, "VCI");
                if (GetType(octets) != AtmCellHeader::RM)
                {
                    const bool last = frame > 0 && ++data[vc] % frame == 0;
                    data[vc] += frame == 0;
                    NS_TEST_EXPECT_MSG_EQ(GetType(octets),
                                          (last ? AtmCellHeader::LAST : 0),
                                          "cell " << data[vc]);
                    NS_TEST_EXPECT_MSG_EQ(std::all_of(octets.begin() + 5,
                                                      octets.end(),
                                                      [](auto o) { return o == 0; }),
                                          true,
                                          "payload");
                }
            }
            NS_TEST_EXPECT_MSG_GT(data[0], 50, "of the process");
            NS_TEST_EXPECT_MSG_GT(data[1], 50, "of the greedy source");
            NS_TEST_EXPECT_MSG_EQ(first[0], 2'735'484, "its first RM cell has left");
            NS_TEST_EXPECT_MSG_EQ(first[1], 2'000'000'000 + 2'735'484, "from its start on");
            Simulator::Destroy();
        }
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief Frames as long as their octets need, and traces of NetDevices that tell of PDUs as Pdu.
 */
class AtmPduTracesTestCase : public TestCase
{
  public:
    AtmPduTracesTestCase()
        : TestCase("PDUs of frames, in all traces")
    {
    }

  private:
    /** Time in ns and octets of a PDU. */
    using Told = std::vector<std::pair<int64_t, std::vector<uint8_t>>>;

    /** @param told to be added to @param pdu its octets */
    static void Add(Told* told, Ptr<const Packet> pdu)
    {
        told->emplace_back(Simulator::Now().GetNanoSeconds(), GetOctets(pdu));
    }

    void DoRun() override
    {
        const auto devices = AtmHelper().Install(MakeAtmPair(2));
        std::map<std::string, Told> told;
        Pdus sent;
        Pdus received;
        devices.Get(0)->TraceConnectWithoutContext("Pdu", MakeBoundCallback(&NotePdu, &sent));
        devices.Get(1)->TraceConnectWithoutContext("Pdu", MakeBoundCallback(&NotePdu, &received));
        const std::vector<std::pair<uint32_t, std::string>> traces{{0, "PhyTxBegin"},
                                                                   {0, "Sniffer"},
                                                                   {0, "PromiscSniffer"},
                                                                   {1, "PhyRxEnd"},
                                                                   {1, "Sniffer"},
                                                                   {1, "PromiscSniffer"}};
        for (const auto& [device, name] : traces)
        {
            NS_TEST_EXPECT_MSG_EQ(
                devices.Get(device)->TraceConnectWithoutContext(
                    name,
                    MakeBoundCallback(&Add, &told[name + std::to_string(device)])),
                true,
                name);
        }
        // with 14 octets of Ethernet, 10 of bridging and 8 of trailer: 42, 48, 49, 78 and 1532
        const std::vector<std::pair<uint32_t, uint32_t>> cells{{10, 1},
                                                               {16, 1},
                                                               {17, 2},
                                                               {46, 2},
                                                               {1500, 32}};
        for (std::size_t i = 0; i < cells.size(); ++i)
        {
            SendAt(devices, 0, 1, MakeOctets(cells[i].first, i), MilliSeconds(1 + 5 * i));
        }
        Simulator::Run();
        for (const auto& [device, name] : traces)
        {
            const auto& pdus = device == 0 ? sent : received;
            const auto& other = told[name + std::to_string(device)];
            NS_TEST_ASSERT_MSG_EQ(pdus.size(), cells.size(), "PDUs");
            NS_TEST_ASSERT_MSG_EQ(other.size(), cells.size(), name);
            for (std::size_t i = 0; i < cells.size(); ++i)
            {
                const auto& [vc, time, octets] = pdus[i];
                NS_TEST_EXPECT_MSG_EQ(octets.size(), 48 * cells[i].second, "cells");
                NS_TEST_EXPECT_MSG_EQ(other[i].first, (time + 999) / 1000, name);
                NS_TEST_EXPECT_MSG_EQ((other[i].second == octets), true, name);
            }
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief What traces tell, and when.
 */
class AtmAbrTracesTestSuite : public TestSuite
{
  public:
    AtmAbrTracesTestSuite()
        : TestSuite("atm-abr-traces", Type::UNIT)
    {
        for (const std::string engine : {"Lazy", "Cell"})
        {
            AddTestCase(new AtmSampleIntervalTestCase(engine, false));
            AddTestCase(new AtmSampleIntervalTestCase(engine, true));
            AddTestCase(new AtmRateEventsTestCase(engine));
        }
        AddTestCase(new AtmExactRatesTestCase);
        AddTestCase(new AtmFrameCellsTestCase);
        AddTestCase(new AtmPduTracesTestCase);
    }
};

static AtmAbrTracesTestSuite g_atmAbrTracesTestSuite; //!< the suite
