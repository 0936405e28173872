/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-grid-ftp-probe.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GridFtpProbe);

TypeId
GridFtpProbe::GetTypeId()
{
    static TypeId tid = AddTool(TypeId("ns3::GridFtpProbe")
                                    .SetParent<CopyProbe>()
                                    .SetGroupName("PathMeasurement")
                                    .AddConstructor<GridFtpProbe>(),
                                {1, 65'536, 65'536, 8, Seconds(1)});
    return tid;
}

} // namespace ns3
