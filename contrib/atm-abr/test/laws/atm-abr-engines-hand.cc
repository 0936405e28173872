/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-cell-engine.h"
#include "ns3/atm-abr-common-rate.h"
#include "ns3/atm-abr-data-supply.h"
#include "ns3/atm-abr-erica.h"
#include "ns3/atm-abr-lazy-engine.h"
#include "ns3/atm-abr-source-documents.h"
#include "ns3/atm-abr-switch-algorithm.h"
#include "ns3/boolean.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr AtmTime US = ATM_SECOND / 1'000'000;
constexpr uint32_t SLOW = 4; //!< port from the switch to A
constexpr double FAST = 1e6; //!< cells per second, of the other links

using Numbers = std::vector<uint64_t>;
using Ends = std::vector<std::pair<std::string, std::string>>; //!< source and destination of VCs

/** @param first number @param last number @return all from the first to the last one */
Numbers
Range(uint64_t first, uint64_t last)
{
    Numbers numbers(last + 1 - first);
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

/** Keeps the cells of which it is told. */
class CellRecord : public AtmEngineListener
{
  public:
    /** A cell, and what it said then. */
    struct Entry
    {
        uint32_t vc;
        AtmTime time;
        Cell cell;
        AbrRmContent content;
    };

    void OnCell(uint32_t vc, AtmTime time, const Cell& cell) override
    {
        m_entries.push_back({vc, time, cell, cell.content ? *cell.content : AbrRmContent()});
    }

    void OnFrame(uint32_t vc, AtmTime time, uint64_t cell) override
    {
        m_frames.push_back(cell);
    }

    /** @param marked those with EFCI alone @return numbers of data cells that arrived */
    Numbers GetArrived(bool marked = false) const
    {
        Numbers numbers;
        for (const auto& [vc, time, cell, content] : m_entries)
        {
            if (cell.arrives && !cell.content && (cell.efci || !marked))
            {
                numbers.push_back(cell.number);
            }
        }
        return numbers;
    }

    /** @param backward direction @return the first RM cell that arrived */
    const Entry& GetRm(bool backward) const
    {
        for (const auto& entry : m_entries)
        {
            if (entry.cell.arrives && entry.cell.content && entry.cell.backward == backward)
            {
                return entry;
            }
        }
        throw std::out_of_range("no RM cell");
    }

    std::vector<Entry> m_entries; //!< in order
    Numbers m_frames;             //!< numbers of last cells
};

/** Writes down what its port tells: intervals with cells, and RM cells. Times are in us. */
class PortRecord : public AbrSwitchAlgorithm
{
  public:
    bool CountsVcs() const override
    {
        return true;
    }

    AbrInterval m_wanted;             //!< length and cells of an interval
    std::vector<std::string> m_lines; //!< what was told

  private:
    void DoEndInterval(AtmTime length, const AbrIntervalCount& count) override
    {
        m_end += length;
        std::ostringstream line;
        line << "end " << m_end / US << ": " << count.cells << " cells, queue " << count.queue
             << ", by VC";
        for (const int64_t cells : count.vcCells)
        {
            line << ' ' << cells;
        }
        m_lines.push_back(line.str());
    }

    void DoForwardRm(AtmTime now, uint32_t vc, double ccr, double mcr, int64_t queue) override
    {
        std::ostringstream line;
        line << "forward " << now / US << ": VC " << vc << ", " << ccr << ", " << mcr << ", queue "
             << queue;
        m_lines.push_back(line.str());
    }

    void DoBackwardRm(AtmTime now, uint32_t vc, double ccr, int64_t queue, AbrFeedback&) override
    {
        std::ostringstream line;
        line << "backward " << now / US << ": VC " << vc << ", " << ccr << ", queue " << queue;
        m_lines.push_back(line.str());
    }

    AbrInterval DoGetInterval() const override
    {
        return m_wanted;
    }

    AtmTime m_end{0}; //!< of the last interval
};

/**
 * Edge devices a and b and a switch, on links that take a cell in 1 us, and a link to A that takes
 * one in 10 us; each link has a delay of 1 us. A source at a sends cell k, of which cell 0 is a
 * forward RM cell, at k us. It joins the port to A at k + 2 us; cell 0 leaves that at 12 us, cell k
 * at 12 + 10 k us if none before it is refused.
 */
template <typename Engine>
class SmallWorld
{
  public:
    /** @param vcs all of them */
    explicit SmallWorld(const Ends& vcs = Ends{{"a", "A"}})
        : m_network(MakeNetwork(vcs)),
          m_engine(m_network, &m_record)
    {
    }

    /** @return a source that always has that rate */
    static AbrSourceParameters MakeSource(double rate = FAST)
    {
        AbrSourceParameters parameters;
        parameters.pcr = rate;
        parameters.icr = rate;
        parameters.mcr = rate;
        return parameters;
    }

    /** @param vc number @param frames cells of each @param start us @param source its numbers
     * @param exact whether RM cells say any rate */
    void SetVc(uint32_t vc,
               const std::vector<uint32_t>& frames,
               AtmTime start = 0,
               const AbrSourceParameters& source = MakeSource(),
               bool exact = true)
    {
        AtmEngine::VcSettings settings;
        settings.rules = std::make_unique<AbrTm40SourceRules>(source);
        auto supply = std::make_unique<AtmPushedSupply>();
        for (const uint32_t cells : frames)
        {
            supply->Push(start * US, cells);
        }
        settings.supply = std::move(supply);
        settings.start = start * US;
        settings.exactRates = exact;
        settings.notifyCells = true;
        settings.notifyFrames = true;
        m_engine.SetVc(vc, std::move(settings));
    }

    AtmNetwork m_network; //!< of it
    CellRecord m_record;  //!< what arrived
    Engine m_engine;      //!< that is judged

  private:
    /** @param vcs all of them @return it, with them */
    static AtmNetwork MakeNetwork(const Ends& vcs)
    {
        std::istringstream text("device a\ndevice b\ndevice A\nrouter s\nlink a s\nlink b s\n"
                                "link s A rate=42400kbps\n");
        AtmNetwork network(fabric::ReadTopology(text, "test"), 424'000'000, MicroSeconds(1));
        for (const auto& [source, destination] : vcs)
        {
            network.AddVc(source, destination);
        }
        return network;
    }
};

/** @param point where @param threshold Qt @param hysteresis cells @param noIncrease whether NI is
 * set @return a marking */
Ptr<AbrMarking>
MakeHandMarking(const std::string& point,
                uint32_t threshold,
                uint32_t hysteresis,
                bool noIncrease = false)
{
    auto marking = CreateObject<AbrMarking>();
    marking->SetAttribute("Point", StringValue(point));
    marking->SetAttribute("Threshold", UintegerValue(threshold));
    marking->SetAttribute("Hysteresis", UintegerValue(hysteresis));
    marking->SetAttribute("NoIncrease", BooleanValue(noIncrease));
    return marking;
}

} // namespace

