/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-pair-estimators.h"

#include "path-measurement-packet-pairs.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PairEstimator);

TypeId
PairEstimator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PairEstimator").SetParent<Object>().SetGroupName("PathMeasurement");
    return tid;
}

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
                          "Pairs, whose sizes grow from MinPacketSize to PacketSize.",
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
                MakeUintegerChecker<uint32_t>(measurement::TrainPlan::MIN_SIZE,
                                              measurement::TrainPlan::MAX_SIZE))
            .AddAttribute(
                "MinPacketSize",
                "Size of the packets of the smallest pair in bytes, at most PacketSize. Common "
                "value, not checked against the paper.",
                UintegerValue(600),
                MakeUintegerAccessor(&Self::m_leastSize),
                MakeUintegerChecker<uint32_t>(measurement::TrainPlan::MIN_SIZE,
                                              measurement::TrainPlan::MAX_SIZE))
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

measurement::TrainPlan
PathrateEstimator::MakePlan(const UdpProbe::Draw& draw) const
{
    if (m_leastSize > m_size)
    {
        throw std::invalid_argument("MinPacketSize is " + std::to_string(m_leastSize) +
                                    "; allowed are sizes up to PacketSize, " +
                                    std::to_string(m_size));
    }
    measurement::TrainPlan plan;
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
PathrateEstimator::Estimate(const measurement::PacketPairs& pairs) const
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

NS_OBJECT_ENSURE_REGISTERED(AbweEstimator);

TypeId
AbweEstimator::GetTypeId()
{
    using Self = AbweEstimator;
    static TypeId tid =
        TypeId("ns3::AbweEstimator")
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
                          MakeUintegerChecker<uint32_t>(measurement::TrainPlan::MIN_SIZE,
                                                        measurement::TrainPlan::MAX_SIZE))
            .AddAttribute("Interval",
                          "Time from a pair to the next one; 20 pairs take the "
                          "second that ABwE is said to take.",
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&Self::m_interval),
                          MakeTimeChecker(Time(0)));
    return tid;
}

measurement::TrainPlan
AbweEstimator::MakePlan(const UdpProbe::Draw& draw) const
{
    measurement::TrainPlan plan;
    for (uint32_t i = 0; i < m_pairs; ++i)
    {
        plan.AddTrain(i * m_interval.GetNanoSeconds(), m_size, 2, 0);
    }
    return plan;
}

UdpProbe::Values
AbweEstimator::Estimate(const measurement::PacketPairs& pairs) const
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
            .AddAttribute("PacketSize",
                          "Size of the packets in bytes, with the headers of IP and UDP.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&Self::m_size),
                          MakeUintegerChecker<uint32_t>(measurement::TrainPlan::MIN_SIZE,
                                                        measurement::TrainPlan::MAX_SIZE))
            .AddAttribute("Interval",
                          "Mean time from a pair to the next one, which is exponential.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&Self::m_interval),
                          MakeTimeChecker(Time(0)));
    return tid;
}

measurement::TrainPlan
SpruceEstimator::MakePlan(const UdpProbe::Draw& draw) const
{
    const double gap = 8e9 * m_size / static_cast<double>(m_capacity.GetBitRate());
    const double mean = std::max(static_cast<double>(m_interval.GetNanoSeconds()), 2 * gap / LOAD);
    measurement::TrainPlan plan;
    for (uint32_t i = 0; i < m_pairs; ++i)
    {
        const int64_t begin = plan.GetDuration() + std::llround(draw() * mean);
        plan.AddTrain(begin, m_size, 2, std::llround(gap));
    }
    return plan;
}

UdpProbe::Values
SpruceEstimator::Estimate(const measurement::PacketPairs& pairs) const
{
    const auto available = pairs.GetAvailable();
    if (!available)
    {
        return {};
    }
    return {{"available", *available, "bit/s"}};
}

NS_OBJECT_ENSURE_REGISTERED(PacketPairProbe);

TypeId
PacketPairProbe::GetTypeId()
{
    using Self = PacketPairProbe;
    static TypeId tid =
        TypeId("ns3::PacketPairProbe")
            .SetParent<UdpProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute(
                "Estimator",
                "The tool: pathrate, ABwE, spruce or one of your own.",
                burst::ObjectTextValue(burst::ObjectText(PathrateEstimator::GetTypeId().GetName(),
                                                         PairEstimator::GetTypeId())),
                BetweenMeasurements(burst::MakeObjectTextAccessor(&Self::m_estimator)),
                burst::MakeObjectTextChecker<PairEstimator>());
    return tid;
}

UdpProbe::Values
PacketPairProbe::Estimate(const std::vector<measurement::ProbeTrain>& trains) const
{
    const measurement::PacketPairs pairs(trains);
    auto values = m_estimator.Create<PairEstimator>()->Estimate(pairs);
    values.push_back({"whole", static_cast<double>(pairs.GetWhole()), "1"});
    values.push_back({"unresolved", static_cast<double>(pairs.GetUnresolved()), "1"});
    return values;
}

measurement::TrainPlan
PacketPairProbe::MakePlan(const Draw& draw) const
{
    return m_estimator.Create<PairEstimator>()->MakePlan(draw);
}

void
PacketPairProbe::Conclude(const Values& values, bool current)
{
    Report(values);
    const bool whole = Find(values, "whole") > 0;
    const bool resolved = Find(values, "whole") > Find(values, "unresolved");
    Complete(!whole      ? "no train came whole and in order"
             : !resolved ? "the clock of the remote host resolved no train"
                         : "");
}

} // namespace ns3
