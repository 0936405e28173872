/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-aprc.h"
#include "ns3/atm-abr-arrival-supply.h"
#include "ns3/atm-abr-capc.h"
#include "ns3/atm-abr-cell-engine.h"
#include "ns3/atm-abr-eprca.h"
#include "ns3/atm-abr-eprca94-source-rules.h"
#include "ns3/atm-abr-erica-plus.h"
#include "ns3/atm-abr-erica.h"
#include "ns3/atm-abr-greedy-supply.h"
#include "ns3/atm-abr-lazy-engine.h"
#include "ns3/atm-abr-phantom.h"
#include "ns3/atm-abr-pushed-supply.h"
#include "ns3/atm-abr-time-out-rule.h"
#include "ns3/atm-abr-tm40-source-rules.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr AtmTime MILLISECOND = ATM_SECOND / 1000;

/** Writes down all that it is told. */
class Diary : public AtmEngineListener
{
  public:
    void OnRate(uint32_t vc, AtmTime time, double rate) override
    {
        m_rates.emplace_back(time, vc, rate);
    }

    void OnFrame(uint32_t vc, AtmTime time, uint64_t cell) override
    {
        m_frames.emplace_back(time, vc, cell);
    }

    void OnCell(uint32_t vc, AtmTime time, const Cell& cell) override
    {
        std::ostringstream line;
        line.precision(17);
        line << (cell.arrives ? "arrived " : "left ") << time << ' ' << vc;
        if (const AbrRmContent* content = cell.content)
        {
            line << (cell.backward ? " backward " : " forward ") << content->feedback.er << ' '
                 << content->feedback.ci << ' ' << content->feedback.ni << ' ' << content->ccr
                 << ' ' << content->mcr << ' ' << content->bn << ' ' << content->clp;
        }
        else
        {
            line << " data " << cell.number << ' ' << cell.last << ' ' << cell.efci;
        }
        m_cells.push_back(line.str());
    }

    std::vector<std::tuple<AtmTime, uint32_t, double>> m_rates;    //!< OnRate
    std::vector<std::tuple<AtmTime, uint32_t, uint64_t>> m_frames; //!< OnFrame
    std::vector<std::string> m_cells;                              //!< OnCell, in words
};

/** A network and what is in it; makes the same twice. */
struct Setting
{
    std::string topology;                                  //!< text
    std::vector<std::pair<std::string, std::string>> vcs;  //!< source and destination
    std::function<AtmEngine::PortSettings(uint32_t)> port; //!< of a port of a switch
    std::function<AtmEngine::VcSettings(uint32_t)> vc;     //!< of a VC
    bool notifies{false};                                  //!< the last VC is fed during the run
    bool tells{false};                                     //!< destinations tell of congestion
    AtmTime end{30 * MILLISECOND};                         //!< of the run
};

/** All that an engine says, at random times and at the end. */
template <typename Engine>
std::vector<std::string>
Run(const Setting& setting, uint32_t seed)
{
    std::istringstream text(setting.topology);
    AtmNetwork network(fabric::ReadTopology(text, "test"), 155'000'000, MicroSeconds(20));
    for (const auto& [source, destination] : setting.vcs)
    {
        network.AddVc(source, destination);
    }
    Diary diary;
    Engine engine(network, &diary);
    for (uint32_t port = 0; port < network.GetChannels().size(); ++port)
    {
        if (!network.GetChannels()[port].fromDevice && setting.port)
        {
            engine.SetPort(port, setting.port(port));
        }
    }
    const uint32_t last = setting.vcs.size() - 1;
    AtmPushedSupply* fed = nullptr;
    for (uint32_t vc = 0; vc <= last; ++vc)
    {
        auto settings = setting.vc(vc);
        if (setting.notifies && vc == last)
        {
            auto supply = std::make_unique<AtmPushedSupply>();
            fed = supply.get();
            settings.supply = std::move(supply);
        }
        engine.SetVc(vc, std::move(settings));
    }
    engine.Start();
    std::vector<std::string> said;
    std::mt19937_64 random(seed);
    AtmTime time = 0;
    while (time < setting.end)
    {
        time = std::min<AtmTime>(setting.end, time + random() % (2 * MILLISECOND));
        engine.Advance(time);
        if (fed && random() % 2)
        {
            fed->Push(time + random() % 2 * (random() % MILLISECOND), 1 + random() % 100);
            engine.Notify(last);
            time += MILLISECOND; // what was pushed last is no later than what is pushed next
            engine.Advance(time);
        }
        if (setting.tells && random() % 4 == 0)
        {
            if (random() % 2) // a source may begin at the time of the cell that is sent
            {
                time += MILLISECOND - 1 - time % MILLISECOND;
                engine.Advance(time);
            }
            for (uint32_t vc = random() % 3; vc < setting.vcs.size(); vc += 1 + random() % 2)
            {
                engine.TellCongestion(vc);
            }
        }
        if (random() % 3 > 0 && time < setting.end)
        {
            continue; // nobody looks
        }
        std::ostringstream line;
        line << time;
        for (uint32_t vc = 0; vc < setting.vcs.size(); ++vc)
        {
            const auto& counts = engine.GetVcCounts(vc);
            line << "; VC " << engine.GetRate(vc) << ' ' << engine.GetWaiting(vc) << ' '
                 << counts.data << ' ' << counts.forward << ' ' << counts.delivered << ' '
                 << counts.deliveredRm << ' ' << counts.turned << ' ' << counts.made << ' '
                 << counts.returned;
        }
        for (uint32_t port = 0; port < network.GetChannels().size(); ++port)
        {
            const auto& counts = engine.GetPortCounts(port);
            line << "; port " << engine.GetQueue(port) << ' ' << counts.joined << ' ' << counts.lost
                 << ' ' << counts.mostQueue;
        }
        said.push_back(line.str());
    }
    for (const auto& [at, vc, rate] : diary.m_rates)
    {
        std::ostringstream line;
        line.precision(17);
        line << "rate " << at << ' ' << vc << ' ' << rate;
        said.push_back(line.str());
    }
    for (const auto& [at, vc, cell] : diary.m_frames)
    {
        said.push_back("frame " + std::to_string(at) + ' ' + std::to_string(vc) + ' ' +
                       std::to_string(cell));
    }
    said.insert(said.end(), diary.m_cells.begin(), diary.m_cells.end());
    return said;
}