template <typename Engine>
class AtmEnginesByHand : public ::testing::Test
{
};

using BothEngines = ::testing::Types<AtmCellEngine, AtmLazyEngine>;
TYPED_TEST_SUITE(AtmEnginesByHand, BothEngines);

// Thirty data cells; cell k is data cell k - 1. Cell 1 leaves at 22 us with 18 behind it, since
// cell 20 joins then and later; cell 2 leaves at 32 us with 27, and from cell 3 on there are 30 -
// k. Cell k finds k cells less one for each ten that have come, as one has left at 12 us, before
// cell 10 joins, and so on: 18 at cells 19 and 20, 27 at cells 29 and 30.
TYPED_TEST(AtmEnginesByHand, PointsOfEfci)
{
    struct Case
    {
        std::string point;
        uint32_t threshold;
        uint32_t hysteresis;
        Numbers marked;
    };

    const std::vector<Case> cases{
        {"EfciDeparture", 26, 0, {1, 2}},
        {"EfciDeparture", 27, 0, {}},
        {"EfciDeparture", 17, 0, Range(0, 11)},
        {"EfciDeparture", 18, 0, Range(1, 10)},
        {"EfciDeparture", 26, 9, Range(1, 11)}, // until 17 are behind cell 13
        {"EfciArrival", 18, 0, Range(20, 29)},
        {"EfciArrival", 26, 0, {28, 29}},
        {"EfciArrival", 27, 0, {}},
        {"ForwardRm", 1, 0, {}},
        {"BackwardRm", 1, 0, {}},
        {"Becn", 1, 0, {}},
    };
    for (const auto& [point, threshold, hysteresis, marked] : cases)
    {
        SCOPED_TRACE(point + ' ' + std::to_string(threshold));
        SmallWorld<TypeParam> world;
        AtmEngine::PortSettings port;
        port.marking = MakeHandMarking(point, threshold, hysteresis);
        world.m_engine.SetPort(SLOW, port);
        world.SetVc(0, {30});
        world.m_engine.Start();
        world.m_engine.Advance(400 * US);
        EXPECT_EQ(world.m_record.GetArrived(), Range(0, 29));
        EXPECT_EQ(world.m_record.GetArrived(true), marked);
        for (const auto& entry : world.m_record.m_entries)
        {
            EXPECT_FALSE(entry.cell.content && entry.cell.efci); // an RM cell has none
        }
    }
}

