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
 * Each input has an assigned value, a counter modulo N and a priority. A request with the highest
 * priority wins. Among equals the inputs take turns, after the input last chosen with priority 0,
 * starting from input 0. A loser adds its value to its counter; each overflow of the counter raises
 * the priority of that input by one. A win lowers a priority above 0 by one.
 *
 * The values follow from the traffic of SetTraffic. Let t be the expected fraction of the traffic
 * from an input, and u the smallest fraction of an input with traffic. The value of the input is N
 * (t - u) / (1 - t), rounded. When all inputs always request the output, the input wins the
 * fraction u of the choices in turn; it loses 1 - t of them, and so wins t - u by priority. Without
 * traffic, or with traffic from a single input, all values are 0.
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
        uint64_t priority{0}; //!< overflows minus wins by priority
    };

    uint32_t m_modulus;                                         //!< attribute Modulus
    std::array<Input, ServerNetNetwork::ROUTER_PORTS> m_inputs; //!< by port
    uint32_t m_next{0}; //!< input with the highest rank among equal priorities
};

} // namespace ns3

#endif // SERVERNET_ARBITER_TWO_LEVEL_H
