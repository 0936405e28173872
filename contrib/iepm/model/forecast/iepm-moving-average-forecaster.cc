/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-moving-average-forecaster.h"

#include "ns3/burst-core-check.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MovingAverageForecaster);

TypeId
MovingAverageForecaster::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MovingAverageForecaster")
            .SetParent<WindowForecaster>()
            .SetGroupName("Iepm")
            .AddConstructor<MovingAverageForecaster>()
            .AddAttribute("Trim",
                          "How many values are left out at either end, once there are more than "
                          "twice as many.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MovingAverageForecaster::m_trim),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

double
MovingAverageForecaster::Compute(const std::deque<double>& values) const
{
    burst::CheckParameter(m_trim == 0 || 2 * std::size_t{m_trim} < GetLength(),
                          "Trim",
                          m_trim,
                          "less than half of Length");
    std::vector<double> kept(values.begin(), values.end());
    if (m_trim > 0)
    {
        std::sort(kept.begin(), kept.end());
    }
    const std::size_t cut = kept.size() > 2 * std::size_t{m_trim} ? m_trim : 0;
    const auto sum = std::accumulate(kept.begin() + cut, kept.end() - cut, 0.0);
    return sum / static_cast<double>(kept.size() - 2 * cut);
}

} // namespace ns3
