/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-headroom.h"

#include <stdexcept>

namespace ns3
{

namespace
{

constexpr __int128 BYTE_SECOND = 8'000'000'000'000; //!< bits of a byte times picoseconds

/** @param time of a headroom @param name of it @return picoseconds; refused if negative */
int64_t
CheckTime(const Time& time, const std::string& name)
{
    if (time.IsStrictlyNegative())
    {
        throw std::invalid_argument("the " + name + " of a headroom is " +
                                    std::to_string(time.GetNanoSeconds()) +
                                    " ns; allowed is 0 or more");
    }
    return time.GetPicoSeconds();
}

/** @param number of a headroom @param name of it @return the number; refused if 0 */
uint64_t
CheckPositive(uint64_t number, const std::string& name)
{
    if (number == 0)
    {
        throw std::invalid_argument("the " + name + " of a headroom is 0; allowed is 1 or more");
    }
    return number;
}

} // namespace

uint64_t
LosslessHeadroom::GetBytes() const
{
    const __int128 time =
        2 * static_cast<__int128>(CheckTime(delay, "delay")) + CheckTime(response, "response");
    const __int128 onTheWay = (time * CheckPositive(rate, "rate") + BYTE_SECOND - 1) / BYTE_SECOND;
    return 3 * CheckPositive(frameBytes, "largest frame") + uint64_t{controlFrames} * controlBytes +
           static_cast<uint64_t>(onTheWay);
}

std::optional<std::string>
LosslessHeadroom::Check(uint64_t margin) const
{
    const uint64_t needed = GetBytes();
    if (margin >= needed)
    {
        return std::nullopt;
    }
    return "a headroom of " + std::to_string(margin) + " bytes may lose frames: up to " +
           std::to_string(needed) + " can come at " + std::to_string(rate) + " bit/s over " +
           std::to_string(delay.GetNanoSeconds()) + " ns with frames of " +
           std::to_string(frameBytes) + " bytes";
}

} // namespace ns3
