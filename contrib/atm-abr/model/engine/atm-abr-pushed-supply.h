/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_PUSHED_SUPPLY_H
#define ATM_ABR_PUSHED_SUPPLY_H

#include "atm-abr-data-supply.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Frames that the caller hands over when they arrive, all cells of a frame at once.
 */
class AtmPushedSupply : public AtmDataSupply
{
  public:
    /**
     * A frame has come; the engine has to be told.
     * @param time ps, not before that of the last frame
     * @param cells of it, at least 1
     * @param whole whether its last cell is among them
     */
    void Push(AtmTime time, uint32_t cells, bool whole = true);

    AtmTime GetTime(uint64_t cell) override;
    uint64_t CountTo(AtmTime time) override;
    bool HasFrames() const override;
    bool IsLast(uint64_t cell) const override;
    void Forget(uint64_t cell) override;

  private:
    /** A frame. */
    struct Frame
    {
        AtmTime time; //!< when it came
        uint64_t end; //!< number of the cell after its last one
        bool whole;   //!< its last cell is the last one of the frame
    };

    /** @param cell number @return its frame, or the end */
    std::deque<Frame>::const_iterator Find(uint64_t cell) const;

    std::deque<Frame> m_frames; //!< not forgotten
    uint64_t m_gone{0};         //!< cells of forgotten frames
};

} // namespace ns3

#endif // ATM_ABR_PUSHED_SUPPLY_H
