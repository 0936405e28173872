/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-bbftp-probe.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BbftpProbe);

TypeId
BbftpProbe::GetTypeId()
{
    static TypeId tid = AddTool(TypeId("ns3::BbftpProbe")
                                    .SetParent<CopyProbe>()
                                    .SetGroupName("PathMeasurement")
                                    .AddConstructor<BbftpProbe>(),
                                {1, 262'144, 262'144, 6, Seconds(1)});
    return tid;
}

} // namespace ns3
