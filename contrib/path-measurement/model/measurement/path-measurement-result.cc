/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-result.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

namespace
{

/** @param result any
 * @param name of a value
 * @return where it is, or the end */
auto
Find(const MeasurementResult& result, const std::string& name)
{
    return std::find_if(
        result.values.begin(),
        result.values.end(),
        [&name](const MeasurementResult::Value& value) { return value.name == name; });
}

} // namespace

bool
MeasurementResult::Has(const std::string& name) const
{
    return Find(*this, name) != values.end();
}

double
MeasurementResult::Get(const std::string& name) const
{
    const auto found = Find(*this, name);
    if (found == values.end())
    {
        throw std::invalid_argument("the measurement (" + ToText(status) + ") has no value " +
                                    name);
    }
    return found->value;
}

std::string
ToText(MeasurementResult::Status status)
{
    switch (status)
    {
    case MeasurementResult::OK:
        return "ok";
    case MeasurementResult::TIMED_OUT:
        return "timeout";
    case MeasurementResult::BLOCKED:
        return "blocked";
    case MeasurementResult::UNREACHABLE:
        return "unreachable";
    case MeasurementResult::SERVER_DIED:
        return "server-died";
    case MeasurementResult::SKIPPED:
        return "skipped";
    case MeasurementResult::SELF_LIMITED:
        return "self-limited";
    }
    throw std::invalid_argument("the status is " + std::to_string(status) +
                                "; allowed are those of MeasurementResult");
}

} // namespace ns3
