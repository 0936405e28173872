/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_DESTINATION_H
#define ATM_ABR_DESTINATION_H

#include "ns3/atm-abr-rm-content.h"
#include "ns3/atm-abr-time.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief What an ABR destination does with RM cells (TM 4.0, 5.10.5).
 *
 * It keeps the EFCI bit of the last data cell. A forward RM cell is turned around: it goes back
 * with BN = 0 and the CCR and MCR it has. If the bit is set when it goes back, it says CI = 1, and
 * the bit is reset. A destination that can take no more than a rate of its own lowers ER to that. A
 * forward RM cell that comes while another one waits takes its place. On request there are backward
 * RM cells without a forward one (AbrBecn).
 */
class AbrDestination
{
  public:
    /** The numbers of a destination. */
    struct Parameters
    {
        /** Highest rate that it can take, cells per second, not negative; infinite: any. */
        double explicitRate{std::numeric_limits<double>::infinity()};
        AtmTime becnInterval{0}; //!< least time between BECN cells, ps, 0.1 s or more; 0: none
    };

    /**
     * @param parameters the numbers
     * @throw std::invalid_argument one of them is not allowed
     */
    explicit AbrDestination(const Parameters& parameters);

    /** Data cells have come. @param efci EFCI bit of the last of them */
    void ReceiveData(bool efci)
    {
        m_efci = efci;
    }

    /** A forward RM cell has come. @param cell what it says */
    void ReceiveForward(const AbrRmContent& cell)
    {
        m_replaced += m_waiting.has_value();
        m_waiting = cell;
    }

    /** @return whether a turned-around cell waits */
    bool HasBackward() const
    {
        return m_waiting.has_value();
    }

    /** The turned-around cell that waits is sent. @return what it says */
    AbrRmContent SendBackward();

    /** @return whether there can be BECN cells */
    bool MakesBecn() const
    {
        return m_becn.MakesAny();
    }

    /**
     * The destination is congested, and wants to tell.
     * @param now time
     * @return what a BECN cell says that is sent now, or nothing if there may be none
     */
    std::optional<AbrRmContent> SendBecn(AtmTime now);

    /** @return how many turned-around cells were not sent because of a newer one */
    uint64_t GetReplaced() const
    {
        return m_replaced;
    }

  private:
    Parameters m_parameters;               //!< the numbers
    std::optional<AbrRmContent> m_waiting; //!< the turned-around cell that waits
    bool m_efci{false};                    //!< EFCI state
    AbrBecn m_becn;                        //!< BECN cells
    uint64_t m_replaced{0};                //!< cells not sent because of a newer one
};

/**
 * @ingroup atm-abr
 * @brief Makes ABR destinations, AbrDestination.
 */
class AbrDestinationBehavior : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @return a destination @throw std::invalid_argument an attribute is not allowed */
    AbrDestination MakeDestination() const;

  private:
    DataRate m_explicitRate; //!< attribute ExplicitRate
    Time m_becnInterval;     //!< attribute BecnInterval
};

} // namespace ns3

#endif // ATM_ABR_DESTINATION_H