// The forward RM cell leaves at 12 us, with cells 1 to 9 behind it. It comes to A at 13 us, and to
// the switch at 24 us: then 23 cells have joined the forward port, the last one at that time, and
// two have left.
TYPED_TEST(AtmEnginesByHand, PointsOfRmCells)
{
    struct Case
    {
        std::string point;
        uint32_t threshold;
        uint32_t hysteresis;
        std::string forward; // bits at the destination
        std::string backward;
    };

    const std::vector<Case> cases{
        {"ForwardRm", 8, 0, "CI", "CI"},
        {"ForwardRm", 9, 0, "", ""},
        {"ForwardRm", 10, 2, "NI", "NI"},
        {"ForwardRm", 11, 2, "", ""},
        {"BackwardRm", 20, 0, "", "CI"},
        {"BackwardRm", 21, 0, "", ""},
        {"BackwardRm", 23, 3, "", "NI"},
        {"BackwardRm", 22, 1, "", ""},
        {"EfciDeparture", 1, 0, "", ""},
        {"EfciArrival", 1, 0, "", ""},
    };
    for (const auto& [point, threshold, hysteresis, forward, backward] : cases)
    {
        SCOPED_TRACE(point + ' ' + std::to_string(threshold));
        SmallWorld<TypeParam> world;
        AtmEngine::PortSettings port;
        port.marking = MakeHandMarking(point, threshold, hysteresis, hysteresis > 0);
        world.m_engine.SetPort(SLOW, port);
        world.SetVc(0, {30});
        world.m_engine.Start();
        world.m_engine.Advance(400 * US);
        const auto getBits = [&](bool back, AtmTime time) {
            const auto& rm = world.m_record.GetRm(back);
            EXPECT_EQ(rm.time, time);
            EXPECT_EQ(rm.content.feedback.er, FAST);
            return std::string(rm.content.feedback.ci ? "CI" : "") +
                   (rm.content.feedback.ni ? "NI" : "");
        };
        EXPECT_EQ(getBits(false, 13 * US), forward);
        EXPECT_EQ(getBits(true, 26 * US), backward);
    }
}

