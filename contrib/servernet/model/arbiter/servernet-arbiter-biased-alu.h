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
 * Each input has a bias b and an accumulated value A, 0 at first. Of the requests that with the
 * largest A wins, of several the lowest input. Each loser adds its b to its A; the winner subtracts
 * the sum of the losers' b.
 *
 * Biases are whole numbers from 1 to LARGEST_BIAS in proportion to the traffic of SetTraffic; an
 * input from which nothing is expected has 1, so that it does not starve. Without traffic all are
 * equal, and n inputs that always want the output are served in turn; others are not, since an
 * input keeps its A while it does not ask.
 *
 * After t choices among n inputs that always want the output, whose biases have the sum B, A of an
 * input that won w times is t b - w B. All A have the sum 0, so that of the winner is not negative
 * and none falls to -B: t b / B - (n - 1) < w < t b / B + 1.
 */
class ServerNetBiasedAluArbiter : public ServerNetArbiter
{
  public:
    static TypeId GetTypeId();                     //!< @return the TypeId
    static constexpr int64_t LARGEST_BIAS = 65536; //!< that of the input with most traffic

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
