/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-cases.h"

#include "ns3/servernet-arbiter-set.h"

#include <algorithm>
#include <map>

using namespace ns3;

namespace
{

constexpr uint64_t ANSWER = uint64_t{1} << 32; //!< added to the id of the packet that is answered

/** Chooses by all that it was ever told, so that no difference in a request stays without one in
 * what follows. */
class TouchyArbiter : public ServerNetArbiter
{
  public:
    explicit TouchyArbiter(uint64_t seed)
        : m_state(seed)
    {
    }

  private:
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override
    {
        Mix(tick);
        for (const auto& request : requests)
        {
            Mix(request.input);
            Mix(request.tick);
            Mix(request.createTick);
            Mix(request.packet);
            Mix(request.source);
            Mix(request.destination);
            Mix(request.flits);
        }
        return (m_state >> 33) % requests.size();
    }

    void Mix(uint64_t value)
    {
        m_state = (m_state ^ value) * 0x9E3779B97F4A7C15;
        m_state ^= m_state >> 29;
    }

    uint64_t m_state;
};

/** Drives an engine and writes down what it says. */
class Runner : public Engine::Listener
{
  public:
    Runner(const Case& test, const EngineFactory& make, Pace pace, uint32_t seed)
        : m_case(test),
          m_engine(make(test.network, this)),
          m_pace(pace),
          m_random(seed)
    {
        if (test.arbiterSeed != 0)
        {
            const ServerNetArbiterSet arbiters(*test.network, [&test](uint32_t channel) {
                return CreateObject<TouchyArbiter>(test.arbiterSeed + channel);
            });
            arbiters.Connect(*m_engine);
        }
    }

    Record Run()
    {
        bool announce = m_pace == RANDOM && !m_case.echo;
        for (const auto& moment : m_case.moments)
        {
            announce = announce && moment.what != Case::FAULT;
        }
        for (const auto& moment : m_case.moments)
        {
            if (moment.what == Case::INJECT && announce && m_random() % 2)
            {
                Inject(moment.packet, moment.tick);
                continue;
            }
            GoTo(moment.tick);
            Do(moment);
        }
        while (m_engine->GetNextTick() != INT64_MAX && m_now < LAST)
        {
            GoTo(m_now + 1000);
        }
        Sample();
        return m_record;
    }

  private:
    static constexpr int64_t LAST = 10'000'000; //!< no case is that long

    void GoTo(int64_t tick)
    {
        while (m_now < tick && m_pace != MOMENTS)
        {
            int64_t next = m_now + 1 + m_random() % 300;
            if (m_pace == NEXT_TICKS)
            {
                next = m_engine->GetNextTick();
                Expect(next > m_now, "the next tick is not one to come");
            }
            Advance(std::clamp(next, m_now + 1, tick));
        }
        Advance(tick);
    }

    void Advance(int64_t tick)
    {
        m_promise = m_engine->GetNextTick();
        const uint64_t progress = m_engine->GetProgress();
        const std::size_t done = m_record.deliveries.size() + m_record.discards.size();
        m_now = tick;
        m_engine->Advance(tick);
        const std::size_t more = m_record.deliveries.size() + m_record.discards.size() - done;
        Expect(m_engine->GetProgress() >= progress + more, "progress does not count all");
        m_promise = 0;
    }

    void Inject(const Engine::Packet& packet, int64_t tick)
    {
        ++m_record.injected;
        m_promise = 0;
        m_engine->Inject(packet, tick);
    }

    void Do(const Case::Moment& moment)
    {
        switch (moment.what)
        {
        case Case::INJECT:
            return Inject(moment.packet, moment.tick);
        case Case::FAULT:
            return m_engine->SetDown(moment.channel, moment.down);
        case Case::SAMPLE:
            return Sample();
        case Case::CLOSE:
            return Close();
        }
    }

    void Close()
    {
        m_engine->CloseStalls();
        std::map<int64_t, int64_t> stalled; // by channel
        for (const auto& stall : m_record.stalls)
        {
            stalled[stall[1]] += stall[3] - stall[2];
        }
        for (uint32_t channel = 0; channel < m_case.network->GetChannels().size(); ++channel)
        {
            Expect(stalled[channel] == m_engine->GetState(channel).stalled,
                   "stalls that were closed do not add up");
        }
    }

    void Sample()
    {
        for (uint32_t channel = 0; channel < m_case.network->GetChannels().size(); ++channel)
        {
            const auto [transmitting, stalled] = m_engine->GetState(channel);
            m_record.samples.push_back({channel, transmitting, stalled});
        }
        const auto number = [](uint64_t value) { return static_cast<int64_t>(value); };
        m_record.samples.push_back({number(m_engine->GetInFlight()),
                                    number(m_engine->GetHeld()),
                                    number(m_engine->GetWaits().GetWaitCount())});
    }

    void Expect(bool promise, const char* wrong)
    {
        if (!promise)
        {
            m_record.wrongs.push_back(wrong + (" at tick " + std::to_string(m_now)));
        }
    }

