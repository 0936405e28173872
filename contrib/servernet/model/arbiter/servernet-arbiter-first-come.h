/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ARBITER_FIRST_COME_H
#define SERVERNET_ARBITER_FIRST_COME_H

#include "servernet-arbiter.h"

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Selects the request that has waited longest at this output; the lowest input breaks ties.
 */
class ServerNetFirstComeArbiter : public ServerNetArbiter
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override;
};

} // namespace ns3

#endif // SERVERNET_ARBITER_FIRST_COME_H
