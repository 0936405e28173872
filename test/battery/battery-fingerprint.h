/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BATTERY_FINGERPRINT_H
#define BATTERY_FINGERPRINT_H

#include "battery-device.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace battery
{

/** What happened in a short run. */
struct Fingerprint
{
    std::string text;     //!< a line for each event: time, station, what, bytes
    uint32_t received{0}; //!< packets that came
};

/** Objects that count, with their names. */
using Counted = std::vector<std::pair<std::string, Ptr<Object>>>;

/** @param devices of Install @return these, their queues and their channel */
Counted FindCounted(const NetDeviceContainer& devices);
/** @param counted of FindCounted @return statistics, and packets through queues, by name */
std::map<std::string, double> ReadCounters(const Counted& counted);

/**
 * Packets of several sizes from all to all, also too many at once.
 * @param dut kind @param change after Install @param steps into which the run is cut
 * @param late when the change is made; 0: before the run
 * @return what happened
 */
Fingerprint TakeFingerprint(const DeviceUnderTest& dut,
                            const std::function<void(const NetDeviceContainer&)>& change,
                            uint32_t steps,
                            const Time& late = Time(0));

/** @param one text @param other text @return the first line that differs, of both */
std::string FindDifference(const std::string& one, const std::string& other);

} // namespace battery

#endif // BATTERY_FINGERPRINT_H
