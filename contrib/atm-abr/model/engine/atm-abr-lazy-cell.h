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
    static constexpr uint64_t MOST_STEP = uint64_t{1} << 29;               //!< steps are below

    /** Bits of a cell. */
    enum Bit : uint64_t
    {
        RM = 1,   //!< it is an RM cell
        EFCI = 2, //!< EFCI
        LAST = 4, //!< it is the last one of a frame
    };

    AtmTime time{0};  //!< when it leaves a port, joins one, or comes to its end, ps
    uint64_t what{0}; //!< from bit 0 on: Bits, from 3 on: step, from 32 on: place

    AtmLazyCell() = default;

    /**
     * @param when see time
     * @param step see GetStep
     * @param bits any of them
     * @param place see GetPlace
     */
    AtmLazyCell(AtmTime when, uint64_t step, uint64_t bits = 0, uint64_t place = NONE)
        : time(when),
          what(place << 32 | step << 3 | bits)
    {
    }

    /** @param bit of them @return whether it is set */
    bool Is(Bit bit) const
    {
        return what & bit;
    }

    /** @param marks whether it gets EFCI if it has none */
    void Mark(bool marks)
    {
        what |= marks * EFCI;
    }

    /** @return the step that it is at, or comes to, in AtmLazyRoutes */
    uint32_t GetStep() const
    {
        return static_cast<uint32_t>(what) >> 3;
    }

    /** @param step see GetStep */
    void SetStep(uint64_t step)
    {
        constexpr uint64_t STEPS = (MOST_STEP - 1) << 3;
        what = (what & ~STEPS) | step << 3;
    }

    /** @return whether it is a data cell and no event */
    bool IsPlain() const
    {
        constexpr uint64_t NO_PLACE = uint64_t{NONE} << 32;
        return (what & (NO_PLACE | RM)) == NO_PLACE;
    }

    /** @return whether it is an event */
    bool IsEvent() const
    {
        return GetPlace() != NONE;
    }

    /** @return in AtmLazyAgenda, of one that is an event */
    uint32_t GetPlace() const
    {
        return what >> 32;
    }
};

} // namespace ns3

#endif // ATM_ABR_LAZY_CELL_H
