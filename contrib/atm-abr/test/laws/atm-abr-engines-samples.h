/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_ENGINES_SAMPLES_H
#define ATM_ABR_ENGINES_SAMPLES_H

#include "ns3/atm-abr-common-rate.h"
#include "ns3/atm-abr-data-supply.h"
#include "ns3/atm-abr-engine.h"
#include "ns3/atm-abr-eprca.h"
#include "ns3/atm-abr-erica.h"
#include "ns3/atm-abr-source-documents.h"
#include "ns3/atm-abr-use-it-or-lose-it.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <functional>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/**
 * @file
 * Random ATM networks, and a listener that writes down what an engine reports.
 */

namespace ns3
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

inline const std::string TWO_NODES = R"(
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
inline const std::vector<std::pair<std::string, std::string>> SIX =
    {{"a", "A"}, {"b", "B"}, {"c", "C"}, {"d", "D"}, {"e", "E"}, {"f", "F"}};

// Each way takes two of the five links in one direction: their ports feed each other in a circle.
inline const std::string RING = R"(
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
inline const std::vector<std::pair<std::string, std::string>> AROUND =
    {{"a", "c"}, {"b", "d"}, {"c", "e"}, {"d", "a"}, {"e", "b"}, {"a", "b"}, {"c", "a"}};

inline const std::string PARKING_LOT = R"(
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
inline const std::string CHAIN = R"(
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
inline const std::vector<std::pair<std::string, std::string>> THROUGH =
    {{"a", "A"}, {"b", "B"}, {"c", "C"}, {"d", "D"}, {"e", "E"}, {"c", "B"}, {"d", "A"}};

/** Cells of a process whose rate is that of part of a link, or more than it. @param seed of it
 * @param even whether they come at distances that are the same for all with this seed @param
 * frames whether they are those of frames */
inline std::unique_ptr<AtmDataSupply>
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
inline std::unique_ptr<AtmDataSupply>
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
inline std::unique_ptr<AbrSourceRules>
MakeRules(uint32_t kind)
{
    auto parameters = AbrSourceParameters::Document();
    parameters.reschedules = kind / 3 % 2;
    parameters.crm = 4 + kind % 5 * 7;
    parameters.trm =
        kind % 4 == 1 ? MILLISECOND : parameters.trm; // less than Nrm cells at ICR take
    const auto rule = kind % 2 ? CreateObject<AbrUseItOrLoseItTimeOut>() : nullptr;
    if (kind % 3 > 0)
    {
        return std::make_unique<AbrTm40SourceRules>(parameters, rule);
    }
    return std::make_unique<AbrEprca94SourceRules>(parameters, rule);
}

/** @param point where @param threshold Qt @param hysteresis cells @return a marking */
inline Ptr<AbrMarking>
MakeMarking(const std::string& point, uint32_t threshold, uint32_t hysteresis)
{
    auto marking = CreateObject<AbrMarking>();
    marking->SetAttribute("Point", StringValue(point));
    marking->SetAttribute("Threshold", UintegerValue(threshold));
    marking->SetAttribute("Hysteresis", UintegerValue(hysteresis));
    return marking;
}

/** @param kind which @return an algorithm, or null */
inline Ptr<AbrSwitchAlgorithm>
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
inline Setting
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
        vc.notifyFrames = (number + seed) % 3 == 0;
        vc.notifyCells = seed % 3 == 1 && number % 4 == seed / 3 % 4;
        vc.peer = peers && number == 0 ? 6 : peers && number == 6 ? 0 : AtmEngine::NONE;
        return vc;
    };
    words = "point " + (marked ? point : "none") + ", algorithm " + std::to_string(algorithm) +
            (perVc ? ", a queue for each VC" : "") + (finite ? ", finite" : "") +
            (peers ? ", with peers" : "") + ", sources " + std::to_string(sources) +
            (setting.notifies ? ", one fed" : "") + (tells ? ", congested destinations" : "");
    return setting;
}

} // namespace ns3

#endif // ATM_ABR_ENGINES_SAMPLES_H
