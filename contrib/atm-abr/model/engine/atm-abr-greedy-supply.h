/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_GREEDY_SUPPLY_H
#define ATM_ABR_GREEDY_SUPPLY_H

#include "atm-abr-data-supply.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A source that has cells whenever it may send one. What waits there has no meaning.
 */
class AtmGreedySupply : public AtmDataSupply
{
  public:
    static constexpr uint64_t CELLS = uint64_t{1} << 62; //!< more than a run can send

    /** @param start when all its cells are there, ps @param frameCells cells of a frame; 0: there
     * are no frames */
    explicit AtmGreedySupply(AtmTime start, uint32_t frameCells = 0)
        : m_start(start),
          m_frameCells(frameCells)
    {
    }

    AtmTime GetTime(uint64_t /* cell */) override
    {
        return m_start;
    }

    uint64_t CountTo(AtmTime time) override
    {
        return time < m_start ? 0 : CELLS;
    }

    bool HasFrames() const override
    {
        return m_frameCells > 0;
    }

    bool IsLast(uint64_t cell) const override
    {
        return m_frameCells > 0 && (cell + 1) % m_frameCells == 0;
    }

    void Forget(uint64_t /* cell */) override
    {
    }

  private:
    const AtmTime m_start;       //!< when all its cells are there
    const uint32_t m_frameCells; //!< cells of a frame, or 0
};

} // namespace ns3

#endif // ATM_ABR_GREEDY_SUPPLY_H
