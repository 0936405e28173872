/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-receiver.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

uint64_t
PFabricReceiver::Receive(const PFabricRange& range)
{
    const uint64_t received = GetReceived();
    uint64_t& cumulative = m_acknowledgement.cumulative;
    if (range.end > cumulative)
    {
        m_ranges.Add({std::max(range.begin, cumulative), range.end});
        cumulative = m_ranges.Find(cumulative).end;
        m_ranges.RemoveBefore(cumulative);
    }
    // what the packet is part of, then what was said before, as it is now
    const auto before = std::exchange(m_acknowledgement.blocks, {});
    AddBlock(range);
    for (const PFabricRange& block : before)
    {
        AddBlock(block);
    }
    return GetReceived() - received;
}

void
PFabricReceiver::AddBlock(const PFabricRange& block)
{
    PFabricBlocks& blocks = m_acknowledgement.blocks;
    const PFabricRange now = m_ranges.Find(block.begin);
    const auto same = [&now](const PFabricRange& other) { return other.begin == now.begin; };
    if (now.end > now.begin && std::none_of(blocks.begin(), blocks.end(), same))
    {
        blocks.Add(now);
    }
}

NS_LOG_COMPONENT_DEFINE("PFabricIncoming");

void
PFabricIncoming::Receive(const Data& data)
{
    const auto [begin, end] = data.range;
    if (data.last)
    {
        m_size = end;
    }
    m_message = data.message;
    if (m_receiver.Receive(data.range) == 0 || m_message)
    {
        return;
    }
    auto content = data.content;
    if (begin == m_inOrder)
    {
        Append(std::move(content));
    }
    else
    {
        auto& kept = m_ahead[begin];
        if (!kept || kept->GetSize() < content->GetSize())
        {
            kept = std::move(content);
        }
    }
    while (!m_ahead.empty() && m_ahead.begin()->first <= m_inOrder)
    {
        const auto [first, piece] = *m_ahead.begin();
        m_ahead.erase(m_ahead.begin());
        const uint64_t known = m_inOrder - first;
        if (known < piece->GetSize())
        {
            Append(piece->CreateFragment(known, piece->GetSize() - known));
        }
    }
}

bool
PFabricIncoming::IsDone() const
{
    return m_size && GetAcknowledgement().cumulative == *m_size;
}

Ptr<Packet>
PFabricIncoming::GetContent()
{
    if (m_message)
    {
        return m_message->Copy();
    }
    while (m_content.size() > 1)
    {
        const auto piece = m_content.back();
        m_content.pop_back();
        m_content.back()->AddAtEnd(piece);
    }
    return m_content.front();
}

void
PFabricIncoming::Append(Ptr<Packet> content)
{
    m_inOrder += content->GetSize();
    // Pieces that are as long as the one before are joined to it: a byte is copied a few times.
    while (!m_content.empty() && m_content.back()->GetSize() <= content->GetSize())
    {
        m_content.back()->AddAtEnd(content);
        content = std::move(m_content.back());
        m_content.pop_back();
    }
    m_content.push_back(std::move(content));
}

} // namespace ns3
