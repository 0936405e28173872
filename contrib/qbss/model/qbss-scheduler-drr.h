/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_SCHEDULER_DRR_H
#define QBSS_SCHEDULER_DRR_H

#include "qbss-deficits.h"
#include "qbss-scheduler.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup qbss
 * @brief Deficit round robin, see QbssDeficits. Shares do not depend on the reference, but delays
 * do: with the smallest weight a class with 69 times the weight sends 69 packets in a row.
 */
class QbssDrrScheduler : public QbssScheduler
{
  public:
    /** Weight of the class that has the quantum. */
    enum Reference
    {
        LARGEST,  //!< the largest: others have less than a packet in a round
        SMALLEST, //!< the smallest: others have many packets in a round
    };

    static TypeId GetTypeId(); //!< @return the TypeId

    void Start(const std::vector<uint32_t>& weights) override;
    std::size_t Serve(const std::vector<uint32_t>& heads) override;

  private:
    uint32_t m_quantum;                //!< attribute Quantum
    Reference m_reference;             //!< attribute Reference
    QbssDeficits m_deficits{{}, 1, 1}; //!< the law
};

} // namespace ns3

#endif // QBSS_SCHEDULER_DRR_H
