/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-steering-law.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <utility>

namespace ns3::iepm
{

DurationForecast::DurationForecast(Rate rate, Time slot)
    : m_rate(std::move(rate)),
      m_slot(slot)
{
    burst::CheckParameter(slot.IsStrictlyPositive(), "slot", slot.GetSeconds(), "above 0 s");
}

double
DurationForecast::GetBits(Time begin, Time end) const
{
    double bits = 0;
    while (begin < end)
    {
        const Time until = std::min(GetSlotEnd(begin), end);
        bits += GetRate(begin) * (until - begin).GetSeconds();
        begin = until;
    }
    return bits;
}

std::optional<Time>
DurationForecast::FindEnd(double bits, Time begin, Time latest, double factor) const
{
    while (begin < latest)
    {
        const Time until = std::min(GetSlotEnd(begin), latest);
        const double rate = factor * GetRate(begin);
        const double most = rate * (until - begin).GetSeconds();
        if (most >= bits)
        {
            return begin + (rate > 0 ? Seconds(bits / rate) : Time(0));
        }
        bits -= most;
        begin = until;
    }
    return bits <= 0 ? std::make_optional(begin) : std::nullopt;
}

DurationForecast
DurationForecast::Times(double factor) const
{
    burst::CheckParameter(factor > 0, "factor", factor, "above 0");
    return DurationForecast([rate = m_rate, factor](Time time) { return factor * rate(time); },
                            m_slot);
}

Time
DurationForecast::GetSlotEnd(Time time) const
{
    return TimeStep((time.GetTimeStep() / m_slot.GetTimeStep() + 1) * m_slot.GetTimeStep());
}

double
DurationForecast::GetRate(Time time) const
{
    const double rate =
        m_rate(TimeStep(time.GetTimeStep() / m_slot.GetTimeStep() * m_slot.GetTimeStep()));
    return rate > 0 ? rate : 0;
}

namespace
{

constexpr int64_t GIVE_UP =
    2; //!< times that are left to the deadline, in which an end is projected

} // namespace

SteeringLaw::SteeringLaw(const Rule& rule,
                         double bits,
                         Time begin,
                         const DurationForecast& forecast)
    : m_rule(rule),
      m_bits(bits),
      m_forecast(forecast),
      m_sent{{begin, 0}},
      m_scavenger(rule.scavenger)
{
    burst::CheckParameter(rule.ahead > 0 && rule.ahead < 1,
                          "ahead",
                          rule.ahead,
                          "numbers above 0 and below 1");
    burst::CheckParameter(rule.floor >= 0, "floor", rule.floor, "0 or more");
    burst::CheckParameter(rule.checks > 0, "checks", rule.checks, "1 or more");
    burst::CheckParameter(rule.lately.IsStrictlyPositive(),
                          "lately",
                          rule.lately.GetSeconds(),
                          "above 0 s");
    burst::CheckParameter(bits > 0, "bits", bits, "above 0");
    burst::CheckParameter(rule.deadline > begin,
                          "deadline",
                          rule.deadline.GetSeconds(),
                          "after the begin");
}

SteeringLaw::Step
SteeringLaw::Check(Time now, double sent)
{
    m_sent.emplace_back(now, sent);
    while (m_sent.size() > 2 && m_sent[1].first <= now - m_rule.lately)
    {
        m_sent.pop_front();
    }
    const auto& [since, before] = m_sent.front();
    const double lately = sent - before;
    const double expected = m_forecast.GetBits(since, now);
    Step step{now, GO_ON, m_scavenger, m_bits - sent, 0, 1, std::nullopt, ""};
    step.rate = now > since ? lately / (now - since).GetSeconds() : 0;
    step.ratio = expected > 0 ? lately / expected : 1;
    if (sent >= m_bits)
    {
        step.action = DONE;
        step.end = now;
        step.reason = "all is sent";
        return step;
    }
    const Time left = m_rule.deadline - now;
    const Time latest = now + TimeStep(GIVE_UP * std::max<int64_t>(left.GetTimeStep(), 1));
    step.end = m_forecast.FindEnd(step.remaining, now, latest, step.ratio);
    if (!m_rule.steers)
    {
        return step;
    }
    m_low = step.rate < m_rule.floor ? m_low + 1 : 0;
    if (m_scavenger && (!step.end || *step.end > m_rule.deadline))
    {
        m_scavenger = false;
        step.action = BEST_EFFORT;
        step.reason = "the end is beyond the deadline";
    }
    else if (!m_scavenger && step.end &&
             (*step.end - now).GetSeconds() < m_rule.ahead * left.GetSeconds())
    {
        m_scavenger = true;
        step.action = SCAVENGER;
        step.reason = "there is time enough";
    }
    if (m_low >= m_rule.checks)
    {
        m_low = 0;
        step.action = OTHER_SITE;
        step.reason += step.reason.empty() ? "" : ", and ";
        step.reason += "the rate is below the floor";
    }
    step.scavenger = m_scavenger;
    return step;
}

void
SteeringLaw::Move(Time now, const DurationForecast& forecast)
{
    m_forecast = forecast;
    m_sent = {{now, m_sent.back().second}};
    m_low = 0;
}

const char*
SteeringLaw::GetWord(Action action)
{
    constexpr const char* WORDS[] = {"go on", "best effort", "scavenger", "other site", "done"};
    return WORDS[action];
}

} // namespace ns3::iepm