    static Record::Row ToRow(const Engine::Packet& packet, int64_t tick)
    {
        return {static_cast<int64_t>(packet.id),
                packet.source,
                packet.destination,
                packet.flits,
                packet.createTick,
                tick};
    }

    void Delivered(const Engine::Packet& packet, int64_t tick) override
    {
        Expect(tick >= m_promise && tick <= m_now, "delivered before the next tick or late");
        m_record.deliveries.push_back(ToRow(packet, tick));
        if (m_case.echo && packet.id < ANSWER)
        {
            const auto flits = static_cast<uint32_t>(packet.id % 80 + 1);
            Inject(
                {packet.id + ANSWER, packet.destination, packet.source, flits, packet.createTick},
                tick);
        }
    }

    void Discarded(const Engine::Packet& packet, uint32_t channel, int64_t tick) override
    {
        Expect(tick >= m_promise && tick <= m_now, "discarded before the next tick or late");
        m_record.discards.push_back(ToRow(packet, tick));
        m_record.discards.back()[6] = channel;
    }

    bool HasHopSinks() const override
    {
        return true;
    }

    void TailStarted(const Engine::Hop& hop) override
    {
        Expect(hop.tail < m_now, "a tail is told too early");
        m_record.hops.push_back({static_cast<int64_t>(hop.packet.id),
                                 hop.channel,
                                 hop.hop,
                                 hop.request,
                                 hop.grant,
                                 hop.head,
                                 hop.tail,
                                 hop.packet.flits});
    }

    bool HasStallSinks() const override
    {
        return true;
    }

    void Stalled(const Engine::Stall& stall) override
    {
        m_record.stalls.push_back({static_cast<int64_t>(stall.packet),
                                   stall.channel,
                                   stall.begin,
                                   stall.end,
                                   static_cast<int64_t>(stall.blamedPacket),
                                   stall.blamedChannel,
                                   static_cast<int64_t>(m_record.hops.size())});
    }

    const Case& m_case;
    std::unique_ptr<Engine> m_engine;
    Pace m_pace;
    std::mt19937 m_random;
    Record m_record;
    int64_t m_now{0};
    int64_t m_promise{0}; //!< nothing is delivered before
};

} // namespace

Record
Drive(const Case& test, const EngineFactory& make, Pace pace, uint32_t seed)
{
    return Runner(test, make, pace, seed).Run();
}

uint64_t
Compare(const Record& a, const Record& b, std::string& first)
{
    using Rows = std::vector<Record::Row>;
    const std::pair<const char*, Rows Record::*> parts[] = {{"hops", &Record::hops},
                                                            {"deliveries", &Record::deliveries},
                                                            {"discards", &Record::discards},
                                                            {"stalls", &Record::stalls},
                                                            {"samples", &Record::samples}};
    uint64_t differences = 0;
    for (const auto& [name, part] : parts)
    {
        const Rows& rows = a.*part;
        const Rows& others = b.*part;
        for (std::size_t i = 0; i < std::max(rows.size(), others.size()); ++i)
        {
            if (i < rows.size() && i < others.size() && rows[i] == others[i])
            {
                continue;
            }
            if (differences++ == 0)
            {
                first = name;
                for (const Rows* side : {&rows, &others})
                {
                    first += " [" + std::to_string(i) + "]";
                    for (std::size_t j = 0; i < side->size() && j < (*side)[i].size(); ++j)
                    {
                        first += " " + std::to_string((*side)[i][j]);
                    }
                }
            }
        }
    }
    return differences;
}

std::string
CheckSums(const Case& test, const Record& record)
{
    const uint64_t out = record.deliveries.size() + record.discards.size();
    const std::size_t channels = test.network->GetChannels().size();
    const Record::Row& totals = record.samples.back();
    if (record.injected != out || totals[0] != 0 || totals[1] != 0 || totals[2] != 0)
    {
        return std::to_string(record.injected) + " injected, " + std::to_string(out) + " out";
    }
    std::vector<Engine::LinkState> sums(channels);
    std::vector<Engine::LinkState> owned(channels);
    for (const auto& [packet, channel, hop, request, grant, head, tail, flits] : record.hops)
    {
        sums[channel].transmitting += flits;
        owned[channel].transmitting += flits;
        owned[channel].stalled += tail + 1 - grant - flits;
    }
    for (const auto& stall : record.stalls)
    {
        sums[stall[1]].stalled += stall[3] - stall[2];
    }
    for (std::size_t channel = 0; channel < channels; ++channel)
    {
        const Record::Row& end = record.samples[record.samples.size() - 1 - channels + channel];
        for (const auto& states : {sums, owned})
        {
            if (states[channel].transmitting != end[1] || states[channel].stalled != end[2])
            {
                return "channel " + std::to_string(channel) + " transmitting " +
                       std::to_string(end[1]) + " for " +
                       std::to_string(states[channel].transmitting) + ", stalled " +
                       std::to_string(end[2]) + " for " + std::to_string(states[channel].stalled);
            }
        }
    }
    return "";
}
