/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ARBITER_OLDEST_FIRST_H
#define SERVERNET_ARBITER_OLDEST_FIRST_H

#include "servernet-arbiter.h"

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The packet whose transaction began first, wherever it has waited; of several that from the
 * lowest input.
 *
 * A response counts from the creation of its request, so that what has been under way for long is
 * let through at every router on both ways.
 */
class ServerNetOldestFirstArbiter : public ServerNetArbiter
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override;
};

} // namespace ns3

#endif // SERVERNET_ARBITER_OLDEST_FIRST_H
