/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A measurement tool of your own, as a plugin: this file is all there is. It becomes a library that
// any program with path-measurement can load.

#include "ns3/path-measurement-udp-probe.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

/**
 * Small UDP packets at equal distances. The range of their one-way delays is what queues on the way
 * add: no clock has to be right for that. The remote host makes a probe of this kind too, which
 * estimates; this one sends.
 */
class DelayRangeProbe : public UdpProbe
{
  public:
    static TypeId GetTypeId();

    Values Estimate(const std::vector<measurement::ProbeTrain>& trains) const override
    {
        if (trains.empty())
        {
            return {};
        }
        int64_t least = INT64_MAX;
        int64_t most = INT64_MIN;
        for (const auto& packet : trains.front().GetArrivals())
        {
            least = std::min(least, packet.received - packet.sent);
            most = std::max(most, packet.received - packet.sent);
        }
        return {{"delay_range", static_cast<double>(most - least) * 1e-9, "s"}};
    }

  private:
    measurement::TrainPlan MakePlan(const Draw& draw) const override
    {
        measurement::TrainPlan plan;
        plan.AddTrain(0, 100, m_packets, m_interval.GetNanoSeconds());
        return plan;
    }

    uint32_t m_packets; // attribute Packets
    Time m_interval;    // attribute Interval
};

NS_OBJECT_ENSURE_REGISTERED(DelayRangeProbe);

TypeId
DelayRangeProbe::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DelayRangeProbe")
                            .SetParent<UdpProbe>()
                            .SetGroupName("Examples")
                            .AddConstructor<DelayRangeProbe>()
                            .AddAttribute("Packets",
                                          "Packets.",
                                          UintegerValue(100),
                                          MakeUintegerAccessor(&DelayRangeProbe::m_packets),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddAttribute("Interval",
                                          "Time from a packet to the next one.",
                                          TimeValue(MilliSeconds(10)),
                                          MakeTimeAccessor(&DelayRangeProbe::m_interval),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

} // namespace ns3
