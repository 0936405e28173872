/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-engines-samples.h"

#include "ns3/atm-abr-cell-engine.h"
#include "ns3/atm-abr-lazy-engine.h"
#include "ns3/fabric-topology-reader.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

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
                engine.NotifyCongestion(vc);
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
        vc.notifyCells = true;
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
class AtmEnginesKeep : public ::testing::Test
{
};

using BothEngines = ::testing::Types<AtmCellEngine, AtmLazyEngine>;
TYPED_TEST_SUITE(AtmEnginesKeep, BothEngines);

// Sources have cells for 30 ms, and then all come or are lost.
TYPED_TEST(AtmEnginesKeep, EveryCell)
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
                engine.NotifyCongestion(vc);
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
