/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ARBITERS_H
#define SERVERNET_ARBITERS_H

#include "servernet-arbiter.h"

#include "ns3/burst-traffic-random.h"

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

#endif // SERVERNET_ARBITERS_H
