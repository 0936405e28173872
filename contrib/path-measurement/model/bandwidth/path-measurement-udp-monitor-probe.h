/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_UDP_MONITOR_PROBE_H
#define PATH_MEASUREMENT_UDP_MONITOR_PROBE_H

#include "ns3/nstime.h"
#include "ns3/path-measurement-udp-probe.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief UDPmon: what comes of a stream of packets of one size at one distance.
 *
 * Numbers: "rate" between the first and the last packet that came in bit/s, "loss" as a share,
 * "reordered" and "duplicates" in packets, and of the absolute differences of the one-way delays of
 * successive packets the mean "jitter", the quantiles "jitter_50", "jitter_90", "jitter_99" to 0.4
 * % and the greatest, "jitter_max", in s. A grid of sizes and distances is several measurements.
 */
class UdpMonitorProbe : public UdpProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Values Estimate(const std::vector<measurement::ProbeTrain>& trains) const override;
    bool IsHeavy() const override;

  private:
    measurement::TrainPlan MakePlan(const Draw& draw) const override;

    uint32_t m_size;    //!< attribute PacketSize
    uint32_t m_packets; //!< attribute Packets
    Time m_spacing;     //!< attribute Spacing
};

} // namespace ns3

#endif // PATH_MEASUREMENT_UDP_MONITOR_PROBE_H
