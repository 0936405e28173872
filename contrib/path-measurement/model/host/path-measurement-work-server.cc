/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-work-server.h"

#include <algorithm>

namespace ns3
{

int64_t
WorkServer::Serve(int64_t now, int64_t work)
{
    m_until = std::max(m_until, now) + work;
    m_work += work;
    return m_until;
}

int64_t
WorkServer::GetBusy(int64_t now) const
{
    return m_work - std::max<int64_t>(m_until - now, 0);
}

} // namespace ns3
