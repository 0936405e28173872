/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-lazy-agenda.h"

namespace ns3
{

AtmLazyAgenda::AtmLazyAgenda(const AtmLazyWays& ways, uint32_t vcs)
    : m_ways(ways),
      m_sources(vcs)
{
}

AtmLazyAgenda::Event
AtmLazyAgenda::Take()
{
    const uint32_t vc = m_sources.GetFirst();
    const Event send{m_sources.GetTime(), GetOrder(SEND, vc, 0, 0)};
    if (!m_events.IsEmpty() && m_events.GetFirst() < send)
    {
        return m_events.Take();
    }
    m_sources.Set(vc, NEVER);
    return send;
}

void
AtmLazyAgenda::Schedule(AtmTime time,
                        Phase phase,
                        uint64_t number,
                        uint64_t passage,
                        uint32_t step,
                        uint32_t place)
{
    m_events.Push({time, GetOrder(phase, number, passage, step), place});
}

void
AtmLazyAgenda::Follow(AtmTime time, uint32_t place, uint32_t step)
{
    const Content& said = m_contents[place];
    const bool backward = AtmLazyWays::IsBackward(said.flow);
    for (; step < m_ways.GetEnd(said.flow); ++step)
    {
        const uint32_t port = m_ways.GetStep(step).port;
        // what reads a backward cell in the switch is the port that sends to where it comes from
        const bool meets = backward && m_ways.GetStep(step).hop > 0;
        const uint32_t reader = meets ? m_ways.GetStep(step - 1).port ^ 1 : port;
        if (!m_ways.GetPort(port).skipped || (meets && m_ways.GetPort(reader).reads))
        {
            const Passage passage = meets ? BACKWARDS : backward || !said.rm ? SILENTLY : FORWARDS;
            Schedule(time, PASS, reader, passage, step, place);
            return;
        }
        const auto& channel = m_ways.GetNetwork().GetChannels()[port];
        time += channel.slot + channel.delay;
    }
    Schedule(time, backward ? RETURN : ARRIVE, said.flow / 2, 0, 0, place);
}

uint32_t
AtmLazyAgenda::Keep(const Content& content)
{
    if (m_free.empty())
    {
        m_free.push_back(m_contents.size());
        m_contents.emplace_back();
    }
    const uint32_t place = m_free.back();
    m_free.pop_back();
    m_contents[place] = content;
    return place;
}

} // namespace ns3
