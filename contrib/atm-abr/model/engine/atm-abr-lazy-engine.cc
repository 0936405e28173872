/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-lazy-engine.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

constexpr uint32_t PHASE_SHIFT = 60;                                                //!< of an order
constexpr uint32_t NUMBER_SHIFT = 34;                                               //!< of an order
constexpr uint32_t PASSAGE_SHIFT = 32;                                              //!< of an order
constexpr uint64_t NUMBER_MASK = (uint64_t{1} << (PHASE_SHIFT - NUMBER_SHIFT)) - 1; //!< shifted

} // namespace

AtmTime
AtmLazyEngine::GetNextTime() const
{
    return m_events.empty() ? NEVER : m_events.top().time;
}

uint64_t
AtmLazyEngine::GetEvents() const
{
    return m_count;
}

const std::vector<uint32_t>&
AtmLazyEngine::GetFlowWay(uint32_t flow) const
{
    return GetWay(flow / 2, GetKind(flow));
}

uint32_t
AtmLazyEngine::GetHop(uint32_t flow, uint32_t port) const
{
    const auto& way = GetFlowWay(flow);
    return std::find(way.begin(), way.end(), port) - way.begin();
}

bool
AtmLazyEngine::IsPaced(uint32_t port) const
{
    const auto& flows = m_lazy[port].flows;
    if (flows.size() != 1)
    {
        return false;
    }
    const auto& channels = m_network.GetChannels();
    const auto& settings = m_vcs[flows.front() / 2].settings;
    const auto& parameters = settings.rules->GetParameters();
    const double fastest = std::max(parameters.pcr, parameters.tcr);
    return flows.front() % 2
               ? settings.peer == NONE && channels[port ^ 1].slot >= channels[port].slot
               : ATM_SECOND / fastest > static_cast<double>(channels[port].slot - 1);
}

bool
AtmLazyEngine::IsFed(uint32_t port) const
{
    uint32_t from = NONE;
    for (const uint32_t flow : m_lazy[port].flows)
    {
        const uint32_t hop = GetHop(flow, port);
        if (hop == 0 || (from != NONE && GetFlowWay(flow)[hop - 1] != from))
        {
            return false;
        }
        from = GetFlowWay(flow)[hop - 1];
    }
    const auto& channels = m_network.GetChannels();
    return from != NONE && channels[from].slot >= channels[port].slot;
}

void
AtmLazyEngine::Skip()
{
    for (uint32_t flow = 0; flow < 2 * m_vcs.size(); ++flow)
    {
        for (const uint32_t port : GetFlowWay(flow))
        {
            m_lazy[port].flows.push_back(flow);
        }
    }
    for (uint32_t port = 0; port < m_lazy.size(); ++port)
    {
        const auto& [limits, perVc, marking, algorithm] = m_ports[port].settings;
        const auto& channel = m_network.GetChannels()[port];
        const bool delays =
            (channel.fromDevice && IsPaced(port)) || (channel.toDevice && IsFed(port));
        m_lazy[port].skipped = delays && !algorithm && (!marking || marking->IsInert());
        m_lazy[port].holds = marking && (marking->GetPoint() == AbrMarking::EFCI_DEPARTURE ||
                                         marking->GetPoint() == AbrMarking::FORWARD);
        m_lazy[port].counts = perVc || !m_ports[port].buffer->IsAlwaysOpen() ||
                              (marking && marking->GetPoint() == AbrMarking::EFCI_ARRIVAL);
        m_lazy[port].reads =
            !m_lazy[port].skipped &&
            (algorithm || (marking && marking->GetPoint() == AbrMarking::BACKWARD));
    }
}

