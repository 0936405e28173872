/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_ERICA_H
#define ATM_ABR_ERICA_H

#include "atm-abr-erica-family.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief ERICA: a constant part of the capacity is aimed at.
 */
class EricaAlgorithm : public EricaFamilyAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    double GetFraction(int64_t queue) const override;

    double m_utilization; //!< attribute TargetUtilization
};

} // namespace ns3

#endif // ATM_ABR_ERICA_H
