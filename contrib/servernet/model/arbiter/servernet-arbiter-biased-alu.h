/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ARBITER_BIASED_ALU_H
#define SERVERNET_ARBITER_BIASED_ALU_H

#include "servernet-arbiter.h"

#include "ns3/servernet-network.h"

#include <array>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Inputs share an output in proportion to their biases: US patent 5,694,121.
 *
 * Each input has a bias b and an accumulated value A, initially 0. The request with the largest A
 * wins; the lowest input breaks ties. Each loser adds its b to its A; the winner subtracts the sum
 * of the losers' b from its A.
 *
 * Biases are whole numbers from 1 to LARGEST_BIAS in proportion to the traffic of SetTraffic. An
 * input without expected traffic has bias 1, so that it does not starve. Without SetTraffic all
 * biases are equal; then n inputs that always request the output are served in turn. Inputs that
 * request the output only at times are not served in turn, because an input keeps its A meanwhile.
 *
 * Consider t choices among n inputs that always request the output, with B the sum of the biases.
 * An input that won w times has A = t b - w B. The sum of all A is 0, so the A of a winner is not
 * negative before its choice, and no A falls to -B: t b / B - (n - 1) < w < t b / B + 1.
 */
class ServerNetBiasedAluArbiter : public ServerNetArbiter
{
  public:
    static TypeId GetTypeId();                     //!< @return the TypeId
    static constexpr int64_t LARGEST_BIAS = 65536; //!< bias of the input with most traffic

    ServerNetBiasedAluArbiter();

  private:
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override;
    void DoSetTraffic(const std::vector<double>& flits) override;

    using PortValues = std::array<int64_t, ServerNetNetwork::ROUTER_PORTS>; //!< by input

    bool m_useTraffic;          //!< attribute UseTraffic
    PortValues m_bias;          //!< b
    PortValues m_accumulated{}; //!< A
};

} // namespace ns3

#endif // SERVERNET_ARBITER_BIASED_ALU_H
