/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-engines-samples.h"

#include "ns3/atm-abr-cell-engine.h"
#include "ns3/atm-abr-data-supply.h"
#include "ns3/atm-abr-lazy-engine.h"
#include "ns3/fabric-topology-reader.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

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
            settings.notifyCells = vc == 0;
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

    /** @param did what, at an end of the VC @return when BECN cells of the first VC came to its
     * source, or left its destination, ps */
    std::vector<AtmTime> GetReturns(const std::string& did = "arrived") const
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
            if (what == did && rest == " 0 backward inf 1 0 0 0 1 0")
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

template <typename Engine>
class AtmEnginesBecn : public ::testing::Test
{
};

using BothEngines = ::testing::Types<AtmCellEngine, AtmLazyEngine>;
TYPED_TEST_SUITE(AtmEnginesBecn, BothEngines);

// Cells of 155 Mb/s, every 2,735,484 ps, join the queue of a port of 100 Mb/s, which sends one in
// 4,240,000 ps. When forward RM cell 32 joins it, at 110,270,972 ps, 12 are there: 20 have left.
// Then a cell is made, which takes a slot and a delay to the source, and lowers its rate.
TYPED_TEST(AtmEnginesBecn, BecnOfASwitch)
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
    EXPECT_TRUE(world.GetReturns("left").empty()); // no edge device has sent them
    const auto returns = world.GetReturns();
    ASSERT_EQ(returns.size(), 4U);
    for (std::size_t i = 1; i < returns.size(); ++i)
    {
        EXPECT_GT(returns[i] - returns[i - 1], ATM_SECOND / 10 - 2 * GAP); // others may delay it
        EXPECT_LT(returns[i] - returns[i - 1], ATM_SECOND / 10 + 33 * slower + GAP);
    }
}

// The algorithm of that switch, which lowers ER in all other answers, does not see the made cell.
TYPED_TEST(AtmEnginesBecn, ItsSwitchDoesNotReadIt)
{
    OneSwitch<TypeParam> world;
    world.Mark(11, CreateObject<CapcAlgorithm>());
    world.Start(std::make_unique<AtmGreedySupply>(0), ATM_SECOND, 0);
    world.m_engine.Advance(140'000'000);
    EXPECT_LT(world.m_engine.GetRate(0), 3000);
    EXPECT_EQ(world.GetReturns(), std::vector<AtmTime>{133'006'457});
}

TYPED_TEST(AtmEnginesBecn, NoBecnAtTheThreshold)
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
TYPED_TEST(AtmEnginesBecn, ItsPlaceAmongOthers)
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
TYPED_TEST(AtmEnginesBecn, BecnOfADestination)
{
    constexpr AtmTime COMES = 46'975'484;
    constexpr AtmTime INTERVAL = ATM_SECOND / 10;
    OneSwitch<TypeParam> world;
    world.Start(std::make_unique<AtmPushedSupply>(), ATM_SECOND, INTERVAL);
    auto& engine = world.m_engine;
    engine.Advance(COMES - 1);
    engine.NotifyCongestion(0);
    engine.NotifyCongestion(0); // once is enough
    engine.NotifyCongestion(1); // nobody sends there yet
    EXPECT_EQ(engine.GetVcCounts(0).made, 1U);
    EXPECT_EQ(engine.GetNextTime(), COMES);
    engine.Advance(100'000'000);
    const double pcr = 155e6 / 424;
    const std::vector<std::tuple<AtmTime, uint32_t, double>> rates{{0, 0, pcr},
                                                                   {93'950'968, 0, pcr},
                                                                   {98'190'968, 0, pcr * 15 / 16}};
    EXPECT_EQ(world.m_diary.m_rates, rates);
    EXPECT_EQ(world.GetReturns(), std::vector<AtmTime>{98'190'968});
    // two cells of 100 Mb/s have left A then, first the one that was turned around
    EXPECT_EQ(world.GetReturns("left"), std::vector<AtmTime>{COMES + 2 * 4'240'000});
    engine.Advance(COMES + INTERVAL - 2);
    engine.NotifyCongestion(0);
    EXPECT_EQ(engine.GetVcCounts(0).made, 1U);
    engine.Advance(COMES + INTERVAL - 1);
    engine.NotifyCongestion(0);
    EXPECT_EQ(engine.GetVcCounts(0).made, 2U);
    engine.Advance(2 * ATM_SECOND);
    EXPECT_EQ(engine.GetVcCounts(0).returned, engine.GetVcCounts(0).turned + 2);
    engine.NotifyCongestion(1); // it makes none
    EXPECT_EQ(engine.GetVcCounts(1).made, 0U);
}

TYPED_TEST(AtmEnginesBecn, RefuseBecnOfEdgeDevices)
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
