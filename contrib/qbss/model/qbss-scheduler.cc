/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-scheduler.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(QbssScheduler);

TypeId
QbssScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::QbssScheduler").SetParent<Object>().SetGroupName("Qbss");
    return tid;
}

} // namespace ns3
