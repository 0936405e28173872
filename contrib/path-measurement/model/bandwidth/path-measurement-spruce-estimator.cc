/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-spruce-estimator.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

constexpr double LOAD = 0.05; //!< of the capacity, by the pairs at most

} // namespace

NS_OBJECT_ENSURE_REGISTERED(SpruceEstimator);

TypeId
SpruceEstimator::GetTypeId()
{
    using Self = SpruceEstimator;
    static TypeId tid =
        TypeId("ns3::SpruceEstimator")
            .SetParent<PairEstimator>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("Capacity",
                          "Capacity of the tight link.",
                          DataRateValue(DataRate("100Mbps")),
                          MakeDataRateAccessor(&Self::m_capacity),
                          burst::MakePositiveRateChecker())
            .AddAttribute("Pairs",
                          "Pairs.",
                          UintegerValue(100),
                          MakeUintegerAccessor(&Self::m_pairs),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "PacketSize",
                "Size of the packets in bytes, with the headers of IP and UDP.",
                UintegerValue(1500),
                MakeUintegerAccessor(&Self::m_size),
                MakeUintegerChecker<uint32_t>(TrainPlan::LEAST_SIZE, TrainPlan::MOST_SIZE))
            .AddAttribute("Interval",
                          "Mean time from a pair to the next one, which is exponential.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&Self::m_interval),
                          MakeTimeChecker(Time(0)));
    return tid;
}

TrainPlan
SpruceEstimator::MakePlan(const UdpProbe::Draw& draw) const
{
    const double gap = 8e9 * m_size / static_cast<double>(m_capacity.GetBitRate());
    const double mean = std::max(static_cast<double>(m_interval.GetNanoSeconds()), 2 * gap / LOAD);
    TrainPlan plan;
    for (uint32_t i = 0; i < m_pairs; ++i)
    {
        const int64_t begin = plan.GetDuration() + std::llround(draw() * mean);
        plan.AddTrain(begin, m_size, 2, std::llround(gap));
    }
    return plan;
}

UdpProbe::Values
SpruceEstimator::Estimate(const PacketPairs& pairs) const
{
    const auto available = pairs.GetAvailable();
    if (!available)
    {
        return {};
    }
    return {{"available", *available, "bit/s"}};
}

} // namespace ns3
