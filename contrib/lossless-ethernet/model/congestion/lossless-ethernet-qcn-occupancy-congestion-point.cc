/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-qcn-occupancy-congestion-point.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("QcnOccupancyCongestionPoint");

NS_OBJECT_ENSURE_REGISTERED(QcnOccupancyCongestionPoint);

TypeId
QcnOccupancyCongestionPoint::GetTypeId()
{
    static TypeId tid = TypeId("ns3::QcnOccupancyCongestionPoint")
                            .SetParent<QcnCongestionPoint>()
                            .SetGroupName("LosslessEthernet")
                            .AddConstructor<QcnOccupancyCongestionPoint>();
    return tid;
}

int64_t
QcnOccupancyCongestionPoint::DoChoose(int64_t queue)
{
    const auto place = static_cast<int64_t>(GetRandom().Below(queue));
    NS_LOG_LOGIC("byte " << place << " of " << queue);
    return place;
}

} // namespace ns3
