/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_CHANGED_DEFAULTS_H
#define BURST_CORE_CHANGED_DEFAULTS_H

#include <map>
#include <string>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * What was changed in this process before the objects of a simulation are created, and changes its
 * results: defaults of attributes, set by Config::SetDefault(), an option
 * `--ns3::Class::Attribute` or the environment variable NS_ATTRIBUTE_DEFAULT; and global values,
 * set by GlobalValue::Bind(), an option or the environment variable NS_GLOBAL_VALUE. Seed and run
 * number of the random numbers are left out: RngSeedManager has them.
 *
 * @return Canonical texts of the values that differ from those of the source code, by
 * "ns3::Class::Attribute" and by name of the global value.
 */
std::map<std::string, std::string> GetChangedDefaults();

} // namespace ns3::burst

#endif /* BURST_CORE_CHANGED_DEFAULTS_H */
