/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/netflow-cache.h"

#include "../../../burst-traffic/test/laws/burst-traffic-statistics.h"

#include "ns3/netflow-packets.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** A packet of a test. */
struct ReceivedPacket
{
    NetflowKey key; //!< of its flow
    int64_t now;    //!< when, ns
    uint32_t bytes; //!< of it
    uint8_t flags;  //!< of TCP
};

/** @return all that a record says, in an order that does not depend on ties */
auto
AsTuple(const NetflowRecord& record)
{
    return std::make_tuple(record.expired,
                           record.first,
                           record.last,
                           record.key.sourcePort,
                           record.packets,
                           record.bytes,
                           record.flags,
                           record.reason);
}

/** @return the records, sorted */
std::vector<NetflowRecord>
Sorted(std::vector<NetflowRecord> records)
{
    std::sort(records.begin(), records.end(), [](const auto& a, const auto& b) {
        return AsTuple(a) < AsTuple(b);
    });
    return records;
}

/** @return what a cache tells, which ends at the time of the last packet */
std::vector<NetflowRecord>
RunCache(const NetflowCache::Limits& limits, const std::vector<ReceivedPacket>& packets)
{
    std::vector<NetflowRecord> records;
    NetflowCache cache(limits, [&records](const auto& record) { records.push_back(record); });
    for (const auto& packet : packets)
    {
        cache.Add(packet.key, packet.now, packet.bytes, packet.flags);
        EXPECT_LE(cache.GetSize(), limits.entries);
    }
    cache.Flush(packets.back().now);
    EXPECT_EQ(cache.GetSize(), 0);
    return records;
}

/** The same by looking at everything, each time. */
class Reference
{
  public:
    /** @return what RunCache returns */
    std::vector<NetflowRecord> Run(const NetflowCache::Limits& limits,
                                   const std::vector<ReceivedPacket>& packets)
    {
        for (std::size_t i = 0; i < packets.size(); ++i)
        {
            const auto& packet = packets[i];
            while (ExpireOne(limits, packet.now))
            {
            }
            auto entry = std::find_if(m_entries.begin(), m_entries.end(), [&](const auto& e) {
                return e.record.key == packet.key;
            });
            if (entry == m_entries.end())
            {
                if (m_entries.size() == limits.entries)
                {
                    Tell(std::min_element(m_entries.begin(),
                                          m_entries.end(),
                                          [](const auto& a, const auto& b) {
                                              return a.lastPacket < b.lastPacket;
                                          }),
                         packet.now,
                         NetflowRecord::FORCED);
                }
                m_entries.emplace_back();
                entry = m_entries.end() - 1;
                entry->record.key = packet.key;
                entry->record.first = packet.now;
            }
            entry->lastPacket = i;
            entry->record.last = packet.now;
            entry->record.packets += 1;
            entry->record.bytes += packet.bytes;
            entry->record.flags |= packet.flags;
            if (packet.key.protocol == 6 && (packet.flags & 5))
            {
                Tell(entry, packet.now, NetflowRecord::FINISHED);
            }
        }
        while (!m_entries.empty())
        {
            Tell(m_entries.begin(), packets.back().now, NetflowRecord::FLUSHED);
        }
        return m_records;
    }

  private:
    /** A flow. */
    struct Entry
    {
        NetflowRecord record;   //!< so far
        std::size_t lastPacket; //!< number of its last packet
    };

    /** @return whether an entry was due until now, of which the first one is told */
    bool ExpireOne(const NetflowCache::Limits& limits, int64_t now)
    {
        for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry)
        {
            const int64_t idle = entry->record.last + limits.inactive;
            const int64_t old = entry->record.first + limits.active;
            if (std::min(idle, old) <= now)
            {
                Tell(entry,
                     std::min(idle, old),
                     idle <= old ? NetflowRecord::INACTIVE : NetflowRecord::ACTIVE);
                return true;
            }
        }
        return false;
    }

    /** An entry leaves. */
    void Tell(std::vector<Entry>::iterator entry, int64_t now, NetflowRecord::Reason reason)
    {
        entry->record.expired = now;
        entry->record.reason = reason;
        m_records.push_back(entry->record);
        m_entries.erase(entry);
    }

    std::vector<Entry> m_entries;         //!< all
    std::vector<NetflowRecord> m_records; //!< told
};

/** @return packets of 40 flows whose gaps are on all sides of the limits, and on them */
std::vector<ReceivedPacket>
DrawPackets(int64_t stream, const NetflowCache::Limits& limits)
{
    auto random = traffic::StreamRandom::Assigned(stream);
    std::vector<ReceivedPacket> packets;
    int64_t now = 0;
    for (int i = 0; i < 20'000; ++i)
    {
        const int64_t gaps[] = {0, 1, 1, 2, 3, 3, 5, limits.inactive, limits.active / 2};
        now += gaps[random.Below(random.Below(20) == 0 ? 9 : 7)];
        ReceivedPacket packet{{}, now, static_cast<uint32_t>(40 + random.Below(1461)), 0};
        packet.key.sourcePort = static_cast<uint16_t>(random.Below(random.Below(2) ? 40 : 4));
        packet.key.protocol = packet.key.sourcePort % 3 ? 6 : 17;
        packet.flags = static_cast<uint8_t>(random.Below(30) ? 0x10 : random.Below(256));
        packets.push_back(packet);
    }
    return packets;
}

} // namespace

