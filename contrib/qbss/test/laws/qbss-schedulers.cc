/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/qbss-schedulers.h"

#include "ns3/burst-core-attributes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Numbers = std::vector<uint32_t>;

constexpr uint32_t MTU = 1500;
constexpr uint32_t PING = 84;
const Numbers POLICY{1, 69, 30};
const char* const SCFQ = "ns3::QbssScfqScheduler";
const char* const DRR = "ns3::QbssDrrScheduler";
const char* const LONG_DRR = "ns3::QbssDrrScheduler[Reference=SmallestWeight]";

Ptr<QbssScheduler>
Make(const std::string& text, const Numbers& weights)
{
    auto scheduler = burst::CreateFromText<QbssScheduler>(text);
    scheduler->Start(weights);
    return scheduler;
}

/** A packet that comes to a link on which a byte takes a unit of time. */
struct Arrival
{
    uint64_t time;
    std::size_t number; //!< of its class
    uint32_t bytes;
};

/** @return packets of random lengths, in bursts and with gaps, at a load between 0.6 and 1.4 */
std::vector<Arrival>
DrawArrivals(std::mt19937& random, std::size_t classes)
{
    std::uniform_int_distribution<uint32_t> length(40, MTU);
    std::uniform_int_distribution<std::size_t> number(0, classes - 1);
    std::exponential_distribution<double> gap(std::uniform_real_distribution(0.6, 1.4)(random) /
                                              (MTU / 2.0));
    std::bernoulli_distribution burst(0.3);
    std::vector<Arrival> arrivals;
    uint64_t time = 0;
    for (uint32_t i = 0; i < 3000; ++i)
    {
        time += burst(random) ? 0 : static_cast<uint64_t>(gap(random) / 0.7);
        arrivals.push_back({time, number(random), length(random)});
    }
    return arrivals;
}

/** Self-clocked fair queueing by its definition: tags are given when packets come, the tag of the
 * packet in service is the virtual time, and all begins anew when the link falls idle. A tag is a
 * whole number of parts of a byte, as many as the product of the weights. */
std::vector<std::size_t>
ServeByArrivalTags(const std::vector<Arrival>& arrivals, const Numbers& weights)
{
    struct Packet
    {
        uint64_t tag;
        uint32_t bytes;
    };

    const uint64_t product =
        std::accumulate(weights.begin(), weights.end(), uint64_t{1}, std::multiplies<>());
    std::vector<std::deque<Packet>> queues(weights.size());
    std::vector<uint64_t> last(weights.size(), 0);
    std::vector<std::size_t> order;
    uint64_t service = 0; // virtual time
    uint64_t now = 0;
    std::size_t waiting = 0;
    for (auto next = arrivals.begin(); next != arrivals.end() || waiting > 0;)
    {
        if (waiting == 0 && next->time > now)
        {
            now = next->time;
            service = 0;
            std::fill(last.begin(), last.end(), 0);
        }
        for (; next != arrivals.end() && next->time <= now; ++next)
        {
            auto& tag = last[next->number];
            tag = std::max(service, tag) + next->bytes * (product / weights[next->number]);
            queues[next->number].push_back({tag, next->bytes});
            ++waiting;
        }
        std::size_t first = weights.size();
        for (std::size_t i = 0; i < weights.size(); ++i)
        {
            if (!queues[i].empty() &&
                (first == weights.size() || queues[i].front().tag <= queues[first].front().tag))
            {
                first = i;
            }
        }
        service = queues[first].front().tag;
        now += queues[first].front().bytes;
        queues[first].pop_front();
        --waiting;
        order.push_back(first);
    }
    return order;
}

