/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_HOST_H
#define IEPM_HOST_H

#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** @ingroup iepm @brief A link that paths to several hosts share. */
struct SharedLink
{
    std::string name;      //!< of the link
    uint64_t rate{0};      //!< in bit/s
    bool exclusive{false}; //!< whether one heavy test at a time may use it
};

/** @ingroup iepm @brief A tool, as all hosts have it unless they say otherwise. */
struct MeasurementTool
{
    std::string name;    //!< of the tool
    std::string version; //!< of its code; empty: not known
    std::string probe;   //!< text of its MeasurementProbe
    uint32_t divisor{1}; //!< it runs in every divisor-th cycle; 0: on request alone
    bool onEvent{false}; //!< whether it recalibrates after an event
    std::string where;   //!< file and line that it comes from
};

/** @ingroup iepm @brief What a host says of a tool. */
struct HostTool
{
    std::string tool;    //!< its name
    std::string version; //!< of its code there; empty: that of the tool
    std::vector<std::pair<std::string, std::string>> options; //!< attributes of its probe
    std::string disabled; //!< why it may not run there; empty: it may
    std::string where;    //!< file and line that this comes from
};

/** @ingroup iepm @brief A remote host, and the path to it. */
struct MeasurementHost
{
    std::string name;                    //!< of the host
    std::string alias;                   //!< by which it is published
    std::string site;                    //!< institute
    std::string country;                 //!< two letters
    std::string region;                  //!< of the world
    std::string address;                 //!< of IPv4
    std::string os;                      //!< operating system
    std::string userid;                  //!< of the account there
    std::string contact;                 //!< who cares for it
    std::string source;                  //!< where the numbers come from
    bool active{true};                   //!< whether it is measured
    double cpuMhz{0};                    //!< clock; 0: not known
    uint64_t nic{0};                     //!< bit/s of its interface; 0: not known
    uint64_t disk{0};                    //!< bit/s of its disk; 0: not known
    double utcOffset{0};                 //!< of its local time, hours
    Time roundTrip;                      //!< of the path; 0: not known
    uint64_t rate{0};                    //!< of the path in bit/s; 0: not known
    std::vector<std::string> route;      //!< shared links on the path
    std::vector<HostTool> tools;         //!< what is not as for all hosts
    std::map<std::string, double> facts; //!< further numbers, by name
    std::string where;                   //!< file and line that it comes from

    /** @param name of a fact @return it; std::invalid_argument if there is none */
    double GetFact(const std::string& name) const;
};

} // namespace ns3

#endif // IEPM_HOST_H