TEST(NetflowCache, IsTheReferenceThatScansEverything)
{
    int64_t stream = 100;
    uint64_t reasons[5] = {};
    for (const NetflowCache::Limits& limits : {NetflowCache::Limits{15, 200, 1000},
                                               NetflowCache::Limits{60, 50, 1000},
                                               NetflowCache::Limits{40, 40, 12},
                                               NetflowCache::Limits{1, 1, 1},
                                               NetflowCache::Limits{100, 1000, 5}})
    {
        const auto packets = DrawPackets(++stream, limits);
        const auto told = RunCache(limits, packets);
        EXPECT_TRUE(std::is_sorted(told.begin(), told.end(), [](const auto& a, const auto& b) {
            return a.expired < b.expired;
        }));
        const auto records = Sorted(told);
        const auto expected = Sorted(Reference().Run(limits, packets));
        ASSERT_EQ(records.size(), expected.size());
        for (std::size_t i = 0; i < records.size(); ++i)
        {
            ASSERT_EQ(AsTuple(records[i]), AsTuple(expected[i])) << i;
            ++reasons[records[i].reason];
        }
        // Conservation: what came in is in the records.
        uint64_t bytes = 0;
        uint64_t recorded = 0;
        uint64_t recordedPackets = 0;
        for (const auto& packet : packets)
        {
            bytes += packet.bytes;
        }
        for (const auto& record : records)
        {
            recorded += record.bytes;
            recordedPackets += record.packets;
        }
        EXPECT_EQ(recorded, bytes);
        EXPECT_EQ(recordedPackets, packets.size());
    }
    for (const auto count : reasons)
    {
        EXPECT_GE(count, 5);
    }
}

// 15 s without a packet, 30 min of age: a packet just before the limit belongs to the record, one
// at the limit does not.
TEST(NetflowCache, DefaultLimitsAreExact)
{
    constexpr int64_t S = 1'000'000'000;
    NetflowKey key;
    key.protocol = 17;
    const auto run = [&key](const std::vector<int64_t>& times) {
        std::vector<ReceivedPacket> packets;
        for (const int64_t time : times)
        {
            packets.push_back({key, time, 100, 0});
        }
        return RunCache({}, packets);
    };
    EXPECT_EQ(run({0, 15 * S - 1}).size(), 1);
    const auto idle = run({0, 15 * S});
    ASSERT_EQ(idle.size(), 2);
    EXPECT_EQ(idle[0].expired, 15 * S);
    EXPECT_STREQ(idle[0].GetReason(), "inactive");
    EXPECT_EQ(idle[1].first, 15 * S);

    std::vector<int64_t> steady;
    for (int64_t t = 0; t <= 1800; t += 10)
    {
        steady.push_back(t * S);
    }
    const auto active = run(steady); // the last of 181 packets is 30 min after the first
    ASSERT_EQ(active.size(), 2);
    EXPECT_EQ(active[0].packets, 180);
    EXPECT_EQ(active[0].expired, 1800 * S);
    EXPECT_STREQ(active[0].GetReason(), "active");
}

// The longest time-outs that a Time holds are "never": limits are not added to times beyond it.
TEST(NetflowCache, TheLongestLimitsAreNever)
{
    constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();
    constexpr int64_t S = 1'000'000'000;
    const std::vector<ReceivedPacket> packets{{{}, 1 * S, 100, 0},
                                              {{}, 2 * S, 100, 0},
                                              {{}, 9 * S, 100, 0}};
    for (const NetflowCache::Limits& limits : {NetflowCache::Limits{15 * S, NEVER, 10},
                                               NetflowCache::Limits{NEVER, 1800 * S, 10},
                                               NetflowCache::Limits{NEVER, NEVER, 10}})
    {
        const auto records = RunCache(limits, packets);
        ASSERT_EQ(records.size(), 1U);
        EXPECT_EQ(records[0].packets, 3U);
        EXPECT_STREQ(records[0].GetReason(), "flushed");
        EXPECT_EQ(records[0].expired, 9 * S);
    }
}

TEST(NetflowCache, RefusesWrongInput)
{
    const auto nobody = [](const NetflowRecord&) {};
    EXPECT_THROW(NetflowCache({0, 1, 1}, nobody), std::invalid_argument);
    EXPECT_THROW(NetflowCache({1, 0, 1}, nobody), std::invalid_argument);
    EXPECT_THROW(NetflowCache({1, 1, 0}, nobody), std::invalid_argument);
    NetflowCache cache({}, nobody);
    cache.Add({}, 5, 1, 0);
    EXPECT_THROW(cache.Add({}, 4, 1, 0), std::invalid_argument);
    EXPECT_THROW(NetflowSampler(0), std::invalid_argument);
}

TEST(NetflowSampler, TakesOneOfEachN)
{
    NetflowSampler last(3);
    NetflowSampler random(7, traffic::StreamRandom::Assigned(110));
    NetflowSampler all(1);
    std::vector<uint64_t> places(7);
    constexpr int GROUPS = 20'000;
    for (int i = 0; i < GROUPS * 7; ++i)
    {
        EXPECT_EQ(last.Take(), i % 3 == 2);
        EXPECT_TRUE(all.Take());
        places[i % 7] += random.Take() ? 1 : 0;
    }
    uint64_t taken = 0;
    for (const auto count : places)
    {
        taken += count;
    }
    EXPECT_EQ(taken, GROUPS);
    EXPECT_LT(ChiSquareOverLimit(places, std::vector<double>(7, 1.0 / 7), GROUPS), 1);
}
