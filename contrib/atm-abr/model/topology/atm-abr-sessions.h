/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SESSIONS_H
#define ATM_ABR_SESSIONS_H

#include "atm-abr-max-min.h"

#include "ns3/atm-abr-network.h"
#include "ns3/atm-abr-source-behavior.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <limits>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * Source, destination and demand of a session. Rates count all bits of cells, 424 of each.
 */
struct AtmSession
{
    /** Demand of a source that sends all it may. */
    static constexpr double GREEDY = std::numeric_limits<double>::infinity();

    std::string source;      //!< name of an edge device
    std::string destination; //!< name of another one
    double demand{GREEDY};   //!< bits per second of data cells
    double mcr{-1};          //!< minimum cell rate, bits per second; below 0: that of all others
    double weight{1};        //!< for weighted fairness
    Time start;              //!< when the source begins
};

/**
 * @ingroup atm-abr
 * The sessions of a topology: of each device with the attribute `to`, in order. Other attributes of
 * such a device are `demand` (as 76Mbps; without it the source is greedy), `mcr` (as 500kbps),
 * `weight` (as 2) and `start` (as 100ms).
 *
 * @param topology any
 * @return its sessions
 * @throw std::invalid_argument a destination that is not there, a value that cannot be read or is
 * out of range, or no session at all
 */
std::vector<AtmSession> ReadAtmSessions(const fabric::Topology& topology);

/**
 * @ingroup atm-abr
 * Give a source the minimum cell rate MCR of its session, if that has one. The initial cell rate
 * ICR is raised to it if it is below (TM 4.0: ICR is not below MCR).
 *
 * @param session any; an MCR above the peak cell rate is refused by MakeRules
 * @param source of it
 */
void SetAtmSessionRates(const AtmSession& session, Ptr<AbrSourceBehavior> source);

/**
 * @ingroup atm-abr
 * What each session of a network would get if it were shared fairly (AtmMaxMin): the oracle of
 * switch algorithms. A demand of data cells counts with its RM cells; those that come back, on the
 * other direction of a link, do not.
 *
 * @param network with VCs, of which those of the sessions are the first, in order
 * @param sessions of it
 * @param fairness what is fair
 * @param nrm one of so many cells is a forward RM cell
 * @return by session, cells per second with RM cells
 * @throw std::invalid_argument minimum rates that do not fit into a link
 */
std::vector<double> AllocateAtmSessions(const AtmNetwork& network,
                                        const std::vector<AtmSession>& sessions,
                                        AtmMaxMin::Fairness fairness = AtmMaxMin::SHARE,
                                        uint32_t nrm = 32);

} // namespace ns3

#endif // ATM_ABR_SESSIONS_H
