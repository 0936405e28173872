/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_WINDOW_TRIAL_H
#define PATH_MEASUREMENT_WINDOW_TRIAL_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief What so many streams with such a window carried.
 */
struct WindowTrial
{
    uint32_t window{0};  //!< of each stream, bytes
    uint32_t streams{0}; //!< in parallel
    double rate{0};      //!< bit/s
};

/**
 * Choose windows and streams by brute force (slide 18): the least windows times streams that carry
 * a part of the most. What is more fills queues. Of equal ones the fewest streams.
 *
 * @ingroup path-measurement
 * @param trials at least one
 * @param kept part of the most, above 0 to 1
 * @return index of the choice; std::invalid_argument without trials
 */
std::size_t ChooseWindow(const std::vector<WindowTrial>& trials, double kept);

} // namespace ns3

#endif // PATH_MEASUREMENT_WINDOW_TRIAL_H
