/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-self-limit.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-number-text.h"

#include <algorithm>
#include <cmath>

namespace ns3::measurement
{

SelfLimit::SelfLimit(const Settings& settings)
    : m_settings(settings),
      m_level(settings.least)
{
    const auto check = [](bool allowed, const char* what, double value, const std::string& range) {
        burst::CheckParameter(allowed && std::isfinite(value), what, value, range);
    };
    check(settings.least > 0, "the least level", settings.least, "numbers above 0");
    check(settings.most >= settings.least,
          "the highest level",
          settings.most,
          "numbers from " + burst::WriteDouble(settings.least) + " on, the least level");
    check(settings.increase > 0, "the increase", settings.increase, "numbers above 0");
    check(settings.decrease >= 0 && settings.decrease < 1,
          "the decrease",
          settings.decrease,
          "factors from 0 to below 1");
    check(settings.limit >= 0, "the limit of the deviation", settings.limit, "numbers from 0 on");
}

void
SelfLimit::Add(double time)
{
    burst::CheckParameter(time >= 0 && std::isfinite(time),
                          "the round trip",
                          time,
                          "times from 0 on");
    m_least = m_any ? std::min(m_least, time) : time;
    m_any = true;
    m_first = m_count == 0 ? time : m_first;
    ++m_count;
    m_sum += time - m_first;
    m_squares += (time - m_first) * (time - m_first);
}

double
SelfLimit::GetDeviation() const
{
    if (m_count < 2)
    {
        return 0;
    }
    if (m_settings.reference == MEAN)
    {
        return std::sqrt(std::max(0.0, m_squares - m_sum * m_sum / m_count) / (m_count - 1));
    }
    const double shift = m_first - m_least;
    return std::sqrt(std::max(0.0, (m_squares + 2 * shift * m_sum) / m_count + shift * shift));
}

double
SelfLimit::Decide()
{
    const bool full = m_count < 2 || GetDeviation() > m_settings.limit;
    m_level = full ? std::max(m_settings.least, m_level * m_settings.decrease)
                   : std::min(m_settings.most, m_level + m_settings.increase);
    m_count = 0;
    m_sum = 0;
    m_squares = 0;
    return m_level;
}

double
SelfLimit::GetLevel() const
{
    return m_level;
}

} // namespace ns3::measurement
