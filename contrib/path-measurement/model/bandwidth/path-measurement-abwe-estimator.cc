/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-abwe-estimator.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbweEstimator);

TypeId
AbweEstimator::GetTypeId()
{
    using Self = AbweEstimator;
    static TypeId tid = TypeId("ns3::AbweEstimator")
                            .SetParent<PairEstimator>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<Self>()
                            .AddAttribute("Pairs",
                                          "Pairs. Common value, not checked against the paper.",
                                          UintegerValue(20),
                                          MakeUintegerAccessor(&Self::m_pairs),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddAttribute("PacketSize",
                                          "Size of the packets in bytes, with the headers of IP "
                                          "and UDP. Common value, not checked against the paper.",
                                          UintegerValue(1450),
                                          MakeUintegerAccessor(&Self::m_size),
                                          MakeUintegerChecker<uint32_t>(TrainPlan::LEAST_SIZE,
                                                                        TrainPlan::MOST_SIZE))
                            .AddAttribute("Interval",
                                          "Time from a pair to the next one; 20 pairs take the "
                                          "second that ABwE is said to take.",
                                          TimeValue(MilliSeconds(50)),
                                          MakeTimeAccessor(&Self::m_interval),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

TrainPlan
AbweEstimator::MakePlan(const UdpProbe::Draw& draw) const
{
    TrainPlan plan;
    for (uint32_t i = 0; i < m_pairs; ++i)
    {
        plan.AddTrain(i * m_interval.GetNanoSeconds(), m_size, 2, 0);
    }
    return plan;
}

UdpProbe::Values
AbweEstimator::Estimate(const PacketPairs& pairs) const
{
    const auto abwe = pairs.GetAbwe();
    if (!abwe)
    {
        return {};
    }
    return {{"capacity", abwe->capacity, "bit/s"},
            {"cross", abwe->cross, "bit/s"},
            {"available", abwe->capacity - abwe->cross, "bit/s"}};
}

} // namespace ns3
