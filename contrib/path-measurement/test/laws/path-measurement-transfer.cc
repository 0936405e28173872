/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-measurement-host-parts.h"
#include "ns3/path-measurement-transfer-cause.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

namespace
{

constexpr uint64_t SEGMENT = 1460;

/** @return a sender with much room, many data and windows of 100 segments, not repairing */
SenderLimits::Moment
MakeMoment()
{
    return {false, 50 * SEGMENT, 50 * SEGMENT, 100 * SEGMENT, 100 * SEGMENT, SEGMENT};
}

/** @param window ms @param path ms @param sender ms @return what was seen, without queue and loss
 */
TransferCause::Evidence
MakeEvidence(int64_t window, int64_t path, int64_t sender)
{
    TransferCause::Evidence evidence;
    evidence.limits.Add(SenderLimits::WINDOW, window);
    evidence.limits.Add(SenderLimits::PATH, path);
    evidence.limits.Add(SenderLimits::SENDER, sender);
    evidence.roundTrip = evidence.leastRoundTrip = 0.1;
    return evidence;
}

} // namespace

TEST(SenderLimits, TheSmallerWindowIsTheLimit)
{
    auto moment = MakeMoment();
    moment.congestion = moment.window - 1;
    EXPECT_EQ(SenderLimits::Judge(moment), SenderLimits::PATH);
    moment.congestion = moment.window;
    EXPECT_EQ(SenderLimits::Judge(moment), SenderLimits::WINDOW) << "as Web100, the receiver first";
    moment.congestion = moment.window + 1;
    EXPECT_EQ(SenderLimits::Judge(moment), SenderLimits::WINDOW);
}

TEST(SenderLimits, NothingToSendIsTheApplicationUnlessTheBufferIsFull)
{
    auto moment = MakeMoment();
    moment.unsent = 0;
    EXPECT_EQ(SenderLimits::Judge(moment), SenderLimits::SENDER);
    moment.room = SEGMENT;
    EXPECT_EQ(SenderLimits::Judge(moment), SenderLimits::SENDER) << "a segment more would fit";
    moment.room = SEGMENT - 1;
    EXPECT_EQ(SenderLimits::Judge(moment), SenderLimits::WINDOW) << "all of the buffer is sent";
}

TEST(SenderLimits, RepairsAreThePath)
{
    for (const uint64_t unsent : {0, 1})
    {
        auto moment = MakeMoment();
        moment.unsent = unsent;
        moment.repairing = true;
        EXPECT_EQ(SenderLimits::Judge(moment), SenderLimits::PATH);
    }
}

TEST(SenderLimits, SharesAreThoseOfTime)
{
    SenderLimits limits;
    EXPECT_EQ(limits.GetShare(SenderLimits::PATH), 0) << "of no time";
    // States by the millisecond, counted one by one as the reference.
    std::mt19937 random(1);
    std::array<int64_t, 3> counts{};
    SenderLimits streams[2];
    for (int i = 0; i < 1000; ++i)
    {
        const auto state = static_cast<SenderLimits::State>(random() % 3);
        const auto length = static_cast<int64_t>(random() % 50);
        for (int64_t ms = 0; ms < length; ++ms)
        {
            ++counts[state];
        }
        streams[i % 2].Add(state, length * 1'000'000);
    }
    limits.Add(streams[0]);
    limits.Add(streams[1]);
    const double all = static_cast<double>(counts[0] + counts[1] + counts[2]);
    for (const auto state : {SenderLimits::WINDOW, SenderLimits::PATH, SenderLimits::SENDER})
    {
        EXPECT_EQ(limits.GetTime(state), counts[state] * 1'000'000);
        EXPECT_DOUBLE_EQ(limits.GetShare(state), static_cast<double>(counts[state]) / all);
    }
}

TEST(TransferCause, ThePathIsBottleneckLossOrStart)
{
    auto evidence = MakeEvidence(1, 2, 1);
    EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::START);
    evidence.again = 1;
    EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::LOSS);
    evidence.roundTrip = 0.109;
    EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::LOSS) << "no queue stands";
    evidence.roundTrip = 0.111;
    EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::BOTTLENECK);
    evidence.sink.processor = evidence.source.disk = 1;
    EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::BOTTLENECK) << "whatever hosts do";
    EXPECT_EQ(TransferCause::Judge(MakeEvidence(0, 0, 0)), TransferCause::NOTHING);
    evidence.roundTrip = 0; // all data were lost: no acknowledgement showed a queue
    EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::LOSS);
    evidence.leastRoundTrip = 0;
    EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::LOSS);
}

