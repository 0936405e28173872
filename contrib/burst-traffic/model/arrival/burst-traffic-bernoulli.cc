/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-bernoulli.h"

#include "ns3/double.h"
#include "ns3/log.h"

#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BernoulliArrivals");

NS_OBJECT_ENSURE_REGISTERED(BernoulliArrivals);

TypeId
BernoulliArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BernoulliArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<BernoulliArrivals>()
            .AddAttribute("Probability",
                          "Probability of an arrival in a tick.",
                          DoubleValue(0.1),
                          UntilFirstArrival(MakeDoubleAccessor(&BernoulliArrivals::m_probability)),
                          MakeDoubleChecker<double>(1e-15, 1));
    return tid;
}

double
BernoulliArrivals::GetMeanRate() const
{
    return m_probability;
}

double
BernoulliArrivals::GetCountVariance(int64_t m) const
{
    return static_cast<double>(m) * m_probability * (1 - m_probability);
}

void
BernoulliArrivals::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_scale = 1 / std::log1p(-m_probability);
    m_tick = -1;
}

int64_t
BernoulliArrivals::DoNext()
{
    m_tick += 1 + static_cast<int64_t>(std::log(GetRandom().Uniform()) * m_scale);
    return m_tick;
}

} // namespace ns3