AtmLazyEngine::Next
AtmLazyEngine::Follow(uint32_t flow, uint32_t hop, uint32_t from, AtmTime offset)
{
    const auto& way = GetFlowWay(flow);
    const auto& channels = m_network.GetChannels();
    for (; hop < way.size() && m_lazy[way[hop]].skipped; ++hop)
    {
        offset += channels[way[hop]].slot + channels[way[hop]].delay;
    }
    // a turned-around cell that a source sends in rate comes from that source
    const uint32_t vc = flow / 2;
    const uint32_t peer = m_vcs[vc].settings.peer;
    const bool turned = GetKind(flow) == BACKWARD;
    const uint32_t sender = turned && peer != NONE ? peer : vc;
    const bool ends = hop == way.size();
    Stream* stream = &m_ends[flow].stream;
    if (!ends)
    {
        const uint64_t local = 2 * uint64_t{sender} + (!turned || peer != NONE);
        auto& input = m_lazy[way[hop]].streams[hop == 0 ? local : way[hop - 1]];
        if (!input)
        {
            input = std::make_unique<Stream>();
        }
        stream = input.get();
    }
    const bool isPort = from != NONE;
    if (isPort || !turned || peer != NONE) // else nobody is to be asked
    {
        const Feeder feeder{isPort ? from : sender, offset};
        auto& feeders = ends     ? isPort ? m_ends[flow].ports : m_ends[flow].sources
                        : isPort ? m_lazy[way[hop]].ports
                                 : m_lazy[way[hop]].sources;
        const auto same = [&](const Feeder& f) { return f.number == feeder.number; };
        if (std::none_of(feeders.begin(), feeders.end(), same))
        {
            feeders.push_back(feeder);
        }
    }
    return {stream, offset};
}

void
AtmLazyEngine::Connect()
{
    for (uint32_t flow = 0; flow < 2 * m_vcs.size(); ++flow)
    {
        const auto& way = GetFlowWay(flow);
        const auto first = Follow(flow, 0, NONE, 0);
        (GetKind(flow) == BACKWARD ? m_turns[flow / 2] : m_sources[flow / 2].next) = first;
        for (uint32_t hop = 0; hop < way.size(); ++hop)
        {
            if (!m_lazy[way[hop]].skipped)
            {
                m_lazy[way[hop]].next.resize(2 * m_vcs.size());
                m_lazy[way[hop]].next[flow] =
                    Follow(flow, hop + 1, way[hop], m_network.GetChannels()[way[hop]].delay);
            }
        }
    }
    for (LazyPort& port : m_lazy)
    {
        for (const auto& [order, stream] : port.streams)
        {
            port.inputs.push_back(stream.get());
        }
        port.heads.resize(std::max<std::size_t>(1, port.inputs.size()), NEVER);
    }
}

void
AtmLazyEngine::FindStep()
{
    // ports that feed no other one in a circle are taken away, one after the other
    std::vector<bool> gone(m_lazy.size());
    for (bool again = true; again;)
    {
        again = false;
        for (uint32_t port = 0; port < m_lazy.size(); ++port)
        {
            const auto& feeders = m_lazy[port].ports;
            const auto isGone = [&](const Feeder& feeder) { return gone[feeder.number]; };
            if (!gone[port] && std::all_of(feeders.begin(), feeders.end(), isGone))
            {
                gone[port] = again = true;
            }
        }
    }
    for (uint32_t port = 0; port < m_lazy.size(); ++port)
    {
        if (!gone[port])
        {
            const AtmTime delay = m_network.GetChannels()[port].delay;
            m_step = m_step == 0 ? delay : std::min(m_step, delay);
        }
    }
}

void
AtmLazyEngine::DoStart()
{
    m_lazy.resize(m_ports.size());
    m_sources.resize(m_vcs.size());
    m_turns.resize(m_vcs.size());
    m_ends = std::vector<End>(2 * m_vcs.size());
    Skip();
    Connect();
    FindStep();
    for (uint32_t port = 0; port < m_lazy.size(); ++port)
    {
        m_lazy[port].interval.vcCells.resize(m_ports[port].vcs.size());
    }
    for (uint32_t vc = 0; vc < m_vcs.size(); ++vc)
    {
        m_sources[vc].frames = m_vcs[vc].settings.supply->HasFrames();
        Plan(vc, m_vcs[vc].settings.start);
    }
}

void
AtmLazyEngine::Schedule(AtmTime time,
                        Phase phase,
                        uint64_t number,
                        uint64_t passage,
                        uint32_t flow,
                        uint32_t place)
{
    m_events.push(
        {time,
         uint64_t{phase} << PHASE_SHIFT | number << NUMBER_SHIFT | passage << PASSAGE_SHIFT | flow,
         place,
         phase == SEND ? m_sources[number].version : 0});
}