/** What a law serves of the same arrivals, with first packets alone. */
template <typename Law>
std::vector<std::size_t>
ServeByHeads(const std::vector<Arrival>& arrivals, std::size_t classes, Law&& serve)
{
    std::vector<std::deque<uint32_t>> queues(classes);
    std::vector<std::size_t> order;
    uint64_t now = 0;
    for (auto next = arrivals.begin(); order.size() < arrivals.size();)
    {
        const bool idle = std::all_of(queues.begin(), queues.end(), [](const auto& queue) {
            return queue.empty();
        });
        now = idle ? std::max(now, next->time) : now;
        for (; next != arrivals.end() && next->time <= now; ++next)
        {
            queues[next->number].push_back(next->bytes);
        }
        Numbers heads;
        for (const auto& queue : queues)
        {
            heads.push_back(queue.empty() ? 0 : queue.front());
        }
        const std::size_t first = serve(heads);
        EXPECT_GT(heads.at(first), 0) << "work conservation: what is served is there";
        now += heads.at(first);
        queues[first].pop_front();
        order.push_back(first);
    }
    return order;
}

/** @return packets of other classes that are served before one of a class that was idle, the most
 * over all moments while the others in busy always have packets of MTU bytes */
uint32_t
GetLongestWait(QbssScheduler& scheduler, std::size_t number, Numbers busy, uint32_t bytes)
{
    uint32_t longest = 0;
    for (uint32_t before = 0; before < 500; ++before)
    {
        busy[number] = 0;
        for (uint32_t i = 0; i < before % 173; ++i)
        {
            scheduler.Serve(busy);
        }
        busy[number] = bytes;
        uint32_t waits = 0;
        while (scheduler.Serve(busy) != number)
        {
            ++waits;
        }
        longest = std::max(longest, waits);
    }
    return longest;
}

} // namespace

TEST(QbssFairTags, ServesInTheOrderOfTagsOfArrivals)
{
    std::mt19937 random(1);
    for (const Numbers& weights : {POLICY, {1, 1, 1}, {3, 7, 11}, {1000, 999, 997}, {5, 2}})
    {
        for (uint32_t repetition = 0; repetition < 20; ++repetition)
        {
            const auto arrivals = DrawArrivals(random, weights.size());
            QbssFairTags tags(weights);
            ASSERT_EQ(ServeByHeads(arrivals,
                                   weights.size(),
                                   [&tags](const Numbers& heads) { return tags.Serve(heads); }),
                      ServeByArrivalTags(arrivals, weights));
        }
    }
}

// All have packets of one length: until the virtual time is length / 1, there are as many tags of a
// class as its weight says, exactly. It does not matter how long that goes on: nothing is rounded.
TEST(QbssFairTags, SharesAreExactForPacketsOfOneLength)
{
    for (const Numbers& weights : {POLICY, {7, 11, 13}, {997, 991, 12}})
    {
        QbssFairTags tags(weights);
        const uint32_t sum = std::accumulate(weights.begin(), weights.end(), 0U);
        Numbers served(weights.size(), 0);
        for (uint32_t i = 0; i < 1000 * sum; ++i)
        {
            ++served[tags.Serve(Numbers(weights.size(), MTU))];
            if (i + 1 == sum || i + 1 == 1000 * sum)
            {
                const uint32_t rounds = (i + 1) / sum;
                for (std::size_t k = 0; k < weights.size(); ++k)
                {
                    ASSERT_EQ(served[k], rounds * weights[k]);
                }
            }
        }
    }
}