// Three VCs, whose forward RM cells join at 2, 5 and 32 us, each with data cells behind it. With
// queues by VC the port takes one of each in turn: the second VC has come when the first RM cell
// leaves, and the third one at the very time at which data cell 0 of the first VC leaves.
TYPED_TEST(AtmEnginesByHand, QueuesAreServedInTurn)
{
    for (const bool perVc : {false, true})
    {
        SmallWorld<TypeParam> world(Ends{{"a", "A"}, {"b", "A"}, {"b", "A"}});
        AtmEngine::PortSettings port;
        port.perVc = perVc;
        world.m_engine.SetPort(SLOW, port);
        world.SetVc(0, {5});
        world.SetVc(1, {3}, 3);
        world.SetVc(2, {2}, 30);
        world.m_engine.Start();
        world.m_engine.Advance(200 * US);
        std::string order;
        AtmTime time = 3 * US;
        for (const auto& entry : world.m_record.m_entries)
        {
            if (entry.cell.arrives && !entry.cell.backward)
            {
                order += 'a' + entry.vc;
                order += entry.cell.content ? "F " : std::to_string(entry.cell.number) + ' ';
                time += 10 * US;
                EXPECT_EQ(entry.time, time) << order;
            }
        }
        EXPECT_EQ(order,
                  perVc ? "aF bF a0 b0 cF a1 b1 c0 a2 b2 c1 a3 a4 "
                        : "aF a0 a1 a2 bF a3 b0 a4 b1 b2 cF c0 c1 ");
    }
}

// VC 1 goes the other way: its RM cell comes back to the port to A at 15 us, and counts, but not by
// VC. What arrives at the end of an interval belongs to it, what is refused to none.
TYPED_TEST(AtmEnginesByHand, IntervalsOfAPort)
{
    const auto run = [](const AbrInterval& interval, int64_t limit, AtmTime end) {
        SmallWorld<TypeParam> world(Ends{{"a", "A"}, {"A", "b"}});
        AtmEngine::PortSettings port;
        const auto record = CreateObject<PortRecord>();
        record->m_wanted = interval;
        port.algorithm = record;
        port.buffer.limit = limit;
        world.m_engine.SetPort(SLOW, port);
        world.SetVc(0, {30});
        world.SetVc(1, {});
        world.m_engine.Start();
        world.m_engine.Advance(end);
        const auto& counts = world.m_engine.GetPortCounts(SLOW); // which makes the engine catch up
        if (limit < 30)
        {
            // 3 of 31 find that one has just left, 10 find room before, and the RM cell none
            EXPECT_EQ(counts.joined, 13U);
            EXPECT_EQ(counts.lost, 19U);
            EXPECT_EQ(counts.mostQueue, 10);
        }
        std::vector<std::string> ends;
        for (const auto& line : record->m_lines)
        {
            if (line.substr(0, 3) == "end")
            {
                ends.push_back(line);
            }
        }
        return ends;
    };
    using Lines = std::vector<std::string>;
    constexpr int64_t NEVER = AbrInterval::NEVER;
    EXPECT_EQ(run({5 * US, NEVER}, AtmBuffer::UNLIMITED, 40 * US),
              (Lines{"end 5: 4 cells, queue 4, by VC 4",
                     "end 10: 5 cells, queue 9, by VC 5",
                     "end 15: 6 cells, queue 14, by VC 5",
                     "end 20: 5 cells, queue 19, by VC 5",
                     "end 25: 5 cells, queue 23, by VC 5",
                     "end 30: 5 cells, queue 28, by VC 5",
                     "end 35: 2 cells, queue 29, by VC 2",
                     "end 40: 0 cells, queue 29, by VC 0"}));
    EXPECT_EQ(run({5 * US, NEVER}, 10, 40 * US),
              (Lines{"end 5: 4 cells, queue 4, by VC 4",
                     "end 10: 5 cells, queue 9, by VC 5",
                     "end 15: 2 cells, queue 10, by VC 2",
                     "end 20: 0 cells, queue 10, by VC 0",
                     "end 25: 1 cells, queue 10, by VC 1",
                     "end 30: 0 cells, queue 10, by VC 0",
                     "end 35: 1 cells, queue 10, by VC 1",
                     "end 40: 0 cells, queue 10, by VC 0"}));
    // the cell with which an interval ends is its last one; at 15 us the other one comes after it
    const Lines sevens{"end 8: 7 cells, queue 7, by VC 7",
                       "end 15: 7 cells, queue 13, by VC 7",
                       "end 21: 7 cells, queue 20, by VC 6",
                       "end 28: 7 cells, queue 26, by VC 7"};
    EXPECT_EQ(run({NEVER, 7}, AtmBuffer::UNLIMITED, 60 * US), sevens);
    // by both the first one counts, and the next interval has its whole time
    auto both = sevens;
    both.insert(both.end(),
                {"end 38: 4 cells, queue 29, by VC 4", "end 48: 0 cells, queue 28, by VC 0"});
    EXPECT_EQ(run({10 * US, 7}, AtmBuffer::UNLIMITED, 57 * US), both);
    // at 8 us its time and its cells end an interval, once
    EXPECT_EQ(run({4 * US, 4}, AtmBuffer::UNLIMITED, 12 * US),
              (Lines{"end 4: 3 cells, queue 3, by VC 3",
                     "end 8: 4 cells, queue 7, by VC 4",
                     "end 12: 4 cells, queue 10, by VC 4"}));
}

