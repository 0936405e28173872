/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/pfabric-buffer.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace
{

using ns3::PFabricBuffer;

/** A packet of the reference. */
struct Buffered
{
    uint64_t name;              //!< in order of arrival
    PFabricBuffer::Entry entry; //!< what is known of it
};

/** The scans of the authors' ns-2 code, over all packets in the order of arrival. */
class Scans
{
  public:
    /** @param arrival that comes @param rules what is done @return name of what is dropped, or -1
     */
    int64_t Enqueue(const Buffered& arrival, const PFabricBuffer::Rules& rules)
    {
        m_packets.push_back(arrival);
        if (Fits(m_packets, rules))
        {
            return -1;
        }
        std::size_t victim = m_packets.size() - 1;
        bool found = false;
        for (std::size_t index = 0; rules.dropByPriority && index < m_packets.size(); ++index)
        {
            auto rest = m_packets;
            rest.erase(rest.begin() + index);
            if (Fits(rest, rules) &&
                (!found || m_packets[index].entry.priority >= m_packets[victim].entry.priority))
            {
                victim = index;
                found = true;
            }
        }
        const auto name = static_cast<int64_t>(m_packets[victim].name);
        m_packets.erase(m_packets.begin() + victim);
        return name;
    }

    /** @param rules what is done @return name of what is sent, -1 for nothing */
    int64_t Dequeue(const PFabricBuffer::Rules& rules)
    {
        if (m_packets.empty())
        {
            return -1;
        }
        std::size_t next = 0;
        for (std::size_t index = 1; rules.serveByPriority && index < m_packets.size(); ++index)
        {
            if (m_packets[index].entry.priority < m_packets[next].entry.priority)
            {
                next = index;
            }
        }
        for (std::size_t index = 0; rules.keepOrder && index < next; ++index)
        {
            if (m_packets[index].entry.flow == m_packets[next].entry.flow)
            {
                next = index;
            }
        }
        const auto name = static_cast<int64_t>(m_packets[next].name);
        m_packets.erase(m_packets.begin() + next);
        return name;
    }

    /** @return bytes that are there */
    uint64_t GetBytes() const
    {
        uint64_t bytes = 0;
        for (const Buffered& packet : m_packets)
        {
            bytes += packet.entry.size;
        }
        return bytes;
    }

    /** @return packets that are there */
    std::size_t GetPackets() const
    {
        return m_packets.size();
    }

  private:
    /** @param packets any @param rules what is done @return whether they may be buffered */
    static bool Fits(const std::vector<Buffered>& packets, const PFabricBuffer::Rules& rules)
    {
        uint64_t buffered = rules.bytes ? 0 : packets.size();
        for (const Buffered& packet : packets)
        {
            buffered += rules.bytes ? packet.entry.size : 0;
        }
        return rules.strict ? buffered < rules.limit : buffered <= rules.limit;
    }

    std::vector<Buffered> m_packets; //!< in order of arrival
};

/** A buffer whose packets have names. */
class Named
{
  public:
    /** As Scans. @param arrival that comes @param rules what is done @return name, or -1 */
    int64_t Enqueue(const Buffered& arrival, const PFabricBuffer::Rules& rules)
    {
        const auto [place, victim] = m_buffer.Enqueue(arrival.entry, rules);
        const int64_t dropped = place == PFabricBuffer::NONE    ? arrival.name
                                : victim == PFabricBuffer::NONE ? -1
                                                                : m_names.at(victim);
        m_names.erase(victim);
        if (place != PFabricBuffer::NONE)
        {
            m_names[place] = arrival.name;
        }
        return dropped;
    }

    /** As Scans. @param rules what is done @return name, or -1 */
    int64_t Dequeue(const PFabricBuffer::Rules& rules)
    {
        const uint32_t place = m_buffer.GetNext(rules);
        if (place == PFabricBuffer::NONE)
        {
            return -1;
        }
        const int64_t name = m_names.at(place);
        m_names.erase(place);
        m_buffer.Remove(place);
        return name;
    }

    /** @return it */
    const PFabricBuffer& Get() const
    {
        return m_buffer;
    }

  private:
    PFabricBuffer m_buffer;              //!< what is tested
    std::map<uint32_t, int64_t> m_names; //!< by place
};

/** @param entries that arrive @param rules what is done @return names in the order in which they
 * are sent afterwards */
std::vector<int64_t>
Send(const std::vector<PFabricBuffer::Entry>& entries, const PFabricBuffer::Rules& rules)
{
    Named buffer;
    for (uint64_t name = 0; name < entries.size(); ++name)
    {
        buffer.Enqueue({name, entries[name]}, rules);
    }
    std::vector<int64_t> sent;
    for (int64_t name = buffer.Dequeue(rules); name >= 0; name = buffer.Dequeue(rules))
    {
        sent.push_back(name);
    }
    return sent;
}

using Order = std::vector<int64_t>;

// 24 times 1,500 bytes hold 23 packets with the limit of ns-2, 24 with the other one.
TEST(PFabricBuffer, HasTheLimitOfNs2)
{
    const std::vector<PFabricBuffer::Entry> packets(40, {7, 1, 1500});
    EXPECT_EQ(Send(packets, {36000}).size(), 23U);
    EXPECT_EQ(Send(packets, {36000, true, false}).size(), 24U);
    EXPECT_EQ(Send(packets, {24, false}).size(), 23U);
    EXPECT_EQ(Send(packets, {24, false, false}).size(), 24U);
    EXPECT_TRUE(Send(packets, {1500}).empty());
}

// Flow 1 has packets of priorities 5 and 2, flow 2 one of 3: the second packet of flow 1 is the
// best, and the first one is sent for it.
TEST(PFabricBuffer, SendsTheFirstPacketOfTheBestFlow)
{
    const std::vector<PFabricBuffer::Entry> packets{{5, 1, 1500}, {3, 2, 1500}, {2, 1, 1500}};
    PFabricBuffer::Rules rules;
    EXPECT_EQ(Send(packets, rules), (Order{0, 2, 1}));
    rules.keepOrder = false;
    EXPECT_EQ(Send(packets, rules), (Order{2, 1, 0}));
    rules.serveByPriority = false;
    EXPECT_EQ(Send(packets, rules), (Order{0, 1, 2}));
}

// Of equal packets the latest is dropped and the earliest sent; a worse arrival is dropped itself.
TEST(PFabricBuffer, DropsTheLatestOfTheWorst)
{
    PFabricBuffer::Rules rules{2, false, false};
    EXPECT_EQ(Send({{4, 1, 1500}, {4, 2, 1500}, {4, 3, 1500}}, rules), (Order{0, 1}));
    EXPECT_EQ(Send({{4, 1, 1500}, {4, 2, 1500}, {3, 3, 1500}}, rules), (Order{2, 0}));
    EXPECT_EQ(Send({{4, 1, 1500}, {4, 2, 1500}, {5, 3, 1500}}, rules), (Order{0, 1}));
    rules.dropByPriority = false;
    EXPECT_EQ(Send({{4, 1, 1500}, {4, 2, 1500}, {3, 3, 1500}}, rules), (Order{0, 1}));
}

// A full packet finds room only where a full packet goes: two others are worse, but too small.
TEST(PFabricBuffer, DropsOnlyWhatMakesRoom)
{
    const PFabricBuffer::Rules rules{3000, true, false};
    EXPECT_EQ(Send({{9, 1, 40}, {4, 2, 1500}, {5, 3, 1440}, {3, 4, 1500}}, rules),
              (Order{3, 2, 0})); // of 4,480 bytes 4,440 are left without 40, 3,040 without 1,440
}

// A million operations: arrivals of few priorities, flows and sizes, so that ties are many, each
// rule on and off.
TEST(PFabricBuffer, DoesWhatScansDo)
{
    std::mt19937_64 random(20261123);
    int drops = 0;
    int evictions = 0;
    int reordered = 0;
    uint64_t name = 0;
    for (int setting = 0; setting < 64; ++setting)
    {
        PFabricBuffer::Rules rules{0,
                                   setting % 2 == 0,
                                   setting / 2 % 2 == 0,
                                   setting / 4 % 2 == 0,
                                   setting / 8 % 2 == 0,
                                   setting / 16 % 2 == 0};
        const uint32_t most = 1 + random() % 40;
        rules.limit = rules.bytes ? uint64_t{most} * 1500 : most;
        const uint32_t priorities = 1 + random() % 12;
        const uint32_t flows = 1 + random() % 8;
        const bool mixed = setting >= 32;
        Named buffer;
        Scans scans;
        for (int operation = 0; operation < 15625; ++operation)
        {
            if (random() % 100 < 60)
            {
                const uint32_t size = mixed && random() % 3 == 0 ? 40 + random() % 1460 : 1500;
                const Buffered arrival{
                    name++,
                    {static_cast<uint32_t>(random() % priorities), random() % flows, size}};
                const int64_t dropped = buffer.Enqueue(arrival, rules);
                ASSERT_EQ(dropped, scans.Enqueue(arrival, rules)) << "setting " << setting;
                drops += dropped >= 0;
                evictions += dropped >= 0 && dropped != static_cast<int64_t>(arrival.name);
            }
            else
            {
                auto loose = rules;
                loose.keepOrder = false;
                const int64_t best = Scans(scans).Dequeue(loose);
                const int64_t sent = buffer.Dequeue(rules);
                ASSERT_EQ(sent, scans.Dequeue(rules)) << "setting " << setting;
                reordered += sent != best;
            }
            ASSERT_EQ(buffer.Get().GetBytes(), scans.GetBytes());
            ASSERT_EQ(buffer.Get().GetPackets(), scans.GetPackets());
        }
    }
    EXPECT_GT(drops, 50000);
    EXPECT_GT(evictions, 10000);
    EXPECT_GT(reordered, 1000);
}

// As many packets as flows that probe leave: few fit beside each other in what the buffer sorts as
// one piece. Arrivals fill the buffer, and it empties again, in turns.
TEST(PFabricBuffer, DoesWhatScansDoWithManyPackets)
{
    std::mt19937_64 random(20261124);
    const PFabricBuffer::Rules rules{250, false};
    Named buffer;
    Scans scans;
    std::size_t most = 0;
    for (uint64_t name = 0; name < 8000; ++name)
    {
        if (random() % 100 < (name / 1000 % 2 == 0 ? 80 : 20))
        {
            const Buffered arrival{name,
                                   {static_cast<uint32_t>(random() % 400), random() % 60, 41}};
            ASSERT_EQ(buffer.Enqueue(arrival, rules), scans.Enqueue(arrival, rules)) << name;
        }
        else
        {
            ASSERT_EQ(buffer.Dequeue(rules), scans.Dequeue(rules)) << name;
        }
        most = std::max(most, scans.GetPackets());
    }
    EXPECT_EQ(most, 249U); // less than the limit
}

} // namespace
