/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-bcn-rate-limiter.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3::lossless
{

using burst::CheckParameter;

void
BcnRateLimiter::Check(const Parameters& p)
{
    const auto positive = [](double value) { return std::isfinite(value) && value > 0; };
    const auto notNegative = [](double value) { return std::isfinite(value) && value >= 0; };
    const std::string above = "finite numbers above 0";
    const std::string from = "finite numbers from 0 on";
    CheckParameter(positive(p.lineRate),
                   "the rate C of the link, in bits per second,",
                   p.lineRate,
                   above);
    CheckParameter(positive(p.minRate) && p.minRate <= p.lineRate,
                   "the lowest rate Rmin, in bits per second,",
                   p.minRate,
                   "rates above 0, up to that of the link, " + burst::WriteDouble(p.lineRate));
    CheckParameter(p.initialRate == 0 ||
                       (p.initialRate >= p.minRate && p.initialRate <= p.lineRate),
                   "the initial rate Ri, in bits per second,",
                   p.initialRate,
                   "0 and rates from the lowest, " + burst::WriteDouble(p.minRate) +
                       ", to that of the link, " + burst::WriteDouble(p.lineRate));
    CheckParameter(positive(p.rateUnit),
                   "the rate unit Ru, in bits per second,",
                   p.rateUnit,
                   above);
    CheckParameter(positive(p.decreaseGain), "the gain Gd, per byte,", p.decreaseGain, above);
    CheckParameter(notNegative(p.increaseGain), "the gain Gi, per byte,", p.increaseGain, from);
    CheckParameter(p.maxDecrease > 0 && p.maxDecrease <= 1,
                   "the largest decrease alpha",
                   p.maxDecrease,
                   "numbers above 0, up to 1");
    CheckParameter(notNegative(p.maxIncrease), "the largest increase beta", p.maxIncrease, from);
    CheckParameter(p.driftInterval >= 0,
                   "the drift interval Td, in ns,",
                   p.driftInterval,
                   "times from 0 on");
    CheckParameter(notNegative(p.driftFactor), "the drift factor Rd", p.driftFactor, from);
    CheckParameter(p.maxBackoff >= 0 && p.maxBackoff <= 1'000'000'000'000'000,
                   "the longest stop Tmax, in ns,",
                   p.maxBackoff,
                   "times from 0 to 1e15");
}

BcnRateLimiter::BcnRateLimiter(const Parameters& parameters, traffic::StreamRandom& random)
    : m_parameters(&parameters),
      m_random(&random)
{
    Settle(0);
}

BcnRateLimiter::State
BcnRateLimiter::GetState() const
{
    return IsFree() ? FREE : GetRate() > 0 ? LIMITED : STOPPED;
}

std::vector<BcnRateLimiter::Entry>::iterator
BcnRateLimiter::Find(uint64_t congestionPoint)
{
    return std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return m_parameters->association != EACH || entry.congestionPoint == congestionPoint;
    });
}

BcnRateLimiter::Entry&
BcnRateLimiter::Take(uint64_t congestionPoint)
{
    if (const auto found = Find(congestionPoint); found != m_entries.end())
    {
        return *found;
    }
    // A further congestion point has seen the rate that the others allow.
    const bool starts = m_entries.empty() && m_parameters->initialRate > 0;
    double rate = starts ? m_parameters->initialRate : m_parameters->lineRate;
    for (const auto& other : m_entries)
    {
        rate = std::min(rate, other.resume == NEVER ? other.rate : m_parameters->minRate);
    }
    return m_entries.emplace_back(Entry{congestionPoint, rate, rate});
}

void
BcnRateLimiter::Associate(Entry& entry, uint64_t congestionPoint, double rate) const
{
    entry.rate = rate;
    if (m_parameters->association != LOWEST || entry.congestionPoint == congestionPoint ||
        rate < entry.given)
    {
        entry.congestionPoint = congestionPoint;
        entry.given = rate;
    }
}

void
BcnRateLimiter::Receive(int64_t now, const CongestionMessage& message)
{
    const Parameters& p = *m_parameters;
    if (message.kind == CongestionMessage::NEGATIVE || message.kind == CongestionMessage::MAXIMUM)
    {
        if (Entry& entry = Take(message.congestionPoint); entry.resume == NEVER)
        {
            const double factor =
                std::max(1 + p.decreaseGain * message.feedback, 1 - p.maxDecrease);
            Associate(entry, message.congestionPoint, std::max(p.minRate, entry.rate * factor));
        }
    }
    else if (message.kind == CongestionMessage::STOP)
    {
        if (Entry& entry = Take(message.congestionPoint); entry.resume == NEVER)
        {
            constexpr uint32_t MOST_DOUBLINGS = 10;
            const int64_t longest = p.maxBackoff << std::min(entry.stops, MOST_DOUBLINGS);
            Associate(entry, message.congestionPoint, 0);
            entry.resume = now + static_cast<int64_t>(m_random->Below(longest + 1));
            ++entry.stops;
        }
    }
    else if (message.kind == CongestionMessage::POSITIVE)
    {
        const auto entry = Find(message.congestionPoint);
        if (entry != m_entries.end() && entry->congestionPoint == message.congestionPoint &&
            entry->resume == NEVER)
        {
            const double raised = entry->rate + p.increaseGain * message.feedback * p.rateUnit;
            entry->rate =
                p.maxIncrease > 0 ? std::min(raised, entry->rate * (1 + p.maxIncrease)) : raised;
        }
    }
    Settle(now);
}

void
BcnRateLimiter::Expire(int64_t now)
{
    for (auto& entry : m_entries)
    {
        if (entry.resume <= now)
        {
            entry.resume = NEVER;
            entry.rate = entry.given = m_parameters->minRate;
        }
    }
    for (; m_drift <= now; m_drift += m_parameters->driftInterval)
    {
        for (auto& entry : m_entries)
        {
            entry.rate +=
                entry.resume == NEVER ? m_parameters->driftFactor * m_parameters->rateUnit : 0;
        }
    }
    Settle(now);
}

void
BcnRateLimiter::Settle(int64_t now)
{
    const Parameters& p = *m_parameters;
    m_entries.erase(std::remove_if(m_entries.begin(),
                                   m_entries.end(),
                                   [&p](const Entry& entry) { return entry.rate >= p.lineRate; }),
                    m_entries.end());
    if (m_entries.empty())
    {
        m_drift = NEVER;
        SetState(true, p.lineRate, NEVER, CongestionMessage::NOBODY);
        return;
    }
    if (m_drift == NEVER && p.driftInterval > 0)
    {
        m_drift = now + p.driftInterval;
    }
    int64_t next = m_drift;
    const Entry* lowest = &m_entries.front();
    for (const auto& entry : m_entries)
    {
        next = std::min(next, entry.resume);
        lowest = entry.rate < lowest->rate ? &entry : lowest;
    }
    SetState(false, lowest->rate, next, lowest->congestionPoint);
}

} // namespace ns3::lossless