/** Both engines say the same. @param setting what is run @param seed of the looks */
void
Compare(const Setting& setting, uint32_t seed)
{
    const auto slow = Run<AtmCellEngine>(setting, seed);
    const auto fast = Run<AtmLazyEngine>(setting, seed);
    EXPECT_GT(slow.size(), 20u);
    for (std::size_t i = 0; i < std::min(slow.size(), fast.size()); ++i)
    {
        ASSERT_EQ(slow[i], fast[i]) << "line " << i << ", seed " << seed;
    }
    EXPECT_EQ(slow.size(), fast.size());
}

const std::string TWO_NODES = R"(
device a
device b
device c
device d
device e
device f
device A
device B
device C
device D
device E
device F
router s1
router s2
link a s1
link b s1
link c s1
link d s1
link e s1
link f s1
link s1 s2
link s2 A
link s2 B
link s2 C
link s2 D
link s2 E
link s2 F
)";
const std::vector<std::pair<std::string, std::string>> SIX =
    {{"a", "A"}, {"b", "B"}, {"c", "C"}, {"d", "D"}, {"e", "E"}, {"f", "F"}};

// Each way takes two of the five links in one direction: their ports feed each other in a circle.
const std::string RING = R"(
device a
device b
device c
device d
device e
router s1
router s2
router s3
router s4
router s5
link a s1
link b s2
link c s3
link d s4
link e s5
link s1 s2
link s2 s3 delay=1us
link s3 s4
link s4 s5 rate=100Mbps
link s5 s1
)";
const std::vector<std::pair<std::string, std::string>> AROUND =
    {{"a", "c"}, {"b", "d"}, {"c", "e"}, {"d", "a"}, {"e", "b"}, {"a", "b"}, {"c", "a"}};

const std::string PARKING_LOT = R"(
device a
device b
device c
device d
device e
device f
device A
device B
device C
device D
device E
device F
router s1
router s2
router s3
router s4
link a s1
link d s1
link b s2
link e s2
link c s3
link f s3
link s1 s2 delay=133us
link s2 s3 delay=133us
link s3 s4 delay=133us rate=100Mbps
link D s2
link E s3
link A s4
link B s4
link C s4
link F s4
)";

// As in a generic fairness configuration: links of different rates, VCs of one to four of them, and
// edge devices with two VCs, whose ports are not skipped.
const std::string CHAIN = R"(
device a
device b
device c
device d
device e
device A
device B
device C
device D
device E
router s1
router s2
router s3
router s4
router s5
link a s1
link b s1 rate=100Mbps
link c s2
link d s3 delay=1us
link e s4
link s1 s2 rate=50Mbps
link s2 s3 delay=400us
link s3 s4 rate=155Mbps
link s4 s5 rate=100Mbps delay=1us
link A s5
link B s3
link C s5 rate=622Mbps
link D s4
link E s5 rate=34Mbps
)";
const std::vector<std::pair<std::string, std::string>> THROUGH =
    {{"a", "A"}, {"b", "B"}, {"c", "C"}, {"d", "D"}, {"e", "E"}, {"c", "B"}, {"d", "A"}};

