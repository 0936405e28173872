/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ARBITER_TWO_LEVEL_H
#define SERVERNET_ARBITER_TWO_LEVEL_H

#include "servernet-arbiter.h"

#include "ns3/servernet-network.h"

#include <array>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Round robin, overridden for inputs that have lost too often: US patent 5,710,549.
 *
 * Each input has an assigned value, a counter modulo N and a priority. Of the requests one with the
 * highest priority wins: the first, in turn, after the input that was last chosen without
 * priority, from input 0 on. A loser adds its value to its counter, and each time that overflows
 * its priority rises by one. A winner's priority, unless 0, falls by one.
 *
 * The values follow from the traffic of SetTraffic. If input i of n is expected to bring the
 * fraction t of the traffic and the least busy one u, the value is N (t - u) / (1 - t), rounded:
 * with all of them always waiting an input wins u of the choices in turn and, losing 1 - t of them,
 * t - u by priority. Without traffic, or with a single input that brings any, all values are 0.
 */
class ServerNetTwoLevelArbiter : public ServerNetArbiter
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override;
    void DoSetTraffic(const std::vector<double>& flits) override;

    /** What the arbiter keeps for an input. */
    struct Input
    {
        uint64_t value{0};    //!< added with each loss
        uint64_t counter{0};  //!< below the modulus
        uint64_t priority{0}; //!< overflows that were not used yet
    };

    uint32_t m_modulus;                                         //!< attribute Modulus
    std::array<Input, ServerNetNetwork::ROUTER_PORTS> m_inputs; //!< by port
    uint32_t m_next{0}; //!< the input that comes first among equals
};

} // namespace ns3

#endif // SERVERNET_ARBITER_TWO_LEVEL_H
