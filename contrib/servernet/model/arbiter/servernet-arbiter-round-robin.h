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
 * @brief The inputs in turn: the first request after the input that was chosen last, from input 0
 * on.
 *
 * Of n inputs that always want the output each gets it every n-th time.
 */
class ServerNetRoundRobinArbiter : public ServerNetArbiter
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override;

    uint32_t m_next{0}; //!< the input that comes first now
};

} // namespace ns3

#endif // SERVERNET_ARBITER_ROUND_ROBIN_H
