/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_PARETO_ON_OFF_APPLICATION_H
#define BURST_TRAFFIC_PARETO_ON_OFF_APPLICATION_H

#include "burst-traffic-application.h"

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief An ArrivalApplication whose process is, unless another is set, a ParetoOnOffArrivals.
 *
 * Attributes of the process are reached as Process/Sources in a Config path and as
 * ns3::ParetoOnOffArrivals::Sources in a default.
 */
class ParetoOnOffApplication : public ArrivalApplication
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    ParetoOnOffApplication(); //!< With a process of its own.
};

} // namespace ns3

#endif // BURST_TRAFFIC_PARETO_ON_OFF_APPLICATION_H
