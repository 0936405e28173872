/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-common-rate.h"
#include "ns3/atm-abr-eprca.h"
#include "ns3/atm-abr-erica.h"
#include "ns3/atm-abr-marking.h"
#include "ns3/atm-abr-switch-algorithm.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::atm;

namespace
{

constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();
constexpr double PORT_CAPACITY = 1e6;
constexpr uint32_t VCS = 4;
constexpr AtmTime START = 5 * ATM_SECOND;

using Values = std::map<std::string, std::string>;

template <typename T>
Ptr<T>
Make(const std::string& type, const Values& values = {})
{
    ObjectFactory factory(type);
    for (const auto& [name, value] : values)
    {
        factory.Set(name, StringValue(value));
    }
    return factory.Create()->GetObject<T>();
}

Ptr<AbrSwitchAlgorithm>
Started(const std::string& type, const Values& values = {})
{
    auto algorithm = Make<AbrSwitchAlgorithm>(type, values);
    algorithm->Start(START, PORT_CAPACITY, VCS);
    return algorithm;
}

template <typename Call>
std::string
GetSentence(const Call& call)
{
    try
    {
        call();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/** What an algorithm is, to the player below: rates and CI of backward RM cells. */
struct Player
{
    std::function<void(uint32_t vc, double ccr, int64_t queue)> forward;
    std::function<void(uint32_t vc, double ccr, int64_t queue, AbrFeedback&)> backward;
    std::function<void(AtmTime length, const AbrIntervalCount&)> end;
};

/** The same random events for everybody: RM cells, and intervals of 0.5 to 2 ms. */
std::vector<double>
Play(const Player& player)
{
    std::mt19937 random(7);
    const auto whole = [&](int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(random);
    };
    std::vector<double> told;
    for (int i = 0; i < 4000; ++i)
    {
        const uint32_t vc = whole(0, VCS - 1);
        const double ccr = whole(1000, 400'000);
        const int queue = whole(0, 1500);
        switch (whole(0, 2))
        {
        case 0:
            player.forward(vc, ccr, queue);
            break;
        case 1: {
            AbrFeedback feedback{PORT_CAPACITY};
            player.backward(vc, ccr, queue, feedback);
            told.push_back(feedback.er);
            told.push_back(feedback.ci);
            break;
        }
        default:
            AbrIntervalCount count;
            for (uint32_t n = 0; n < VCS; ++n)
            {
                count.vcCells.push_back(whole(0, 2) ? whole(0, 450) : 0);
                count.cells += count.vcCells.back();
            }
            count.queue = queue;
            player.end(whole(500, 2000) * (ATM_SECOND / 1'000'000), count);
        }
    }
    return told;
}

/** What the plugin of these attributes tells. */
std::vector<double>
PlayPlugin(const std::string& type, const Values& values)
{
    const auto algorithm = Started(type, values);
    AtmTime now = START;
    return Play({[&](uint32_t vc, double ccr, int64_t queue) {
                     algorithm->ForwardRm(now, vc, ccr, 0, queue);
                 },
                 [&](uint32_t vc, double ccr, int64_t queue, AbrFeedback& feedback) {
                     algorithm->BackwardRm(now, vc, ccr, queue, feedback);
                 },
                 [&](AtmTime length, const AbrIntervalCount& count) {
                     algorithm->EndInterval(now += length, count);
                 }});
}

/** What the law tells, with congestion by a threshold or by growth. */
std::vector<double>
PlayEprca(const EprcaLaw::Parameters& parameters,
          int64_t threshold,
          double share = 0.01,
          bool grows = false)
{
    EprcaLaw law(parameters, share * PORT_CAPACITY);
    int64_t last = 0;
    bool grown = false;
    const auto congested = [&](int64_t queue) { return grows ? grown : queue > threshold; };
    return Play({[&](uint32_t, double ccr, int64_t queue) { law.ForwardRm(congested(queue), ccr); },
                 [&](uint32_t, double ccr, int64_t queue, AbrFeedback& feedback) {
                     feedback.er =
                         std::min(feedback.er, law.BackwardRm(congested(queue), queue, ccr));
                 },
                 [&](AtmTime, const AbrIntervalCount& count) {
                     grown = count.queue > last;
                     last = count.queue;
                 }});
}

std::vector<double>
PlayErica(const EricaLaw::Parameters& parameters, const std::function<double(int64_t)>& fraction)
{
    EricaLaw law(parameters, PORT_CAPACITY, VCS, fraction(0));
    return Play({[&](uint32_t vc, double ccr, int64_t) { law.ForwardRm(vc, ccr); },
                 [&](uint32_t vc, double, int64_t, AbrFeedback& feedback) {
                     feedback.er = std::min(feedback.er, law.BackwardRm(vc));
                 },
                 [&](AtmTime length, const AbrIntervalCount& count) {
                     law.EndInterval(length, count, fraction(count.queue));
                 }});
}

std::vector<double>
PlayCapc(const CapcLaw::Parameters& parameters, int64_t threshold = 50, double share = 0.01)
{
    CapcLaw law(parameters, PORT_CAPACITY, share * PORT_CAPACITY);
    return Play(
        {[](uint32_t, double, int64_t) {},
         [&](uint32_t, double, int64_t queue, AbrFeedback& feedback) {
             feedback.er = std::min(feedback.er, law.GetRate());
             feedback.ci = queue > threshold;
         },
         [&](AtmTime length, const AbrIntervalCount& count) { law.EndInterval(length, count); }});
}

std::vector<double>
PlayPhantom(const PhantomLaw::Parameters& parameters, double share = 0.01)
{
    PhantomLaw law(parameters, PORT_CAPACITY, share * PORT_CAPACITY);
    return Play(
        {[](uint32_t, double, int64_t) {},
         [&](uint32_t, double, int64_t, AbrFeedback& feedback) {
             feedback.er = std::min(feedback.er, law.GetRate());
         },
         [&](AtmTime length, const AbrIntervalCount& count) { law.EndInterval(length, count); }});
}

void
Record(std::vector<double>* traced, double /* before */, double share)
{
    traced->push_back(share);
}

/** A law of changed parameters, without writing down the others. */
template <typename Parameters, typename T, typename Value>
Parameters
With(T Parameters::* member, Value value)
{
    Parameters parameters;
    parameters.*member = value;
    return parameters;
}

} // namespace

// By hand. One threshold: above it. Two: from above the high one until not above the low one.
TEST(AtmAbrSwitches, ThresholdsHaveHysteresis)
{
    using Level = AbrThreshold::Level;
    const auto look = [](const AbrThreshold::Parameters& parameters) {
        AbrThreshold law(parameters);
        std::vector<Level> levels;
        for (const int64_t queue : {0, 300, 301, 500, 501, 500, 301, 300, 301, 500})
        {
            levels.push_back(law.Update(queue));
        }
        return levels;
    };
    const Level f = AbrThreshold::FREE;
    const Level n = AbrThreshold::NO_INCREASE;
    const Level c = AbrThreshold::CONGESTED;
    AbrThreshold::Parameters p;
    EXPECT_EQ(look(p), (std::vector<Level>{f, f, f, f, c, f, f, f, f, f}));
    p.low = 300;
    EXPECT_EQ(look(p), (std::vector<Level>{f, f, f, f, c, c, c, f, f, f}));
    p.noIncrease = true;
    EXPECT_EQ(look(p), (std::vector<Level>{f, f, n, n, c, c, c, f, n, n}));
    p.low = 501;
    EXPECT_EQ(GetSentence([&] { AbrThreshold{p}; }),
              "the low threshold is 501; allowed are cells from 0 to the threshold Qt, 500");
    p.low = 500;
    EXPECT_EQ(GetSentence([&] { AbrThreshold{p}; }),
              "NI is set between thresholds that are both 500 cells; allowed is NI with a low "
              "threshold below Qt");
    p.high = 0;
    EXPECT_EQ(GetSentence([&] { AbrThreshold{p}; }),
              "the threshold Qt is 0; allowed are cells from 1 on");
}

TEST(AtmAbrSwitches, MarkingsSetTheirBits)
{
    const auto efci = Make<AbrMarking>("ns3::AbrMarking");
    efci->Start(nullptr);
    EXPECT_EQ(efci->GetPoint(), AbrMarking::EFCI_DEPARTURE);
    EXPECT_FALSE(efci->MarkData(500));
    EXPECT_TRUE(efci->MarkData(501));
    const auto rm = Make<AbrMarking>(
        "ns3::AbrMarking",
        {{"Point", "BackwardRm"}, {"Threshold", "100"}, {"Hysteresis", "60"}, {"NoIncrease", "1"}});
    rm->Start(nullptr);
    EXPECT_EQ(rm->GetPoint(), AbrMarking::BACKWARD);
    const auto mark = [](const Ptr<AbrMarking>& marking, int64_t queue, double ccr) {
        AbrFeedback feedback{1};
        marking->MarkRm(queue, ccr, feedback);
        EXPECT_EQ(feedback.er, 1);
        return std::string(feedback.ci ? "CI" : "") + (feedback.ni ? "NI" : "");
    };
    EXPECT_EQ(mark(rm, 40, 1), "");
    EXPECT_EQ(mark(rm, 41, 1), "NI");
    EXPECT_EQ(mark(rm, 101, 1), "CI");
    EXPECT_EQ(mark(rm, 41, 1), "CI");
    EXPECT_EQ(mark(rm, 40, 1), "");
    // What other switches have set stays.
    AbrFeedback set{1, true, true};
    rm->MarkRm(0, 1, set);
    EXPECT_TRUE(set.ci && set.ni);
    // MACR is 10,000 cells/s here, of which 7/8 are 8750; then it is 9/10.
    const auto eprca = Started("ns3::EprcaAlgorithm", {{"ExplicitRate", "0"}});
    Values values{{"Point", "ForwardRm"}, {"Intelligent", "1"}};
    const auto intelligent = Make<AbrMarking>("ns3::AbrMarking", values);
    intelligent->Start(eprca);
    EXPECT_EQ(intelligent->GetPoint(), AbrMarking::FORWARD);
    EXPECT_EQ(mark(intelligent, 501, 8750), "");
    EXPECT_EQ(mark(intelligent, 501, 8751), "CI");
    EXPECT_EQ(mark(intelligent, 500, 8751), "");
    values["DownPressure"] = "0.9";
    const auto other = Make<AbrMarking>("ns3::AbrMarking", values);
    other->Start(eprca);
    EXPECT_EQ(mark(other, 501, 9000), "");
    EXPECT_EQ(mark(other, 501, 9001), "CI");
    eprca->ForwardRm(START, 0, 26'000, 0, 0); // MACR 11,000
    EXPECT_EQ(mark(other, 501, 9001), "");
    EXPECT_EQ(mark(other, 501, 9901), "CI");
}

// A cell for each VC and interval, where a forward RM cell would be marked.
TEST(AtmAbrSwitches, MarkingsMakeBecn)
{
    const auto eprca = Started("ns3::EprcaAlgorithm", {{"ExplicitRate", "0"}});
    const auto becn = Make<AbrMarking>("ns3::AbrMarking",
                                       {{"Point", "Becn"},
                                        {"Threshold", "100"},
                                        {"Hysteresis", "60"},
                                        {"Intelligent", "1"},
                                        {"BecnInterval", "200ms"}});
    becn->Start(eprca);
    EXPECT_EQ(becn->GetPoint(), AbrMarking::BECN);
    EXPECT_TRUE(becn->IsInert());
    EXPECT_FALSE(becn->MakeBecn(0, 3, 100, 9000));
    EXPECT_FALSE(becn->MakeBecn(0, 3, 101, 8750)); // has no more than others
    const auto cell = becn->MakeBecn(5, 3, 41, 8751);
    ASSERT_TRUE(cell);
    EXPECT_TRUE(cell->bn && cell->feedback.ci);
    EXPECT_FALSE(cell->feedback.ni || cell->clp);
    EXPECT_EQ(cell->feedback.er, std::numeric_limits<double>::infinity());
    EXPECT_EQ(cell->ccr, 0);
    EXPECT_EQ(cell->mcr, 0);
    constexpr AtmTime INTERVAL = ATM_SECOND / 5;
    EXPECT_FALSE(becn->MakeBecn(4 + INTERVAL, 3, 101, 9000));
    EXPECT_TRUE(becn->MakeBecn(4 + INTERVAL, 2, 101, 9000));
    EXPECT_FALSE(becn->MakeBecn(5 + INTERVAL, 3, 40, 9000));
    EXPECT_TRUE(becn->MakeBecn(6 + INTERVAL, 3, 101, 9000));
    EXPECT_FALSE(
        becn->MakeBecn(5 + 2 * INTERVAL, 3, 101, 9000)); // the interval goes from cell to cell
}

TEST(AtmAbrSwitches, MarkingsRefuseWrongInput)
{
    const auto start = [](const Values& values, const Ptr<AbrSwitchAlgorithm>& algorithm) {
        return GetSentence([&] { Make<AbrMarking>("ns3::AbrMarking", values)->Start(algorithm); });
    };
    EXPECT_EQ(start({}, nullptr), "");
    EXPECT_EQ(start({{"Hysteresis", "500"}}, nullptr), "");
    EXPECT_EQ(
        start({{"Hysteresis", "501"}}, nullptr),
        "the hysteresis of marking is 501; allowed are cells from 0 to the threshold Qt, 500");
    EXPECT_EQ(start({{"NoIncrease", "1"}, {"Hysteresis", "5"}}, nullptr),
              "NI is asked for in data cells; allowed are the points BackwardRm and ForwardRm");
    EXPECT_EQ(start({{"Intelligent", "1"}, {"Point", "EfciArrival"}}, nullptr),
              "intelligent marking is asked for in data cells; allowed are the points BackwardRm, "
              "ForwardRm and Becn");
    EXPECT_EQ(start({{"NoIncrease", "1"}, {"Point", "Becn"}}, nullptr),
              "NI is asked for in BECN cells; allowed are the points BackwardRm and ForwardRm");
    EXPECT_NE(start({{"NoIncrease", "1"}, {"Point", "ForwardRm"}}, nullptr), "");
    const std::string sentence = "intelligent marking has a switch algorithm without a share; "
                                 "allowed are those with one, such as ns3::EprcaAlgorithm";
    const Values intelligent{{"Intelligent", "1"}, {"Point", "BackwardRm"}};
    EXPECT_EQ(start(intelligent, nullptr), sentence);
    EXPECT_EQ(start(intelligent, Started("ns3::AbrSwitchAlgorithm")), sentence);
    for (const char* type : {"Eprca", "Aprc", "Erica", "EricaPlus", "Capc", "Phantom"})
    {
        EXPECT_EQ(start(intelligent, Started("ns3::" + std::string(type) + "Algorithm")), "");
    }
}

// Each attribute is handed on to the law, and changes something.
TEST(AtmAbrSwitches, PluginsAreTheirLaws)
{
    struct Case
    {
        std::string type;
        Values values;
        std::vector<double> told;
    };

    const auto share = [](double fraction) { return [fraction](int64_t) { return fraction; }; };
    const auto control = [](const EricaQueueControl::Parameters& parameters) {
        return [parameters](int64_t queue) {
            return EricaQueueControl(parameters).GetFraction(queue / PORT_CAPACITY);
        };
    };
    using Eprca = EprcaLaw::Parameters;
    using Erica = EricaLaw::Parameters;
    using Queue = EricaQueueControl::Parameters;
    using Capc = CapcLaw::Parameters;
    using Phantom = PhantomLaw::Parameters;
    const std::vector<Case> cases{
        {"Eprca", {}, PlayEprca({}, 500)},
        {"Eprca", {{"Threshold", "200"}}, PlayEprca({}, 200)},
        {"Eprca", {{"Averaging", "0.5"}}, PlayEprca(With(&Eprca::averaging, 0.5), 500)},
        {"Eprca", {{"Separator", "0.5"}}, PlayEprca(With(&Eprca::separator, 0.5), 500)},
        {"Eprca", {{"DownPressure", "0.5"}}, PlayEprca(With(&Eprca::downPressure, 0.5), 500)},
        {"Eprca", {{"ExplicitFactor", "0.5"}}, PlayEprca(With(&Eprca::explicitFactor, 0.5), 500)},
        {"Eprca", {{"MajorFactor", "0.5"}}, PlayEprca(With(&Eprca::majorFactor, 0.5), 500)},
        {"Eprca", {{"MajorThreshold", "700"}}, PlayEprca(With(&Eprca::majorThreshold, 700), 500)},
        {"Eprca", {{"InitialShare", "0.5"}}, PlayEprca({}, 500, 0.5)},
        {"Aprc", {}, PlayEprca({}, 0, 0.01, true)},
        {"Aprc", {{"Averaging", "0.5"}}, PlayEprca(With(&Eprca::averaging, 0.5), 0, 0.01, true)},
        {"Erica", {}, PlayErica({}, share(0.9))},
        {"Erica", {{"TargetUtilization", "0.8"}}, PlayErica({}, share(0.8))},
        {"Erica", {{"Delta", "0.5"}}, PlayErica(With(&Erica::delta, 0.5), share(0.9))},
        {"Erica", {{"CountActiveVcs", "0"}}, PlayErica(With(&Erica::countVcs, false), share(0.9))},
        {"Erica",
         {{"ActivityDecay", "0.7"}},
         PlayErica(With(&Erica::activityDecay, 0.7), share(0.9))},
        {"Erica", {{"LoadAveraging", "0.3"}}, PlayErica(With(&Erica::averaging, 0.3), share(0.9))},
        {"Erica", {{"LimitRise", "0"}}, PlayErica(With(&Erica::limitRise, false), share(0.9))},
        {"Erica",
         {{"ImmediateFairShare", "1"}},
         PlayErica(With(&Erica::immediateFairShare, true), share(0.9))},
        {"Erica", {{"MeasureRates", "1"}}, PlayErica(With(&Erica::measureRates, true), share(0.9))},
        {"EricaPlus", {}, PlayErica({}, control({}))},
        {"EricaPlus",
         {{"TargetDelay", "200us"}},
         PlayErica({}, control(With(&Queue::delay, MicroSeconds(200).GetSeconds())))},
        {"EricaPlus", {{"CurveA", "2"}}, PlayErica({}, control(With(&Queue::a, 2)))},
        {"EricaPlus", {{"CurveB", "1.5"}}, PlayErica({}, control(With(&Queue::b, 1.5)))},
        {"EricaPlus",
         {{"QueueDrainLimit", "0.9"}},
         PlayErica({}, control(With(&Queue::limit, 0.9)))},
        {"Capc", {}, PlayCapc({})},
        {"Capc", {{"TargetUtilization", "0.8"}}, PlayCapc(With(&Capc::utilization, 0.8))},
        {"Capc", {{"Rise", "0.5"}}, PlayCapc(With(&Capc::rise, 0.5))},
        {"Capc", {{"Fall", "0.2"}}, PlayCapc(With(&Capc::fall, 0.2))},
        {"Capc", {{"MaxRise", "1.01"}}, PlayCapc(With(&Capc::maxRise, 1.01))},
        {"Capc", {{"MaxFall", "0.9"}}, PlayCapc(With(&Capc::maxFall, 0.9))},
        {"Capc", {{"Threshold", "700"}}, PlayCapc({}, 700)},
        {"Capc", {{"InitialShare", "0.5"}}, PlayCapc({}, 50, 0.5)},
        {"Phantom", {}, PlayPhantom({})},
        {"Phantom", {{"Factor", "2"}}, PlayPhantom(With(&Phantom::factor, 2))},
        {"Phantom", {{"Rise", "0.1"}}, PlayPhantom(With(&Phantom::rise, 0.1))},
        {"Phantom", {{"Fall", "0.1"}}, PlayPhantom(With(&Phantom::fall, 0.1))},
        {"Phantom", {{"DeviationGain", "0"}}, PlayPhantom(With(&Phantom::deviationGain, 0))},
        {"Phantom", {{"InitialShare", "0.5"}}, PlayPhantom({}, 0.5)},
    };
    std::map<std::string, std::vector<double>> defaults;
    for (const auto& [type, values, told] : cases)
    {
        const std::string name = "ns3::" + type + "Algorithm";
        const std::string changed = values.empty() ? "" : values.begin()->first;
        EXPECT_EQ(PlayPlugin(name, values), told) << type << ' ' << changed;
        if (values.empty())
        {
            defaults[type] = told;
        }
        else
        {
            EXPECT_NE(told, defaults[type]) << type << ' ' << changed;
        }
    }
    for (const double told : PlayPlugin("ns3::AbrSwitchAlgorithm", {}))
    {
        EXPECT_TRUE(told == PORT_CAPACITY || told == 0);
    }
    const auto without = PlayPlugin("ns3::EprcaAlgorithm", {{"ExplicitRate", "0"}});
    EXPECT_EQ(*std::max_element(without.begin(), without.end()), PORT_CAPACITY);
    EXPECT_EQ(without, PlayPlugin("ns3::AbrSwitchAlgorithm", {}));
}

// Only plugins that measure want an interval: from when it began, and from its end on.
TEST(AtmAbrSwitches, IntervalsEndByTimeOrCells)
{
    constexpr int64_t NEVER = AbrInterval::NEVER;
    constexpr AtmTime MS = ATM_SECOND / 1000;
    const auto eprca = Started("ns3::EprcaAlgorithm");
    EXPECT_EQ(eprca->GetInterval().end, NEVER);
    EXPECT_EQ(eprca->GetInterval().cells, NEVER);
    EXPECT_FALSE(eprca->CountsVcs());
    const auto aprc = Started("ns3::AprcAlgorithm", {{"GrowthCells", "70"}});
    EXPECT_EQ(aprc->GetInterval().end, NEVER);
    EXPECT_EQ(aprc->GetInterval().cells, 70);
    const auto both =
        Started("ns3::EricaAlgorithm", {{"Interval", "2ms"}, {"IntervalCells", "30"}});
    EXPECT_EQ(both->GetInterval().end, START + 2 * MS);
    EXPECT_EQ(both->GetInterval().cells, 30);
    EXPECT_TRUE(both->CountsVcs());
    AbrIntervalCount count;
    count.cells = 30;
    count.vcCells = {30, 0, 0, 0};
    both->EndInterval(START + MS, count);
    EXPECT_EQ(both->GetInterval().end, START + 3 * MS);
    EXPECT_EQ(both->GetShare(), 0.9 * PORT_CAPACITY);
    EXPECT_EQ(GetSentence([&] { both->EndInterval(START + MS, count); }),
              "the end of an interval is 5001000000000 ps; allowed are times after its begin, "
              "5001000000000 ps");
    count.vcCells.pop_back();
    EXPECT_EQ(GetSentence([&] { both->EndInterval(START + 2 * MS, count); }),
              "the number of VCs whose cells were counted is 3; allowed are as many as pass the "
              "port, 4");
    const auto all = Started("ns3::EricaAlgorithm",
                             {{"CountActiveVcs", "0"}, {"Interval", "0s"}, {"IntervalCells", "5"}});
    EXPECT_EQ(all->GetInterval().end, NEVER);
    EXPECT_FALSE(all->CountsVcs());
    EXPECT_EQ(Started("ns3::CapcAlgorithm")->GetInterval().end, START + MS);
    EXPECT_EQ(Started("ns3::PhantomAlgorithm")->GetInterval().cells, NEVER);
}

TEST(AtmAbrSwitches, TellTheirShares)
{
    EXPECT_EQ(Started("ns3::AbrSwitchAlgorithm")->GetShare(), 0);
    EXPECT_EQ(Started("ns3::IdealAlgorithm")->GetShare(), 0);
    EXPECT_EQ(Started("ns3::EprcaAlgorithm")->GetShare(), 10'000);
    EXPECT_EQ(Started("ns3::AprcAlgorithm")->GetShare(), 10'000);
    EXPECT_EQ(Started("ns3::EricaAlgorithm")->GetShare(), 225'000);
    EXPECT_EQ(Started("ns3::EricaPlusAlgorithm")->GetShare(), 262'500);
    EXPECT_EQ(Started("ns3::CapcAlgorithm")->GetShare(), 10'000);
    EXPECT_EQ(Started("ns3::PhantomAlgorithm")->GetShare(), 50'000);
    const auto eprca = Started("ns3::EprcaAlgorithm");
    std::vector<double> traced;
    eprca->TraceConnectWithoutContext("Share", MakeBoundCallback(&Record, &traced));
    eprca->ForwardRm(START, 0, 26'000, 0, 0);
    EXPECT_EQ(traced, std::vector<double>{11'000});
}

TEST(AtmAbrSwitches, TheIdealIsTold)
{
    const auto ideal = Make<IdealAlgorithm>("ns3::IdealAlgorithm");
    ideal->Start(START, PORT_CAPACITY, VCS);
    const auto ask = [&](uint32_t vc) {
        AbrFeedback feedback{5000};
        ideal->BackwardRm(START, vc, 1, 9999, feedback);
        EXPECT_FALSE(feedback.ci || feedback.ni);
        return feedback.er;
    };
    EXPECT_EQ(ask(0), 5000);
    ideal->SetRates({100, 0, NO_LIMIT, 6000});
    EXPECT_EQ(ask(0), 100);
    EXPECT_EQ(ask(1), 0);
    EXPECT_EQ(ask(2), 5000);
    EXPECT_EQ(ask(3), 5000);
    EXPECT_EQ(GetSentence([&] { ideal->SetRates({1, 2, 3}); }),
              "the number of allocated rates is 3; allowed are as many as VCs pass the port, 4");
    EXPECT_EQ(GetSentence([&] { ideal->SetRates({1, 2, 3, -1}); }),
              "an allocated rate is -1; allowed are cells per second from 0 on");
    EXPECT_EQ(ask(0), 100);
}

TEST(AtmAbrSwitches, RefuseWrongInput)
{
    const auto start = [](const std::string& type, const Values& values, double capacity) {
        return GetSentence(
            [&] { Make<AbrSwitchAlgorithm>("ns3::" + type, values)->Start(START, capacity, VCS); });
    };
    EXPECT_EQ(
        start("AbrSwitchAlgorithm", {}, 0),
        "the capacity of a port is 0; allowed are finite numbers of cells per second above 0");
    EXPECT_NE(start("EprcaAlgorithm", {}, NO_LIMIT), "");
    EXPECT_EQ(start("EprcaAlgorithm", {{"Threshold", "1001"}}, PORT_CAPACITY),
              "the threshold QT is 1001; allowed are cells up to the threshold DQT, 1000");
    for (const char* type : {"Erica", "EricaPlus", "Capc", "Phantom"})
    {
        EXPECT_EQ(
            start(std::string(type) + "Algorithm", {{"Interval", "0s"}}, PORT_CAPACITY),
            "a measuring interval has 0 s and 0 cells; allowed is an end by time, by cells or "
            "by both");
    }
}

// Attributes act until the port starts, each of them, and are refused from then on.
TEST(AtmAbrSwitches, KeepTheirAttributesOnceStarted)
{
    const std::map<std::string, std::vector<std::string>> others{
        {"BooleanValue", {"true", "false"}},
        {"DoubleValue", {"0.5", "0.75", "1.25"}},
        {"TimeValue", {"200ms"}},
        {"UintegerValue", {"7"}},
    };
    const std::vector<std::string> points{"BackwardRm"};
    const auto getRefusals = [&](const Ptr<Object>& object) {
        std::size_t refused = 0;
        const auto attributes = burst::GetSettableAttributes(object->GetInstanceTypeId());
        for (const auto& attribute : attributes)
        {
            const auto value = attribute.checker->Create();
            object->GetAttribute(attribute.name, *value);
            const auto present = value->SerializeToString(attribute.checker);
            // In ns-3.37 most of these names lack "ns3::".
            const std::string valueType = attribute.checker->GetValueTypeName();
            const auto kind = others.find(valueType.substr(valueType.rfind(':') + 1));
            const auto& texts = kind == others.end() ? points : kind->second;
            const auto other = std::find_if(texts.begin(), texts.end(), [&](const auto& text) {
                return value->DeserializeFromString(text, attribute.checker) &&
                       attribute.checker->Check(*value) &&
                       value->SerializeToString(attribute.checker) != present;
            });
            EXPECT_NE(other, texts.end()) << attribute.name;
            const auto said = GetSentence([&] { object->SetAttribute(attribute.name, *value); });
            EXPECT_TRUE(said.empty() || said.find("before its port starts") != std::string::npos)
                << said;
            refused += !said.empty();
        }
        return std::pair(refused, attributes.size());
    };
    for (const std::string type : {"Eprca", "Aprc", "Erica", "EricaPlus", "Capc", "Phantom"})
    {
        const std::string name = "ns3::" + type + "Algorithm";
        EXPECT_EQ(getRefusals(Make<AbrSwitchAlgorithm>(name)).first, 0u) << type;
        const auto algorithm = Started(name);
        const auto [refused, all] = getRefusals(algorithm);
        EXPECT_EQ(refused, all) << type;
        EXPECT_GE(all, 5u) << type;
    }
    EXPECT_EQ(getRefusals(Make<AbrMarking>("ns3::AbrMarking")).first, 0u);
    const auto marking = Make<AbrMarking>("ns3::AbrMarking");
    marking->Start(nullptr);
    EXPECT_EQ(getRefusals(marking).first, 7u);
}

// An interval takes at most a day. Time between BECN cells is 0.1 s or more, and has no other limit
// than that of all times.
TEST(AtmAbrSwitches, TimesHaveLimits)
{
    const auto erica = Make<AbrSwitchAlgorithm>("ns3::EricaAlgorithm");
    EXPECT_TRUE(erica->SetAttributeFailSafe("Interval", TimeValue(Days(1))));
    EXPECT_FALSE(erica->SetAttributeFailSafe("Interval", TimeValue(Days(1) + NanoSeconds(1))));
    EXPECT_FALSE(erica->SetAttributeFailSafe("Interval", TimeValue(NanoSeconds(-1))));
    erica->Start(START, PORT_CAPACITY, VCS);
    EXPECT_EQ(erica->GetInterval().end, START + 86'400 * ATM_SECOND);
    const auto plus = Make<AbrSwitchAlgorithm>("ns3::EricaPlusAlgorithm");
    EXPECT_TRUE(plus->SetAttributeFailSafe("TargetDelay", TimeValue(Seconds(3e6))));
    EXPECT_NO_THROW(plus->Start(START, PORT_CAPACITY, VCS));
    const auto start = [](const Time& interval) {
        const auto marking = Make<AbrMarking>("ns3::AbrMarking");
        return marking->SetAttributeFailSafe("BecnInterval", TimeValue(interval)) &&
               GetSentence([&] { marking->Start(nullptr); }).empty();
    };
    EXPECT_TRUE(start(MilliSeconds(100)));
    EXPECT_FALSE(start(MilliSeconds(100) - NanoSeconds(1)));
    EXPECT_TRUE(start(Seconds(2'000'000)));
    EXPECT_FALSE(start(Seconds(2'000'001)));
}
