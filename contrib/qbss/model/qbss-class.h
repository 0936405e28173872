/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_CLASS_H
#define QBSS_CLASS_H

#include <array>
#include <cstdint>

namespace ns3
{

/** @ingroup qbss @brief The three classes of service of a QBSS network, by number. */
struct QbssClass
{
    static constexpr uint32_t SCAVENGER = 0; //!< QBSS itself: a small share, and what others leave
    static constexpr uint32_t BEST_EFFORT = 1; //!< all that is not marked
    static constexpr uint32_t PRIORITY = 2;    //!< low volume that must not wait
    static constexpr uint32_t COUNT = 3;       //!< how many there are

    /** Names of the classes, by number. */
    static constexpr std::array<const char*, COUNT> NAMES{"QBSS", "BE", "Priority"};
};

} // namespace ns3

#endif // QBSS_CLASS_H
