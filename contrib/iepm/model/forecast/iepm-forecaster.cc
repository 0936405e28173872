/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-forecaster.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Forecaster);

TypeId
Forecaster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::Forecaster").SetParent<Object>().SetGroupName("Iepm");
    return tid;
}

} // namespace ns3
