/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETFLOW_SAMPLER_H
#define NETFLOW_SAMPLER_H

#include "ns3/burst-traffic-random.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup netflow
 * @brief Takes one packet of N: the last one of each N in succession, or one that is drawn.
 */
class NetflowSampler
{
  public:
    /**
     * @param n of how many packets one is taken, at least 1 (std::invalid_argument)
     * @param random draws which one it is; without it, it is the last one
     */
    explicit NetflowSampler(uint64_t n, std::optional<traffic::StreamRandom> random = std::nullopt);

    bool Take(); //!< @return whether the next packet is taken

  private:
    uint64_t m_n;                                  //!< of how many one is taken
    std::optional<traffic::StreamRandom> m_random; //!< draws
    uint64_t m_place{0};                           //!< of the next packet in its N
    uint64_t m_taken{0};                           //!< place of the one that is taken
};

} // namespace ns3

#endif // NETFLOW_SAMPLER_H