TEST(TransferCause, OfHostsTheBusiestOneThatIsBusyEnough)
{
    for (const bool window : {true, false})
    {
        auto evidence = MakeEvidence(window ? 3 : 1, 1, window ? 1 : 3);
        const auto none = window ? TransferCause::WINDOW : TransferCause::APPLICATION;
        EXPECT_EQ(TransferCause::Judge(evidence), none);
        evidence.sink.disk = 0.89;
        EXPECT_EQ(TransferCause::Judge(evidence), none);
        evidence.roundTrip = 0.111;
        EXPECT_EQ(TransferCause::Judge(evidence),
                  window ? TransferCause::BOTTLENECK : TransferCause::APPLICATION)
            << "a wider window would make the queue longer";
        evidence.sink.disk = 0.9;
        EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::SINK_DISK);
        evidence.sink.processor = 0.95;
        EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::SINK_PROCESSOR);
        evidence.source.disk = 0.96;
        EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::SOURCE_DISK);
        evidence.source.processor = 0.97;
        EXPECT_EQ(TransferCause::Judge(evidence), TransferCause::SOURCE_PROCESSOR);
        evidence.limit = 1;
        EXPECT_EQ(TransferCause::Judge(evidence),
                  window ? TransferCause::SOURCE_PROCESSOR : TransferCause::RATE_LIMIT)
            << "a limit of the rate leaves windows empty";
    }
}

TEST(WorkServer, AgreesWithAQueueThatIsServedByTheNanosecond)
{
    std::mt19937 random(2);
    WorkServer server;
    std::vector<std::pair<int64_t, int64_t>> jobs; // when they come, work
    int64_t now = 0;
    for (int i = 0; i < 300; ++i)
    {
        now += static_cast<int64_t>(random() % 40);
        jobs.emplace_back(now, static_cast<int64_t>(random() % 40));
    }
    // Reference: each ns one unit of the first job in the queue.
    std::vector<int64_t> done(jobs.size());
    std::vector<int64_t> worked(now + 1);
    std::deque<std::pair<std::size_t, int64_t>> queue;
    int64_t work = 0;
    std::size_t next = 0;
    for (int64_t t = 0; next < jobs.size() || !queue.empty(); ++t)
    {
        if (t <= now)
        {
            worked[t] = work;
        }
        for (; next < jobs.size() && jobs[next].first == t; ++next)
        {
            queue.emplace_back(next, jobs[next].second);
        }
        while (!queue.empty() && !queue.front().second)
        {
            done[queue.front().first] = t;
            queue.pop_front();
        }
        if (!queue.empty())
        {
            --queue.front().second;
            ++work;
        }
    }
    for (std::size_t i = 0; i < jobs.size(); ++i)
    {
        EXPECT_EQ(server.Serve(jobs[i].first, jobs[i].second), done[i]);
        if (i + 1 == jobs.size() || jobs[i + 1].first > jobs[i].first)
        {
            EXPECT_EQ(server.GetBusy(jobs[i].first), worked[jobs[i].first]);
        }
    }
    EXPECT_EQ(server.GetBusy(done.back()), work) << "all work is done";
    EXPECT_EQ(server.GetBusy(done.back() + 1000), work) << "and then the server rests";
}

TEST(ProcessorCost, IsThatOfTheDocument)
{
    // Slide 36: 0.97 MHz for 1 Mb/s, which is 8 cycles of a MHz for a byte of a Mb/s.
    const ProcessorCost cost;
    EXPECT_NEAR(cost.GetPerByte(1460, 65'536) / 8, 0.97, 0.001);
    // The digest: a fifth less with windows of 1 MB.
    EXPECT_NEAR(cost.GetPerByte(1460, 1 << 20) / cost.GetPerByte(1460, 65'536), 0.8, 0.001);
    EXPECT_GT(cost.GetPerByte(536, 65'536), cost.GetPerByte(1460, 65'536)) << "more segments";
}
