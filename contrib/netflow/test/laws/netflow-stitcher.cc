/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/netflow-stitcher.h"

#include "ns3/burst-traffic-random.h"
#include "ns3/netflow-cache.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t S = 1'000'000'000;

/** @return a record of a stream to port 5001 */
NetflowRecord
Stream(uint16_t clientPort, int64_t first, int64_t last, uint64_t bytes)
{
    NetflowRecord record;
    record.key.source = 1;
    record.key.destination = 2;
    record.key.sourcePort = clientPort;
    record.key.destinationPort = 5001;
    record.key.protocol = 6;
    record.first = first;
    record.last = last;
    record.packets = bytes / 1000;
    record.bytes = bytes;
    return record;
}

/** @return the transfers of records, given in reverse order */
std::vector<NetflowTransfer>
Stitch(const NetflowStitcher::Rules& rules, const std::vector<NetflowRecord>& records)
{
    NetflowStitcher stitcher(rules);
    for (auto record = records.rbegin(); record != records.rend(); ++record)
    {
        stitcher.Add(*record);
    }
    return stitcher.GetTransfers();
}

} // namespace

// A cache whose records are cut by age, by lack of room and by FIN: joined, they are those of a
// cache that cuts at gaps alone.
TEST(NetflowStitcher, JoinsWhatTheCacheCut)
{
    constexpr int64_t GAP = 50;
    constexpr int64_t NEVER = int64_t{1} << 60;
    auto random = traffic::StreamRandom::Assigned(120);
    NetflowStitcher stitcher({GAP, 0, 1});
    std::size_t pieces = 0;
    std::vector<NetflowRecord> whole;
    NetflowCache cut({GAP, 35, 6}, [&](const auto& record) {
        stitcher.Add(record);
        ++pieces;
    });
    NetflowCache uncut({GAP, NEVER, 1000}, [&](const auto& record) { whole.push_back(record); });
    int64_t now = 0;
    for (int i = 0; i < 20'000; ++i)
    {
        now += static_cast<int64_t>(random.Below(random.Below(50) ? 8 : 2 * GAP));
        NetflowKey key;
        key.sourcePort = static_cast<uint16_t>(random.Below(10));
        key.protocol = 6;
        const auto bytes = static_cast<uint32_t>(40 + random.Below(1461));
        cut.Add(key, now, bytes, random.Below(20) ? 0x10 : 0x11);
        uncut.Add(key, now, bytes, 0x10);
    }
    cut.Flush(now);
    uncut.Flush(now);
    const auto joined = stitcher.GetStreams();
    ASSERT_EQ(joined.size(), whole.size());
    EXPECT_GT(pieces, whole.size() + 4000);
    std::sort(whole.begin(), whole.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first, a.key) < std::tie(b.first, b.key);
    });
    for (std::size_t i = 0; i < whole.size(); ++i)
    {
        EXPECT_EQ(joined[i].key.sourcePort, whole[i].key.sourcePort);
        EXPECT_EQ(joined[i].first, whole[i].first);
        EXPECT_EQ(joined[i].last, whole[i].last);
        EXPECT_EQ(joined[i].packets, whole[i].packets);
        EXPECT_EQ(joined[i].bytes, whole[i].bytes);
    }
}

// 3 streams of 4 MB within 10 s and one that begins 2.1 s after the first: 12 MB over 10 s are
// 9.6 Mbit/s.
TEST(NetflowStitcher, SumsParallelStreams)
{
    const auto transfers = Stitch({},
                                  {Stream(50000, 0, 9 * S, 4'000'000),
                                   Stream(50001, S / 10, 10 * S, 4'000'000),
                                   Stream(50002, 2 * S, 9 * S, 4'000'000),
                                   Stream(50003, 2 * S + S / 10, 10 * S, 4'000'000)});
    ASSERT_EQ(transfers.size(), 2);
    EXPECT_EQ(transfers[0].streams, 3);
    EXPECT_EQ(transfers[0].bytes, 12'000'000);
    EXPECT_EQ(transfers[0].packets, 12'000);
    EXPECT_EQ(transfers[0].serverPort, 5001);
    EXPECT_DOUBLE_EQ(transfers[0].GetRate(), 9.6e6);
    EXPECT_TRUE(transfers[0].IsBig());
    EXPECT_EQ(transfers[1].streams, 1);
    EXPECT_FALSE(transfers[1].IsBig());
}

TEST(NetflowStitcher, StreamsThatDoNotOverlapAreTwoTransfers)
{
    // The second one begins 1 ns after the end of the first.
    EXPECT_EQ(Stitch({}, {Stream(50000, 0, S, 1000), Stream(50001, S + 1, 2 * S, 1000)}).size(), 2);
    EXPECT_EQ(Stitch({}, {Stream(50000, 0, S, 1000), Stream(50001, S, 2 * S, 1000)}).size(), 1);
}

TEST(NetflowStitcher, OtherServersProtocolsAndDirectionsAreOtherTransfers)
{
    std::vector<NetflowRecord> records(5, Stream(50000, 0, S, 1000));
    records[1].key.destinationPort = 5002;
    records[2].key.protocol = 17;
    std::swap(records[3].key.source, records[3].key.destination);
    records[4].key.destination = 3;
    EXPECT_EQ(Stitch({}, records).size(), 5);
    // A server that sends: its port is that of the source, and the lower one.
    NetflowKey key;
    key.sourcePort = 5001;
    key.destinationPort = 50000;
    EXPECT_EQ(key.GetServerPort(), 5001);
}

// More than 10 MB, not 10 MB; one moment has no rate; one packet of 100 stands for 100.
TEST(NetflowStitcher, RuleOfTenMegabytes)
{
    EXPECT_FALSE(Stitch({}, {Stream(50000, 0, S, 10'000'000)})[0].IsBig());
    EXPECT_TRUE(Stitch({}, {Stream(50000, 0, S, 10'000'001)})[0].IsBig());
    EXPECT_EQ(Stitch({}, {Stream(50000, S, S, 1000)})[0].GetRate(), 0);
    NetflowStitcher::Rules sampled;
    sampled.sampling = 100;
    EXPECT_EQ(Stitch(sampled, {Stream(50000, 0, S, 200'000)})[0].bytes, 20'000'000);
}

TEST(NetflowStitcher, RefusesWrongInput)
{
    EXPECT_THROW(NetflowStitcher({0, 0, 1}), std::invalid_argument);
    EXPECT_THROW(NetflowStitcher({1, -1, 1}), std::invalid_argument);
    EXPECT_THROW(NetflowStitcher({1, 0, 0}), std::invalid_argument);
}