// A capacity of 100,000 cells/s, of which VC 0 uses 10,000: ten cells join in each millisecond, and
// in the first one also the RM cell of VC 1, which is silent then.
TYPED_TEST(AtmEnginesByHand, SharesAtTheEndsOfIntervals)
{
    constexpr double C = 1e5;
    const auto run = [](const Ptr<AbrSwitchAlgorithm>& algorithm) {
        SmallWorld<TypeParam> world(Ends{{"a", "A"}, {"b", "A"}});
        AtmEngine::PortSettings port;
        port.algorithm = algorithm;
        world.m_engine.SetPort(SLOW, port);
        world.SetVc(0, {200}, 0, world.MakeSource(1e4));
        world.SetVc(1, {});
        world.m_engine.Start();
        std::vector<double> shares;
        for (const AtmTime time : {500, 1500, 2500})
        {
            world.m_engine.Advance(time * US);
            world.m_engine.GetPortCounts(SLOW); // which makes the engine catch up
            shares.push_back(algorithm->GetShare());
        }
        return shares;
    };
    const auto expect = [](const std::vector<double>& found, const std::vector<double>& shares) {
        for (std::size_t i = 0; i < shares.size(); ++i)
        {
            EXPECT_NEAR(found[i], shares[i], 1e-9 * shares[i]) << i;
        }
    };
    // target / N, with N = 2 before the first end
    expect(run(CreateObject<EricaAlgorithm>()), {0.45 * C, 0.45 * C, 0.9 * C});
    // ERS grows by 1 + (1 - z) Rup, z = 11/95 and 10/95
    expect(run(CreateObject<CapcAlgorithm>()),
           {0.01 * C,
            0.01 * C * (1 + 0.1 * 84 / 95),
            0.01 * C * (1 + 0.1 * 84 / 95) * (1 + 8.5 / 95)});
    // e = 88,000, DEV = e / 4, and then e = C - 10,000 - MACR; the share is 5 MACR
    const double first = 1000 + 1.0 / 64 * 1000 / (1000 + 22'000) * 88'000;
    const double error = 90'000 - first;
    const double deviation = 22'000 + (error - 22'000) / 4;
    const double second = first + 1.0 / 64 * first / (first + deviation) * error;
    expect(run(CreateObject<PhantomAlgorithm>()), {5000, 5 * first, 5 * second});
}

