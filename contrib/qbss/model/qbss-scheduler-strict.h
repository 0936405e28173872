/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_SCHEDULER_STRICT_H
#define QBSS_SCHEDULER_STRICT_H

#include "qbss-scheduler.h"

namespace ns3
{

/**
 * @ingroup qbss
 * @brief Strict priority: the last class that has a packet sends, whatever its weight. It lets QBSS
 * starve, which no QBSS network may do: a negative control.
 */
class QbssStrictScheduler : public QbssScheduler
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Start(const std::vector<uint32_t>& weights) override;
    std::size_t Serve(const std::vector<uint32_t>& heads) override;
};

} // namespace ns3

#endif // QBSS_SCHEDULER_STRICT_H
