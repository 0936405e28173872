/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_CLOSED_FORMS_H
#define SERVERNET_CLOSED_FORMS_H

#include "servernet-cases.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

/** An engine that is to obey the law. */
struct Judged
{
    std::string name;
    EngineFactory make;
};

inline void
PrintTo(const Judged& judged, std::ostream* out)
{
    *out << judged.name;
}

/** What a case came to, to be looked up. */
class Outcome
{
  public:
    explicit Outcome(const Record& record)
        : stalls(record.stalls),
          discards(record.discards)
    {
        for (const auto& [packet, channel, hop, request, grant, head, tail, flits] : record.hops)
        {
            m_passages[{packet, hop}] = {channel, request, grant, head, tail};
        }
        for (auto& stall : stalls)
        {
            stall[6] = 0; // how many hops were told before
        }
        for (const auto& delivery : record.deliveries)
        {
            m_deliveries[delivery[0]] = delivery[5];
        }
    }

    struct Passage
    {
        int64_t channel;
        int64_t request;
        int64_t grant;
        int64_t head;
        int64_t tail;
    };

    /** @return a packet on a channel of its path, from 0 */
    const Passage& At(int64_t packet, int64_t hop) const
    {
        return m_passages.at({packet, hop});
    }

    int64_t GetDelivery(int64_t packet) const
    {
        return m_deliveries.at(packet);
    }

    std::vector<Record::Row> stalls;
    std::vector<Record::Row> discards;

  private:
    std::map<std::pair<int64_t, int64_t>, Passage> m_passages;
    std::map<int64_t, int64_t> m_deliveries;
};

/** Tests of both engines. */
class ServerNetJudged : public testing::TestWithParam<Judged>
{
  protected:
    /** Send a packet; its number is that of the moment of the case, from 1 on. */
    void Send(int64_t tick, uint32_t source, uint32_t destination, uint32_t flits)
    {
        const uint64_t id = m_case.moments.size() + 1;
        m_case.moments.push_back(
            {tick, Case::INJECT, {id, source, destination, flits, tick}, 0, false});
    }

    /** Do what is to be done. */
    Outcome Do(const Network& network)
    {
        m_case.network = network;
        const Record record = Drive(m_case, GetParam().make, MOMENTS, 0);
        EXPECT_EQ(CheckSums(m_case, record), "");
        EXPECT_TRUE(record.wrongs.empty());
        m_case.moments.clear();
        return Outcome(record);
    }

    /** @return so many routers in a row with so many devices on each; device d is on router
     * d / devices */
    static Network Chain(uint32_t routers,
                         uint32_t devices,
                         const ns3::ServerNetTiming& timing = ns3::ServerNetTiming())
    {
        return std::make_shared<ns3::ServerNetNetwork>(
            MakeChain(routers, devices, [] { return nullptr; }),
            timing);
    }

    Case m_case;
};

/** @return engines to instantiate such tests with */
inline auto
BothEngines()
{
    return testing::Values(Judged{"Flit", MakeFlitEngine()}, Judged{"Event", MakeEventEngine()});
}

#endif // SERVERNET_CLOSED_FORMS_H
