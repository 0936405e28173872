/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-scheduler-strict.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(QbssStrictScheduler);

TypeId
QbssStrictScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::QbssStrictScheduler")
                            .SetParent<QbssScheduler>()
                            .SetGroupName("Qbss")
                            .AddConstructor<QbssStrictScheduler>();
    return tid;
}

void
QbssStrictScheduler::Start(const std::vector<uint32_t>& /* weights */)
{
}

std::size_t
QbssStrictScheduler::Serve(const std::vector<uint32_t>& heads)
{
    const auto last =
        std::find_if(heads.rbegin(), heads.rend(), [](uint32_t head) { return head > 0; });
    return heads.rend() - last - 1;
}

} // namespace ns3
