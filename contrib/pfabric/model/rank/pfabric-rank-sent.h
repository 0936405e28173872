/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RANK_SENT_H
#define PFABRIC_RANK_SENT_H

#include "pfabric-rank.h"

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief Bytes that were sent: least attained service first, for senders that do not know how long
 * a message will be (prio_scheme_ 3 of the authors' ns-2 code).
 */
class PFabricSentRank : public PFabricRank
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t GetPriority(const PFabricMessageState& state) const override;
};

} // namespace ns3

#endif // PFABRIC_RANK_SENT_H
