/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-pathrate-estimator.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PathrateEstimator);

TypeId
PathrateEstimator::GetTypeId()
{
    using Self = PathrateEstimator;
    static TypeId tid =
        TypeId("ns3::PathrateEstimator")
            .SetParent<PairEstimator>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("Pairs",
                          "Pairs, whose sizes grow from LeastPacketSize to PacketSize.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&Self::m_pairs),
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("Trains",
                          "Trains, after the pairs. pathrate 2.4.1 sends 500.",
                          UintegerValue(100),
                          MakeUintegerAccessor(&Self::m_trains),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TrainLength",
                          "Packets of a train.",
                          UintegerValue(50),
                          MakeUintegerAccessor(&Self::m_length),
                          MakeUintegerChecker<uint32_t>(3))
            .AddAttribute(
                "PacketSize",
                "Size of the packets of trains and of the largest pair in bytes, with the headers "
                "of IP and UDP.",
                UintegerValue(1500),
                MakeUintegerAccessor(&Self::m_size),
                MakeUintegerChecker<uint32_t>(TrainPlan::LEAST_SIZE, TrainPlan::MOST_SIZE))
            .AddAttribute(
                "LeastPacketSize",
                "Size of the packets of the smallest pair in bytes, at most PacketSize. Common "
                "value, not checked against the paper.",
                UintegerValue(600),
                MakeUintegerAccessor(&Self::m_leastSize),
                MakeUintegerChecker<uint32_t>(TrainPlan::LEAST_SIZE, TrainPlan::MOST_SIZE))
            .AddAttribute("PairInterval",
                          "Time from a pair to the next one.",
                          TimeValue(MilliSeconds(20)),
                          MakeTimeAccessor(&Self::m_pairInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("TrainInterval",
                          "Time from a train to the next one.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&Self::m_interval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "ModeWidth",
                "Width of a window in which rates of pairs are counted as alike, as a share of "
                "their median (our choice; pathrate derives the width from preliminary trains).",
                DoubleValue(0.02),
                MakeDoubleAccessor(&Self::m_width),
                MakeDoubleChecker<double>(1e-6, 1));
    return tid;
}

TrainPlan
PathrateEstimator::MakePlan(const UdpProbe::Draw& draw) const
{
    if (m_leastSize > m_size)
    {
        throw std::invalid_argument("LeastPacketSize is " + std::to_string(m_leastSize) +
                                    "; allowed are sizes up to PacketSize, " +
                                    std::to_string(m_size));
    }
    TrainPlan plan;
    const int64_t apart = m_pairInterval.GetNanoSeconds();
    for (uint32_t i = 0; i < m_pairs; ++i)
    {
        const auto more = uint64_t(m_size - m_leastSize) * i / (m_pairs - 1);
        plan.AddTrain(i * apart, m_leastSize + static_cast<uint32_t>(more), 2, 0);
    }
    for (uint32_t i = 0; i < m_trains; ++i)
    {
        plan.AddTrain(m_pairs * apart + i * m_interval.GetNanoSeconds(), m_size, m_length, 0);
    }
    return plan;
}

UdpProbe::Values
PathrateEstimator::Estimate(const PacketPairs& pairs) const
{
    UdpProbe::Values values;
    if (const auto capacity = pairs.GetCapacity(m_width))
    {
        values.push_back({"capacity", *capacity, "bit/s"});
    }
    if (const auto rate = pairs.GetDispersionRate())
    {
        values.push_back({"dispersion_rate", *rate, "bit/s"});
    }
    values.push_back({"modes", static_cast<double>(pairs.GetModes(m_width).size()), "1"});
    return values;
}

} // namespace ns3
