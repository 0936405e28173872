/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-lazy-source.h"

#include <algorithm>

namespace ns3
{

AtmLazySource::AtmLazySource(const AtmLazyRoutes::Next& next,
                             AtmEngine::VcSettings& settings,
                             AtmEngine::VcCounts& counts,
                             bool lastKnown,
                             bool eachKnown)
    : m_next(next),
      m_vc(settings),
      m_counts(counts),
      m_lastKnown(lastKnown),
      m_eachKnown(eachKnown)
{
}

void
AtmLazySource::Commit(AtmTime time)
{
    const uint32_t before = m_sent;
    AtmTime last = 0;
    if (m_train > 0)
    {
        if (m_sent == m_train || time < m_first)
        {
            return;
        }
        m_sent = std::min<AtmTime>(m_train, (time - m_first) / m_gap + 1);
        last = m_first + (m_sent - 1) * m_gap;
    }
    else
    {
        for (; m_sent < m_times.size() && m_times[m_sent] <= time; ++m_sent)
        {
            last = m_times[m_sent];
        }
    }
    if (m_sent > before)
    {
        m_vc.rules->SendData(m_sent - before, last);
        m_counts.data += m_sent - before;
        m_vc.supply->Forget(m_counts.data);
    }
}

AtmTime
AtmLazySource::Plan(AtmTime now, bool turns)
{
    Commit(now - 1);
    m_next.stream->Drop((m_train > 0 ? m_train : m_times.size()) - m_sent);
    m_times.clear();
    m_train = 0;
    m_sent = 0;
    const AbrSourceRules& rules = *m_vc.rules;
    AtmDataSupply& supply = *m_vc.supply;
    AtmTime pace = std::max(now, rules.GetNextTime());
    if (!turns && !m_lastKnown && !m_eachKnown && PlanTrain(pace))
    {
        return m_first + m_train * m_gap;
    }
    for (uint32_t cell = 0;; ++cell)
    {
        const AtmTime forward = std::max(pace, rules.GetForwardTime(cell));
        const uint64_t number = m_counts.data + cell;
        const AtmTime data = std::max(pace, supply.GetTime(number));
        const AtmTime time = std::min({forward, data, turns ? pace : NEVER});
        if (time == NEVER)
        {
            return NEVER;
        }
        const bool turn = turns && !(rules.HasTurned() && data <= time);
        const bool last = m_lastKnown && supply.IsLast(number);
        if (time == forward || turn || m_eachKnown || (m_vc.notifyFrames && last))
        {
            return time;
        }
        m_times.push_back(time);
        m_next.stream->Push({time + m_next.offset, m_next.step, last * AtmLazyCell::LAST});
        pace = time + rules.GetGap(cell);
    }
}

bool
AtmLazySource::PlanTrain(AtmTime pace)
{
    const AbrSourceRules& rules = *m_vc.rules;
    const uint32_t most = rules.GetCellsToForward();
    if (most == 0 || !rules.HasEvenGaps() ||
        m_vc.supply->GetTime(m_counts.data + most - 1) > pace ||
        pace + most * rules.GetGap() >= rules.GetForwardTime(most - 1))
    {
        return false;
    }
    m_first = pace;
    m_gap = rules.GetGap();
    m_train = most;
    m_next.stream->PushTrain({pace + m_next.offset, m_next.step}, m_gap, most);
    return true;
}

} // namespace ns3
