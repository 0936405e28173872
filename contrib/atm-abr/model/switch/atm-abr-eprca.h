/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_EPRCA_H
#define ATM_ABR_EPRCA_H

#include "atm-abr-eprca-family.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief EPRCA: congested is a queue above a threshold.
 */
class EprcaAlgorithm : public EprcaFamilyAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart() override;
    bool IsCongested(int64_t queue) const override;

    uint32_t m_threshold; //!< attribute Threshold
};

} // namespace ns3

#endif // ATM_ABR_EPRCA_H
