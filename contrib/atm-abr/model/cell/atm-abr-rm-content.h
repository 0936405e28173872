/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_RM_CONTENT_H
#define ATM_ABR_RM_CONTENT_H

#include "ns3/atm-abr-time.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief What an RM cell tells its source: a switch may lower the rate and set the bits (TM 4.0,
 * 5.10.6).
 */
struct AbrFeedback
{
    double er;      //!< explicit rate ER, cells per second
    bool ci{false}; //!< congestion indication CI: the rate shall fall
    bool ni{false}; //!< no increase NI: the rate shall not rise
};

/**
 * @ingroup atm-abr
 * @brief What end systems write into an RM cell and read from it, with exact rates
 * (TM 4.0, 5.10.3).
 */
struct AbrRmContent
{
    AbrFeedback feedback{}; //!< ER, CI and NI
    double ccr{0};          //!< current cell rate CCR, cells per second
    double mcr{0};          //!< minimum cell rate MCR, cells per second
    bool bn{false};         //!< BN: made by the destination or a switch, not by the source
    bool clp{false};        //!< CLP of the cell: it is sent out of rate
};

/**
 * @ingroup atm-abr
 * @brief Backward RM cells of one VC that a destination or a switch makes itself (BECN), no more
 * than one in an interval (TM 4.0, 5.10.5 and 5.10.6).
 */
class AbrBecn
{
  public:
    static constexpr AtmTime LEAST = ATM_SECOND / 10; //!< ps, for 10 cells per second

    /**
     * @param interval least time between them, ps, LEAST or more; 0: there are none
     * @throw std::invalid_argument the interval is not allowed
     */
    explicit AbrBecn(AtmTime interval);

    /** @return whether there are any */
    bool MakesAny() const
    {
        return m_interval > 0;
    }

    /**
     * There is congestion.
     * @param now time, ps
     * @param er ER, cells per second
     * @return what a cell says that is made now, or nothing if there may be none
     */
    std::optional<AbrRmContent> Make(AtmTime now, double er);

  private:
    AtmTime m_interval;            //!< least time between cells, ps; 0: there are none
    std::optional<AtmTime> m_last; //!< when the last one was made
};

} // namespace ns3

#endif // ATM_ABR_RM_CONTENT_H
