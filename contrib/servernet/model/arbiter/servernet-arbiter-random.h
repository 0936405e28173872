/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ARBITER_RANDOM_H
#define SERVERNET_ARBITER_RANDOM_H

#include "servernet-arbiter.h"

#include "ns3/burst-traffic-random.h"

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Selects one of the requests, each with the same probability.
 *
 * As in the simulator of Avresky et al. ("Performance evaluation of the ServerNet SAN under
 * self-similar traffic", section 2.1), where devices act in a random order in each tick. Nothing is
 * drawn for a single request.
 */
class ServerNetRandomArbiter : public ServerNetArbiter
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    ServerNetRandomArbiter();

    int64_t AssignStreams(int64_t stream) override;

  private:
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override;

    traffic::StreamRandom m_random; //!< generator of the stream
};

} // namespace ns3

#endif // SERVERNET_ARBITER_RANDOM_H
