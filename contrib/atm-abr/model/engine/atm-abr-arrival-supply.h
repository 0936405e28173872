/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_ARRIVAL_SUPPLY_H
#define ATM_ABR_ARRIVAL_SUPPLY_H

#include "atm-abr-data-supply.h"

#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

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

} // namespace ns3

#endif // ATM_ABR_ARRIVAL_SUPPLY_H
