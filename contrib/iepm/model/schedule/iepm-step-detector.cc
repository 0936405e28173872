/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-step-detector.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <limits>

namespace ns3::iepm
{

StepDetector::StepDetector(const Rule& rule)
    : m_rule(rule),
      m_before(std::numeric_limits<double>::quiet_NaN())
{
    burst::CheckParameter(rule.part >= 0, "part", rule.part, "0 and more");
    burst::CheckParameter(rule.least >= 0, "least", rule.least, "0 and more");
    burst::CheckParameter(rule.confirm >= 1, "confirm", rule.confirm, "1 and more");
    burst::CheckParameter(rule.memory >= 1, "memory", rule.memory, "1 and more");
}

bool
StepDetector::Add(double value)
{
    const double level = GetLevel();
    if (m_level.empty() ||
        std::abs(value - level) <= std::max(m_rule.part * std::abs(level), m_rule.least))
    {
        m_off.clear();
        m_level.push_back(value);
        while (m_level.size() > m_rule.memory)
        {
            m_level.pop_front();
        }
        return false;
    }
    if (!m_off.empty() && (m_off.back() > level) != (value > level))
    {
        m_off.clear();
    }
    m_off.push_back(value);
    if (m_off.size() < m_rule.confirm)
    {
        return false;
    }
    m_before = level;
    m_level.assign(m_off.begin(), m_off.end());
    m_off.clear();
    return true;
}

double
StepDetector::GetLevel() const
{
    if (m_level.empty())
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    std::vector<double> values(m_level.begin(), m_level.end());
    return boost::math::statistics::median(values);
}

double
StepDetector::GetBefore() const
{
    return m_before;
}

} // namespace ns3::iepm
