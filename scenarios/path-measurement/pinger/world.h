/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PINGER_WORLD_H
#define PATH_MEASUREMENT_PINGER_WORLD_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** The regions of PingER's world, and when and what is pinged there. */
class PingerWorld
{
  public:
    /** A part of the world. */
    struct Region
    {
        std::string name;  //!< of it
        uint32_t hosts;    //!< in it, monitors among them
        uint32_t monitors; //!< in it
        double delay;      //!< one way to the core, ms
        double rate;       //!< of the links of hosts, Mb/s
        double loss;       //!< of pings on the way to the core and back, 1: all
    };

    static constexpr int64_t PERIOD_MINUTES = 30;        //!< between samples
    static constexpr int64_t SECOND_SAMPLE_S = 35;       //!< from small pings to large ones
    static constexpr int64_t SPREAD_SECONDS = 1800 - 90; //!< begins of samples within a period
    static constexpr uint32_t COUNT = 10;                //!< pings of a sample that count
    static constexpr uint32_t SMALL = 100;               //!< bytes of data of a ping
    static constexpr uint32_t LARGE = 1000;              //!< bytes of data of a ping
    static constexpr uint32_t HEADERS = 28;              //!< bytes of IPv4 and ICMP

    /** @param path of a file of regions @return them; std::invalid_argument: what is wrong there */
    static std::vector<Region> Read(const std::string& path);

    /** @param region of a host @param number of the host there, from 1 @return its name */
    static std::string GetName(const Region& region, uint32_t number);
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PINGER_WORLD_H