void
AtmLazyEngine::DoAdvance(AtmTime time)
{
    while (!m_events.empty() && m_events.top().time <= time)
    {
        const Event event = m_events.top();
        m_events.pop();
        Sweep(event.time);
        ++m_count;
        const uint32_t number = event.order >> NUMBER_SHIFT & NUMBER_MASK;
        switch (event.order >> PHASE_SHIFT)
        {
        case LEAVE:
            Leave(event);
            break;
        case ARRIVE:
            Arrive(number, event.time);
            break;
        case RETURN:
            Return(number, event.time);
            break;
        case SEND:
            if (event.version == m_sources[number].version)
            {
                Send(number, event.time);
            }
            break;
        case PASS:
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
    Plan(vc, std::max(m_now, m_vcs[vc].settings.start));
}

void
AtmLazyEngine::Refresh()
{
    for (uint32_t vc = 0; vc < m_vcs.size(); ++vc)
    {
        Commit(vc, m_now);
    }
    for (uint32_t port = 0; port < m_lazy.size(); ++port)
    {
        Merge(port, m_now);
    }
    for (uint32_t vc = 0; vc < m_vcs.size(); ++vc)
    {
        Arrive(vc, m_now);
        Fetch(2 * vc + 1, m_now);
    }
    for (uint32_t port = 0; port < m_lazy.size(); ++port)
    {
        auto& counts = m_ports[port].counts;
        if (m_lazy[port].skipped)
        {
            counts.joined = CountSkipped(port).second;
            counts.mostQueue = counts.joined > 0;
        }
        else if (!m_lazy[port].counts)
        {
            counts.mostQueue = (counts.joined > 0) + GetCells(port, m_lazy[port].mostWait);
        }
    }
}

std::pair<int64_t, uint64_t>
AtmLazyEngine::CountSkipped(uint32_t port) const
{
    const auto& channel = m_network.GetChannels()[port];
    std::pair<int64_t, uint64_t> found{0, 0};
    for (const uint32_t flow : m_lazy[port].flows)
    {
        const VcCounts& counts = m_vcs[flow / 2].counts;
        const bool turned = GetKind(flow) == BACKWARD;
        const auto& next = turned ? m_turns[flow / 2] : m_sources[flow / 2].next;
        const Stream& stream = channel.fromDevice ? *next.stream : m_ends[flow].stream;
        const AtmTime offset = channel.fromDevice ? next.offset : channel.slot + channel.delay;
        found.second += channel.fromDevice ? turned ? counts.turned : counts.data + counts.forward
                        : turned           ? counts.returned
                                           : counts.delivered + counts.deliveredRm;
        for (uint64_t n = stream.GetFirst(); n != stream.GetEnd(); ++n)
        {
            const AtmTime joined = stream[n].time - offset;
            found.first += joined <= m_now && joined > m_now - channel.slot;
            found.second += !channel.fromDevice && joined <= m_now;
        }
    }
    return found;
}

int64_t
AtmLazyEngine::DoGetQueue(uint32_t port)
{
    return m_lazy[port].skipped ? CountSkipped(port).first : GetQueueAt(port, m_now);
}

int64_t
AtmLazyEngine::GetQueueAt(uint32_t port, AtmTime time) const
{
    const LazyPort& lazy = m_lazy[port];
    return m_ports[port].settings.perVc ? lazy.waiting + lazy.serving
                                        : GetCells(port, lazy.busy - time);
}

int64_t
AtmLazyEngine::GetCells(uint32_t port, AtmTime wait) const
{
    const AtmTime slot = m_network.GetChannels()[port].slot;
    return wait > 0 ? (wait + slot - 1) / slot : 0;
}

void
AtmLazyEngine::ScheduleHop(const Item& item, uint32_t hop)
{
    const auto& way = GetFlowWay(item.flow);
    const bool backward = item.rm && GetKind(item.flow) == BACKWARD;
    AtmTime time = item.time;
    for (; hop < way.size(); ++hop)
    {
        const bool read = backward && hop > 0 && m_lazy[way[hop - 1] ^ 1].reads;
        if (!m_lazy[way[hop]].skipped || read)
        {
            const Passage passage = !item.rm || (backward && hop == 0) ? SILENTLY
                                    : backward                         ? BACKWARDS
                                                                       : FORWARDS;
            Schedule(time,
                     PASS,
                     passage == BACKWARDS ? way[hop - 1] ^ 1 : way[hop],
                     passage,
                     item.flow,
                     item.place);
            return;
        }
        const auto& channel = m_network.GetChannels()[way[hop]];
        time += channel.slot + channel.delay;
    }
    Schedule(time, backward ? RETURN : ARRIVE, item.flow / 2, 0, item.flow, item.place);
}

void
AtmLazyEngine::Emit(const Next& next, Item item, const Content& content)
{
    item.place = Keep(content);
    ScheduleHop(item, 0);
    item.time += next.offset;
    next.stream->Push(item);
}

void
AtmLazyEngine::Plan(uint32_t vc, AtmTime now)
{
    Commit(vc, now - 1);
    auto& [settings, counts, backward, places] = m_vcs[vc];
    Source& source = m_sources[vc];
    const AbrSourceRules& rules = *settings.rules;
    const bool turns = HasBackward(vc);
    source.times.clear();
    source.sent = 0;
    ++source.version;
    AtmTime pace = std::max(now, rules.GetNextTime());
    uint32_t cell = 0;
    const uint32_t most = rules.GetCellsToForward();
    if (most > 0 && !turns && !settings.tellsFrames && rules.HasEvenGaps() &&
        settings.supply->GetTime(counts.data + most - 1) <= pace &&
        pace + most * rules.GetGap() < rules.GetForwardTime(most - 1))
    {
        // all cells up to the next forward RM cell wait already
        for (; cell < most; ++cell, pace += rules.GetGap())
        {
            source.times.push_back(pace);
        }
    }
    for (;; ++cell)
    {
        const AtmTime forward = std::max(pace, rules.GetForwardTime(cell));
        const uint64_t number = counts.data + cell;
        const AtmTime data = std::max(pace, settings.supply->GetTime(number));
        const AtmTime time = std::min({forward, data, turns ? pace : NEVER});
        if (time == NEVER)
        {
            return;
        }
        const bool turn = turns && !(rules.HasTurned() && data <= time);
        if (time == forward || turn || (settings.tellsFrames && settings.supply->IsLast(number)))
        {
            Schedule(time, SEND, vc, 0, 2 * vc, NONE);
            return;
        }
        source.times.push_back(time);
        pace = time + rules.GetGap(cell);
    }
}

void
AtmLazyEngine::Commit(uint32_t vc, AtmTime time)
{
    Source& source = m_sources[vc];
    const uint32_t before = source.sent;
    auto& [settings, counts, backward, places] = m_vcs[vc];
    Item item;
    item.flow = 2 * vc;
    for (; source.sent < source.times.size() && source.times[source.sent] <= time; ++source.sent)
    {
        item.time = source.times[source.sent] + source.next.offset;
        item.last = source.frames && settings.supply->IsLast(counts.data);
        ++counts.data;
        source.next.stream->Push(item);
    }
    if (source.sent > before)
    {
        settings.rules->SendData(source.sent - before, source.times[source.sent - 1]);
        settings.supply->Forget(counts.data);
    }
}

void
AtmLazyEngine::Send(uint32_t vc, AtmTime now)
{
    Commit(vc, now);
    auto& [settings, counts, backward, places] = m_vcs[vc];
    const bool turns = HasBackward(vc);
    const bool waits = settings.supply->GetTime(counts.data) <= now;
    Item item;
    item.time = now;
    item.flow = 2 * vc;
    Content content;
    switch (settings.rules->GetNextCell(now, waits, turns))
    {
    case AbrSourceRules::FORWARD_RM:
    case AbrSourceRules::OUT_OF_RATE_RM:
        item.rm = true;
        content.content = SendForward(vc, now);
        Emit(m_sources[vc].next, item, content);
        break;
    case AbrSourceRules::BACKWARD_RM:
        Arrive(settings.peer, now); // the EFCI of its last data cell
        settings.rules->SendBackward(now);
        Turn(settings.peer, now);
        break;
    case AbrSourceRules::DATA:
        item.last = true;
        content.cell = counts.data;
        settings.rules->SendData(1, now);
        ++counts.data;
        settings.supply->Forget(counts.data);
        Emit(m_sources[vc].next, item, content);
        break;
    case AbrSourceRules::NOTHING:
        break;
    }
    Plan(vc, now);
}

void
AtmLazyEngine::Turn(uint32_t vc, AtmTime now)
{
    Item item;
    item.time = now;
    item.flow = 2 * vc + 1;
    item.rm = true;
    Content content;
    content.content = SendBackward(vc);
    Emit(m_turns[vc], item, content);
}

void
AtmLazyEngine::Fetch(uint32_t flow, AtmTime time)
{
    for (const Feeder& feeder : m_ends[flow].ports)
    {
        Merge(feeder.number, time - feeder.offset);
    }
    for (const Feeder& feeder : m_ends[flow].sources)
    {
        Commit(feeder.number, time - feeder.offset);
    }
}

void
AtmLazyEngine::Arrive(uint32_t vc, AtmTime now)
{
    Fetch(2 * vc, now);
    Stream& stream = m_ends[2 * vc].stream;
    auto& [settings, counts, backward, places] = m_vcs[vc];
    for (; !stream.IsEmpty() && stream.GetFront().time <= now; stream.Pop())
    {
        const Item& item = stream.GetFront();
        if (!item.rm)
        {
            settings.destination.ReceiveData(item.efci);
            ++counts.delivered;
            if (item.place != NONE)
            {
                m_free.push_back(item.place);
                if (m_listener)
                {
                    m_listener->OnFrame(vc, item.time, m_contents[item.place].cell);
                }
            }
            continue;
        }
        settings.destination.ReceiveForward(m_contents[item.place].content);
        ++counts.deliveredRm;
        m_free.push_back(item.place);
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
    Commit(vc, now - 1);
    Fetch(2 * vc + 1, now);
    Stream& stream = m_ends[2 * vc + 1].stream;
    const uint32_t place = stream.GetFront().place;
    stream.Pop();
    ReceiveBackward(vc, now, m_contents[place].content);
    m_free.push_back(place);
    Plan(vc, now);
}

void
AtmLazyEngine::Pass(const Event& event)
{
    const auto flow = static_cast<uint32_t>(event.order);
    const uint64_t passage = event.order >> PASSAGE_SHIFT & 3;
    const uint32_t port = event.order >> NUMBER_SHIFT & NUMBER_MASK;
    Merge(port, event.time);
    Content& content = m_contents[event.place];
    if (passage == WAITS)
    {
        if (!content.leaves)
        {
            const AtmTime time = GetEarliest(port, event.place, flow, event.time);
            Schedule(time, PASS, port, WAITS, flow, event.place);
        }
        return;
    }
    // a backward RM cell joins a port behind the switch which it passes
    const auto& way = GetFlowWay(flow);
    const uint32_t hop = passage == BACKWARDS ? GetHop(flow, port ^ 1) + 1 : GetHop(flow, port);
    const bool skipped = m_lazy[way[hop]].skipped;
    Merge(way[hop], event.time);
    if (content.queue < 0)
    {
        m_free.push_back(event.place);
    }
    else if (passage == FORWARDS)
    {
        PassForward(flow / 2, hop, event.time, content.content, content.queue);
    }
    else if (passage == BACKWARDS && m_lazy[port].reads)
    {
        PassBackward(flow / 2,
                     way.size() - hop,
                     event.time,
                     content.content,
                     GetQueueAt(port, event.time));
    }
    if (skipped)
    {
        const auto& channel = m_network.GetChannels()[way[hop]];
        Item item;
        item.time = event.time + channel.slot + channel.delay;
        item.flow = flow;
        item.place = event.place;
        item.rm = true;
        ScheduleHop(item, hop + 1);
    }
}

void
AtmLazyEngine::Leave(const Event& event)
{
    const uint32_t port = event.order >> NUMBER_SHIFT & NUMBER_MASK;
    const LazyPort& lazy = m_lazy[port];
    Merge(port, event.time - 1);
    Content& content = m_contents[event.place];
    const int64_t behind = m_ports[port].settings.perVc
                               ? lazy.waiting
                               : static_cast<int64_t>(lazy.held.GetEnd() - content.number - 1);
    const auto flow = static_cast<uint32_t>(event.order);
    LeaveForward(flow / 2, GetHop(flow, port), content.content, behind);
}

void
AtmLazyEngine::Merge(uint32_t port, AtmTime time)
{
    LazyPort& lazy = m_lazy[port];
    if (time < lazy.done || lazy.skipped)
    {
        return;
    }
    for (const Feeder& feeder : lazy.ports)
    {
        Merge(feeder.number, time - feeder.offset);
    }
    for (const Feeder& feeder : lazy.sources)
    {
        Commit(feeder.number, time - feeder.offset);
    }
    const auto getHead = [&](std::size_t input) {
        const Stream& stream = *lazy.inputs[input];
        return stream.IsEmpty() ? NEVER : stream.GetFront().time;
    };
    for (std::size_t input = 0; input < lazy.inputs.size(); ++input)
    {
        lazy.heads[input] = getHead(input);
    }
    while (true)
    {
        const auto first = std::min_element(lazy.heads.begin(), lazy.heads.end());
        if (*first > time)
        {
            break;
        }
        Stream& stream = *lazy.inputs[first - lazy.heads.begin()];
        Join(port, stream.GetFront());
        stream.Pop();
        *first = getHead(first - lazy.heads.begin());
    }
    const auto& algorithm = m_ports[port].settings.algorithm;
    while (algorithm && algorithm->GetInterval().end <= time)
    {
        EndInterval(port, algorithm->GetInterval().end);
    }
    if (m_ports[port].settings.perVc)
    {
        Serve(port, time, true);
    }
    else
    {
        Release(port, time);
    }
    lazy.done = time;
}

void
AtmLazyEngine::EndInterval(uint32_t port, AtmTime time)
{
    LazyPort& lazy = m_lazy[port];
    if (m_ports[port].settings.perVc)
    {
        Serve(port, time, false);
    }
    lazy.interval.queue = GetQueueAt(port, time);
    m_ports[port].settings.algorithm->EndInterval(time, lazy.interval);
    lazy.interval.cells = 0;
    std::fill(lazy.interval.vcCells.begin(), lazy.interval.vcCells.end(), 0);
}

void
AtmLazyEngine::Join(uint32_t port, const Item& item)
{
    Port& state = m_ports[port];
    LazyPort& lazy = m_lazy[port];
    const auto& [buffer, perVc, marking, algorithm] = state.settings;
    while (algorithm && algorithm->GetInterval().end < item.time)
    {
        EndInterval(port, algorithm->GetInterval().end);
    }
    if (perVc)
    {
        Serve(port, item.time, false);
    }
    const bool counts = lazy.counts || item.place != NONE;
    const int64_t before = counts ? GetQueueAt(port, item.time) : 0;
    const auto getPlace = [&] { return GetPlace(item.flow / 2, GetHop(item.flow, port)); };
    if (item.rm ? !state.buffer->AcceptRm(before)
                : !state.buffer->IsAlwaysOpen() &&
                      !state.buffer->AcceptData(getPlace(), item.last, before))
    {
        ++state.counts.lost;
        if (item.place != NONE)
        {
            m_contents[item.place].queue = -1; // it is still to pass
        }
        return;
    }
    ++state.counts.joined;
    if (lazy.counts)
    {
        state.counts.mostQueue = std::max(state.counts.mostQueue, before + 1);
    }
    lazy.mostWait = std::max(lazy.mostWait, lazy.busy - item.time);
    if (item.place != NONE)
    {
        m_contents[item.place].queue = before;
    }
    Item joined = item;
    if (!item.rm && marking && marking->GetPoint() == AbrMarking::EFCI_ARRIVAL)
    {
        joined.efci = marking->MarkData(before) || item.efci;
    }
    if (perVc)
    {
        Enqueue(port, joined);
    }
    else
    {
        Hold(port, joined);
    }
    if (algorithm)
    {
        ++lazy.interval.cells;
        if (GetKind(item.flow) == FORWARD)
        {
            ++lazy.interval.vcCells[getPlace()];
        }
        if (lazy.interval.cells >= algorithm->GetInterval().cells)
        {
            EndInterval(port, item.time);
        }
    }
}

void
AtmLazyEngine::Hold(uint32_t port, Item item)
{
    LazyPort& lazy = m_lazy[port];
    lazy.busy = std::max(item.time, lazy.busy) + m_network.GetChannels()[port].slot;
    const Held held{lazy.busy, item};
    if (item.place != NONE)
    {
        m_contents[item.place].number = lazy.held.GetEnd();
        Depart(port, held);
    }
    if (lazy.holds)
    {
        lazy.held.Push(held);
        return;
    }
    const Next& next = lazy.next[item.flow];
    item.time = held.leave + next.offset;
    next.stream->Push(item);
}

void
AtmLazyEngine::Release(uint32_t port, AtmTime time)
{
    LazyPort& lazy = m_lazy[port];
    const auto& marking = m_ports[port].settings.marking;
    const bool marks = lazy.holds && marking->GetPoint() == AbrMarking::EFCI_DEPARTURE;
    for (; !lazy.held.IsEmpty() && lazy.held.GetFront().leave <= time; lazy.held.Pop())
    {
        Held& held = lazy.held.GetFront();
        if (marks && !held.item.rm)
        {
            const uint64_t number = lazy.held.GetFirst();
            lazy.behind = std::max(lazy.behind, number + 1);
            while (lazy.behind < lazy.held.GetEnd() &&
                   lazy.held[lazy.behind].item.time < held.leave)
            {
                ++lazy.behind;
            }
            held.item.efci = marking->MarkData(lazy.behind - number - 1) || held.item.efci;
        }
        const Next& next = lazy.next[held.item.flow];
        held.item.time = held.leave + next.offset;
        next.stream->Push(held.item);
    }
}

void
AtmLazyEngine::Depart(uint32_t port, const Held& held)
{
    const auto& marking = m_ports[port].settings.marking;
    m_contents[held.item.place].leaves = true;
    if (held.item.rm && GetKind(held.item.flow) == FORWARD && marking &&
        marking->GetPoint() == AbrMarking::FORWARD)
    {
        Schedule(held.leave, LEAVE, port, 0, held.item.flow, held.item.place);
    }
    Item item = held.item;
    item.time = held.leave + m_network.GetChannels()[port].delay;
    ScheduleHop(item, GetHop(item.flow, port) + 1);
}

void
AtmLazyEngine::Enqueue(uint32_t port, const Item& item)
{
    LazyPort& lazy = m_lazy[port];
    lazy.ready = lazy.waiting == 0 ? item.time : lazy.ready;
    Stream& line = lazy.lines[item.flow];
    line.Push(item);
    ++lazy.waiting;
    if (item.place != NONE)
    {
        m_contents[item.place].number = line.GetEnd() - 1;
        m_contents[item.place].leaves = false;
        const AtmTime time = GetEarliest(port, item.place, item.flow, item.time);
        Schedule(time, PASS, port, WAITS, item.flow, item.place);
    }
}

AtmTime
AtmLazyEngine::GetEarliest(uint32_t port, uint32_t place, uint32_t flow, AtmTime now) const
{
    const LazyPort& lazy = m_lazy[port];
    const uint64_t own = m_contents[place].number - lazy.lines.at(flow).GetFirst();
    uint64_t before = 0;
    for (const auto& [other, line] : lazy.lines)
    {
        before += std::min<uint64_t>(own, line.GetEnd() - line.GetFirst());
    }
    const AtmTime slot = m_network.GetChannels()[port].slot;
    return std::max(now, lazy.busy) + static_cast<AtmTime>(before) * slot;
}

void
AtmLazyEngine::Serve(uint32_t port, AtmTime time, bool including)
{
    LazyPort& lazy = m_lazy[port];
    const auto& marking = m_ports[port].settings.marking;
    while (true)
    {
        if (lazy.serving)
        {
            if (lazy.busy > time)
            {
                return;
            }
            Item item = lazy.served.item;
            if (!item.rm && marking && marking->GetPoint() == AbrMarking::EFCI_DEPARTURE)
            {
                item.efci = marking->MarkData(lazy.waiting) || item.efci;
            }
            const Next& next = lazy.next[item.flow];
            item.time = lazy.busy + next.offset;
            next.stream->Push(item);
            lazy.serving = false;
        }
        const AtmTime begin = std::max(lazy.busy, lazy.ready);
        if (lazy.waiting == 0 || begin > time || (begin == time && !including))
        {
            return;
        }
        const auto isWaiting = [](const auto& line) { return !line.second.IsEmpty(); };
        auto line = std::find_if(lazy.lines.lower_bound(lazy.turn), lazy.lines.end(), isWaiting);
        if (line == lazy.lines.end())
        {
            line = std::find_if(lazy.lines.begin(), lazy.lines.end(), isWaiting);
        }
        lazy.turn = line->first + 1;
        lazy.busy = begin + m_network.GetChannels()[port].slot;
        lazy.served = {lazy.busy, line->second.GetFront()};
        lazy.serving = true;
        line->second.Pop();
        --lazy.waiting;
        if (lazy.served.item.place != NONE)
        {
            Depart(port, lazy.served);
        }
    }
}

uint32_t
AtmLazyEngine::Keep(const Content& content)
{
    if (m_free.empty())
    {
        m_free.push_back(m_contents.size());
        m_contents.emplace_back();
    }
    const uint32_t place = m_free.back();
    m_free.pop_back();
    m_contents[place] = content;
    return place;
}

} // namespace ns3
