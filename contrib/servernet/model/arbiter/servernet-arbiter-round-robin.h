/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ARBITER_ROUND_ROBIN_H
#define SERVERNET_ARBITER_ROUND_ROBIN_H

#include "servernet-arbiter.h"

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Serves the inputs in turn: selects the next requesting input after the last chosen input,
 * starting from input 0.
 *
 * Of n inputs that always request the output, each gets every n-th grant.
 */
class ServerNetRoundRobinArbiter : public ServerNetArbiter
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override;

    uint32_t m_next{0}; //!< input with the highest rank in the next choice
};

} // namespace ns3

#endif // SERVERNET_ARBITER_ROUND_ROBIN_H
