/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PROCESSOR_COST_H
#define PATH_MEASUREMENT_PROCESSOR_COST_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Cycles of a processor that TCP takes.
 *
 * With the defaults, segments of 1,460 bytes and windows of 64 KB it is 0.97 MHz for each Mb/s
 * (slide 36), and a fifth less with windows of 1 MB: each window has its turn of the application,
 * of the scheduler and of interrupts, and large windows have fewer of them. That form is ours.
 */
struct ProcessorCost
{
    double perByte{4};         //!< cycles of copies and checksums
    double perSegment{3070};   //!< cycles of the protocol
    double perWindow{108'500}; //!< cycles of a turn

    /** @param segment bytes of a full segment @param window bytes of a window @return cycles for
     * each byte */
    double GetPerByte(uint32_t segment, uint32_t window) const
    {
        return perByte + perSegment / segment + perWindow / window;
    }
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PROCESSOR_COST_H
