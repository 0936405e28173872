/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-host-processor.h"

#include "ns3/double.h"
#include "ns3/simulator.h"

#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HostProcessor);

TypeId
HostProcessor::GetTypeId()
{
    using Self = HostProcessor;
    static const ProcessorCost cost;
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

ProcessorCost
HostProcessor::GetCost() const
{
    return {m_perByte, m_perSegment, m_perWindow};
}

} // namespace ns3
