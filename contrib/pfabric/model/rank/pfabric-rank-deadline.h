/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RANK_DEADLINE_H
#define PFABRIC_RANK_DEADLINE_H

#include "pfabric-rank.h"

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief Microseconds to the deadline from the beginning of the simulation: earliest deadline
 * first. A message without a deadline comes behind all that have one.
 */
class PFabricDeadlineRank : public PFabricRank
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t GetPriority(const PFabricMessageState& state) const override;
};

} // namespace ns3

#endif // PFABRIC_RANK_DEADLINE_H
