/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-lazy-port.h"

#include <algorithm>
#include <functional>

namespace ns3
{

AtmLazyPort::AtmLazyPort(uint32_t number,
                         AtmLazyRoutes& routes,
                         AtmLazyAgenda& agenda,
                         const AtmEngine::PortSettings& settings,
                         AtmBuffer& buffer,
                         AtmEngine::PortCounts& counts)
    : m_number(number),
      m_slot(routes.GetNetwork().GetChannels()[number].slot),
      m_routes(routes),
      m_agenda(agenda),
      m_buffer(buffer),
      m_counts(counts),
      m_marking(PeekPointer(settings.marking)),
      m_algorithm(PeekPointer(settings.algorithm)),
      m_marksLeaving(m_marking && m_marking->GetPoint() == AbrMarking::EFCI_DEPARTURE),
      m_marksJoining(m_marking && m_marking->GetPoint() == AbrMarking::EFCI_ARRIVAL),
      m_inputs(routes.GetPort(number).inputs),
      m_heads(std::max<std::size_t>(1, m_inputs.size()), AtmLazyStream::NEVER)
{
    const auto& flows = routes.GetPort(number).flows;
    m_interval.vcCells.resize(
        std::count_if(flows.begin(), flows.end(), std::not_fn(AtmLazyRoutes::IsBackward)));
}

void
AtmLazyPort::AddFeeder(AtmLazyPort& port, AtmTime offset)
{
    m_feeders.push_back({&port, offset});
}

void
AtmLazyPort::Merge(AtmTime time)
{
    if (time < m_done)
    {
        return;
    }
    for (const Feeder& feeder : m_feeders)
    {
        feeder.port->Merge(time - feeder.offset);
    }
    for (std::size_t input = 0; input < m_inputs.size(); ++input)
    {
        m_heads[input] = m_inputs[input]->GetTime();
    }
    JoinAll(time);
    while (m_algorithm && m_algorithm->GetInterval().end <= time)
    {
        EndInterval(m_algorithm->GetInterval().end);
    }
    Serve(time, true);
    m_done = time;
}

void
AtmLazyPort::JoinAll(AtmTime time)
{
    TakeAll(time, [this](const AtmLazyCell& cell) { Join(cell); });
}

void
AtmLazyPort::Join(const AtmLazyCell& cell)
{
    while (m_algorithm && m_algorithm->GetInterval().end < cell.time)
    {
        EndInterval(m_algorithm->GetInterval().end);
    }
    Serve(cell.time, false);
    const bool event = cell.IsEvent();
    const int64_t before = IsCounted() || event ? GetQueue(cell.time) : 0;
    const auto& [flow, hop, port, line, place, next] = m_routes.GetStep(cell.GetStep());
    if (cell.Is(AtmLazyCell::RM)
            ? !m_buffer.AcceptRm(before)
            : !m_buffer.IsAlwaysOpen() &&
                  !m_buffer.AcceptData(place, cell.Is(AtmLazyCell::LAST), before))
    {
        ++m_counts.lost;
        if (event)
        {
            m_agenda[cell.GetPlace()].queue = -1; // it is still to pass
        }
        return;
    }
    ++m_counts.joined;
    if (IsCounted())
    {
        m_counts.mostQueue = std::max(m_counts.mostQueue, before + 1);
    }
    if (event)
    {
        m_agenda[cell.GetPlace()].queue = before;
    }
    AtmLazyCell joined = cell;
    if (!cell.Is(AtmLazyCell::RM) && m_marksJoining)
    {
        joined.Mark(m_marking->MarkData(before));
    }
    Enqueue(joined);
    if (m_algorithm)
    {
        ++m_interval.cells;
        if (!AtmLazyRoutes::IsBackward(flow))
        {
            ++m_interval.vcCells[place];
        }
        if (m_interval.cells >= m_algorithm->GetInterval().cells)
        {
            EndInterval(cell.time);
        }
    }
}

void
AtmLazyPort::EndInterval(AtmTime time)
{
    Serve(time, false);
    m_interval.queue = GetQueue(time);
    m_algorithm->EndInterval(time, m_interval);
    m_interval.cells = 0;
    std::fill(m_interval.vcCells.begin(), m_interval.vcCells.end(), 0);
}

void
AtmLazyPort::Depart(AtmLazyCell cell)
{
    AtmLazyAgenda::Content& carried = m_agenda[cell.GetPlace()];
    carried.leaves = true;
    const bool marked = carried.rm && !AtmLazyRoutes::IsBackward(carried.flow) && m_marking &&
                        m_marking->GetPoint() == AbrMarking::FORWARD;
    if (marked || (carried.traced && m_routes.GetStep(cell.GetStep()).hop == 0))
    {
        m_agenda.Schedule(cell.time,
                          AtmLazyAgenda::LEAVE,
                          m_number,
                          0,
                          cell.GetStep(),
                          cell.GetPlace());
    }
    m_agenda.Follow(cell.time + m_routes.GetNetwork().GetChannels()[m_number].delay,
                    cell.GetPlace(),
                    cell.GetStep() + 1);
}

void
AtmLazyPort::CheckService(AtmTime time, uint32_t step, uint32_t place)
{
}

void
AtmLazyPort::Refresh()
{
}

} // namespace ns3
