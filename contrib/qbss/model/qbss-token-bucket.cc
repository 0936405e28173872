/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-token-bucket.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

constexpr int64_t TOKENS_PER_BYTE = 8'000'000'000;

} // namespace

QbssTokenBucket::QbssTokenBucket(uint64_t rate, uint32_t depth)
    : m_rate(std::min<uint64_t>(rate, std::numeric_limits<int64_t>::max() / 4)),
      m_depth(std::min<int64_t>(depth, 500'000'000) * TOKENS_PER_BYTE),
      m_tokens(m_depth)
{
    burst::CheckParameter(rate > 0, "the rate", rate, "bits per second above 0");
    burst::CheckParameter(depth > 0, "the depth", depth, "bytes above 0");
}

int64_t
QbssTokenBucket::GetWait(int64_t now, uint32_t bytes)
{
    const int64_t passed = now - m_time;
    const int64_t missing = m_depth - m_tokens;
    m_tokens = passed > missing / m_rate ? m_depth : m_tokens + passed * m_rate;
    m_time = now;
    const int64_t needed = std::min(bytes * TOKENS_PER_BYTE, m_depth) - m_tokens;
    return needed <= 0 ? 0 : (needed - 1) / m_rate + 1;
}

void
QbssTokenBucket::Take(uint32_t bytes)
{
    m_tokens -= bytes * TOKENS_PER_BYTE;
}

} // namespace ns3
