/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-scheduler-scfq.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(QbssScfqScheduler);

TypeId
QbssScfqScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::QbssScfqScheduler")
                            .SetParent<QbssScheduler>()
                            .SetGroupName("Qbss")
                            .AddConstructor<QbssScfqScheduler>();
    return tid;
}

void
QbssScfqScheduler::Start(const std::vector<uint32_t>& weights)
{
    m_tags = QbssFairTags(weights);
}

std::size_t
QbssScfqScheduler::Serve(const std::vector<uint32_t>& heads)
{
    return m_tags.Serve(heads);
}

} // namespace ns3
