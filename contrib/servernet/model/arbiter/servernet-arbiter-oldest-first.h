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
 * @brief Selects the packet whose transaction began first; the lowest input breaks ties.
 *
 * The age of a response is that of its request. So an old transaction has priority at every router,
 * on the way of the request and on that of the response.
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
