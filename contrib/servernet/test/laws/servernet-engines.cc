/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-cases.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

using namespace ns3;

namespace
{

struct Batch
{
    const char* name;
    Kind kind;
    uint32_t cases;
    uint32_t packets; //!< of a case
};

void
PrintTo(const Batch& batch, std::ostream* out)
{
    *out << batch.name;
}

class ServerNetEngines : public testing::TestWithParam<Batch>
{
};

// The event-driven engine against the flit-by-flit one: every request, grant, head and tail, every
// delivery and discard, every stall with its blame, states of channels at random moments.
TEST_P(ServerNetEngines, SayTheSame)
{
    const auto [name, kind, cases, packets] = GetParam();
    std::size_t stalls = 0;
    std::size_t blocked = 0; // before they had sent a flit
    std::size_t discards = 0;
    std::size_t answers = 0;
    for (uint32_t seed = 0; seed < cases; ++seed)
    {
        const Case test = MakeCase(kind, seed, packets);
        const Record record = Drive(test, MakeFlitEngine(), MOMENTS, seed);
        EXPECT_EQ(CheckSums(test, record), "") << test.text;
        EXPECT_TRUE(record.wrongs.empty()) << test.text << ": " << record.wrongs.front();
        const auto judge = [&](const EngineFactory& make, Pace pace) {
            const Record other = Drive(test, make, pace, seed);
            std::string first;
            EXPECT_EQ(Compare(record, other, first), 0U)
                << test.text << ", pace " << pace << ": " << first;
            EXPECT_TRUE(other.wrongs.empty()) << test.text << ": " << other.wrongs.front();
        };
        judge(MakeFlitEngine(), seed % 2 ? NEXT_TICKS : RANDOM);
        judge(MakeEventEngine(), MOMENTS);
        judge(MakeEventEngine(), NEXT_TICKS);
        judge(MakeEventEngine(), RANDOM);
        stalls += record.stalls.size();
        blocked += std::count_if(record.hops.begin(), record.hops.end(), [](const auto& hop) {
            return hop[5] > hop[4];
        });
        discards += record.discards.size();
        answers += record.injected - packets;
    }
    // The cases have in them what they are for.
    EXPECT_GT(stalls, 10 * cases);
    EXPECT_GT(blocked, cases / 2);
    EXPECT_GT(discards, cases / 10);
    EXPECT_GT(answers, cases);
}

INSTANTIATE_TEST_SUITE_P(Networks,
                         ServerNetEngines,
                         testing::Values(Batch{"SingleRouter", SINGLE_ROUTER, 100, 100},
                                         Batch{"Chain", CHAIN, 60, 100},
                                         Batch{"Tree", TREE, 60, 80},
                                         Batch{"Ring", RING, 60, 90},
                                         Batch{"RandomGraph", RANDOM_GRAPH, 60, 90},
                                         Batch{"Tetra16", TETRA, 10, 160}),
                         [](const auto& info) { return info.param.name; });

/** The starts of flits from the grants alone: s(i,k) is h(i) + k or C after the flit that gives its
 * place, whichever is later (shared by no code with the engines). */
class Recursion
{
  public:
    /**
     * @param test what was done
     * @param record what came of it
     * @param others whether a place can be that of a flit of another packet
     * @param credit whether a place is free only some ticks after the flit that was in it has gone
     */
    Recursion(const Case& test, const Record& record, bool others, bool credit)
        : m_network(test.network),
          m_channels(test.network->GetChannels().size()),
          m_others(others),
          m_credit(credit)
    {
        for (const auto& hop : record.hops)
        {
            auto& channel = m_channels[hop[1]];
            const int64_t entered =
                channel.empty() ? 0 : channel.back().entered + channel.back().hop[7];
            m_indices[{hop[0], hop[2]}] = {hop[1], channel.size()};
            channel.push_back({hop, entered});
        }
    }

    /** @return how many heads and tails the record does not have so */
    uint64_t CountDifferences()
    {
        uint64_t differences = 0;
        for (auto& channel : m_channels)
        {
            for (auto& passage : channel)
            {
                differences += GetHead(passage) != passage.hop[5];
                differences += GetStart(passage, passage.hop[7] - 1) != passage.hop[6];
            }
        }
        return differences;
    }

    /** @return what Stall says, word by word, in any order */
    std::vector<Record::Row> FindStalls()
    {
        std::vector<Record::Row> stalls;
        for (auto& channel : m_channels)
        {
            for (auto& passage : channel)
            {
                int64_t next = passage.hop[4];
                for (int64_t flit = 0; flit < passage.hop[7]; ++flit)
                {
                    const int64_t start = GetStart(passage, flit);
                    if (start > next)
                    {
                        const auto [packet, blamed] = FindBlame(passage, flit);
                        stalls.push_back(
                            {passage.hop[0], passage.hop[1], next, start, packet, blamed});
                    }
                    next = start + 1;
                }
            }
        }
        return stalls;
    }

  private:
    struct Passage
    {
        Record::Row hop;
        int64_t entered;  //!< flits that were before it
        int64_t head{-1}; //!< -1: not known yet
    };

