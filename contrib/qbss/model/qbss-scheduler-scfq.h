/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_SCHEDULER_SCFQ_H
#define QBSS_SCHEDULER_SCFQ_H

#include "qbss-fair-tags.h"
#include "qbss-scheduler.h"

namespace ns3
{

/**
 * @ingroup qbss
 * @brief Self-clocked fair queueing, see QbssFairTags. A packet that comes when its class was idle
 * waits for its own length over the share of its class and for one packet of each other class.
 */
class QbssScfqScheduler : public QbssScheduler
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Start(const std::vector<uint32_t>& weights) override;
    std::size_t Serve(const std::vector<uint32_t>& heads) override;

  private:
    QbssFairTags m_tags{{}}; //!< the law
};

} // namespace ns3

#endif // QBSS_SCHEDULER_SCFQ_H
