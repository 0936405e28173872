/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-pipechar-estimator.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PipecharEstimator);

TypeId
PipecharEstimator::GetTypeId()
{
    using Self = PipecharEstimator;
    static TypeId tid =
        TypeId("ns3::PipecharEstimator")
            .SetParent<PairEstimator>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("Trains",
                          "Trains (our choice).",
                          UintegerValue(20),
                          MakeUintegerAccessor(&Self::m_trains),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TrainLength",
                          "Packets of a train (our choice).",
                          UintegerValue(10),
                          MakeUintegerAccessor(&Self::m_length),
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute(
                "PacketSize",
                "Size of the packets in bytes, with the headers of IP and UDP.",
                UintegerValue(1500),
                MakeUintegerAccessor(&Self::m_size),
                MakeUintegerChecker<uint32_t>(TrainPlan::LEAST_SIZE, TrainPlan::MOST_SIZE))
            .AddAttribute("Interval",
                          "Time from a train to the next one (our choice).",
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&Self::m_interval),
                          MakeTimeChecker(Time(0)));
    return tid;
}

TrainPlan
PipecharEstimator::MakePlan(const UdpProbe::Draw& draw) const
{
    TrainPlan plan;
    for (uint32_t i = 0; i < m_trains; ++i)
    {
        plan.AddTrain(i * m_interval.GetNanoSeconds(), m_size, m_length, 0);
    }
    return plan;
}

UdpProbe::Values
PipecharEstimator::Estimate(const PacketPairs& pairs) const
{
    UdpProbe::Values values;
    if (const auto rate = pairs.GetMedianGapRate())
    {
        values.push_back({"capacity", *rate, "bit/s"});
        values.push_back({"capacity_least", *pairs.GetLeastGapRate(), "bit/s"});
    }
    return values;
}

} // namespace ns3
