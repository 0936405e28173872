/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_MAX_MIN_H
#define ATM_ABR_MAX_MIN_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Fair rates in a network: max-min allocation by water filling.
 *
 * Each route has a rate that rises with a level t, the same for all:
 *
 *     SHARE                w t                 max-min; with weights the weighted allocation
 *     MCR_PLUS_SHARE       MCR + w t           MCR plus equal share
 *     MCR_OR_SHARE         max(MCR, w t)       maximum of MCR and max-min share
 *     PROPORTIONAL_TO_MCR  MCR t               allocation proportional to MCR
 *
 * The level rises from 0. A route stays where it is when its demand is reached or one of its links
 * is full; the others go on. These are the criteria of TM 4.0 (appendix I.3), of one link there, of
 * a network here; MCR_PLUS_SHARE with weights is the general weighted fairness of ATM Forum
 * 98-0408.
 *
 * Rates and capacities have any unit, the same for all. Rates include RM cells: data rates are
 * 31/32 of the result.
 */
class AtmMaxMin
{
  public:
    /** What is fair. */
    enum Fairness : uint8_t
    {
        SHARE,               //!< w t
        MCR_PLUS_SHARE,      //!< MCR + w t
        MCR_OR_SHARE,        //!< max(MCR, w t)
        PROPORTIONAL_TO_MCR, //!< MCR t
    };

    /** Demand of a source that sends all it may. */
    static constexpr double GREEDY = std::numeric_limits<double>::infinity();

    /**
     * @param capacity of the link, finite, not negative
     * @return number of the link, from 0 on
     * @throw std::invalid_argument the capacity is not allowed
     */
    std::size_t AddLink(double capacity);

    /**
     * @param links numbers of the links on the route, at least one; each is taken as often as it
     * is named
     * @param demand of its source, not negative
     * @param mcr minimum cell rate, finite, not negative
     * @param weight w, finite and above 0
     * @return number of the route, from 0 on
     * @throw std::invalid_argument a link is unknown, or a number is not allowed
     */
    std::size_t AddRoute(const std::vector<std::size_t>& links,
                         double demand = GREEDY,
                         double mcr = 0,
                         double weight = 1);

    /**
     * @param fairness what is fair
     * @return rates by route
     * @throw std::invalid_argument not SHARE, and the minimum rates (of each source its demand if
     * that is lower) do not fit into a link
     */
    std::vector<double> Allocate(Fairness fairness = SHARE) const;

  private:
    /** A source and its way. */
    struct Route
    {
        std::vector<std::size_t> links; //!< numbers of links
        double demand;                  //!< of the source
        double mcr;                     //!< minimum rate
        double weight;                  //!< w
    };

    /** @param rates by route @return what is left of each link, negative if it is too full */
    std::vector<double> GetResidue(const std::vector<double>& rates) const;

    std::vector<double> m_links; //!< capacities
    std::vector<Route> m_routes; //!< sources and their ways
};

} // namespace ns3

#endif // ATM_ABR_MAX_MIN_H
