/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-helper.h"

namespace ns3
{

LosslessEthernetHelper::LosslessEthernetHelper()
    : FabricHelper("LosslessEthernetHelper", PcapHelper::DLT_EN10MB)
{
}

} // namespace ns3
