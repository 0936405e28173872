/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-lazy-engine.h"

#include "atm-abr-lazy-fifo-port.h"
#include "atm-abr-lazy-vc-port.h"

#include <algorithm>

namespace ns3
{

AtmTime
AtmLazyEngine::GetNextTime() const
{
    return m_agenda ? m_agenda->GetTime() : NEVER;
}

uint64_t
AtmLazyEngine::GetEvents() const
{
    return m_count;
}

void
AtmLazyEngine::DoStart()
{
    FindRoutes();
    MakePorts();
    MakeSources();
}

void
AtmLazyEngine::FindRoutes()
{
    std::vector<AtmLazyRoutes::PortFacts> ports;
    for (const Port& port : m_ports)
    {
        const auto& [limits, perVc, marking, algorithm] = port.settings;
        AtmLazyRoutes::PortFacts facts;
        facts.reads = algorithm || (marking && marking->GetPoint() == AbrMarking::BACKWARD);
        facts.makes = marking && marking->GetPoint() == AbrMarking::BECN;
        facts.passes = !algorithm && (!marking || marking->IsInert());
        ports.push_back(facts);
    }
    std::vector<AtmLazyRoutes::VcFacts> vcs;
    for (const Vc& vc : m_vcs)
    {
        const auto& parameters = vc.settings.rules->GetParameters();
        vcs.push_back({std::max(parameters.pcr, parameters.tcr),
                       vc.settings.peer,
                       vc.settings.destination.MakesBecn()});
    }
    m_routes.emplace(m_network, ports, vcs);
    m_agenda.emplace(*m_routes, m_vcs.size());
    m_step = m_routes->GetCircle();
}

void
AtmLazyEngine::MakePorts()
{
    m_lazy.resize(m_ports.size());
    for (uint32_t number = 0; number < m_ports.size(); ++number)
    {
        auto& [settings, buffer, counts, vcs] = m_ports[number];
        if (m_routes->GetPort(number).skipped)
        {
            continue;
        }
        if (settings.perVc)
        {
            m_lazy[number] = std::make_unique<AtmLazyVcPort>(number,
                                                             *m_routes,
                                                             *m_agenda,
                                                             settings,
                                                             *buffer,
                                                             counts);
        }
        else
        {
            m_lazy[number] = std::make_unique<AtmLazyFifoPort>(number,
                                                               *m_routes,
                                                               *m_agenda,
                                                               settings,
                                                               *buffer,
                                                               counts);
        }
    }
    for (uint32_t number = 0; number < m_ports.size(); ++number)
    {
        for (const auto& [port, offset] : m_routes->GetPort(number).feeders)
        {
            m_lazy[number]->AddFeeder(*m_lazy[port], offset);
        }
    }
}

void
AtmLazyEngine::MakeSources()
{
    for (uint32_t number = 0; number < m_vcs.size(); ++number)
    {
        auto& [settings, counts, backward, places] = m_vcs[number];
        const auto& way = GetRoute(number, FORWARD);
        const bool limited = std::any_of(way.begin(), way.end(), [this](uint32_t port) {
            return !m_ports[port].buffer->IsAlwaysOpen();
        });
        const bool lastKnown = settings.notifyFrames || (limited && settings.supply->HasFrames());
        m_sources.emplace_back(m_routes->GetStart(2 * number),
                               settings,
                               counts,
                               lastKnown,
                               TracesCells(number));
        Plan(number, settings.start);
    }
}

void
AtmLazyEngine::DoAdvance(AtmTime time)
{
    while (m_agenda->GetTime() <= time)
    {
        const auto event = m_agenda->Take();
        Sweep(event.time);
        ++m_count;
        const uint32_t number = event.GetNumber();
        switch (event.GetPhase())
        {
        case AtmLazyAgenda::LEAVE:
            Leave(event);
            break;
        case AtmLazyAgenda::ARRIVE:
            Arrive(number, event.time);
            break;
        case AtmLazyAgenda::RETURN:
            Return(number, event.time);
            break;
        case AtmLazyAgenda::SEND:
            Send(number, event.time);
            break;
        case AtmLazyAgenda::PASS:
            Pass(event);
            break;
        }
    }
    Sweep(time);
}

void
AtmLazyEngine::Sweep(AtmTime time)
{
    while (m_step > 0 && m_swept + m_step < time)
    {
        m_swept += m_step;
        for (uint32_t port = 0; port < m_lazy.size(); ++port)
        {
            Merge(port, m_swept);
        }
    }
}

void
AtmLazyEngine::DoNotify(uint32_t vc)
{
    m_sources[vc].Commit(m_now); // it has happened
    Plan(vc, std::max(m_now, m_vcs[vc].settings.start));
}

void
AtmLazyEngine::DoMake(uint32_t vc, uint32_t hop, AtmTime time, const AbrRmContent& content)
{
    AtmLazyAgenda::Content carried;
    carried.flow = 2 * vc + 1;
    carried.traced = TracesCells(vc);
    carried.content = content;
    const uint32_t place = m_agenda->Keep(carried);
    const uint32_t step = m_routes->GetFirst(carried.flow) + hop;
    const uint32_t port = m_routes->GetStep(step).port;
    m_routes->GetPort(port).made->Push({time, step, AtmLazyCell::RM, place});
    m_agenda->Schedule(time, AtmLazyAgenda::PASS, port, AtmLazyAgenda::SILENTLY, step, place);
}

void
AtmLazyEngine::Refresh()
{
    for (uint32_t port = 0; port < m_lazy.size(); ++port)
    {
        Merge(port, m_now);
    }
    for (uint32_t vc = 0; vc < m_vcs.size(); ++vc)
    {
        m_sources[vc].Commit(m_now);
        Arrive(vc, m_now);
        Fetch(2 * vc + 1, m_now);
    }
    for (uint32_t port = 0; port < m_lazy.size(); ++port)
    {
        auto& counts = m_ports[port].counts;
        if (m_lazy[port])
        {
            m_lazy[port]->Refresh();
        }
        else
        {
            counts.joined = CountSkipped(port).second;
            counts.mostQueue = counts.joined > 0;
        }
    }
}

std::pair<int64_t, uint64_t>
AtmLazyEngine::CountSkipped(uint32_t port)
{
    const auto& channel = m_network.GetChannels()[port];
    std::pair<int64_t, uint64_t> found{0, 0};
    for (const uint32_t flow : m_routes->GetPort(port).flows)
    {
        const VcCounts& counts = m_vcs[flow / 2].counts;
        const bool turned = AtmLazyRoutes::IsBackward(flow);
        const auto& next = m_routes->GetStart(flow);
        const AtmLazyStream& stream =
            channel.fromDevice ? *next.stream : *m_routes->GetFlowEnd(flow).stream;
        const AtmTime offset = channel.fromDevice ? next.offset : m_routes->GetToEnd(flow, port);
        const uint64_t joined = stream.CountTo(m_now + offset);
        found.first += joined - stream.CountTo(m_now - channel.slot + offset);
        found.second += channel.fromDevice ? turned ? counts.turned : counts.data + counts.forward
                        : turned           ? counts.returned + joined
                                           : counts.delivered + counts.deliveredRm + joined;
    }
    return found;
}

int64_t
AtmLazyEngine::DoGetQueue(uint32_t port)
{
    return m_lazy[port] ? m_lazy[port]->GetQueue(m_now) : CountSkipped(port).first;
}

void
AtmLazyEngine::Emit(const AtmLazyRoutes::Next& next,
                    AtmTime now,
                    const AtmLazyAgenda::Content& carried)
{
    const uint32_t place = m_agenda->Keep(carried);
    const uint64_t bits = carried.rm ? AtmLazyCell::RM : carried.last * AtmLazyCell::LAST;
    next.stream->Push({now + next.offset, next.step, bits, place});
    const uint32_t step = m_routes->GetFirst(carried.flow);
    const uint32_t port = m_routes->GetStep(step).port;
    if (carried.traced && !m_lazy[port])
    {
        const AtmTime slot = m_network.GetChannels()[port].slot;
        m_agenda->Schedule(now + slot, AtmLazyAgenda::LEAVE, port, 0, step, place);
    }
    m_agenda->Follow(now, place, step);
}

void
AtmLazyEngine::Plan(uint32_t vc, AtmTime now)
{
    m_agenda->PlanSend(vc, m_sources[vc].Plan(now, HasBackward(vc)));
}

void
AtmLazyEngine::Send(uint32_t vc, AtmTime now)
{
    AtmLazySource& source = m_sources[vc];
    source.Commit(now);
    auto& [settings, counts, backward, places] = m_vcs[vc];
    const bool turns = HasBackward(vc);
    const bool waits = settings.supply->GetTime(counts.data) <= now;
    AtmLazyAgenda::Content carried;
    carried.flow = 2 * vc;
    carried.traced = TracesCells(vc);
    const auto next = settings.rules->GetNextCell(now, waits, turns);
    switch (next)
    {
    case AbrSourceRules::FORWARD_RM:
    case AbrSourceRules::OUT_OF_RATE_RM:
        carried.content = SendForward(vc, now, next == AbrSourceRules::OUT_OF_RATE_RM);
        Emit(source.GetNext(), now, carried);
        break;
    case AbrSourceRules::BACKWARD_RM:
        Arrive(settings.peer, now); // the EFCI of its last data cell
        settings.rules->SendBackward(now);
        Turn(settings.peer, now);
        break;
    case AbrSourceRules::DATA:
        carried.rm = false;
        carried.cell = counts.data;
        carried.last = settings.supply->IsLast(counts.data);
        settings.rules->SendData(1, now);
        ++counts.data;
        settings.supply->Forget(counts.data);
        Emit(source.GetNext(), now, carried);
        break;
    case AbrSourceRules::NOTHING:
        break;
    }
    Plan(vc, now);
}

void
AtmLazyEngine::Turn(uint32_t vc, AtmTime now)
{
    AtmLazyAgenda::Content carried;
    carried.flow = 2 * vc + 1;
    carried.traced = TracesCells(vc);
    carried.content = SendBackward(vc);
    Emit(m_routes->GetStart(carried.flow), now, carried);
}

void
AtmLazyEngine::Fetch(uint32_t flow, AtmTime time)
{
    for (const auto& [port, offset] : m_routes->GetFlowEnd(flow).feeders)
    {
        Merge(port, time - offset);
    }
}

void
AtmLazyEngine::Arrive(uint32_t vc, AtmTime now)
{
    Fetch(2 * vc, now);
    AtmLazyStream& stream = *m_routes->GetFlowEnd(2 * vc).stream;
    auto& [settings, counts, backward, places] = m_vcs[vc];
    while (true)
    {
        bool efci = false;
        if (const uint64_t count = stream.TakePlain(now, efci))
        {
            settings.destination.ReceiveData(efci);
            counts.delivered += count;
        }
        if (stream.GetTime() > now)
        {
            return;
        }
        AtmLazyCell cell;
        stream.Take(cell);
        if (!cell.Is(AtmLazyCell::RM))
        {
            settings.destination.ReceiveData(cell.Is(AtmLazyCell::EFCI));
            ++counts.delivered;
            const auto carried = (*m_agenda)[cell.GetPlace()];
            m_agenda->Free(cell.GetPlace());
            NotifyCell(carried, cell.time, true, cell.Is(AtmLazyCell::EFCI));
            if (m_listener && settings.notifyFrames && carried.last)
            {
                m_listener->OnFrame(vc, cell.time, carried.cell);
            }
            continue;
        }
        NotifyCell((*m_agenda)[cell.GetPlace()], now, true, false);
        settings.destination.ReceiveForward((*m_agenda)[cell.GetPlace()].content);
        ++counts.deliveredRm;
        m_agenda->Free(cell.GetPlace());
        if (settings.peer == NONE)
        {
            Turn(vc, now);
        }
        else if (now >= m_vcs[settings.peer].settings.start)
        {
            Plan(settings.peer, now);
        }
    }
}

void
AtmLazyEngine::Return(uint32_t vc, AtmTime now)
{
    m_sources[vc].Commit(now - 1);
    Fetch(2 * vc + 1, now);
    AtmLazyCell cell;
    m_routes->GetFlowEnd(2 * vc + 1).stream->Take(cell);
    NotifyCell((*m_agenda)[cell.GetPlace()], now, true, false);
    ReceiveBackward(vc, now, (*m_agenda)[cell.GetPlace()].content);
    m_agenda->Free(cell.GetPlace());
    Plan(vc, now);
}

void
AtmLazyEngine::Pass(const AtmLazyAgenda::Event& event)
{
    const auto passage = event.GetPassage();
    if (passage == AtmLazyAgenda::WAITS)
    {
        Merge(event.GetNumber(), event.time);
        m_lazy[event.GetNumber()]->CheckService(event.time, event.GetStep(), event.place);
        return;
    }
    const auto& step = m_routes->GetStep(event.GetStep());
    Merge(step.port, event.time);
    AtmLazyAgenda::Content& carried = (*m_agenda)[event.place];
    if (carried.queue < 0)
    {
        m_agenda->Free(event.place);
        return;
    }
    if (passage == AtmLazyAgenda::FORWARDS)
    {
        PassForward(step.flow / 2, step.hop, event.time, carried.content, carried.queue);
    }
    else if (passage == AtmLazyAgenda::BACKWARDS && m_routes->GetPort(event.GetNumber()).reads)
    {
        // the switch stands where the port is from which the flow's forward cells come
        AtmLazyPort& reader = *m_lazy[event.GetNumber()];
        reader.Merge(event.time);
        const uint32_t hops = m_routes->GetEnd(step.flow) - m_routes->GetFirst(step.flow);
        PassBackward(step.flow / 2,
                     hops - step.hop,
                     event.time,
                     carried.content,
                     reader.GetQueue(event.time));
    }
    if (!m_lazy[step.port])
    {
        const auto& channel = m_network.GetChannels()[step.port];
        m_agenda->Follow(event.time + channel.slot + channel.delay,
                         event.place,
                         event.GetStep() + 1);
    }
}

void
AtmLazyEngine::Leave(const AtmLazyAgenda::Event& event)
{
    const auto& step = m_routes->GetStep(event.GetStep());
    auto& carried = (*m_agenda)[event.place];
    if (m_lazy[step.port] && carried.rm && !AtmLazyRoutes::IsBackward(carried.flow))
    {
        AtmLazyPort& port = *m_lazy[step.port];
        port.Merge(event.time - 1);
        LeaveForward(step.flow / 2, step.hop, carried.content, port.GetBehind(carried));
    }
    if (step.hop == 0)
    {
        NotifyCell(carried, event.time, false, false);
    }
}

void
AtmLazyEngine::NotifyCell(const AtmLazyAgenda::Content& carried,
                          AtmTime time,
                          bool arrives,
                          bool efci)
{
    if (carried.traced)
    {
        m_listener->OnCell(carried.flow / 2,
                           time,
                           {arrives,
                            AtmLazyRoutes::IsBackward(carried.flow),
                            carried.rm ? &carried.content : nullptr,
                            carried.cell,
                            carried.last,
                            efci});
    }
}

void
AtmLazyEngine::Merge(uint32_t port, AtmTime time)
{
    if (m_lazy[port])
    {
        m_lazy[port]->Merge(time);
    }
}

} // namespace ns3
