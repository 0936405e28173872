/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_CASES_H
#define SERVERNET_CASES_H

#include "ns3/servernet-engine.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

using Engine = ns3::ServerNetEngine;
using Network = std::shared_ptr<const ns3::ServerNetNetwork>;
using EngineFactory = std::function<std::unique_ptr<Engine>(const Network&, Engine::Listener*)>;

EngineFactory MakeFlitEngine();
EngineFactory MakeEventEngine();

/** Whatever can happen to a network, by the clock. */
struct Case
{
    enum What
    {
        INJECT,
        FAULT,  //!< a channel goes down or up
        SAMPLE, //!< states of all channels are looked at
        CLOSE   //!< CloseStalls
    };

    struct Moment
    {
        int64_t tick;
        What what;
        Engine::Packet packet; //!< of INJECT
        uint32_t channel;      //!< of FAULT
        bool down;             //!< of FAULT
    };

    std::string text; //!< what it is
    Network network;
    std::vector<Moment> moments; //!< in order of time
    uint64_t arbiterSeed{0};     //!< 0: no arbiters
    bool echo{false};            //!< whether each packet that arrives is answered at once
};

/** How a case is driven; results must not depend on it. */
enum Pace
{
    MOMENTS,    //!< from moment to moment
    NEXT_TICKS, //!< from one GetNextTick to the next
    RANDOM      //!< to random ticks; packets are announced before their time if there is no echo
};

/** All that an engine said, as rows of numbers; what a row does not need is 0. */
struct Record
{
    using Row = std::array<int64_t, 8>;

    std::vector<Row> hops;       //!< packet, channel, hop, request, grant, head, tail, flits
    std::vector<Row> deliveries; //!< packet, source, destination, flits, create tick, tick
    std::vector<Row> discards;   //!< the same and the channel
    std::vector<Row>
        stalls; //!< packet, channel, begin, end, blamed packet and channel, hops so far
    std::vector<Row> samples; //!< each a channel, transmitting, stalled for all channels, then
                              //!< packets in flight, held, waits; the last at the end
    uint64_t injected{0};
    std::vector<std::string> wrongs; //!< promises of the interface that were broken
};

/**
 * Let an engine do a case, up to the end of the last packet.
 * @param seed of the random pace
 */
Record Drive(const Case& test, const EngineFactory& make, Pace pace, uint32_t seed);

/** @return how many rows differ; @p first says what the first difference is */
uint64_t Compare(const Record& a, const Record& b, std::string& first);

/** Stalls, states of channels and packets add up; @return what does not. */
std::string CheckSums(const Case& test, const Record& record);

/** Networks of random cases. */
enum Kind
{
    SINGLE_ROUTER,
    CHAIN,
    TREE,
    RING,
    RANDOM_GRAPH,
    TETRA
};

/** @return a case of its own for each seed, with so many packets and their answers */
Case MakeCase(Kind kind, uint32_t seed, uint32_t packets);

/** @return the same, in a network with other timing */
Case WithTiming(Case test, const std::function<void(ns3::ServerNetTiming&)>& change);

ns3::ServerNetTiming DrawTiming(std::mt19937& random);

/** @return such a timing as attributes of a link */
ns3::fabric::Topology::SharedAttributes DrawAttributes(std::mt19937& random);

/** @return routers in a row, with so many devices on each */
ns3::fabric::Topology MakeChain(
    uint32_t routers,
    uint32_t devices,
    const std::function<ns3::fabric::Topology::SharedAttributes()>& attributes);

/** @return the sample topology tetra-16 */
Network ReadTetra(const ns3::ServerNetTiming& timing);

#endif // SERVERNET_CASES_H
