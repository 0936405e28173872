/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-lazy-agenda.h"

namespace ns3
{

AtmLazyAgenda::AtmLazyAgenda(const AtmLazyRoutes& routes, uint32_t vcs)
    : m_routes(routes),
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
    const Content& carried = m_contents[place];
    const bool backward = AtmLazyRoutes::IsBackward(carried.flow);
    for (; step < m_routes.GetEnd(carried.flow); ++step)
    {
        const uint32_t port = m_routes.GetStep(step).port;
        // what reads a backward cell in the switch is the port that sends to where it comes from
        const bool meets = backward && m_routes.GetStep(step).hop > 0;
        const uint32_t reader = meets ? m_routes.GetStep(step - 1).port ^ 1 : port;
        if (!m_routes.GetPort(port).skipped || (meets && m_routes.GetPort(reader).reads))
        {
            const Passage passage = meets                     ? BACKWARDS
                                    : backward || !carried.rm ? SILENTLY
                                                              : FORWARDS;
            Schedule(time, PASS, reader, passage, step, place);
            return;
        }
        const auto& channel = m_routes.GetNetwork().GetChannels()[port];
        time += channel.slot + channel.delay;
    }
    Schedule(time, backward ? RETURN : ARRIVE, carried.flow / 2, 0, 0, place);
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