// At 2 us two RM cells join, that of VC 1 first, since its link is the first one. An interval ends,
// and then the cells are read, VC 0 first. At 24 us one joins and one has come back.
TYPED_TEST(AtmEnginesByHand, OrderWithinAPicosecond)
{
    SmallWorld<TypeParam> world(Ends{{"b", "A"}, {"a", "A"}, {"a", "A"}});
    AtmEngine::PortSettings port;
    const auto record = CreateObject<PortRecord>();
    record->m_wanted = {2 * US, AbrInterval::NEVER};
    port.algorithm = record;
    world.m_engine.SetPort(SLOW, port);
    auto slower = world.MakeSource();
    slower.mcr = 250'000;
    world.SetVc(0, {}, 0, slower);
    world.SetVc(1, {}, 0, world.MakeSource(500'000));
    world.SetVc(2, {}, 22);
    world.m_engine.Start();
    world.m_engine.Advance(35 * US);
    world.m_engine.GetPortCounts(SLOW); // which makes the engine catch up
    std::vector<std::string> lines;     // but intervals without cells
    for (const auto& line : record->m_lines)
    {
        if (line.find(" 0 cells") == std::string::npos)
        {
            lines.push_back(line);
        }
    }
    EXPECT_EQ(lines,
              (std::vector<std::string>{"end 2: 2 cells, queue 2, by VC 1 1 0",
                                        "forward 2: VC 0, 1e+06, 250000, queue 1",
                                        "forward 2: VC 1, 500000, 500000, queue 0",
                                        "end 24: 1 cells, queue 1, by VC 0 0 1",
                                        "forward 24: VC 2, 1e+06, 1e+06, queue 0",
                                        "backward 24: VC 1, 500000, queue 1",
                                        "backward 34: VC 0, 1e+06, queue 0"}));
}

// A source of 500,000 cells/s has an answer at 26 us, when a cell is due, and then a million: that
// cell is sent at 26 us, the next one at 27 us. Cells leave the edge device 1 us later.
TYPED_TEST(AtmEnginesByHand, AnswersComeBeforeCellsAreSent)
{
    SmallWorld<TypeParam> world;
    auto source = world.MakeSource();
    source.icr = FAST / 2;
    source.mcr = FAST / 2;
    source.rif = 0.5;
    world.SetVc(0, {17}, 0, source);
    world.m_engine.Start();
    world.m_engine.Advance(100 * US);
    std::vector<AtmTime> left;
    for (const auto& entry : world.m_record.m_entries)
    {
        if (!entry.cell.arrives && !entry.cell.backward)
        {
            left.push_back(entry.time / US);
        }
    }
    EXPECT_EQ(
        left,
        (std::vector<AtmTime>{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 28, 29, 30, 31}));
}

// At 13 us a cell of the VC from a joins the port of a, and so does one that a turns around for the
// VC to a, which waits for its turn at A. The first is that of the VC with the lower number.
TYPED_TEST(AtmEnginesByHand, EdgeDevicesSendInTheOrderOfVcs)
{
    for (const uint32_t from : {0, 1})
    {
        SmallWorld<TypeParam> world(from == 0 ? Ends{{"a", "A"}, {"A", "a"}}
                                              : Ends{{"A", "a"}, {"a", "A"}});
        world.SetVc(from, {20});
        world.SetVc(1 - from, {});
        world.m_engine.Start();
        world.m_engine.Advance(100 * US);
        std::vector<std::pair<AtmTime, bool>> left; // time, and whether it was turned around
        for (const auto& entry : world.m_record.m_entries)
        {
            const bool turned = entry.cell.backward;
            if (!entry.cell.arrives && entry.vc == (turned ? 1 - from : from) &&
                (entry.time == 14 * US || entry.time == 15 * US))
            {
                left.emplace_back(entry.time / US, turned);
            }
        }
        EXPECT_EQ(left, (std::vector<std::pair<AtmTime, bool>>{{14, from == 1}, {15, from == 0}}));
    }
}

// Cell k finds k cells, less one from 12 us on, and so on, if none is refused; the cell that is
// being sent is one of them. With a limit of 8 there is room at 12, 22 and 32 us, for cells 10, 20
// and 30, as long as each takes it.
TYPED_TEST(AtmEnginesByHand, FramesAreDiscarded)
{
    struct Case
    {
        AtmBuffer::Parameters buffer;
        std::vector<uint32_t> frames;
        Numbers arrived;
        Numbers ends; // those that are the last ones of their frames
    };

    const auto join = [](Numbers numbers, const Numbers& others) {
        numbers.insert(numbers.end(), others.begin(), others.end());
        return numbers;
    };
    constexpr int64_t NONE = AtmBuffer::UNLIMITED;
    const std::vector<uint32_t> fives(6, 5);
    const std::vector<uint32_t> sevens{7, 7, 7, 7, 2};
    const std::vector<Case> cases{
        // the second frame finds 6 cells, cell 0 and the five of the first one
        {{NONE, 6, false}, fives, Range(0, 9), {4, 9}},
        // it is refused, and the third one finds 5, since cell 0 has left
        {{NONE, 5, false}, fives, join(Range(0, 4), Range(10, 14)), {4, 14}},
        // the first one finds cell 0, and the third one nothing
        {{NONE, 0, false}, fives, Range(10, 14), {14}},
        {{NONE, 1, false}, fives, join(Range(0, 4), {}), {4}},
        {{8, NONE, false}, sevens, join(Range(0, 6), {9, 19, 29}), {6, 29}},
        // cells 10 and 20 are within frames that have lost cells: the last ones have their room
        {{8, NONE, true}, sevens, join(Range(0, 6), {13, 20, 29}), {6, 13, 20, 29}},
    };
    for (const auto& [buffer, frames, arrived, ends] : cases)
    {
        SCOPED_TRACE(testing::Message() << buffer.limit << ' ' << buffer.frameThreshold << ' '
                                        << buffer.partialDiscard);
        SmallWorld<TypeParam> world;
        AtmEngine::PortSettings port;
        port.buffer = buffer;
        world.m_engine.SetPort(SLOW, port);
        world.SetVc(0, frames);
        world.m_engine.Start();
        world.m_engine.Advance(400 * US);
        EXPECT_EQ(world.m_record.GetArrived(), arrived);
        EXPECT_EQ(world.m_record.m_frames, ends);
        EXPECT_EQ(world.m_engine.GetPortCounts(SLOW).lost, 30 - arrived.size());
        EXPECT_EQ(world.m_engine.GetVcCounts(0).data, 30U);
        EXPECT_EQ(world.m_engine.GetVcCounts(0).delivered, arrived.size());
        Numbers left;
        for (const auto& entry : world.m_record.m_entries)
        {
            if (!entry.cell.arrives && !entry.cell.content)
            {
                left.push_back(entry.cell.number);
            }
        }
        EXPECT_EQ(left, Range(0, 29)); // also those that are refused behind the edge device
    }
}

// 365,566.04 cells/s are 2^18 (1 + 201/512) and some, 23,584.9 are 2^14 (1 + 225/512), 1179.2 are
// 2^10 (1 + 77/512), and 12,345.6 are 2^13 (1 + 259/512).
TYPED_TEST(AtmEnginesByHand, RatesOfRmCells)
{
    for (const bool exact : {false, true})
    {
        SmallWorld<TypeParam> world;
        const auto ideal = CreateObject<IdealAlgorithm>();
        AtmEngine::PortSettings port;
        port.algorithm = ideal;
        world.m_engine.SetPort(SLOW, port);
        const auto source = AbrSourceParameters::Document();
        world.SetVc(0, {}, 0, source, exact);
        world.m_engine.Start();
        ideal->SetRates({12'345.6});
        world.m_engine.Advance(100 * US);
        const auto& forward = world.m_record.GetRm(false).content;
        EXPECT_EQ(forward.feedback.er, exact ? 155e6 / 424 : 365'056);
        EXPECT_EQ(forward.ccr, exact ? 10e6 / 424 : 23'584);
        EXPECT_EQ(forward.mcr, exact ? 0.5e6 / 424 : 1178);
        EXPECT_EQ(world.m_record.GetRm(true).content.feedback.er, exact ? 12'345.6 : 12'336);
        EXPECT_EQ(world.m_engine.GetRate(0), exact ? 12'345.6 : 12'336);
    }
}
