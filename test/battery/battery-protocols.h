/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BATTERY_PROTOCOLS_H
#define BATTERY_PROTOCOLS_H

#include "battery-bed.h"

#include "ns3/queue-disc.h"
#include "ns3/traffic-control-helper.h"

#include <functional>

namespace battery
{

/** @param check of protocols, which makes a network of its own @return the same for the states that
 * have something to show: after Install, and in the second simulation of the process */
std::function<void(Bed&)> WithProtocols(void (*check)(Bed&));

void RunUntil(double seconds); //!< @param seconds until when

/** @param internet whose node 0 gets another root queue disc @param helper that makes it @return
 * the queue disc */
Ptr<QueueDisc> ReplaceRoot(const Internet& internet, TrafficControlHelper& helper);

} // namespace battery

#endif // BATTERY_PROTOCOLS_H
