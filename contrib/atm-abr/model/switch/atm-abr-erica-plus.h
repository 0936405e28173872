/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_ERICA_PLUS_H
#define ATM_ABR_ERICA_PLUS_H

#include "atm-abr-erica-family.h"
#include "atm-abr-erica-queue-control.h"

#include "ns3/nstime.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief ERICA+: the part of the capacity that is aimed at depends on the queue
 * (EricaQueueControl).
 */
class EricaPlusAlgorithm : public EricaFamilyAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart() override;
    double GetFraction(int64_t queue) const override;

    Time m_delay;                               //!< attribute TargetDelay
    double m_a;                                 //!< attribute CurveA
    double m_b;                                 //!< attribute CurveB
    double m_limit;                             //!< attribute QueueDrainLimit
    std::optional<EricaQueueControl> m_control; //!< from the start on
};

} // namespace ns3

#endif // ATM_ABR_ERICA_PLUS_H
