/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_TIME_H
#define ATM_ABR_TIME_H

#include <cstdint>

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

} // namespace ns3

#endif // ATM_ABR_TIME_H
