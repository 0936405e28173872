/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-record.h"

#include <stdexcept>

namespace ns3::iepm
{

std::string
ToText(MeasurementTask::Trigger trigger)
{
    switch (trigger)
    {
    case MeasurementTask::PERIODIC:
        return "periodic";
    case MeasurementTask::ONE_OFF:
        return "one-off";
    case MeasurementTask::EVENT:
        return "event";
    }
    throw std::invalid_argument("the trigger is " + std::to_string(trigger) +
                                "; allowed are those of MeasurementTask");
}

} // namespace ns3::iepm