/** Cells of a process whose rate is that of part of a link, or more than it. @param seed of it
 * @param even whether they come at distances that are the same for all with this seed @param
 * frames whether they are those of frames */
std::unique_ptr<AtmDataSupply>
MakeArrivals(uint32_t seed, bool even, bool frames)
{
    const double rate = 365.566e3 / ATM_SECOND * (1 + seed % 7) / 4; // a quarter to 1 3/4 of a link
    const auto process = burst::CreateFromText<ArrivalProcess>(
        even ? "ns3::ConstantArrivals[Interval=" + std::to_string(1 / rate) + "]"
             : "ns3::FractionalGaussianArrivals[Slot=1000000000|Slots=64|Rate=" +
                   std::to_string(1e9 * rate) + "e-9]");
    process->AssignStreams(seed);
    return std::make_unique<AtmArrivalSupply>(process, 0, frames ? 32 : 0);
}

/** Cells of ON-OFF bursts as a random supply. @param seed of it @param frames whether it has them
 */
std::unique_ptr<AtmDataSupply>
MakeSupply(uint32_t seed, AtmTime end)
{
    std::mt19937_64 random(seed);
    auto supply = std::make_unique<AtmPushedSupply>();
    const bool heavy = random() % 2;
    AtmTime time = 0;
    while (time < end)
    {
        const uint32_t frames = 1 + random() % (heavy ? 60 : 6);
        for (uint32_t frame = 0; frame < frames; ++frame)
        {
            supply->Push(time, 1 + random() % 32);
            time += random() % (MILLISECOND / 10);
        }
        time += random() % (3 * MILLISECOND);
    }
    return supply;
}

/** The document's source, or another one. */
std::unique_ptr<AbrSourceRules>
MakeRules(uint32_t kind)
{
    auto parameters = AbrSourceParameters::Document();
    parameters.reschedules = kind / 3 % 2;
    parameters.crm = 4 + kind % 5 * 7;
    parameters.trm =
        kind % 4 == 1 ? MILLISECOND : parameters.trm; // less than Nrm cells at ICR take
    auto rule = kind % 2 ? std::make_unique<AbrTimeOutRule>(2, 0.5) : nullptr;
    if (kind % 3 > 0)
    {
        return std::make_unique<AbrTm40SourceRules>(parameters, std::move(rule));
    }
    return std::make_unique<AbrEprca94SourceRules>(parameters, std::move(rule));
}

/** @param point where @param threshold Qt @param hysteresis cells @return a marking */
Ptr<AbrMarking>
MakeMarking(const std::string& point, uint32_t threshold, uint32_t hysteresis)
{
    auto marking = CreateObject<AbrMarking>();
    marking->SetAttribute("Point", StringValue(point));
    marking->SetAttribute("Threshold", UintegerValue(threshold));
    marking->SetAttribute("Hysteresis", UintegerValue(hysteresis));
    return marking;
}

/** @param kind which @return an algorithm, or null */
Ptr<AbrSwitchAlgorithm>
MakeAlgorithm(uint32_t kind)
{
    switch (kind)
    {
    case 1:
        return CreateObject<EprcaAlgorithm>();
    case 2:
        return CreateObject<AprcAlgorithm>();
    case 3:
        return CreateObject<EricaAlgorithm>();
    case 4:
        return CreateObject<EricaPlusAlgorithm>();
    case 5:
        return CreateObject<CapcAlgorithm>();
    case 6:
        return CreateObject<PhantomAlgorithm>();
    default:
        return nullptr;
    }
}

