/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-chirp-probe.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/path-measurement-chirp.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ChirpProbe);

TypeId
ChirpProbe::GetTypeId()
{
    using Self = ChirpProbe;
    static TypeId tid =
        TypeId("ns3::ChirpProbe")
            .SetParent<UdpProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("LowRate",
                          "Rate of the first gap of a chirp.",
                          DataRateValue(DataRate("10Mbps")),
                          BetweenMeasurements(MakeDataRateAccessor(&Self::m_lowRate)),
                          burst::MakePositiveRateChecker())
            .AddAttribute("HighRate",
                          "Rate of the last gap of a chirp, at least.",
                          DataRateValue(DataRate("200Mbps")),
                          BetweenMeasurements(MakeDataRateAccessor(&Self::m_highRate)),
                          burst::MakePositiveRateChecker())
            .AddAttribute("SpreadFactor",
                          "A gap divided by the next one; at least 1.01.",
                          DoubleValue(1.2),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_spread)),
                          MakeDoubleChecker<double>(1.01))
            .AddAttribute(
                "PacketSize",
                "Size of the packets in bytes, with the headers of IP and UDP.",
                UintegerValue(1000),
                BetweenMeasurements(MakeUintegerAccessor(&Self::m_size)),
                MakeUintegerChecker<uint32_t>(TrainPlan::LEAST_SIZE, TrainPlan::MOST_SIZE))
            .AddAttribute("Chirps",
                          "Chirps of which the mean is taken.",
                          UintegerValue(11),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_chirps)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("AverageRate",
                          "Rate of all chirps together, which sets the time from one to the next.",
                          DataRateValue(DataRate("300kbps")),
                          BetweenMeasurements(MakeDataRateAccessor(&Self::m_averageRate)),
                          burst::MakePositiveRateChecker())
            .AddAttribute("DecreaseFactor",
                          "An excursion of queueing delays ends when they have fallen below "
                          "their greatest rise divided by this number; at least 1.01.",
                          DoubleValue(1.5),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_decrease)),
                          MakeDoubleChecker<double>(1.01))
            .AddAttribute("BusyPeriod",
                          "Packets of an excursion that counts, at least.",
                          UintegerValue(5),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_busyPeriod)),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

UdpProbe::Values
ChirpProbe::Estimate(const std::vector<ProbeTrain>& trains) const
{
    const Chirp chirp({m_decrease, m_busyPeriod});
    double sum = 0;
    double count = 0;
    for (const auto& train : trains)
    {
        if (const auto available = chirp.GetAvailable(train))
        {
            sum += *available;
            ++count;
        }
    }
    Values values{{"chirps", count, "1"}};
    if (count > 0)
    {
        values.push_back({"available", sum / count, "bit/s"});
    }
    return values;
}

void
ChirpProbe::DoStart()
{
    GetTimes(); // refuses rates that do not go together
    UdpProbe::DoStart();
}

std::vector<int64_t>
ChirpProbe::GetTimes() const
{
    return Chirp::GetTimes(static_cast<double>(m_lowRate.GetBitRate()),
                           static_cast<double>(m_highRate.GetBitRate()),
                           m_spread,
                           m_size);
}

TrainPlan
ChirpProbe::MakePlan(const Draw& draw) const
{
    const auto times = GetTimes();
    const auto average = static_cast<double>(m_averageRate.GetBitRate());
    const auto apart =
        static_cast<int64_t>(8e9 * m_size * static_cast<double>(times.size()) / average);
    TrainPlan plan;
    int64_t begin = 0;
    for (uint32_t i = 0; i < m_chirps; ++i)
    {
        auto shifted = times;
        for (auto& time : shifted)
        {
            time += begin;
        }
        plan.AddTrain(m_size, shifted);
        begin += std::max(apart, times.back());
    }
    return plan;
}

void
ChirpProbe::Conclude(const Values& values, bool current)
{
    Report(values);
    Complete(Find(values, "chirps") > 0 ? "" : "no chirp came whole and in order");
}

} // namespace ns3
