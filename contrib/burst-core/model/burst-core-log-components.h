/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_LOG_COMPONENTS_H
#define BURST_CORE_LOG_COMPONENTS_H

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * Check the environment variable NS_LOG before a simulator exists, which ends the program over a
 * component that it does not know. To be called when all libraries are loaded.
 *
 * @throw std::invalid_argument A log component is not known; the sentence names the nearest.
 */
void CheckLogComponents();

} // namespace ns3::burst

#endif /* BURST_CORE_LOG_COMPONENTS_H */
