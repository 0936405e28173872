/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-poisson.h"

#include "ns3/double.h"
#include "ns3/log.h"

#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PoissonArrivals");

NS_OBJECT_ENSURE_REGISTERED(PoissonArrivals);

TypeId
PoissonArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PoissonArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<PoissonArrivals>()
            .AddAttribute("Rate",
                          "Arrivals per tick.",
                          DoubleValue(0.1),
                          UntilFirstArrival(MakeDoubleAccessor(&PoissonArrivals::m_rate)),
                          MakeDoubleChecker<double>(1e-15, 1e9));
    return tid;
}

double
PoissonArrivals::GetMeanRate() const
{
    return m_rate;
}

double
PoissonArrivals::GetCountVariance(int64_t m) const
{
    return m_rate * static_cast<double>(m);
}

void
PoissonArrivals::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_meanInterval = 1 / m_rate;
    m_position = {};
}

int64_t
PoissonArrivals::DoNext()
{
    m_position.Advance(-std::log(GetRandom().Uniform()) * m_meanInterval);
    return m_position.tick;
}

} // namespace ns3
