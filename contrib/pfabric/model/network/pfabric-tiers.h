/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_TIERS_H
#define PFABRIC_TIERS_H

#include "pfabric-routes.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief How the traffic between all pairs of hosts, equally much of each, loads the links of a
 * data centre, by tier: what a load is a load of.
 *
 * Tier 0 are the links of hosts, tier t those between switches that are t and t + 1 links from the
 * nearest host. Packets take shortest ways, spread equally over ports that are equally good.
 */
class PFabricTiers
{
  public:
    /** @param routes of the topology */
    explicit PFabricTiers(const PFabricRoutes& routes);

    /** @return how many tiers there are */
    uint32_t GetCount() const
    {
        return m_count;
    }

    /** @param channel of the topology @return its tier */
    uint32_t GetTier(uint32_t channel) const
    {
        return m_tiers[channel];
    }

    /** @param channel of the topology @return the part of all traffic that takes it */
    double GetShare(uint32_t channel) const
    {
        return m_shares[channel];
    }

    /**
     * @param tier from 0 on
     * @param rates of the channels, bits per second
     * @return the traffic of all pairs that fills the most loaded channel of the tier, bits per
     * second
     */
    double GetCapacity(uint32_t tier, const std::vector<double>& rates) const;

  private:
    uint32_t m_count{0};           //!< see GetCount
    std::vector<uint32_t> m_tiers; //!< by channel
    std::vector<double> m_shares;  //!< by channel
};

} // namespace ns3

#endif // PFABRIC_TIERS_H
