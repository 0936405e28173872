/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "netflow-stitcher.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>

namespace ns3
{

NetflowStitcher::NetflowStitcher(const Rules& rules)
    : m_rules(rules)
{
    burst::CheckParameter(rules.gap >= 1,
                          "the gap between records in ns",
                          static_cast<double>(rules.gap),
                          "numbers from 1 on");
    burst::CheckParameter(rules.start >= 0,
                          "the time between starts in ns",
                          static_cast<double>(rules.start),
                          "numbers from 0 on");
    burst::CheckParameter(rules.sampling >= 1, "the sampling", 0, "numbers from 1 on");
}

void
NetflowStitcher::Add(const NetflowRecord& record)
{
    m_records.push_back(record);
}

std::vector<NetflowRecord>
NetflowStitcher::GetStreams() const
{
    auto records = m_records;
    std::sort(records.begin(), records.end(), [](const auto& a, const auto& b) {
        return std::tie(a.key, a.first, a.last) < std::tie(b.key, b.first, b.last);
    });
    std::vector<NetflowRecord> streams;
    for (const auto& record : records)
    {
        if (streams.empty() || !(streams.back().key == record.key) ||
            record.first - streams.back().last >= m_rules.gap)
        {
            streams.push_back(record);
            continue;
        }
        NetflowRecord& stream = streams.back();
        stream.last = std::max(stream.last, record.last);
        stream.packets += record.packets;
        stream.bytes += record.bytes;
        stream.flags |= record.flags;
        stream.expired = record.expired;
        stream.reason = record.reason;
    }
    std::sort(streams.begin(), streams.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first, a.key) < std::tie(b.first, b.key);
    });
    return streams;
}

std::vector<NetflowTransfer>
NetflowStitcher::GetTransfers() const
{
    std::vector<NetflowTransfer> transfers;
    std::map<std::tuple<uint32_t, uint32_t, uint8_t, uint16_t>, std::size_t> last; // transfer
    for (const auto& stream : GetStreams())
    {
        const auto& key = stream.key;
        const auto [found, isNew] = last.try_emplace(
            std::make_tuple(key.source, key.destination, key.protocol, key.GetServerPort()),
            transfers.size());
        if (isNew || stream.first - transfers[found->second].first > m_rules.start ||
            stream.first > transfers[found->second].last)
        {
            found->second = transfers.size();
            auto& transfer = transfers.emplace_back();
            transfer.source = key.source;
            transfer.destination = key.destination;
            transfer.protocol = key.protocol;
            transfer.serverPort = key.GetServerPort();
            transfer.first = stream.first;
        }
        auto& transfer = transfers[found->second];
        transfer.last = std::max(transfer.last, stream.last);
        transfer.packets += stream.packets * m_rules.sampling;
        transfer.bytes += stream.bytes * m_rules.sampling;
        ++transfer.streams;
    }
    return transfers;
}

} // namespace ns3
