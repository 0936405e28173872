/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-qbss-scheduler.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(QbssScheduler);

TypeId
QbssScheduler::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::QbssScheduler").SetParent<Object>().SetGroupName("PathMeasurement");
    return tid;
}

} // namespace ns3
