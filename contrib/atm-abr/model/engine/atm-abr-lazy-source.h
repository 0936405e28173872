/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_SOURCE_H
#define ATM_ABR_LAZY_SOURCE_H

#include "atm-abr-engine.h"
#include "atm-abr-lazy-routes.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A source of AtmLazyEngine: the data cells that it sends until its next event are planned
 * and handed to the network. A new plan takes back what is not yet sent.
 */
class AtmLazySource
{
  public:
    static constexpr AtmTime NEVER = AtmLazyStream::NEVER; //!< no time

    /**
     * @param next where its cells go
     * @param settings of the VC
     * @param counts of the VC, in which data cells are counted
     * @param lastKnown whether last cells of frames are to be known as such
     * @param eachKnown whether each cell is an event
     */
    AtmLazySource(const AtmLazyRoutes::Next& next,
                  AtmEngine::VcSettings& settings,
                  AtmEngine::VcCounts& counts,
                  bool lastKnown,
                  bool eachKnown);

    /**
     * @param now time from which on cells are planned, ps
     * @param turns whether a turned-around cell waits
     * @return when a cell is sent that is an event, ps; NEVER
     */
    AtmTime Plan(AtmTime now, bool turns);

    /** Data cells are sent up to and including a time. @param time ps */
    void Commit(AtmTime time);

    /** @return where its cells go */
    const AtmLazyRoutes::Next& GetNext() const
    {
        return m_next;
    }

  private:
    /** Plan all cells up to the next forward RM cell. @param pace when the first may be sent, ps
     * @return whether they all wait already, and nothing else comes before */
    bool PlanTrain(AtmTime pace);

    const AtmLazyRoutes::Next m_next;  //!< where its cells go
    const AtmEngine::VcSettings& m_vc; //!< settings
    AtmEngine::VcCounts& m_counts;     //!< of the VC
    const bool m_lastKnown;            //!< last cells of frames are to be known
    const bool m_eachKnown;            //!< each cell is an event
    std::vector<AtmTime> m_times;      //!< when data cells are sent, if they are no train
    AtmTime m_first{0};                //!< when the first of a train is sent
    AtmTime m_gap{0};                  //!< between cells of a train
    uint32_t m_train{0};               //!< cells of it
    uint32_t m_sent{0};                //!< how many of the plan were sent
};

} // namespace ns3

#endif // ATM_ABR_LAZY_SOURCE_H
