/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_DATA_SUPPLY_H
#define ATM_ABR_DATA_SUPPLY_H

#include "ns3/atm-abr-time.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

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

/**
 * @ingroup atm-abr
 * @brief The cells of an arrival process, one of its ticks being a picosecond.
 */
class AtmArrivalSupply : public AtmDataSupply
{
  public:
    /**
     * @param process what arrives; nobody else consumes it
     * @param start time of its tick 0, ps, not negative
     * @param frameCells cells of a frame, at least 1; 0: there are no frames
     */
    AtmArrivalSupply(Ptr<ArrivalProcess> process, AtmTime start, uint32_t frameCells = 0);

    AtmTime GetTime(uint64_t cell) override;
    uint64_t CountTo(AtmTime time) override;
    bool HasFrames() const override;
    bool IsLast(uint64_t cell) const override;
    void Forget(uint64_t cell) override;

  private:
    static constexpr std::size_t TOGETHER = 64; //!< cells that are asked for

    bool Extend(); //!< @return whether there are ticks of more cells in m_ticks

    const Ptr<ArrivalProcess> m_process; //!< what arrives
    const AtmTime m_start;               //!< time of its tick 0
    const uint32_t m_frameCells;         //!< cells of a frame, or 0
    std::vector<int64_t> m_ticks;        //!< of cells, from number m_gone on
    uint64_t m_gone{0};                  //!< cells whose ticks are no longer there
    uint64_t m_forgotten{0};             //!< cells for which nobody asks again
};

/**
 * @ingroup atm-abr
 * @brief A source that has cells whenever it may send one. What waits there has no meaning.
 */
class AtmGreedySupply : public AtmDataSupply
{
  public:
    static constexpr uint64_t CELLS = uint64_t{1} << 62; //!< more than a run can send

    /**
     * @param start when all its cells are there, ps
     * @param frameCells cells of a frame; 0: there are no frames
     */
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

/**
 * @ingroup atm-abr
 * @brief Frames that the caller hands over when they arrive, all cells of a frame at once.
 */
class AtmPushedSupply : public AtmDataSupply
{
  public:
    /**
     * A frame has come; AtmEngine::Notify is called after it.
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

#endif // ATM_ABR_DATA_SUPPLY_H
