/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "netflow-cache.h"

#include "ns3/burst-core-check.h"

#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint8_t TCP = 6;

/** @param time in ns
 * @param limit above 0
 * @return their sum, at most the last time that there is */
int64_t
Later(int64_t time, int64_t limit)
{
    constexpr int64_t LAST = std::numeric_limits<int64_t>::max();
    return time > LAST - limit ? LAST : time + limit;
}

} // namespace

NetflowCache::NetflowCache(const Limits& limits, Export exporter)
    : m_limits(limits),
      m_export(std::move(exporter)),
      m_now(std::numeric_limits<int64_t>::min())
{
    burst::CheckParameter(limits.inactive >= 1,
                          "the inactive time-out in ns",
                          static_cast<double>(limits.inactive),
                          "numbers from 1 on");
    burst::CheckParameter(limits.active >= 1,
                          "the active time-out in ns",
                          static_cast<double>(limits.active),
                          "numbers from 1 on");
    burst::CheckParameter(limits.entries >= 1, "the number of entries", 0, "numbers from 1 on");
}

void
NetflowCache::Add(const NetflowKey& key, int64_t now, uint32_t bytes, uint8_t flags)
{
    Expire(now);
    auto found = m_found.find(key);
    if (found == m_found.end())
    {
        if (m_idle.size() == m_limits.entries)
        {
            Leave(m_idle.begin(), now, NetflowRecord::FORCED);
        }
        Entry entry;
        entry.record.key = key;
        entry.record.first = now;
        const auto place = m_idle.insert(m_idle.end(), entry);
        place->age = m_ages.insert(m_ages.end(), place);
        found = m_found.emplace(key, place).first;
    }
    else
    {
        m_idle.splice(m_idle.end(), m_idle, found->second);
    }
    NetflowRecord& record = found->second->record;
    record.last = now;
    ++record.packets;
    record.bytes += bytes;
    record.flags |= flags;
    if (key.protocol == TCP && (flags & (NetflowRecord::FIN | NetflowRecord::RST)))
    {
        Leave(found->second, now, NetflowRecord::FINISHED);
    }
}

void
NetflowCache::Expire(int64_t now)
{
    if (now < m_now)
    {
        throw std::invalid_argument("the time of a packet is " + std::to_string(now) +
                                    " ns; allowed are times from that of the packet before on, " +
                                    std::to_string(m_now) + " ns");
    }
    m_now = now;
    while (!m_idle.empty())
    {
        const int64_t idle = Later(m_idle.front().record.last, m_limits.inactive);
        const int64_t old = Later(m_ages.front()->record.first, m_limits.active);
        if (idle <= old && idle <= now)
        {
            Leave(m_idle.begin(), idle, NetflowRecord::INACTIVE);
        }
        else if (old < idle && old <= now)
        {
            Leave(m_ages.front(), old, NetflowRecord::ACTIVE);
        }
        else
        {
            return;
        }
    }
}

void
NetflowCache::Flush(int64_t now)
{
    Expire(now);
    while (!m_ages.empty())
    {
        Leave(m_ages.front(), now, NetflowRecord::FLUSHED);
    }
}

std::size_t
NetflowCache::GetSize() const
{
    return m_idle.size();
}

void
NetflowCache::Leave(ByIdleTime::iterator entry, int64_t now, NetflowRecord::Reason reason)
{
    NetflowRecord record = entry->record;
    record.expired = now;
    record.reason = reason;
    m_found.erase(record.key);
    m_ages.erase(entry->age);
    m_idle.erase(entry);
    m_export(record);
}

} // namespace ns3
