/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_NUMBER_TEXT_H
#define BURST_CORE_NUMBER_TEXT_H

#include "ns3/nstime.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ns3::burst
{

/** @return The finite number that is the whole text, if it is one. */
std::optional<double> ToDouble(std::string_view text);

/** @return The integer that is the whole text, if it is one; 1e3 and 1000.0 are integers too. */
std::optional<int64_t> ToInteger(std::string_view text);

/** @return The integer that is the whole text, if it is one that is not negative. */
std::optional<uint64_t> ToUinteger(std::string_view text);

/** @return Time of a number with a unit of ns-3; unlike in ns-3, only 0 needs none. */
std::optional<Time> ToTime(std::string_view text);

/** @return The text ns-3 prints, with more digits where it takes them to read the number back. */
std::string WriteDouble(double value);

/** @return Ticks and unit of the resolution, as +1500000000ns. */
std::string WriteTime(const Time& time);

/** A number and the unit that follows it. */
struct Quantity
{
    /** @param text The text, which outlives this. */
    explicit Quantity(std::string_view text)
    {
        const auto n = std::min(text.find_first_not_of("+-0123456789.eE"), text.size());
        number = text.substr(0, n);
        unit = text.substr(n);
    }

    std::string_view number; //!< All characters of numbers at its start.
    std::string_view unit;   //!< What follows them.
};

} // namespace ns3::burst

#endif /* BURST_CORE_NUMBER_TEXT_H */
