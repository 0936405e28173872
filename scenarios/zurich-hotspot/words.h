/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ZURICH_HOTSPOT_WORDS_H
#define ZURICH_HOTSPOT_WORDS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** Who sends to whom: a word of the attribute Traffic. */
struct TrafficWord
{
    static constexpr uint32_t ALL = ~uint32_t{0}; //!< uniformly to all other stations

    uint32_t first;             //!< station that sends, from 0
    uint32_t last;              //!< last one that does
    uint32_t destination;       //!< station, from 0, or ALL
    std::optional<double> load; //!< share of the link rate; none: an arrival process says it
};

/** When a port is slow: a word of the attribute Service. */
struct ServiceWord
{
    uint32_t station; //!< behind the port, from 0
    double share;     //!< of the link rate
    double begin;     //!< seconds
    double end;       //!< seconds, infinite if it was left out
};

/**
 * @param text words as "1-6>*:0.25 2>9:0.7": stations, from 1, or * for all; destination, or * for
 * all others; share of the link rate, above 0 and at most 1, which may be left out with its colon
 * @param stations in the network
 * @return the words
 * @throw std::invalid_argument what is wrong with the first bad one
 */
std::vector<TrafficWord> ReadTraffic(const std::string& text, uint32_t stations);

/**
 * @param text words as "1:0.2@0.1-0.15": station, from 1; share of the link rate, 0 to 1; begin and
 * end in seconds, of which the end may be left out with its dash
 * @param stations in the network
 * @return the words
 * @throw std::invalid_argument what is wrong with the first bad one
 */
std::vector<ServiceWord> ReadService(const std::string& text, uint32_t stations);

} // namespace ns3

#endif // ZURICH_HOTSPOT_WORDS_H
