/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RANK_REMAINING_H
#define PFABRIC_RANK_REMAINING_H

#include "pfabric-rank.h"

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief Bytes that are not acknowledged: shortest remaining first, pFabric itself (prio_scheme_ 2
 * of the authors' ns-2 code).
 */
class PFabricRemainingRank : public PFabricRank
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t GetPriority(const PFabricMessageState& state) const override;
};

} // namespace ns3

#endif // PFABRIC_RANK_REMAINING_H
