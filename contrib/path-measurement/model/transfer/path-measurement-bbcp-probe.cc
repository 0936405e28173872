/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-bbcp-probe.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BbcpProbe);

TypeId
BbcpProbe::GetTypeId()
{
    static TypeId tid = AddTool(TypeId("ns3::BbcpProbe")
                                    .SetParent<CopyProbe>()
                                    .SetGroupName("PathMeasurement")
                                    .AddConstructor<BbcpProbe>(),
                                {4, 65'536, 65'536, 2, Seconds(0)});
    return tid;
}

} // namespace ns3
