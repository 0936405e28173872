/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-frame-vc.h"

#include "ns3/abort.h"
#include "ns3/atm-abr-aal5.h"

#include <algorithm>

namespace ns3
{

AtmFrameVc::AtmFrameVc(uint32_t hops)
    : m_next(hops)
{
}

uint32_t
AtmFrameVc::Push(Ptr<const Packet> sdu, uint64_t room)
{
    const uint32_t all = atm::Aal5::GetCells(sdu->GetSize());
    const uint32_t cells = std::min<uint64_t>(all, room);
    const bool whole = cells == all;
    m_end += cells;
    m_frames.push_back({sdu, m_end, cells, whole, !whole, {}});
    return cells;
}

std::vector<AtmFrameVc::Departure>
AtmFrameVc::Leave(uint64_t cell)
{
    std::vector<Departure> left;
    for (; m_left < m_frames.size() && m_frames[m_left].end <= cell; ++m_left)
    {
        const Frame& frame = m_frames[m_left];
        left.push_back({frame.sdu, frame.cells, frame.whole});
    }
    return left;
}

bool
AtmFrameVc::Pass(uint32_t hop, bool accepted)
{
    uint64_t& next = m_next[hop];
    auto refused = m_refused.lower_bound(next);
    for (; refused != m_refused.end() && *refused == next; ++refused)
    {
        ++next; // by a hop before
    }
    const uint64_t cell = next++;
    if (accepted)
    {
        return false;
    }
    m_refused.insert(refused, cell);
    Frame& frame = Find(cell);
    const bool last = frame.whole && frame.end == cell + 1;
    frame.lost = frame.lost || last;
    return last;
}

const std::vector<Ptr<Packet>>&
AtmFrameVc::Frame::Segment()
{
    if (payloads.empty())
    {
        payloads = atm::Aal5::Segment(sdu);
        payloads.resize(cells);
    }
    return payloads;
}

AtmFrameVc::Frame&
AtmFrameVc::Find(uint64_t cell)
{
    const auto frame =
        std::upper_bound(m_frames.begin(),
                         m_frames.end(),
                         cell,
                         [](uint64_t number, const Frame& other) { return number < other.end; });
    NS_ABORT_MSG_IF(frame == m_frames.end(), "a cell of no frame");
    return *frame;
}

Ptr<const Packet>
AtmFrameVc::GetPayload(uint64_t cell)
{
    Frame& frame = Find(cell);
    const auto& payloads = frame.Segment();
    return payloads.at(payloads.size() - (frame.end - cell));
}

AtmFrameVc::Arrival
AtmFrameVc::Arrive(uint64_t cell)
{
    auto pdu = Create<Packet>();
    Ptr<Packet> sdu;
    for (bool last = false; !last; m_frames.pop_front(), --m_left)
    {
        Frame& frame = m_frames.front();
        last = frame.end == cell + 1;
        const auto& payloads = frame.Segment();
        uint64_t number = frame.end - payloads.size();
        for (const auto& payload : payloads)
        {
            if (m_refused.erase(number++) == 0)
            {
                pdu->AddAtEnd(payload);
                sdu = m_reassembler.Receive(payload, frame.whole && number == frame.end);
            }
        }
    }
    return {pdu, sdu, m_reassembler.GetFault()};
}

uint64_t
AtmFrameVc::GetAccepted() const
{
    return m_end;
}

uint64_t
AtmFrameVc::CountInFlight() const
{
    return std::count_if(m_frames.begin(), m_frames.end(), [](const Frame& frame) {
        return !frame.lost;
    });
}

} // namespace ns3