/** @param seed what is drawn @param words what it is @return a setting */
Setting
Draw(uint32_t seed, std::string& words)
{
    std::mt19937_64 random(seed);
    Setting setting;
    const bool ring = seed % 4 == 3;
    const bool chain = seed % 8 == 4 || seed % 8 == 6;
    setting.topology = ring ? RING : chain ? CHAIN : seed % 2 ? TWO_NODES : PARKING_LOT;
    setting.vcs = ring ? AROUND : chain ? THROUGH : SIX;
    if (!ring && !chain && random() % 3 == 0)
    {
        setting.vcs.insert(setting.vcs.end(), {{"A", "a"}, {"a", "B"}, {"D", "f"}});
    }
    const bool peers = ring || (!chain && setting.vcs.size() > 6);
    const char* points[] = {"EfciDeparture", "EfciArrival", "BackwardRm", "ForwardRm", "Becn"};
    const bool becn = seed > 600; // all of them
    const std::string point = points[becn ? 4 : random() % 5];
    const uint32_t threshold = random() % 4 == 0   ? 1 + random() % 3
                               : random() % 4 == 0 ? 1000
                                                   : 20 + random() % 100;
    const uint32_t hysteresis = random() % 2 ? random() % (threshold + 1) : 0;
    const uint32_t algorithm = random() % (becn && seed % 2 ? 1 : 7);
    const bool perVc = random() % 3 == 0;
    const bool finite = random() % 3 == 0;
    const bool marked = random() % 4 > 0 || becn;
    setting.port = [=](uint32_t) {
        AtmEngine::PortSettings port;
        port.perVc = perVc;
        port.marking = marked ? MakeMarking(point, threshold, hysteresis) : nullptr;
        port.algorithm = MakeAlgorithm(algorithm);
        if (finite)
        {
            port.buffer = {150, seed % 3 ? 100 : AtmBuffer::UNLIMITED, seed % 5 > 1};
        }
        return port;
    };
    const uint32_t rules = random() % 30;
    const uint32_t sources = random() % 4; // all alike, or some of each kind
    setting.notifies = random() % 4 == 0;
    setting.tells = random() % 3 == 0;
    if ((setting.tells || (marked && point == "Becn")) && random() % 4 == 0)
    {
        setting.end = 140 * MILLISECOND; // more than one interval of BECN cells
    }
    const AtmTime end = setting.end;
    const bool tells = setting.tells;
    setting.vc = [=](uint32_t number) {
        AtmEngine::VcSettings vc;
        vc.rules = MakeRules(rules + number * (seed % 2));
        vc.start = number % 2 * MILLISECOND * (seed % 4);
        const bool frames = seed % 3 == 0;
        const uint32_t kinds[] = {0, 1 + seed % 2, 3, number % 4};
        const uint32_t kind = kinds[sources];
        vc.supply = kind == 0   ? MakeSupply(100 * seed + number, end)
                    : kind == 3 ? std::make_unique<AtmGreedySupply>(vc.start, frames ? 32 : 0)
                                : MakeArrivals(seed + (kind == 2) * number, kind == 1, frames);
        vc.exactRates = seed % 5 == 0;
        AbrDestination::Parameters destination;
        if ((seed + number) % 6 == 0)
        {
            destination.explicitRate = 50e3 + 1e3 * number;
        }
        if (tells && number % 4 < 3)
        {
            destination.becnInterval = ATM_SECOND / 10;
        }
        vc.destination = AbrDestination(destination);
        vc.tellsFrames = (number + seed) % 3 == 0;
        vc.tellsCells = seed % 3 == 1 && number % 4 == seed / 3 % 4;
        vc.peer = peers && number == 0 ? 6 : peers && number == 6 ? 0 : AtmEngine::NONE;
        return vc;
    };
    words = "point " + (marked ? point : "none") + ", algorithm " + std::to_string(algorithm) +
            (perVc ? ", a queue for each VC" : "") + (finite ? ", finite" : "") +
            (peers ? ", with peers" : "") + ", sources " + std::to_string(sources) +
            (setting.notifies ? ", one fed" : "") + (tells ? ", congested destinations" : "");
    return setting;
}

/** Counts which data cells buffers refuse. */
class LossCounter : public AtmBufferListener
{
  public:
    void OnData(uint32_t /* vc */, bool accepted) override
    {
        m_lost += !accepted;
    }

    uint64_t m_lost{0}; //!< cells
};

/** A VC between two links, the second of which is slower, and perhaps another one in the other
 * direction. Rates are exact. */
template <typename Engine>
class OneSwitch
{
  public:
    OneSwitch()
        : m_network(MakeNetwork()),
          m_engine(m_network, &m_diary)
    {
    }

    /** @param supply of the first VC @param start of the second one, which has no data, ps
     * @param becnInterval of the first destination, ps */
    void Start(std::unique_ptr<AtmDataSupply> supply, AtmTime start, AtmTime becnInterval)
    {
        for (uint32_t vc : {0, 1})
        {
            AtmEngine::VcSettings settings;
            settings.rules = std::make_unique<AbrTm40SourceRules>(AbrSourceParameters());
            settings.supply = vc == 0 ? std::move(supply) : std::make_unique<AtmPushedSupply>();
            settings.start = vc * start;
            settings.exactRates = true;
            settings.tellsCells = vc == 0;
            AbrDestination::Parameters destination;
            destination.becnInterval = vc == 0 ? becnInterval : 0;
            settings.destination = AbrDestination(destination);
            m_engine.SetVc(vc, std::move(settings));
        }
        m_engine.Start();
    }

    /** @param threshold Qt of the port to the slower link, cells @param algorithm of it, or null */
    void Mark(uint32_t threshold, Ptr<AbrSwitchAlgorithm> algorithm = nullptr)
    {
        AtmEngine::PortSettings port;
        port.marking = MakeMarking("Becn", threshold, 0);
        port.algorithm = algorithm;
        m_engine.SetPort(m_network.GetVcs()[0].forward[1], port);
    }

