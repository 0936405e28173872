/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-number-text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

namespace ns3::burst
{

namespace
{

/** @return The finite number that is the whole text, if it is one. */
template <typename T>
std::optional<T>
ToNumber(std::string_view text)
{
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
    {
        text.remove_prefix(1);
    }
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() ||
        !std::isfinite(static_cast<double>(number)))
    {
        return {};
    }
    return number;
}

/** @return The integer that is the whole text, which may be written as 1e3. */
template <typename T>
std::optional<T>
ToExactInteger(std::string_view text)
{
    if (const auto integer = ToNumber<T>(text))
    {
        return integer;
    }
    constexpr double EXACT = 9007199254740992.0; // 2^53
    const auto number = ToNumber<double>(text);
    if (!number || *number != std::trunc(*number) || std::abs(*number) > EXACT ||
        (*number < 0 && !std::numeric_limits<T>::is_signed))
    {
        return {};
    }
    return static_cast<T>(*number);
}

const std::map<std::string, Time::Unit, std::less<>> TIME_UNITS{
    {"y", Time::Y},
    {"d", Time::D},
    {"h", Time::H},
    {"min", Time::MIN},
    {"s", Time::S},
    {"ms", Time::MS},
    {"us", Time::US},
    {"ns", Time::NS},
    {"ps", Time::PS},
    {"fs", Time::FS},
};

/** @param unit of times @return its length; ns-3 has none for a unit beyond the range of Time */
double
GetSeconds(Time::Unit unit)
{
    switch (unit)
    {
    case Time::Y:
        return 365 * 86400.0;
    case Time::D:
        return 86400;
    case Time::H:
        return 3600;
    case Time::MIN:
        return 60;
    case Time::MS:
        return 1e-3;
    case Time::US:
        return 1e-6;
    case Time::NS:
        return 1e-9;
    case Time::PS:
        return 1e-12;
    case Time::FS:
        return 1e-15;
    default:
        return 1;
    }
}

} // namespace

std::optional<double>
ToDouble(std::string_view text)
{
    const auto number = ToNumber<double>(text);
    return number == 0.0 ? 0.0 : number; // -0 is 0
}

std::optional<int64_t>
ToInteger(std::string_view text)
{
    return ToExactInteger<int64_t>(text);
}

std::optional<uint64_t>
ToUinteger(std::string_view text)
{
    return ToExactInteger<uint64_t>(text);
}

std::optional<Time>
ToTime(std::string_view text)
{
    const Quantity quantity(text);
    const auto number = ToDouble(quantity.number);
    const bool zero = quantity.unit.empty() && number == 0.0;
    const auto found = TIME_UNITS.find(zero ? "s" : quantity.unit);
    if (!number || found == TIME_UNITS.end())
    {
        return {};
    }
    const Time::Unit unit = found->second;
    const double ticks = std::max(GetSeconds(unit) / GetSeconds(Time::GetResolution()), 1.0);
    const auto integer = ToNumber<int64_t>(quantity.number); // exact beyond 53 bits
    if (integer && unit == Time::GetResolution())
    {
        return TimeStep(*integer); // to the ends, Time::Max()
    }
    if (std::abs(*number) * ticks >= 9.2e18)
    {
        return {};
    }
    if (integer)
    {
        const int64_t magnitude = Time::FromInteger(std::abs(*integer), unit).GetTimeStep();
        return TimeStep(*integer < 0 ? -magnitude : magnitude);
    }
    return Time::FromDouble(*number, unit);
}

std::string
WriteTime(const Time& time)
{
    const auto unit = std::find_if(TIME_UNITS.begin(), TIME_UNITS.end(), [](const auto& named) {
        return named.second == Time::GetResolution();
    });
    const int64_t ticks = time.GetTimeStep();
    return (ticks < 0 ? "" : "+") + std::to_string(ticks) + unit->first;
}

std::string
WriteDouble(double value)
{
    char text[32];
    char* end = text;
    double back = 0;
    int digits = 6;
    do
    {
        end =
            std::to_chars(text, text + sizeof(text), value, std::chars_format::general, digits).ptr;
        std::from_chars(text, end, back);
    } while (back != value && ++digits <= 17);
    return value == 0 ? "0" : std::string(text, end);
}

} // namespace ns3::burst
