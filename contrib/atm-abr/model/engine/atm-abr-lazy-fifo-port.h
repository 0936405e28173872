/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_FIFO_PORT_H
#define ATM_ABR_LAZY_FIFO_PORT_H

#include "atm-abr-lazy-port.h"
#include "atm-abr-ring.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A port of AtmLazyEngine that serves first come, first served.
 *
 * It is known when a cell leaves as soon as it joins (Lindley's recursion). Cells wait here until
 * then only if what joins behind them marks them; else they go on at once, with their time.
 */
class AtmLazyFifoPort final : public AtmLazyPort
{
  public:
    /** As AtmLazyPort. @param number of the port @param ways of cells @param agenda what is going
     * to happen @param settings of the port @param buffer of it @param counts of it */
    AtmLazyFifoPort(uint32_t number,
                    AtmLazyWays& ways,
                    AtmLazyAgenda& agenda,
                    const AtmEngine::PortSettings& settings,
                    AtmBuffer& buffer,
                    AtmEngine::PortCounts& counts);

    int64_t GetQueue(AtmTime time) const override;
    int64_t GetBehind(const AtmLazyAgenda::Content& content) const override;
    void Refresh() override;

  private:
    void JoinAll(AtmTime time) override;
    void Serve(AtmTime time, bool including) override;
    void Enqueue(const AtmLazyCell& cell) override;
    bool IsCounted() const override;

    void Release(AtmTime time);    //!< Cells leave up to and including a time. @param time ps
    void Hold(AtmLazyCell cell);   //!< A cell is accepted. @param cell it

    /** @param wait until it is free, ps @return cells that it has */
    int64_t GetCells(AtmTime wait) const;

    const bool m_holds;          //!< it marks cells by what is behind them
    const bool m_counted;        //!< see IsCounted
    AtmTime m_busy{0};           //!< until when it sends
    AtmTime m_mostWait{0};       //!< the longest time from joining to being sent
    AtmRing<AtmLazyCell> m_held; //!< if it holds: cells with the times when they leave
};

} // namespace ns3

#endif // ATM_ABR_LAZY_FIFO_PORT_H
