/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-pareto-on-off-application.h"

#include "ns3/burst-traffic-pareto-on-off-arrivals.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ParetoOnOffApplication");

NS_OBJECT_ENSURE_REGISTERED(ParetoOnOffApplication);

TypeId
ParetoOnOffApplication::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ParetoOnOffApplication")
                            .SetParent<ArrivalApplication>()
                            .SetGroupName("BurstTraffic")
                            .AddConstructor<ParetoOnOffApplication>();
    return tid;
}

ParetoOnOffApplication::ParetoOnOffApplication()
{
    NS_LOG_FUNCTION(this);
    SetProcess(CreateObject<ParetoOnOffArrivals>());
}

} // namespace ns3
