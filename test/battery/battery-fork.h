/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BATTERY_FORK_H
#define BATTERY_FORK_H

#include <functional>
#include <string>
#include <vector>

namespace battery
{

/**
 * Run functions, each in a process of its own, as many at once as there are cores.
 * @param tests functions that throw what is wrong
 * @return for each the text of what it threw, or how its process ended; empty: it returned
 */
std::vector<std::string> RunForked(const std::vector<std::function<void()>>& tests);

/** Run the behaviours over devices that are broken on purpose. @return exit code: 1 if a fault is
 * not found */
int RunMutants();

} // namespace battery

#endif // BATTERY_FORK_H
