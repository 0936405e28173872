/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-host-disk.h"

#include "ns3/simulator.h"

#include <cmath>

namespace ns3
{

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