    /** @return when BECN cells came to the first source, ps */
    std::vector<AtmTime> GetReturns() const
    {
        std::vector<AtmTime> times;
        for (const std::string& line : m_diary.m_cells)
        {
            std::istringstream words(line);
            std::string what;
            AtmTime time = 0;
            std::string rest;
            words >> what >> time;
            std::getline(words, rest);
            if (what == "arrived" && rest == " 0 backward inf 1 0 0 0 1 0")
            {
                times.push_back(time);
            }
        }
        return times;
    }

    AtmNetwork m_network; //!< of it
    Diary m_diary;        //!< all that happened
    Engine m_engine;      //!< that is judged

  private:
    /** @return it, with its VCs */
    static AtmNetwork MakeNetwork()
    {
        std::istringstream text("device a\ndevice b\ndevice A\nrouter s\nlink a s\nlink b s\n"
                                "link s A rate=100Mbps\n");
        AtmNetwork network(fabric::ReadTopology(text, "test"), 155'000'000, MicroSeconds(20));
        network.AddVc("a", "A");
        network.AddVc("b", "a");
        return network;
    }
};

} // namespace

class AtmEngines : public ::testing::TestWithParam<uint32_t>
{
};

// The slow engine moves each cell by events of its own; the other one is compared with it in every
// rate, count and queue.
TEST_P(AtmEngines, SayTheSame)
{
    std::string words;
    const Setting setting = Draw(GetParam(), words);
    SCOPED_TRACE(words);
    Compare(setting, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Random, AtmEngines, ::testing::Range(1u, 701u));

// Looks at the very time at which a cell is sent, or leaves, or joins; and a supply that has more
// cells then, whether somebody has looked or not.
TEST(AtmEnginesMeet, TimesOfCells)
{
    const auto run = [](auto make) {
        std::istringstream text(TWO_NODES);
        AtmNetwork network(fabric::ReadTopology(text, "test"), 155'000'000, MicroSeconds(20));
        network.AddVc("a", "A");
        const auto& way = network.GetVcs()[0].forward;
        const auto engine = make(network);
        AtmEngine::VcSettings vc;
        vc.rules = std::make_unique<AbrTm40SourceRules>(AbrSourceParameters::Document());
        const AtmTime gap = vc.rules->GetGap();
        auto supply = std::make_unique<AtmPushedSupply>();
        auto& fed = *supply;
        vc.supply = std::move(supply);
        engine->SetVc(0, std::move(vc));
        fed.Push(0, 100);
        engine->Start();
        std::vector<uint64_t> said;
        for (uint32_t cell = 0; cell < 60; ++cell)
        {
            engine->Advance(cell * gap); // one is sent then
            if (cell % 2)
            {
                said.push_back(engine->GetVcCounts(0).data);
                said.push_back(engine->GetQueue(way[0])); // it has joined
            }
            fed.Push(cell * gap, 1);
            engine->Notify(0);
            const AtmTime left = cell * gap + network.GetChannels()[way[0]].slot;
            for (const AtmTime time : {left - 1, left})
            {
                engine->Advance(time);
                said.push_back(engine->GetQueue(way[0]));
            }
            engine->Advance(left + network.GetChannels()[way[0]].delay); // it joins the next one
            said.push_back(engine->GetQueue(way[1]));
            said.push_back(engine->GetPortCounts(way[1]).joined);
        }
        engine->Advance(200 * gap);
        const auto& counts = engine->GetVcCounts(0);
        for (const uint64_t count : {counts.data, counts.forward, counts.delivered})
        {
            said.push_back(count);
        }
        return said;
    };
    const auto slow =
        run([](const auto& network) { return std::make_unique<AtmCellEngine>(network, nullptr); });
    const auto fast =
        run([](const auto& network) { return std::make_unique<AtmLazyEngine>(network, nullptr); });
    EXPECT_EQ(slow, fast);
    EXPECT_EQ(slow.front(), 1u); // at 0 an RM cell
    EXPECT_EQ(slow.back(), 160u);
}

// A source below TCR sends RM cells out of rate alone, which its cells say; answers are in rate.
TEST(AtmEnginesTell, WhatIsOutOfRate)
{
    const auto run = [](auto make) {
        std::istringstream text(TWO_NODES);
        AtmNetwork network(fabric::ReadTopology(text, "test"), 155'000'000, MicroSeconds(20));
        network.AddVc("a", "A");
        Diary diary;
        const auto engine = make(network, &diary);
        auto parameters = AbrSourceParameters::Document();
        parameters.mcr = 0;
        parameters.icr = 10;
        parameters.tcr = 1000;
        AtmEngine::VcSettings vc;
        vc.rules = std::make_unique<AbrTm40SourceRules>(parameters);
        auto supply = std::make_unique<AtmPushedSupply>();
        supply->Push(0, 10);
        vc.supply = std::move(supply);
        vc.tellsCells = true;
        engine->SetVc(0, std::move(vc));
        engine->Start();
        engine->Advance(MILLISECOND / 2);
        return diary.m_cells;
    };
    const auto slow = run([](const auto& network, auto* listener) {
        return std::make_unique<AtmCellEngine>(network, listener);
    });
    const auto fast = run([](const auto& network, auto* listener) {
        return std::make_unique<AtmLazyEngine>(network, listener);
    });
    ASSERT_EQ(slow.size(), 4u); // the first RM cell there and back
    for (std::size_t i = 0; i < slow.size(); ++i)
    {
        EXPECT_NE(slow[i].find(i < 2 ? " forward " : " backward "), std::string::npos) << slow[i];
        EXPECT_EQ(slow[i].back(), i < 2 ? '1' : '0') << slow[i];
    }
    EXPECT_EQ(slow, fast);
}

template <typename Engine>
class AtmEnginesMake : public ::testing::Test
{
};

using BothEngines = ::testing::Types<AtmCellEngine, AtmLazyEngine>;
TYPED_TEST_SUITE(AtmEnginesMake, BothEngines);

// Cells of 155 Mb/s, every 2,735,484 ps, join the queue of a port of 100 Mb/s, which sends one in
// 4,240,000 ps. When forward RM cell 32 joins it, at 110,270,972 ps, 12 are there: 20 have left.
// Then a cell is made, which takes a slot and a delay to the source, and lowers its rate.
TYPED_TEST(AtmEnginesMake, BecnOfASwitch)
{
    constexpr AtmTime GAP = 2'735'484;
    constexpr AtmTime DELAY = 20'000'000;
    constexpr AtmTime MADE = 32 * GAP + GAP + DELAY;
    ASSERT_EQ(MADE, 110'270'972);
    OneSwitch<TypeParam> world;
    world.Mark(11);
    world.Start(std::make_unique<AtmGreedySupply>(0), ATM_SECOND, 0);
    auto& engine = world.m_engine;
    engine.Advance(MADE - 1);
    EXPECT_EQ(engine.GetVcCounts(0).made, 0U);
    const uint32_t port = world.m_network.GetVcs()[0].forward[0] ^ 1; // to the source
    const uint64_t joined = engine.GetPortCounts(port).joined;
    engine.Advance(MADE);
    EXPECT_EQ(engine.GetVcCounts(0).made, 1U);
    EXPECT_EQ(engine.GetQueue(world.m_network.GetVcs()[0].forward[1]), 13);
    EXPECT_EQ(engine.GetPortCounts(port).joined, joined);
    engine.Advance(MADE + 1);
    EXPECT_EQ(engine.GetPortCounts(port).joined, joined + 1);
    EXPECT_EQ(engine.GetQueue(port), 1);
    // 48 cells later the source has sent at its old rate; the answer to the first RM cell came too
    const double pcr = 155e6 / 424;
    const AtmTime slower = 2'917'850; // 1 / (15/16 PCR), rounded up
    const std::vector<std::tuple<AtmTime, uint32_t, double>> rates{
        {0, 0, pcr},
        {32 * GAP, 0, pcr},
        {2 * (GAP + 2 * DELAY + 4'240'000), 0, pcr},
        {MADE + 1 + GAP + DELAY, 0, pcr * 15 / 16},
        {49 * GAP + 15 * slower, 0, pcr * 15 / 16}};
    engine.Advance(std::get<0>(rates.back()));
    EXPECT_EQ(world.m_diary.m_rates, rates);
    EXPECT_EQ(world.GetReturns(), std::vector<AtmTime>{133'006'457});
    // the queue is long all the time: the interval decides, and then the next forward RM cell
    engine.Advance(MADE + ATM_SECOND / 10 - 1);
    EXPECT_EQ(engine.GetVcCounts(0).made, 1U);
    engine.Advance(MADE + ATM_SECOND / 10 + 33 * slower);
    EXPECT_EQ(engine.GetVcCounts(0).made, 2U);
    engine.Advance(350 * MILLISECOND);
    EXPECT_EQ(engine.GetVcCounts(0).made, 4U);
    const auto returns = world.GetReturns();
    ASSERT_EQ(returns.size(), 4U);
    for (std::size_t i = 1; i < returns.size(); ++i)
    {
        EXPECT_GT(returns[i] - returns[i - 1], ATM_SECOND / 10 - 2 * GAP); // others may delay it
        EXPECT_LT(returns[i] - returns[i - 1], ATM_SECOND / 10 + 33 * slower + GAP);
    }
}

// The algorithm of that switch, which lowers ER in all other answers, does not see the made cell.
TYPED_TEST(AtmEnginesMake, ItsSwitchDoesNotReadIt)
{
    OneSwitch<TypeParam> world;
    world.Mark(11, CreateObject<CapcAlgorithm>());
    world.Start(std::make_unique<AtmGreedySupply>(0), ATM_SECOND, 0);
    world.m_engine.Advance(140'000'000);
    EXPECT_LT(world.m_engine.GetRate(0), 3000);
    EXPECT_EQ(world.GetReturns(), std::vector<AtmTime>{133'006'457});
}

TYPED_TEST(AtmEnginesMake, NoBecnAtTheThreshold)
{
    OneSwitch<TypeParam> world;
    world.Mark(12);
    world.Start(std::make_unique<AtmGreedySupply>(0), ATM_SECOND, 0);
    world.m_engine.Advance(130'000'000);
    EXPECT_EQ(world.m_engine.GetVcCounts(0).forward, 2U);
    EXPECT_EQ(world.m_engine.GetVcCounts(0).made, 0U);
}

// What comes by a channel at the time at which a made cell joins, goes before it; in a buffer of
// one cell there is then no room.
TYPED_TEST(AtmEnginesMake, ItsPlaceAmongOthers)
{
    constexpr AtmTime SLOT = 2'735'484;
    constexpr AtmTime AWAY = SLOT + 20'000'000;
    constexpr AtmTime JOINS = 110'270'973;
    for (const AtmTime shift : {-1, 0, 1})
    {
        for (const bool small : {false, true})
        {
            OneSwitch<TypeParam> world;
            world.Mark(11);
            const uint32_t port = world.m_network.GetVcs()[0].forward[0] ^ 1;
            if (small)
            {
                AtmEngine::PortSettings settings;
                settings.buffer.limit = 1;
                world.m_engine.SetPort(port, settings);
            }
            world.Start(std::make_unique<AtmGreedySupply>(0), JOINS - AWAY + shift, 0);
            world.m_engine.Advance(150'000'000);
            EXPECT_EQ(world.m_engine.GetVcCounts(0).made, 1U);
            const bool first = shift > 0;
            EXPECT_EQ(world.m_engine.GetPortCounts(port).lost, small);
            EXPECT_EQ(world.m_engine.GetVcCounts(1).deliveredRm, !(small && first));
            const std::vector<AtmTime> alone{JOINS + AWAY};
            const std::vector<AtmTime> behind{JOINS + AWAY + SLOT + std::min<AtmTime>(shift, 0)};
            EXPECT_EQ(world.GetReturns(), first ? alone : small ? std::vector<AtmTime>() : behind);
        }
    }
}

// The first forward RM cell comes to the destination at 46,975,484 ps, and is turned around at
// once. A cell that is made then joins the same queue behind it.
TYPED_TEST(AtmEnginesMake, BecnOfADestination)
{
    constexpr AtmTime COMES = 46'975'484;
    constexpr AtmTime INTERVAL = ATM_SECOND / 10;
    OneSwitch<TypeParam> world;
    world.Start(std::make_unique<AtmPushedSupply>(), ATM_SECOND, INTERVAL);
    auto& engine = world.m_engine;
    engine.Advance(COMES - 1);
    engine.TellCongestion(0);
    engine.TellCongestion(0); // once is enough
    engine.TellCongestion(1); // nobody sends there yet
    EXPECT_EQ(engine.GetVcCounts(0).made, 1U);
    EXPECT_EQ(engine.GetNextTime(), COMES);
    engine.Advance(100'000'000);
    const double pcr = 155e6 / 424;
    const std::vector<std::tuple<AtmTime, uint32_t, double>> rates{{0, 0, pcr},
                                                                   {93'950'968, 0, pcr},
                                                                   {98'190'968, 0, pcr * 15 / 16}};
    EXPECT_EQ(world.m_diary.m_rates, rates);
    EXPECT_EQ(world.GetReturns(), std::vector<AtmTime>{98'190'968});
    engine.Advance(COMES + INTERVAL - 2);
    engine.TellCongestion(0);
    EXPECT_EQ(engine.GetVcCounts(0).made, 1U);
    engine.Advance(COMES + INTERVAL - 1);
    engine.TellCongestion(0);
    EXPECT_EQ(engine.GetVcCounts(0).made, 2U);
    engine.Advance(2 * ATM_SECOND);
    EXPECT_EQ(engine.GetVcCounts(0).returned, engine.GetVcCounts(0).turned + 2);
    engine.TellCongestion(1); // it makes none
    EXPECT_EQ(engine.GetVcCounts(1).made, 0U);
}

TYPED_TEST(AtmEnginesMake, RefuseBecnOfEdgeDevices)
{
    OneSwitch<TypeParam> world;
    AtmEngine::PortSettings port;
    port.marking = MakeMarking("Becn", 10, 0);
    world.m_engine.SetPort(world.m_network.GetVcs()[0].forward[0], port);
    try
    {
        world.Start(std::make_unique<AtmPushedSupply>(), 0, 0);
        FAIL();
    }
    catch (const std::invalid_argument& wrong)
    {
        EXPECT_STREQ(wrong.what(),
                     "port 0 of an edge device marks at the point Becn; allowed are ports of "
                     "switches");
    }
}

// Sources have cells for 30 ms, and then all come or are lost.
TYPED_TEST(AtmEnginesMake, NoCellDisappears)
{
    uint64_t lostData = 0;
    uint64_t lostRm = 0;
    uint64_t madeBySwitches = 0;
    uint64_t madeByDestinations = 0;
    for (uint32_t seed = 1; seed <= 40; ++seed)
    {
        std::string words;
        const Setting setting = Draw(seed, words);
        SCOPED_TRACE(words + ", seed " + std::to_string(seed));
        std::istringstream text(setting.topology);
        AtmNetwork network(fabric::ReadTopology(text, "test"), 155'000'000, MicroSeconds(20));
        for (const auto& [source, destination] : setting.vcs)
        {
            network.AddVc(source, destination);
        }
        TypeParam engine(network, nullptr);
        LossCounter losses;
        for (uint32_t port = 0; port < network.GetChannels().size(); ++port)
        {
            if (!network.GetChannels()[port].fromDevice)
            {
                auto settings = setting.port(port);
                settings.marking = MakeMarking("Becn", 1 + seed % 50, 0);
                settings.buffer.listener = &losses;
                settings.buffer.limit = std::min<int64_t>(settings.buffer.limit, 40 + 40 * seed);
                engine.SetPort(port, settings);
            }
        }
        for (uint32_t vc = 0; vc < setting.vcs.size(); ++vc)
        {
            auto settings = setting.vc(vc);
            settings.supply = MakeSupply(seed + vc, 30 * MILLISECOND);
            engine.SetVc(vc, std::move(settings));
        }
        engine.Start();
        uint64_t made = 0;
        for (AtmTime time = 0; time < 30 * MILLISECOND; time += 3 * MILLISECOND)
        {
            engine.Advance(time);
            for (uint32_t vc = 0; vc < setting.vcs.size(); ++vc)
            {
                const uint64_t before = engine.GetVcCounts(vc).made;
                engine.TellCongestion(vc);
                made += engine.GetVcCounts(vc).made - before;
            }
        }
        madeByDestinations += made;
        const auto waits = [&] {
            uint64_t cells = 0;
            for (uint32_t vc = 0; vc < setting.vcs.size(); ++vc)
            {
                cells += engine.GetWaiting(vc);
            }
            return cells > 0;
        };
        for (bool more = true; more;) // Trm may ask for RM cells after the last data
        {
            more = waits();
            engine.Advance(engine.GetTime() + ATM_SECOND / 4);
        }
        AtmEngine::VcCounts sum;
        for (uint32_t vc = 0; vc < setting.vcs.size(); ++vc)
        {
            const auto& counts = engine.GetVcCounts(vc);
            EXPECT_GE(counts.data, counts.delivered);
            EXPECT_GE(counts.forward, counts.deliveredRm);
            EXPECT_GE(counts.turned + counts.made, counts.returned);
            sum.data += counts.data;
            sum.forward += counts.forward;
            sum.delivered += counts.delivered;
            sum.deliveredRm += counts.deliveredRm;
            sum.turned += counts.turned;
            sum.made += counts.made;
            sum.returned += counts.returned;
        }
        uint64_t lost = 0;
        for (uint32_t port = 0; port < network.GetChannels().size(); ++port)
        {
            lost += engine.GetPortCounts(port).lost;
            EXPECT_EQ(engine.GetQueue(port), 0);
        }
        EXPECT_EQ(sum.data, sum.delivered + losses.m_lost);
        EXPECT_EQ(sum.forward + sum.turned + sum.made,
                  sum.deliveredRm + sum.returned + lost - losses.m_lost);
        lostData += losses.m_lost;
        lostRm += lost - losses.m_lost;
        madeBySwitches += sum.made - made;
    }
    EXPECT_GT(lostData, 1000U);
    EXPECT_GT(lostRm, 50U);
    EXPECT_GT(madeBySwitches, 100U);
    EXPECT_GT(madeByDestinations, 50U);
}
