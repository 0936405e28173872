/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PACKET_PAIR_PROBE_H
#define PATH_MEASUREMENT_PACKET_PAIR_PROBE_H

#include "ns3/burst-core-object-text.h"
#include "ns3/path-measurement-udp-probe.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A tool of packet pairs and short trains; which one is its Estimator.
 *
 * Numbers: those of the Estimator, "whole", trains and pairs that came whole and in order, and
 * "unresolved", those of them whose packets had the same time stamp.
 */
class PacketPairProbe : public UdpProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Values Estimate(const std::vector<ProbeTrain>& trains) const override;

  private:
    TrainPlan MakePlan(const Draw& draw) const override;
    void Conclude(const Values& values, bool current) override;

    burst::ObjectText m_estimator; //!< attribute Estimator
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PACKET_PAIR_PROBE_H