// The bound that is known for SCFQ: while two classes have packets, what they got over their
// weights differs by at most a longest packet over the weight of each.
TEST(QbssFairTags, SharesOfAnyLengthsAreFairAtEveryMoment)
{
    std::mt19937 random(2);
    std::uniform_int_distribution<uint32_t> length(40, MTU);
    QbssFairTags tags(POLICY);
    Numbers heads{length(random), length(random), length(random)};
    std::vector<double> served(POLICY.size(), 0);
    for (uint32_t i = 0; i < 100'000; ++i)
    {
        const std::size_t first = tags.Serve(heads);
        served[first] += heads[first];
        heads[first] = length(random);
        for (std::size_t j = 0; j < POLICY.size(); ++j)
        {
            for (std::size_t k = 0; k < j; ++k)
            {
                ASSERT_LE(std::abs(served[j] / POLICY[j] - served[k] / POLICY[k]),
                          double{MTU} / POLICY[j] + double{MTU} / POLICY[k]);
            }
        }
    }
}

// A packet of L bytes that comes when its class is idle has the tag v + L / w. Of another class the
// packets with tags up to that are served first: their lengths over their weight fit in L / w, but
// for the first one.
TEST(QbssFairTags, APacketOfAnIdleClassWaitsForItsShareAndOnePacketOfEachOther)
{
    std::mt19937 random(3);
    std::uniform_int_distribution<uint32_t> length(40, MTU);
    std::uniform_int_distribution<uint32_t> gap(0, 300);
    double tightest = 0;
    for (std::size_t idle = 0; idle < POLICY.size(); ++idle)
    {
        QbssFairTags tags(POLICY);
        Numbers heads(POLICY.size(), MTU);
        for (uint32_t repetition = 0; repetition < 2000; ++repetition)
        {
            const auto step = [&] {
                const std::size_t first = tags.Serve(heads);
                const uint32_t bytes = heads[first];
                heads[first] = length(random);
                return std::make_pair(first, bytes);
            };
            heads[idle] = 0;
            for (uint32_t i = gap(random); i > 0; --i)
            {
                step();
            }
            heads[idle] = length(random);
            double bound = 0;
            for (std::size_t k = 0; k < POLICY.size(); ++k)
            {
                bound += k == idle ? 0 : 1.0 * heads[idle] * POLICY[k] / POLICY[idle] + MTU;
            }
            double before = 0;
            for (auto [first, bytes] = step(); first != idle; std::tie(first, bytes) = step())
            {
                before += bytes;
            }
            ASSERT_LE(before, bound);
            tightest = std::max(tightest, before / bound);
        }
    }
    EXPECT_GT(tightest, 0.9) << "the bound is one that matters";
}

TEST(QbssFairTags, AClassThatMayNotSendForAWhileComesBackWithoutClaims)
{
    QbssFairTags tags({1, 1});
    for (uint32_t i = 0; i < 10; ++i)
    {
        EXPECT_EQ(tags.Serve({MTU, 0}), 0);
    }
    // From now on both send in turns: the second one has saved nothing up.
    Numbers served(2, 0);
    for (uint32_t i = 0; i < 10; ++i)
    {
        ++served[tags.Serve({MTU, MTU})];
    }
    EXPECT_EQ(served, (Numbers{5, 5}));
}

// By definition, with quanta in whole bytes: a class gets its quantum when the turn
// comes to it, and sends until its deficit is too small or it is empty, when it loses the rest.
TEST(QbssDeficits, ServesRoundByRound)
{
    std::mt19937 random(4);
    for (const Numbers& quanta : {Numbers{22, 1500, 652}, {1500, 3000, 700}, {100, 90, 80}})
    {
        for (uint32_t repetition = 0; repetition < 20; ++repetition)
        {
            std::vector<std::deque<uint32_t>> queues(quanta.size());
            std::vector<Arrival> arrivals;
            for (const auto& arrival : DrawArrivals(random, quanta.size()))
            {
                queues[arrival.number].push_back(arrival.bytes);
                arrivals.push_back({0, arrival.number, arrival.bytes});
            }
            std::vector<std::size_t> order;
            std::vector<uint32_t> deficits(quanta.size(), 0);
            for (std::size_t turn = 0; order.size() < arrivals.size();
                 turn = (turn + 1) % quanta.size())
            {
                auto& queue = queues[turn];
                deficits[turn] += quanta[turn];
                while (!queue.empty() && queue.front() <= deficits[turn])
                {
                    deficits[turn] -= queue.front();
                    queue.pop_front();
                    order.push_back(turn);
                }
                deficits[turn] = queue.empty() ? 0 : deficits[turn];
            }
            QbssDeficits law(quanta, 1, 1);
            ASSERT_EQ(ServeByHeads(arrivals,
                                   quanta.size(),
                                   [&law](const Numbers& heads) { return law.Serve(heads); }),
                      order);
        }
    }
}

// In k rounds a class gets k quanta less a deficit that is below a longest packet, and in the round
// that goes on up to one quantum more.
TEST(QbssDeficits, SharesOfAnyLengthsAreFairAtEveryMoment)
{
    std::mt19937 random(5);
    std::uniform_int_distribution<uint32_t> length(40, MTU);
    for (const uint32_t reference : {69, 1})
    {
        QbssDeficits law(POLICY, MTU, reference);
        Numbers heads(POLICY.size(), MTU);
        std::vector<double> served(POLICY.size(), 0);
        for (uint32_t i = 0; i < 100'000; ++i)
        {
            const std::size_t first = law.Serve(heads);
            served[first] += heads[first];
            heads[first] = length(random);
            for (std::size_t j = 0; j < POLICY.size(); ++j)
            {
                for (std::size_t k = 0; k < j; ++k)
                {
                    ASSERT_LE(std::abs(served[j] / POLICY[j] - served[k] / POLICY[k]),
                              double{MTU} / reference + double{MTU} / POLICY[j] +
                                  double{MTU} / POLICY[k]);
                }
            }
        }
        const double sum = std::accumulate(served.begin(), served.end(), 0.0);
        for (std::size_t k = 0; k < POLICY.size(); ++k)
        {
            EXPECT_NEAR(served[k] / sum, POLICY[k] / 100.0, 1e-3);
        }
    }
}

// What a ping waits for, in packets, after the one that is being sent. Tags: of the class that sent
// last the next one is a packet over its weight away, 1500 / 1 or 1500 / 69 = 21.7, and that of the
// ping is only 84 / 30 = 2.8, or 84 / 69 as best effort. Of two such classes either may be nearer.
// Rounds: the turn may come to BE first, which then sends its quantum: 1 packet or 69.
TEST(QbssScheduler, WaitOfAPing)
{
    const Numbers qbss{MTU, 0, 0};
    const Numbers bestEffort{0, MTU, 0};
    const std::size_t priority = 2;
    EXPECT_EQ(GetLongestWait(*Make(SCFQ, POLICY), priority, qbss, PING), 0);
    EXPECT_EQ(GetLongestWait(*Make(SCFQ, POLICY), 1, qbss, PING), 0);
    EXPECT_EQ(GetLongestWait(*Make(SCFQ, POLICY), priority, bestEffort, PING), 0);
    EXPECT_LE(GetLongestWait(*Make(SCFQ, POLICY), priority, {MTU, MTU, 0}, PING), 2);
    EXPECT_EQ(GetLongestWait(*Make(DRR, POLICY), priority, bestEffort, PING), 1);
    EXPECT_EQ(GetLongestWait(*Make(LONG_DRR, POLICY), priority, bestEffort, PING), 69);
}

TEST(QbssScheduler, ShareOfEachPolicyWhenAllHavePackets)
{
    const auto share = [](const char* text) {
        auto scheduler = Make(text, POLICY);
        std::vector<double> served(POLICY.size(), 0);
        for (uint32_t i = 0; i < 100'000; ++i)
        {
            served[scheduler->Serve(Numbers(POLICY.size(), MTU))] += 1e-3;
        }
        return served;
    };
    for (const char* text : {SCFQ, DRR, LONG_DRR})
    {
        const auto percent = share(text);
        for (std::size_t k = 0; k < POLICY.size(); ++k)
        {
            // to a round of the slowest: 100 packets of 100,000
            EXPECT_NEAR(percent[k], POLICY[k], 0.1) << text;
        }
    }
}

TEST(QbssScheduler, AnyClassAloneSends)
{
    for (const char* text : {SCFQ, DRR, LONG_DRR})
    {
        auto scheduler = Make(text, POLICY);
        for (std::size_t alone = 0; alone < POLICY.size(); ++alone)
        {
            Numbers heads(POLICY.size(), 0);
            heads[alone] = MTU;
            for (uint32_t i = 0; i < 200; ++i)
            {
                EXPECT_EQ(scheduler->Serve(heads), alone) << text;
            }
        }
    }
}

TEST(QbssScheduler, RefusesWeightsOfZero)
{
    for (const char* text : {SCFQ, DRR})
    {
        auto scheduler = burst::CreateFromText<QbssScheduler>(text);
        EXPECT_THROW(scheduler->Start({1, 0, 1}), std::invalid_argument) << text;
    }
    EXPECT_THROW(QbssDeficits({1}, 0, 1), std::invalid_argument);
}
