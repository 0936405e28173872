/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-erica-law.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

using burst::CheckParameter;

EricaLaw::EricaLaw(const Parameters& parameters, double capacity, uint32_t vcs, double fraction)
    : m_parameters(parameters),
      m_capacity(capacity),
      m_target(fraction * capacity),
      m_input(m_target),
      m_vcs(vcs)
{
    CheckParameter(std::isfinite(parameters.delta) && parameters.delta >= 0,
                   "the margin delta",
                   parameters.delta,
                   "finite numbers from 0 on");
    CheckParameter(parameters.activityDecay >= 0 && parameters.activityDecay < 1,
                   "the decay of activity",
                   parameters.activityDecay,
                   "numbers from 0 on, below 1");
    CheckParameter(parameters.averaging > 0 && parameters.averaging <= 1,
                   "the weight of the last interval",
                   parameters.averaging,
                   "numbers above 0, at most 1");
    CheckParameter(std::isfinite(capacity) && capacity > 0,
                   "the capacity of a port",
                   capacity,
                   "finite numbers of cells per second above 0");
    CheckParameter(std::isfinite(fraction) && fraction > 0,
                   "the fraction of the capacity",
                   fraction,
                   "finite numbers above 0");
    for (Vc& vc : m_vcs)
    {
        vc.activity = 1;
    }
    m_active = vcs;
    ShareFairly();
    m_maxPrevious = m_fairShare;
    m_maxCurrent = m_fairShare;
}

bool
EricaLaw::CountsVcs() const
{
    return m_parameters.countVcs || m_parameters.measureRates;
}

void
EricaLaw::EndInterval(AtmTime length, const AbrIntervalCount& count, double fraction)
{
    const double seconds = static_cast<double>(length) / ATM_SECOND;
    const double weight = m_parameters.averaging;
    m_input += weight * (count.cells / seconds - m_input);
    m_target += weight * (fraction * m_capacity - m_target);
    if (m_parameters.countVcs)
    {
        m_active = 0;
    }
    for (std::size_t i = 0; i < m_vcs.size(); ++i)
    {
        Vc& vc = m_vcs[i];
        vc.seen = false;
        if (m_parameters.countVcs)
        {
            vc.activity = count.vcCells[i] > 0 ? 1 : vc.activity * m_parameters.activityDecay;
            m_active += vc.activity;
        }
        if (m_parameters.measureRates)
        {
            vc.ccr = count.vcCells[i] / seconds;
        }
    }
    ShareFairly();
    m_maxPrevious = m_maxCurrent;
    m_maxCurrent = m_fairShare;
}

void
EricaLaw::ShareFairly()
{
    m_fairShare = m_target / std::max(m_active, 1.0);
}

void
EricaLaw::ForwardRm(uint32_t number, double ccr)
{
    Vc& vc = m_vcs[number];
    if (!m_parameters.measureRates)
    {
        vc.ccr = ccr;
    }
    if (m_parameters.immediateFairShare && vc.activity < 1)
    {
        m_active += 1 - vc.activity;
        vc.activity = 1;
        ShareFairly();
    }
}

double
EricaLaw::BackwardRm(uint32_t number)
{
    Vc& vc = m_vcs[number];
    if (!vc.seen)
    {
        vc.seen = true;
        vc.given = Allocate(vc.ccr);
    }
    return std::min(vc.given, m_target);
}

double
EricaLaw::Allocate(double ccr)
{
    const double load = GetLoad();
    if (load == 0)
    {
        return m_fairShare;
    }
    double rate = std::max(m_fairShare, ccr / load);
    if (load <= 1 + m_parameters.delta)
    {
        rate = std::max(rate, m_maxPrevious);
    }
    m_maxCurrent = std::max(m_maxCurrent, rate);
    return m_parameters.limitRise && ccr < m_fairShare ? m_fairShare : rate;
}

double
EricaLaw::GetLoad() const
{
    return m_target > 0 ? m_input / m_target : std::numeric_limits<double>::infinity();
}

double
EricaLaw::GetFairShare() const
{
    return m_fairShare;
}

double
EricaLaw::GetTarget() const
{
    return m_target;
}

} // namespace ns3
