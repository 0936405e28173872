/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RANK_QUANTIZED_H
#define PFABRIC_RANK_QUANTIZED_H

#include "pfabric-rank.h"

#include "ns3/burst-core-object-text.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief Classes of another rank, as many as the code points or queues of real switches: the number
 * of limits that it reaches.
 */
class PFabricQuantizedRank : public PFabricRank
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t GetPriority(const PFabricMessageState& state) const override;

  private:
    void SetRank(const burst::ObjectText& rank); //!< @param rank that is put into classes
    burst::ObjectText GetRank() const;           //!< @return see SetRank

    /** @param limits text of the attribute; std::invalid_argument unless they are numbers */
    void SetLimits(std::string limits);
    std::string GetLimits() const; //!< @return see SetLimits

    burst::ObjectText m_rankText;   //!< attribute Rank
    Ptr<PFabricRank> m_rank;        //!< of that
    std::string m_limitsText;       //!< attribute Limits
    std::vector<uint32_t> m_limits; //!< of that
};

} // namespace ns3

#endif // PFABRIC_RANK_QUANTIZED_H