    int64_t GetHead(Passage& passage)
    {
        if (passage.head < 0)
        {
            passage.head = std::max(passage.hop[4], GetFree(passage, 0));
        }
        return passage.head;
    }

    int64_t GetStart(Passage& passage, int64_t flit)
    {
        return std::max(GetHead(passage) + flit, GetFree(passage, flit));
    }

    /** @return when the place of a flit is free */
    int64_t GetFree(Passage& passage, int64_t flit)
    {
        const auto [before, number] = FindBefore(passage, flit);
        if (!before || (!m_others && before->hop[0] != passage.hop[0]))
        {
            return 0;
        }
        const auto& channel = m_network->GetChannels()[passage.hop[1]];
        return GetStart(*before, number) + (m_credit ? channel.timing.creditTicks : 0);
    }

    /** @return the flit that is B places before a flit in a FIFO, on its next channel */
    std::pair<Passage*, int64_t> FindBefore(const Passage& passage, int64_t flit)
    {
        const auto& channel = m_network->GetChannels()[passage.hop[1]];
        const int64_t place = passage.entered + flit - channel.timing.fifoFlits;
        if (channel.toDevice || place < 0)
        {
            return {nullptr, 0};
        }
        const auto& passages = m_channels[passage.hop[1]];
        const auto later = std::upper_bound(
            passages.begin(),
            passages.end(),
            place,
            [](int64_t value, const Passage& other) { return value < other.entered; });
        const Passage& holder = *std::prev(later);
        const auto [next, index] = m_indices.at({holder.hop[0], holder.hop[2] + 1});
        return {&m_channels[next][index], place - holder.entered};
    }

    /** @return packet and channel */
    std::pair<int64_t, int64_t> FindBlame(const Passage& passage, int64_t flit)
    {
        auto [before, number] = FindBefore(passage, flit);
        while (number > 0 && GetStart(*before, number) == GetStart(*before, number - 1) + 1)
        {
            --number;
        }
        if (number == 0 && GetHead(*before) == before->hop[4])
        {
            return {before->hop[0], before->hop[1]};
        }
        return FindBlame(*before, number);
    }

    Network m_network;
    std::vector<std::vector<Passage>> m_channels; //!< in order of grants
    std::map<std::pair<int64_t, int64_t>, std::pair<std::size_t, std::size_t>> m_indices;
    bool m_others;
    bool m_credit;
};

// A third way to the same numbers, and what becomes of them without each of its terms.
TEST(ServerNetEngine, StartsFollowFromGrants)
{
    uint64_t withoutOthers = 0;
    uint64_t withoutCredit = 0;
    for (uint32_t seed = 0; seed < 60; ++seed)
    {
        Case test = MakeCase(Kind(seed % TETRA), 1000 + seed, 200);
        test.moments.erase(std::remove_if(test.moments.begin(),
                                          test.moments.end(),
                                          [](const auto& moment) {
                                              return moment.what == Case::FAULT ||
                                                     moment.what == Case::CLOSE;
                                          }),
                           test.moments.end());
        Record record = Drive(test, MakeEventEngine(), MOMENTS, seed);
        Recursion law(test, record, true, true);
        EXPECT_EQ(law.CountDifferences(), 0U) << test.text;
        auto stalls = law.FindStalls();
        for (auto& stall : record.stalls)
        {
            stall[6] = 0; // how many hops were told before
        }
        std::sort(stalls.begin(), stalls.end());
        std::sort(record.stalls.begin(), record.stalls.end());
        EXPECT_TRUE(stalls == record.stalls) << test.text;
        withoutOthers += Recursion(test, record, false, true).CountDifferences();
        withoutCredit += Recursion(test, record, true, false).CountDifferences();
    }
    EXPECT_GT(withoutOthers, 5000U);
    EXPECT_GT(withoutCredit, 5000U);
}

// Each number of the law one off in the reference: the comparison does not let it pass. The body
// latency shows in deliveries only, since a flit that finds a place never comes too late for it.
TEST(ServerNetEngine, BrokenLawsAreSeen)
{
    const std::pair<const char*, uint32_t ServerNetTiming::*> numbers[] = {
        {"fifo", &ServerNetTiming::fifoFlits},
        {"head", &ServerNetTiming::headTicks},
        {"body", &ServerNetTiming::bodyTicks},
        {"credit", &ServerNetTiming::creditTicks},
        {"refill", &ServerNetTiming::refillTicks}};
    Case test =
        WithTiming(MakeCase(TETRA, 7, 300), [](auto& timing) { timing = {24, 15, 2, 2, 3}; });
    test.arbiterSeed = 0;
    const Record record = Drive(test, MakeEventEngine(), MOMENTS, 0);
    for (const auto& [name, number] : numbers)
    {
        for (const int step : {-1, 1})
        {
            const Case broken = WithTiming(test, [&](auto& timing) { timing.*number += step; });
            std::string first;
            EXPECT_GE(Compare(record, Drive(broken, MakeFlitEngine(), MOMENTS, 0), first),
                      number == &ServerNetTiming::bodyTicks ? 300U : 1000U)
                << name << " " << step;
        }
    }
}

} // namespace
