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
 * @brief An ArrivalApplication whose default process is ParetoOnOffArrivals.
 *
 * An attribute of the process, such as Sources, is Process/Sources in a Config path and
 * ns3::ParetoOnOffArrivals::Sources in Config::SetDefault.
 */
class ParetoOnOffApplication : public ArrivalApplication
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    ParetoOnOffApplication(); //!< Creates its process.
};

} // namespace ns3

#endif // BURST_TRAFFIC_PARETO_ON_OFF_APPLICATION_H
