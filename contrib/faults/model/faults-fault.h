/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULTS_FAULT_H
#define FAULTS_FAULT_H

#include "faults-port-rule.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup faults
 * @brief One fault of a plan.
 */
struct Fault
{
    /** What happens. */
    enum Kind
    {
        LINK_DOWN, //!< a link carries nothing
        HOST_DOWN, //!< no link of a host carries anything
        RATE,      //!< a link has another rate
        DELAY,     //!< a link has another propagation delay
        LOSS,      //!< a device loses packets that it receives
        ROUTE,     //!< packets take another path
        BLOCK,     //!< a host drops packets to a port
        CRASH,     //!< a server ends
        HANG,      //!< a server does nothing
    };

    static constexpr int KINDS = HANG + 1; //!< how many kinds there are

    uint32_t number{0};      //!< in its plan, from 0
    Kind kind{LINK_DOWN};    //!< what happens
    std::string target;      //!< name of a link, host, route or server
    Time begin;              //!< when, from the start of the simulation
    std::optional<Time> end; //!< when it is over; none: never
    double value{0};         //!< RATE: bit/s, if relative a share of the rate; LOSS: probability
    Time delay;              //!< DELAY: one way, if relative more than without the fault
    bool relative{false};    //!< see value and delay
    PortRule rule;           //!< BLOCK: which packets

    /** @param kind any @return its word in a plan */
    static const char* GetWord(Kind kind)
    {
        constexpr const char* WORDS[KINDS] =
            {"link-down", "host-down", "rate", "delay", "loss", "route", "block", "crash", "hang"};
        return WORDS[kind];
    }
};

} // namespace ns3

#endif // FAULTS_FAULT_H
