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

__extension__ using Wide = __int128;

constexpr Wide BYTE_SECOND = 8'000'000'000'000; //!< bits of a byte times picoseconds
constexpr double MOST_SECONDS = 1e6;            //!< of a time
constexpr uint64_t HALF_QUANTUM = 32;           //!< bytes of half of 512 bit times

/** @param time of a headroom @param name of it @return picoseconds; refused if out of range */
Wide
CheckTime(const Time& time, const std::string& name)
{
    if (time.IsStrictlyNegative() || time.GetSeconds() > MOST_SECONDS)
    {
        throw std::invalid_argument("the " + name + " of a headroom is " +
                                    std::to_string(time.GetNanoSeconds()) +
                                    " ns; allowed is 0 to 1e6 s");
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
    const Wide time = 2 * CheckTime(delay, "delay") + CheckTime(response, "response");
    const Wide onTheWay = (time * CheckPositive(rate, "rate") + BYTE_SECOND - 1) / BYTE_SECOND;
    return 3 * CheckPositive(frameBytes, "largest frame") + uint64_t{controlFrames} * controlBytes +
           static_cast<uint64_t>(onTheWay);
}

uint32_t
LosslessHeadroom::GetQuanta() const
{
    const uint64_t wait =
        CheckPositive(frameBytes, "largest frame") +
        (CheckPositive(controlFrames, "number of control frames") - 1) * controlBytes;
    return static_cast<uint32_t>((wait + HALF_QUANTUM - 1) / HALF_QUANTUM);
}

std::optional<std::string>
LosslessHeadroom::Check(uint64_t margin, uint32_t quanta) const
{
    if (quanta < GetQuanta())
    {
        return "a pause of " + std::to_string(quanta) +
               " quanta may lapse and lose frames: it is renewed in time from " +
               std::to_string(GetQuanta()) + " on with frames of " + std::to_string(frameBytes) +
               " bytes";
    }
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
