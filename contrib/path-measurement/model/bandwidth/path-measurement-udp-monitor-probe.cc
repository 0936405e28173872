/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-udp-monitor-probe.h"

#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UdpMonitorProbe);

TypeId
UdpMonitorProbe::GetTypeId()
{
    using Self = UdpMonitorProbe;
    static TypeId tid =
        TypeId("ns3::UdpMonitorProbe")
            .SetParent<UdpProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("PacketSize",
                          "Size of the packets in bytes, with the headers of IP and UDP.",
                          UintegerValue(1500),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_size)),
                          MakeUintegerChecker<uint32_t>(measurement::TrainPlan::MIN_SIZE,
                                                        measurement::TrainPlan::MAX_SIZE))
            .AddAttribute("Packets",
                          "Packets.",
                          UintegerValue(1000),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_packets)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "Spacing",
                "Time from a packet to the next one; 0: the sender has all at the same time.",
                TimeValue(MilliSeconds(1)),
                BetweenMeasurements(MakeTimeAccessor(&Self::m_spacing)),
                MakeTimeChecker(Time(0)));
    return tid;
}

UdpProbe::Values
UdpMonitorProbe::Estimate(const std::vector<measurement::ProbeTrain>& trains) const
{
    if (trains.empty())
    {
        return {};
    }
    const auto& stream = trains.front();
    Values values{{"loss", stream.GetLost() / static_cast<double>(stream.GetPackets()), "1"},
                  {"reordered", static_cast<double>(stream.GetReordered()), "1"},
                  {"duplicates", static_cast<double>(stream.GetDuplicates()), "1"}};
    if (const auto rate = stream.GetRate())
    {
        values.push_back({"rate", *rate, "bit/s"});
    }
    const auto jitter = stream.GetDelayVariation();
    if (jitter.GetCount())
    {
        const auto count = static_cast<double>(jitter.GetCount());
        values.push_back({"jitter", jitter.GetSum() / count * 1e-9, "s"});
        for (const int percent : {50, 90, 99})
        {
            const auto quantile = static_cast<double>(jitter.GetQuantile(percent / 100.0));
            values.push_back({"jitter_" + std::to_string(percent), quantile * 1e-9, "s"});
        }
        values.push_back({"jitter_max", static_cast<double>(jitter.GetMax()) * 1e-9, "s"});
    }
    return values;
}

bool
UdpMonitorProbe::IsHeavy() const
{
    return true;
}

measurement::TrainPlan
UdpMonitorProbe::MakePlan(const Draw& draw) const
{
    measurement::TrainPlan plan;
    plan.AddTrain(0, m_size, m_packets, m_spacing.GetNanoSeconds());
    return plan;
}

} // namespace ns3
