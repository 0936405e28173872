/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_TIME_H
#define ATM_ABR_TIME_H

#include "ns3/nstime.h"

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

/**
 * @defgroup atm-abr ATM ABR
 *
 * Cells, AAL5, the rules of ABR sources and destinations, marking and switch algorithms, and two
 * engines that move cells.
 */

namespace ns3
{

/** @ingroup atm-abr */
using AtmTime = int64_t; //!< time in picoseconds
/** @ingroup atm-abr */
constexpr AtmTime ATM_SECOND = 1'000'000'000'000; //!< picoseconds
/** @ingroup atm-abr */
constexpr double ATM_LONGEST = 2e6; //!< longest time of a setting, s: sums stay below 2^63 ps

/**
 * @ingroup atm-abr
 * @param time of a setting
 * @param what it is, as "Trm"
 * @return the time in picoseconds
 * @throw std::invalid_argument the time is longer than ATM_LONGEST
 */
inline AtmTime
ToAtmTime(const Time& time, const std::string& what)
{
    if (std::abs(time.GetSeconds()) > ATM_LONGEST)
    {
        throw std::invalid_argument(
            what + " is " + std::to_string(time.GetSeconds()) +
            " s; allowed are at most 2000000 s, since an ATM network counts "
            "picoseconds");
    }
    return time.GetPicoSeconds();
}

} // namespace ns3

#endif // ATM_ABR_TIME_H
