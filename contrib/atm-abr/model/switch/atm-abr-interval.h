/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_INTERVAL_H
#define ATM_ABR_INTERVAL_H

#include "ns3/atm-abr-time.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief When the measuring interval of a switch algorithm ends: at a time or with the arrival of a
 * number of cells, whichever is first.
 */
struct AbrInterval
{
    /** The time that never comes, and the number of cells that never arrives. */
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    AtmTime end{NEVER};   //!< time of the end
    int64_t cells{NEVER}; //!< ABR cells of the interval, the last one with its end
};

/**
 * @ingroup atm-abr
 * @brief What came to a port in a measuring interval: after its begin, and up to its end.
 */
struct AbrIntervalCount
{
    int64_t cells{0};             //!< ABR cells that arrived, RM cells included
    int64_t queue{0};             //!< ABR cells in the queue at the end
    std::vector<int64_t> vcCells; //!< ABR cells by VC, of those that go forward here
};

} // namespace ns3

#endif // ATM_ABR_INTERVAL_H
