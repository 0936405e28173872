/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-host-parts.h"

#include "ns3/double.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3::measurement
{

int64_t
WorkServer::Serve(int64_t now, int64_t work)
{
    m_until = std::max(m_until, now) + work;
    m_work += work;
    return m_until;
}

int64_t
WorkServer::GetBusy(int64_t now) const
{
    return m_work - std::max<int64_t>(m_until - now, 0);
}

} // namespace ns3::measurement

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HostProcessor);

TypeId
HostProcessor::GetTypeId()
{
    using Self = HostProcessor;
    static const measurement::ProcessorCost cost;
    static TypeId tid = TypeId("ns3::HostProcessor")
                            .SetParent<Object>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<Self>()
                            .AddAttribute("Megahertz",
                                          "Clock of the processor, in MHz.",
                                          DoubleValue(1133),
                                          MakeDoubleAccessor(&Self::m_megahertz),
                                          MakeDoubleChecker<double>(0.001))
                            .AddAttribute("CyclesPerByte",
                                          "Cycles that TCP takes for each byte.",
                                          DoubleValue(cost.perByte),
                                          MakeDoubleAccessor(&Self::m_perByte),
                                          MakeDoubleChecker<double>(0))
                            .AddAttribute("CyclesPerSegment",
                                          "Cycles that TCP takes for each segment.",
                                          DoubleValue(cost.perSegment),
                                          MakeDoubleAccessor(&Self::m_perSegment),
                                          MakeDoubleChecker<double>(0))
                            .AddAttribute("CyclesPerWindow",
                                          "Cycles that TCP takes for each window of data.",
                                          DoubleValue(cost.perWindow),
                                          MakeDoubleAccessor(&Self::m_perWindow),
                                          MakeDoubleChecker<double>(0));
    return tid;
}

Time
HostProcessor::Work(double cycles)
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    return NanoSeconds(m_server.Serve(now, std::llround(cycles * 1e3 / m_megahertz)));
}

Time
HostProcessor::GetBusy() const
{
    return NanoSeconds(m_server.GetBusy(m_end.Now().GetNanoSeconds()));
}

measurement::ProcessorCost
HostProcessor::GetCost() const
{
    return {m_perByte, m_perSegment, m_perWindow};
}

NS_OBJECT_ENSURE_REGISTERED(HostDisk);

TypeId
HostDisk::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HostDisk")
                            .SetParent<Object>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<HostDisk>()
                            .AddAttribute("Rate",
                                          "Rate of reading and writing together; 0: no limit, as "
                                          "/dev/null. AFS had 70 Mb/s.",
                                          DataRateValue(DataRate("60Mb/s")),
                                          MakeDataRateAccessor(&HostDisk::m_rate),
                                          MakeDataRateChecker());
    return tid;
}

Time
HostDisk::Work(uint64_t bytes)
{
    const auto rate = static_cast<double>(m_rate.GetBitRate());
    const int64_t work = rate > 0 ? std::llround(8e9 * static_cast<double>(bytes) / rate) : 0;
    return NanoSeconds(m_server.Serve(Simulator::Now().GetNanoSeconds(), work));
}

Time
HostDisk::GetBusy() const
{
    return NanoSeconds(m_server.GetBusy(m_end.Now().GetNanoSeconds()));
}

} // namespace ns3
