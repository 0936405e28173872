/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_QBSS_CLASS_H
#define PATH_MEASUREMENT_QBSS_CLASS_H

#include <array>
#include <cstdint>

namespace ns3
{

/** @ingroup path-measurement @brief The three classes of service of a QBSS network. */
struct QbssClass
{
    /** Numbers of the classes. */
    enum Number : uint32_t
    {
        SCAVENGER,   //!< QBSS itself: what others leave, and a small share
        BEST_EFFORT, //!< all that is not marked
        PRIORITY,    //!< low volume that must not wait
        COUNT,       //!< how many there are
    };

    /** Names of the classes, by number. */
    static constexpr std::array<const char*, COUNT> NAMES{"QBSS", "BE", "Priority"};
};

} // namespace ns3

#endif // PATH_MEASUREMENT_QBSS_CLASS_H
