/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-use-it-or-lose-it-rule.h"

namespace ns3
{

bool
AbrUseItOrLoseItRule::AllowIncrease(double /* acr */, double /* er */)
{
    return true;
}

} // namespace ns3
