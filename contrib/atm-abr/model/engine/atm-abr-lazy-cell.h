/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_CELL_H
#define ATM_ABR_LAZY_CELL_H

#include "ns3/atm-abr-time.h"

#include <cstdint>
#include <limits>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A cell in AtmLazyEngine, in 16 octets.
 */
struct AtmLazyCell
{
    static constexpr uint32_t NONE = std::numeric_limits<uint32_t>::max(); //!< no such number

    AtmTime time{0};      //!< when it leaves a port, joins one, or comes to its end, ps
    uint32_t place{NONE}; //!< in AtmLazyAgenda of one that is an event
    uint32_t step : 29;   //!< in AtmLazyWays: which port it is in, or joins
    uint32_t rm : 1;      //!< RM cell
    uint32_t efci : 1;    //!< EFCI
    uint32_t last : 1;    //!< last of a frame
};

} // namespace ns3

#endif // ATM_ABR_LAZY_CELL_H
