/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_DATA_SUPPLY_H
#define ATM_ABR_DATA_SUPPLY_H

#include "ns3/atm-abr-time.h"

#include <cstdint>
#include <limits>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Arrivals of data cells at the source of a VC, in closed form or as pushed by a caller.
 *
 * Cells are numbered from 0; their times never decrease.
 */
class AtmDataSupply
{
  public:
    /** The time of a cell that is not known to come. */
    static constexpr AtmTime NEVER = std::numeric_limits<AtmTime>::max();

    virtual ~AtmDataSupply() = default;

    /**
     * @param cell number, not below that of the last Forget
     * @return when it comes, ps; NEVER
     */
    virtual AtmTime GetTime(uint64_t cell) = 0;

    /**
     * @param time ps, not before that of the last forgotten cell
     * @return number of cells up to and including that time
     */
    virtual uint64_t CountTo(AtmTime time) = 0;

    /** @return whether cells are those of frames */
    virtual bool HasFrames() const = 0;

    /** @param cell number as for GetTime @return whether it is the last one of a frame */
    virtual bool IsLast(uint64_t cell) const = 0;

    /** Nobody asks for cells before this one again. @param cell number */
    virtual void Forget(uint64_t cell) = 0;
};

} // namespace ns3

#endif // ATM_ABR_DATA_SUPPLY_H
