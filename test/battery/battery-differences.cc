/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-bed.h"

namespace battery
{

const std::vector<Difference>&
GetDifferences()
{
    static const std::vector<Difference> differences = {};
    return differences;
}

} // namespace battery
