/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_DESTINATIONS_COMMON_SUBTREE_H
#define SERVERNET_DESTINATIONS_COMMON_SUBTREE_H

#include "servernet-destinations.h"

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Pattern CS: mostly to the own subtree.
 *
 * With probability LocalFraction to one of the other devices of the subtree, else to one of the
 * devices of other subtrees; each part with equal probabilities. I/O devices leave I/O devices out,
 * with CpusOnly CPUs too. Where nothing is left of one part all goes to the other.
 */
class ServerNetCommonSubtreeDestinations : public ServerNetDestinations
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    uint32_t DoDraw(uint32_t source, StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;

    /** @param source a device @return whom it may send to */
    const ServerNetSubtreeGroup& GetGroup(uint32_t source) const;

    /** @param source a device @return the probability of a destination in its subtree */
    double GetLocalFraction(uint32_t source) const;

    double m_localFraction; //!< attribute LocalFraction
    bool m_cpusOnly;        //!< attribute CpusOnly
};

} // namespace ns3

#endif // SERVERNET_DESTINATIONS_COMMON_SUBTREE_H
