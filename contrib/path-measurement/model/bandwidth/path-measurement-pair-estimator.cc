/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-pair-estimator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PairEstimator);

TypeId
PairEstimator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PairEstimator").SetParent<Object>().SetGroupName("PathMeasurement");
    return tid;
}

} // namespace ns3
