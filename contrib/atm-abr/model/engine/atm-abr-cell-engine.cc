/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-cell-engine.h"

#include <algorithm>
#include <tuple>

namespace ns3
{

bool
AtmCellEngine::Event::operator>(const Event& other) const
{
    return std::tie(time, order) > std::tie(other.time, other.order);
}

void
AtmCellEngine::Schedule(AtmTime time,
                        Phase phase,
                        uint32_t a,
                        uint32_t b,
                        uint32_t c,
                        const Cell& cell)
{
    m_events.push({time, {phase, a, b, c}, cell, phase == SEND ? m_versions[cell.vc] : 0});
}

AtmTime
AtmCellEngine::GetNextTime() const
{
    return m_events.empty() ? NEVER : m_events.top().time;
}

int64_t
AtmCellEngine::DoGetQueue(uint32_t port)
{
    return m_queues[port].waiting + m_queues[port].served.has_value();
}

void
AtmCellEngine::Refresh()
{
}

void
AtmCellEngine::DoStart()
{
    m_queues.resize(m_ports.size());
    m_versions.resize(m_vcs.size());
    for (uint32_t port = 0; port < m_ports.size(); ++port)
    {
        m_queues[port].interval.vcCells.resize(m_ports[port].vcs.size());
        PlanInterval(port);
    }
    for (uint32_t vc = 0; vc < m_vcs.size(); ++vc)
    {
        Plan(vc, m_vcs[vc].settings.start);
    }
}

void
AtmCellEngine::DoAdvance(AtmTime time)
{
    while (!m_events.empty() && m_events.top().time <= time)
    {
        const Event event = m_events.top();
        m_events.pop();
        const auto [phase, first, second, third] = event.order;
        switch (phase)
        {
        case LEAVE:
            Leave(first, event.time);
            break;
        case ARRIVE:
            Arrive(event.cell, event.time);
            break;
        case RETURN:
            NotifyCell(event.cell, event.time, true);
            ReceiveBackward(first, event.time, m_contents[event.cell.content].content);
            Free(event.cell.content);
            Plan(first, event.time);
            break;
        case SEND:
            if (event.version == m_versions[first])
            {
                Send(first, event.time);
            }
            break;
        case JOIN:
            Join(first, event.cell, event.time);
            break;
        case INTERVAL:
            if (event.time == m_ports[first].settings.algorithm->GetInterval().end)
            {
                EndInterval(first, event.time);
            }
            break;
        case PASS:
            Pass(event.cell, event.time);
            break;
        case SERVE:
            Serve(first, event.time);
            break;
        }
    }
}

void
AtmCellEngine::DoNotify(uint32_t vc)
{
    Plan(vc, std::max(m_now, m_vcs[vc].settings.start));
}

void
AtmCellEngine::DoMake(uint32_t vc, uint32_t hop, AtmTime time, const AbrRmContent& content)
{
    Cell cell{vc, BACKWARD};
    cell.begins = true;
    cell.hop = hop;
    cell.content = Keep(content);
    Schedule(time, JOIN, GetRoute(vc, BACKWARD)[hop], NONE, m_made++, cell);
}

void
AtmCellEngine::Plan(uint32_t vc, AtmTime now)
{
    const auto& settings = m_vcs[vc].settings;
    ++m_versions[vc];
    AtmTime due =
        std::min(settings.rules->GetForwardTime(), settings.supply->GetTime(m_vcs[vc].counts.data));
    if (HasBackward(vc))
    {
        due = now;
    }
    if (due != NEVER)
    {
        const AtmTime time = std::max({due, now, settings.rules->GetNextTime()});
        Schedule(time, SEND, vc, 0, 0, {vc});
    }
}

void
AtmCellEngine::Send(uint32_t vc, AtmTime now)
{
    auto& [settings, counts, backward, places] = m_vcs[vc];
    const auto waits = settings.supply->GetTime(counts.data) <= now;
    const bool turned = HasBackward(vc);
    Cell cell{vc};
    const uint32_t port = GetRoute(vc, DATA).front();
    const auto next = settings.rules->GetNextCell(now, waits, turned);
    switch (next)
    {
    case AbrSourceRules::FORWARD_RM:
    case AbrSourceRules::OUT_OF_RATE_RM:
        cell.kind = FORWARD;
        cell.content = Keep(SendForward(vc, now, next == AbrSourceRules::OUT_OF_RATE_RM));
        Schedule(now, JOIN, port, 2 * vc + 1, 0, cell);
        Schedule(now, PASS, port, 0, vc, cell);
        break;
    case AbrSourceRules::BACKWARD_RM:
        settings.rules->SendBackward(now);
        Turn(settings.peer, now);
        break;
    case AbrSourceRules::DATA:
        cell.last = settings.supply->IsLast(counts.data);
        cell.number = counts.data;
        settings.rules->SendData(1, now);
        ++counts.data;
        settings.supply->Forget(counts.data);
        Schedule(now, JOIN, port, 2 * vc + 1, 0, cell);
        break;
    case AbrSourceRules::NOTHING:
        break;
    }
    Plan(vc, now);
}

void
AtmCellEngine::Turn(uint32_t vc, AtmTime now)
{
    Cell cell{vc, BACKWARD};
    cell.begins = true;
    cell.content = Keep(SendBackward(vc));
    const uint32_t port = GetRoute(vc, BACKWARD).front();
    const uint32_t peer = m_vcs[vc].settings.peer;
    Schedule(now, JOIN, port, peer == NONE ? 2 * vc : 2 * peer + 1, 0, cell);
}

void
AtmCellEngine::Arrive(const Cell& cell, AtmTime now)
{
    auto& [settings, counts, backward, places] = m_vcs[cell.vc];
    NotifyCell(cell, now, true);
    if (cell.kind == DATA)
    {
        settings.destination.ReceiveData(cell.efci);
        ++counts.delivered;
        if (cell.last && settings.notifyFrames && m_listener)
        {
            m_listener->OnFrame(cell.vc, now, cell.number);
        }
        return;
    }
    settings.destination.ReceiveForward(m_contents[cell.content].content);
    ++counts.deliveredRm;
    Free(cell.content);
    if (settings.peer == NONE)
    {
        Turn(cell.vc, now);
    }
    else if (now >= m_vcs[settings.peer].settings.start)
    {
        Plan(settings.peer, now);
    }
}

void
AtmCellEngine::Join(uint32_t port, Cell cell, AtmTime now)
{
    Queue& queue = m_queues[port];
    Port& state = m_ports[port];
    const int64_t before = DoGetQueue(port);
    const bool data = cell.kind == DATA;
    if (data ? !state.buffer->AcceptData(GetPlace(cell.vc, cell.hop), cell.last, before)
             : !state.buffer->AcceptRm(before))
    {
        ++state.counts.lost;
        if (cell.begins)
        {
            Free(cell.content);
        }
        else if (!data)
        {
            m_contents[cell.content].queue = -1; // its PASS is still to come
        }
        return;
    }
    const auto& marking = state.settings.marking;
    if (data && marking && marking->GetPoint() == AbrMarking::EFCI_ARRIVAL)
    {
        cell.efci = marking->MarkData(before) || cell.efci;
    }
    if (!data)
    {
        m_contents[cell.content].queue = before;
    }
    queue.cells[state.settings.perVc ? 2 * cell.vc + (cell.kind == BACKWARD) : 0].push_back(cell);
    ++queue.waiting;
    ++state.counts.joined;
    state.counts.mostQueue = std::max(state.counts.mostQueue, before + 1);
    if (!queue.served && !queue.beginning)
    {
        queue.beginning = true;
        Schedule(now, SERVE, port, 0, 0, {});
    }
    if (state.settings.algorithm)
    {
        ++queue.interval.cells;
        if (cell.kind != BACKWARD)
        {
            ++queue.interval.vcCells[GetPlace(cell.vc, cell.hop)];
        }
        if (queue.interval.cells >= state.settings.algorithm->GetInterval().cells)
        {
            EndInterval(port, now);
        }
    }
}

void
AtmCellEngine::PlanInterval(uint32_t port)
{
    const auto& algorithm = m_ports[port].settings.algorithm;
    if (algorithm && algorithm->GetInterval().end != AbrInterval::NEVER)
    {
        Schedule(algorithm->GetInterval().end, INTERVAL, port, 0, 0, {});
    }
}

void
AtmCellEngine::EndInterval(uint32_t port, AtmTime now)
{
    auto& interval = m_queues[port].interval;
    interval.queue = DoGetQueue(port);
    m_ports[port].settings.algorithm->EndInterval(now, interval);
    interval.cells = 0;
    std::fill(interval.vcCells.begin(), interval.vcCells.end(), 0);
    PlanInterval(port);
}

void
AtmCellEngine::Pass(const Cell& cell, AtmTime now)
{
    auto& [content, queue] = m_contents[cell.content];
    if (queue < 0)
    {
        Free(cell.content);
    }
    else if (cell.kind == FORWARD)
    {
        PassForward(cell.vc, cell.hop, now, content, queue);
    }
    else
    {
        const auto& way = GetRoute(cell.vc, FORWARD);
        const uint32_t hop = way.size() - cell.hop;
        PassBackward(cell.vc, hop, now, content, DoGetQueue(way[hop]));
    }
}

void
AtmCellEngine::Serve(uint32_t port, AtmTime now)
{
    Queue& queue = m_queues[port];
    queue.beginning = false;
    if (queue.waiting == 0)
    {
        return;
    }
    auto line = queue.cells.lower_bound(queue.turn);
    line = line == queue.cells.end() ? queue.cells.begin() : line;
    queue.turn = line->first + 1;
    queue.served = line->second.front();
    line->second.pop_front();
    if (line->second.empty())
    {
        queue.cells.erase(line);
    }
    --queue.waiting;
    Schedule(now + m_network.GetChannels()[port].slot, LEAVE, port, 0, 0, {});
}

void
AtmCellEngine::Leave(uint32_t port, AtmTime now)
{
    Queue& queue = m_queues[port];
    const auto& channel = m_network.GetChannels()[port];
    const auto& marking = m_ports[port].settings.marking;
    Cell cell = *queue.served;
    queue.served.reset();
    if (cell.kind == DATA && marking && marking->GetPoint() == AbrMarking::EFCI_DEPARTURE)
    {
        cell.efci = marking->MarkData(queue.waiting) || cell.efci;
    }
    if (cell.kind == FORWARD)
    {
        LeaveForward(cell.vc, cell.hop, m_contents[cell.content].content, queue.waiting);
    }
    if (cell.hop == 0)
    {
        NotifyCell(cell, now, false);
    }
    const AtmTime time = now + channel.delay;
    const auto& way = GetRoute(cell.vc, cell.kind);
    ++cell.hop;
    cell.begins = false;
    if (cell.hop == way.size())
    {
        Schedule(time, cell.kind == BACKWARD ? RETURN : ARRIVE, cell.vc, 0, 0, cell);
    }
    else
    {
        Schedule(time, JOIN, way[cell.hop], port, 0, cell);
        if (cell.kind == FORWARD)
        {
            Schedule(time, PASS, way[cell.hop], 0, cell.vc, cell);
        }
        else if (cell.kind == BACKWARD)
        {
            Schedule(time, PASS, port ^ 1, 1, cell.vc, cell);
        }
    }
    queue.beginning = true;
    Schedule(now, SERVE, port, 0, 0, {});
}

void
AtmCellEngine::NotifyCell(const Cell& cell, AtmTime now, bool arrives)
{
    if (TracesCells(cell.vc))
    {
        const bool data = cell.kind == DATA;
        m_listener->OnCell(cell.vc,
                           now,
                           {arrives,
                            cell.kind == BACKWARD,
                            data ? nullptr : &m_contents[cell.content].content,
                            cell.number,
                            cell.last,
                            arrives && cell.efci});
    }
}

uint32_t
AtmCellEngine::Keep(const AbrRmContent& content)
{
    if (m_freeContents.empty())
    {
        m_freeContents.push_back(m_contents.size());
        m_contents.emplace_back();
    }
    const uint32_t place = m_freeContents.back();
    m_freeContents.pop_back();
    m_contents[place] = {content, 0};
    return place;
}

void
AtmCellEngine::Free(uint32_t content)
{
    m_freeContents.push_back(content);
}

} // namespace ns3
