/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-frame-vcs.h"

#include "ns3/atm-abr-aal5.h"
#include "ns3/atm-abr-data-supply.h"

#include <algorithm>

namespace ns3
{

/** Frames of a VC, as its source knows them. */
class AtmFrameVcs::Supply : public AtmPushedSupply
{
  public:
    /** @param vcs that are told what has left @param vc number */
    Supply(AtmFrameVcs& vcs, uint32_t vc)
        : m_vcs(vcs),
          m_vc(vc)
    {
    }

    void Forget(uint64_t cell) override
    {
        AtmPushedSupply::Forget(cell);
        for (const auto& departure : m_vcs.GetFrames(m_vc)->Leave(cell))
        {
            m_vcs.m_left(m_vc, departure);
        }
    }

  private:
    AtmFrameVcs& m_vcs; //!< that are told
    uint32_t m_vc;      //!< number
};

/** Hears which cells of frames the buffer of a port refuses. */
class AtmFrameVcs::PortListener : public AtmBufferListener
{
  public:
    /** @param counts of frames */
    explicit PortListener(Counts& counts)
        : m_counts(counts)
    {
    }

    void OnData(uint32_t vc, bool accepted) override
    {
        const auto [frames, hop] = m_vcs[vc];
        if (frames && frames->Pass(hop, accepted))
        {
            ++m_counts.lost;
        }
    }

    /** By number of the VC at the port: its frames, or null, and the hop. */
    std::vector<std::pair<AtmFrameVc*, uint32_t>> m_vcs;

  private:
    Counts& m_counts; //!< of frames
};

AtmFrameVcs::AtmFrameVcs(Left left)
    : m_left(std::move(left))
{
}

AtmFrameVcs::~AtmFrameVcs() = default;

std::unique_ptr<AtmDataSupply>
AtmFrameVcs::Add(const AtmNetwork& network, uint32_t vc)
{
    const auto& ends = network.GetVcs()[vc];
    auto supply = std::make_unique<Supply>(*this, vc);
    m_entries.resize(vc + 1);
    m_entries[vc] = {std::make_unique<AtmFrameVc>(ends.forward.size()), supply.get()};
    m_vcs[{ends.source, ends.destination}] = vc;
    return supply;
}

uint32_t
AtmFrameVcs::Find(uint32_t source, uint32_t destination) const
{
    const auto found = m_vcs.find({source, destination});
    return found == m_vcs.end() ? AtmNetwork::NONE : found->second;
}

bool
AtmFrameVcs::IsEmpty() const
{
    return m_vcs.empty();
}

void
AtmFrameVcs::Listen(const AtmNetwork& network)
{
    m_listeners.resize(network.GetChannels().size());
    for (uint32_t vc = 0; vc < network.GetVcs().size(); ++vc)
    {
        const auto& way = network.GetVcs()[vc].forward;
        for (uint32_t hop = 1; hop < way.size(); ++hop) // the first port is no switch's
        {
            auto& listener = m_listeners[way[hop]];
            if (!listener)
            {
                listener = std::make_unique<PortListener>(m_counts);
            }
            listener->m_vcs.emplace_back(GetFrames(vc), hop);
        }
    }
}

AtmBufferListener*
AtmFrameVcs::GetListener(uint32_t port) const
{
    return m_listeners.empty() ? nullptr : m_listeners[port].get();
}

uint32_t
AtmFrameVcs::Push(uint32_t vc, AtmTime time, Ptr<const Packet> sdu, uint64_t room)
{
    const Entry& entry = m_entries.at(vc);
    const uint32_t cells = entry.frames->Push(sdu, room);
    const bool whole = cells == atm::Aal5::GetCells(sdu->GetSize());
    ++m_counts.sent;
    m_counts.lost += !whole;
    entry.supply->Push(time, cells, whole);
    return cells;
}

AtmFrameVc::Arrival
AtmFrameVcs::Arrive(uint32_t vc, uint64_t cell)
{
    auto arrival = GetFrames(vc)->Arrive(cell);
    ++(arrival.fault ? m_counts.lost : m_counts.delivered);
    return arrival;
}

Ptr<const Packet>
AtmFrameVcs::GetPayload(uint32_t vc, uint64_t cell) const
{
    auto* const frames = GetFrames(vc);
    return frames ? frames->GetPayload(cell) : nullptr;
}

uint64_t
AtmFrameVcs::CountWaiting(uint32_t source, const std::function<uint64_t(uint32_t vc)>& sent) const
{
    uint64_t sum = 0;
    for (auto vc = m_vcs.lower_bound({source, 0}); vc != m_vcs.end() && vc->first.first == source;
         ++vc)
    {
        sum += GetFrames(vc->second)->GetAccepted() - sent(vc->second);
    }
    return sum;
}

const AtmFrameVcs::Counts&
AtmFrameVcs::GetCounts() const
{
    return m_counts;
}

bool
AtmFrameVcs::AreUnderWay() const
{
    return m_counts.sent > m_counts.delivered + m_counts.lost;
}

uint64_t
AtmFrameVcs::CountInFlight() const
{
    uint64_t sum = 0;
    for (const Entry& entry : m_entries)
    {
        sum += entry.frames ? entry.frames->CountInFlight() : 0;
    }
    return sum;
}

AtmFrameVc*
AtmFrameVcs::GetFrames(uint32_t vc) const
{
    return vc < m_entries.size() ? m_entries[vc].frames.get() : nullptr;
}

} // namespace ns3
