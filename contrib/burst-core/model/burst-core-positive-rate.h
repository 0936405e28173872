/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_POSITIVE_RATE_H
#define BURST_CORE_POSITIVE_RATE_H

#include "ns3/attribute.h"

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * @return a checker of attributes of kind DataRate that refuses a rate of 0, over which ns-3
 * divides
 */
Ptr<const AttributeChecker> MakePositiveRateChecker();

} // namespace ns3::burst

#endif /* BURST_CORE_POSITIVE_RATE_H */
