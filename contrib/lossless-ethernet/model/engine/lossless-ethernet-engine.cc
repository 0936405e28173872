/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-engine.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

constexpr std::size_t NEAR_BYTES = 512 * 1024; //!< of ports that stay in the cache by themselves

} // namespace

LosslessEngine::LosslessEngine(std::shared_ptr<const LosslessNetwork> network,
                               const Settings& settings,
                               LosslessEngineListener* listener)
    : m_network(std::move(network)),
      m_settings(settings),
      m_limits{settings.largestFrame},
      m_listener(listener),
      m_memories(m_network->GetSwitches().size()),
      m_crossbars(m_network->GetSwitches().size()),
      m_ports(m_network->GetChannels().size()),
      m_prefetches(m_ports.size() * sizeof(Port) > NEAR_BYTES)
{
    const uint32_t stations = m_network->GetStations().size();
    for (uint32_t station = 0; station < stations; ++station)
    {
        m_stations.emplace_back(station, *m_network, m_limits, listener);
    }
    for (Port& port : m_ports)
    {
        port.service = lossless::FramePacer(LINK_RATE, static_cast<double>(m_network->GetRate()));
    }
    for (const auto& one : m_network->GetSwitches())
    {
        for (uint32_t input = 0; input < one.ports.size(); ++input)
        {
            m_ports[one.ports[input]].input = input;
        }
    }
}

void
LosslessEngine::SetMemory(uint32_t number, Ptr<LosslessMemory> memory)
{
    m_memories[number] = memory;
    m_limits.priorities &= memory->GetPriorities();
}

void
LosslessEngine::SetScheduler(uint32_t number, Ptr<SwitchScheduler> scheduler)
{
    m_crossbars[number] = std::make_unique<LosslessCrossbar>(scheduler);
}

void
LosslessEngine::SetSource(uint32_t station, LosslessSource* source)
{
    m_stations[station].SetSource(source);
    Wake(m_network->GetStationPorts()[station], std::max(m_now, m_stations[station].GetNextTick()));
}

void
LosslessEngine::SetReactionPoint(uint32_t station, Ptr<ReactionPoint> point)
{
    m_stations[station].SetReactionPoint(point);
}

void
LosslessEngine::SetCongestionPoints(uint8_t priorities, PointMaker make)
{
    m_makePoint = std::move(make);
    for (const auto& one : m_network->GetSwitches())
    {
        for (const uint32_t port : one.ports)
        {
            m_ports[port].unwatched = priorities;
        }
    }
}

void
LosslessEngine::SetServiceRate(uint32_t port, double rate, int64_t tick)
{
    if (port >= m_ports.size() || !(rate >= 0) || tick < m_now)
    {
        throw std::invalid_argument("port " + std::to_string(port) + " is to send at " +
                                    std::to_string(rate) + " bit/s from tick " +
                                    std::to_string(tick) + " on; allowed are ports below " +
                                    std::to_string(m_ports.size()) +
                                    ", rates from 0 and ticks from " + std::to_string(m_now));
    }
    if (tick < INT64_MAX)
    {
        m_services.emplace(std::pair(tick, port), rate);
        Push(tick, SERVICE, port);
    }
}

void
LosslessEngine::Send(const LosslessFrame& frame, int64_t tick)
{
    Advance(tick);
    m_stations[frame.source].Push(frame);
    Wake(m_network->GetStationPorts()[frame.source], tick);
}

void
LosslessEngine::Push(int64_t tick, Kind kind, uint32_t port)
{
    m_wheel.Push(tick, kind << KIND_SHIFT | port);
}

void
LosslessEngine::Advance(int64_t tick)
{
    if (tick < m_now)
    {
        throw std::invalid_argument("Advance(" + std::to_string(tick) + ") goes back from tick " +
                                    std::to_string(m_now));
    }
    m_tellFrames = m_listener && m_listener->TracesFrames();
    for (int64_t next = GetNextTick(); next <= tick; next = GetNextTick())
    {
        m_now = next;
        Items items = m_wheel.Take();
        std::sort(items.begin(), items.end());
        while (items.begin() < items.end())
        {
            const Items block = TakeBlock(items);
            if (m_prefetches)
            {
                PrefetchItems(block);
            }
            for (const uint32_t item : block)
            {
                ++m_steps;
                Step(static_cast<Kind>(item >> KIND_SHIFT), item & PORT_MASK);
            }
        }
        std::sort(m_ready.begin(), m_ready.end());
        Items ready(m_ready.data(), m_ready.data() + m_ready.size());
        while (ready.begin() < ready.end())
        {
            const Items block = TakeBlock(ready);
            if (m_prefetches)
            {
                PrefetchReady(block);
            }
            for (const uint32_t port : block)
            {
                m_ports[port].tried = false;
                Try(port);
            }
        }
        m_ready.clear();
        for (const uint32_t number : m_readyCrossbars)
        {
            Cross(number);
        }
        m_readyCrossbars.clear();
    }
    m_now = tick;
}

void
LosslessEngine::Step(Kind kind, uint32_t number)
{
    Port& port = m_ports[number];
    switch (kind)
    {
    case END:
        End(number);
        break;
    case RECEPTION:
        Receive(number);
        break;
    case EFFECT:
        TakeEffect(number);
        break;
    case SERVICE:
        ChangeService(number);
        break;
    case REFRESH:
        Refresh(number);
        break;
    case WAKE:
        if (port.wakeTick == m_now)
        {
            port.wakeTick = INT64_MAX;
            Ready(number);
        }
        break;
    }
}

void
LosslessEngine::End(uint32_t number)
{
    Port& port = m_ports[number];
    const uint32_t node = std::exchange(port.sending, NONE);
    const auto& channel = m_network->GetChannels()[number];
    const uint32_t input = m_pool.GetInput(node);
    m_pool.Put(port.flight, node);
    if (input != NONE)
    {
        m_pool.SetInput(node, NONE);
        const LosslessFrame& frame = m_pool.Get(node);
        m_memories[channel.from]->Release(input, frame.priority, frame.bytes);
        Obey(channel.from);
        if (m_crossbars[channel.from])
        {
            m_crossbars[channel.from]->Free(input);
            ReadyCrossbar(channel.from);
        }
    }
    Push(m_now + channel.delayTicks, RECEPTION, number);
    Ready(number);
}

void
LosslessEngine::Receive(uint32_t number)
{
    const uint32_t node = m_pool.Take(m_ports[number].flight);
    const auto& channel = m_network->GetChannels()[number];
    const uint32_t back = number ^ 1;
    if (m_tellFrames)
    {
        m_listener->Received(m_pool.Get(node), number, m_now);
    }
    if (m_pool.Get(node).kind == LosslessFrame::CONTROL)
    {
        m_pool.Put(m_ports[back].effects, node);
        if (m_settings.responseTicks == 0)
        {
            TakeEffect(back); // an item of the present tick would come behind its starts
            return;
        }
        Push(m_now + m_settings.responseTicks, EFFECT, back);
        return;
    }
    if (!channel.toStation)
    {
        Forward(channel.to, back, node);
        return;
    }
    const LosslessFrame frame = m_pool.Get(node);
    m_pool.Free(node);
    if (frame.kind == LosslessFrame::MESSAGE)
    {
        const Message message = m_messages[frame.content];
        m_freeMessages.push_back(frame.content);
        m_stations[channel.to].ReceiveCongestionMessage(m_now,
                                                        message.content,
                                                        message.destination,
                                                        message.priority);
        Ready(back);
        return;
    }
    ++m_delivered;
    m_stations[frame.source].NotifySource(frame, m_now);
    if (m_listener)
    {
        m_listener->Delivered(frame, m_now);
    }
}

void
LosslessEngine::Forward(uint32_t number, uint32_t inPort, uint32_t node)
{
    const LosslessFrame frame = m_pool.Get(node);
    const uint32_t input = m_ports[inPort].input;
    if (!m_memories[number]->Admit(input, frame.priority, frame.bytes))
    {
        m_pool.Free(node);
        if (frame.kind == LosslessFrame::MESSAGE)
        {
            m_freeMessages.push_back(frame.content);
        }
        (frame.kind == LosslessFrame::DATA ? m_dropped : m_droppedMessages) += 1;
        if (m_listener)
        {
            m_listener->Dropped(frame, inPort ^ 1, m_now);
        }
        return;
    }
    m_pool.SetInput(node, input);
    const uint32_t out = m_network->GetNext(number, frame.destination);
    Port& port = m_ports[out];
    if (m_crossbars[number])
    {
        m_crossbars[number]->Put(m_pool, input, port.input, node);
    }
    else
    {
        port.waiting |= 1 << frame.priority;
        m_pool.Put(port.queues[frame.priority].frames, node);
    }
    ++m_held;
    port.queues[frame.priority].bytes += frame.bytes;
    port.record.Change(frame.bytes, m_now);
    Ready(out);
    Obey(number);
    if (frame.kind != LosslessFrame::DATA)
    {
        return;
    }
    if (port.unwatched >> frame.priority & 1)
    {
        Watch(out, frame.priority);
    }
    if (port.points)
    {
        const auto& point = (*port.points)[frame.priority];
        if (point && point->Count(frame.bytes))
        {
            Sample(out, node);
        }
    }
}

void
LosslessEngine::Watch(uint32_t number, uint8_t priority)
{
    Port& port = m_ports[number];
    port.unwatched &= ~(1 << priority);
    if (!port.points)
    {
        port.points = std::make_unique<Points>();
    }
    auto& point = (*port.points)[priority];
    point = m_makePoint(number, priority);
    point->Start(uint64_t{priority} * m_ports.size() + number + 1);
}

uint32_t
LosslessEngine::Find(uint32_t number, uint8_t priority, int64_t place) const
{
    const auto find = [&](const List& list) {
        uint32_t node = list.head;
        while (node != NONE && place >= m_pool.Get(node).bytes)
        {
            place -= m_pool.Get(node).bytes;
            node = m_pool.GetNext(node);
        }
        return node;
    };
    const Port& port = m_ports[number];
    uint32_t node = find(port.queues[priority].frames);
    const uint32_t here = m_network->GetChannels()[number].from;
    for (uint32_t input = 0; node == NONE; ++input)
    {
        node = find(m_crossbars[here]->GetQueue(port.input, priority, input));
    }
    return node;
}

void
LosslessEngine::Sample(uint32_t number, uint32_t node)
{
    const uint8_t priority = m_pool.Get(node).priority;
    const Port& port = m_ports[number];
    const auto& point = (*port.points)[priority];
    const int64_t bytes = port.queues[priority].bytes;
    if (const int64_t place = point->Choose(bytes); place != CongestionPoint::ARRIVED)
    {
        node = Find(number, priority, place);
        if (m_pool.Get(node).kind != LosslessFrame::DATA)
        {
            return;
        }
    }
    const LosslessFrame sampled = m_pool.Get(node);
    const lossless::CongestionMessage message = point->Sample(bytes, sampled.tag);
    if (message.kind != lossless::CongestionMessage::NOTHING)
    {
        SendMessage(number, message, sampled);
    }
}

void
LosslessEngine::SendMessage(uint32_t number,
                            const lossless::CongestionMessage& message,
                            const LosslessFrame& sampled)
{
    ++m_messageCount;
    ++m_ports[number].messages;
    if (m_freeMessages.empty())
    {
        m_freeMessages.push_back(m_messages.size());
        m_messages.emplace_back();
    }
    const uint32_t content = m_freeMessages.back();
    m_freeMessages.pop_back();
    m_messages[content] = {message, sampled.destination, sampled.priority};
    const uint32_t here = m_network->GetChannels()[number].from;
    const uint32_t back = m_network->GetNext(here, sampled.source);
    const LosslessFrame frame{number,
                              sampled.source,
                              MESSAGE_BYTES,
                              LosslessFrame::MESSAGE,
                              m_settings.messagePriority,
                              0,
                              content};
    Port& port = m_ports[back];
    port.waiting |= 1 << frame.priority;
    m_pool.Put(port.queues[frame.priority].frames, m_pool.Make(frame, NONE));
    ++m_held;
    port.queues[frame.priority].bytes += MESSAGE_BYTES;
    port.record.Change(MESSAGE_BYTES, m_now);
    Ready(back);
    if (m_listener)
    {
        m_listener->CongestionNotified(number, message, sampled, m_now);
    }
}

void
LosslessEngine::Obey(uint32_t number)
{
    auto& changes = m_memories[number]->GetChanges();
    for (const auto& [input, priorities, pause] : changes)
    {
        const uint32_t port = m_network->GetSwitches()[number].ports[input];
        uint8_t& asked = m_ports[port].asked;
        asked = pause ? asked | priorities : asked & ~priorities;
        // What was asked for before is asked for again, so that one timer of refreshes does.
        SendControl(port, pause ? asked : priorities, pause ? m_settings.quanta : 0);
    }
    changes.clear();
}

void
LosslessEngine::SendControl(uint32_t number, uint8_t priorities, uint32_t quanta)
{
    const LosslessFrame
        frame{NONE, NONE, CONTROL_BYTES, LosslessFrame::CONTROL, 0, quanta, priorities};
    Port& port = m_ports[number];
    List before = std::exchange(port.control, List());
    bool placed = false;
    const auto place = [&](const LosslessFrame& one) {
        m_pool.Put(port.control, m_pool.Make(one, NONE));
    };
    while (before.head != NONE)
    {
        const uint32_t node = m_pool.Take(before);
        LosslessFrame old = m_pool.Get(node);
        m_pool.Free(node);
        old.content &= ~uint32_t{priorities};
        if (old.content != 0)
        {
            place(old);
            continue;
        }
        port.pauses -= old.tag > 0;
        if (!placed)
        {
            place(frame);
            placed = true;
        }
    }
    if (!placed)
    {
        place(frame);
    }
    Ready(number);
    if (quanta > 0)
    {
        ++port.pauses;
        const int64_t ticks = quanta * QUANTUM_BYTES * m_network->GetChannels()[number].byteTicks;
        port.refreshTick = m_now + std::max<int64_t>(1, ticks / 2);
        Push(port.refreshTick, REFRESH, number);
    }
}

void
LosslessEngine::Refresh(uint32_t number)
{
    const Port& port = m_ports[number];
    if (port.refreshTick == m_now && port.asked != 0)
    {
        SendControl(number, port.asked, m_settings.quanta);
    }
}

void
LosslessEngine::TakeEffect(uint32_t number)
{
    Port& port = m_ports[number];
    const uint32_t node = m_pool.Take(port.effects);
    const LosslessFrame frame = m_pool.Get(node);
    m_pool.Free(node);
    const int64_t byteTicks = m_network->GetChannels()[number].byteTicks;
    port.pause.Set(frame.content, frame.tag * QUANTUM_BYTES * byteTicks, m_now);
    Ready(number);
    if (m_listener)
    {
        m_listener->Paused(number, frame.content, frame.tag, m_now);
    }
}

void
LosslessEngine::ChangeService(uint32_t number)
{
    Port& port = m_ports[number];
    const auto change = m_services.find({m_now, number});
    port.service.SetRate(m_now, change->second);
    port.slow = change->second != LINK_RATE;
    port.serviceTick = port.service.GetEnd();
    m_services.erase(change);
    Ready(number);
}

void
LosslessEngine::Ready(uint32_t number)
{
    if (!m_ports[number].tried)
    {
        m_ports[number].tried = true;
        m_ready.push_back(number);
    }
}

void
LosslessEngine::ReadyCrossbar(uint32_t number)
{
    const auto place = std::lower_bound(m_readyCrossbars.begin(), m_readyCrossbars.end(), number);
    if (place == m_readyCrossbars.end() || *place != number)
    {
        m_readyCrossbars.insert(place, number);
    }
}

void
LosslessEngine::Wake(uint32_t number, int64_t tick)
{
    Port& port = m_ports[number];
    if (tick < port.wakeTick)
    {
        port.wakeTick = tick;
        Push(tick, WAKE, number);
    }
}

void
LosslessEngine::Try(uint32_t number)
{
    Port& port = m_ports[number];
    if (port.sending != NONE)
    {
        return;
    }
    if (port.control.head != NONE)
    {
        Start(number, m_pool.Take(port.control));
        return;
    }
    const auto& channel = m_network->GetChannels()[number];
    if (channel.fromStation)
    {
        TryStation(number, m_stations[channel.from]);
        return;
    }
    auto& crossbar = m_crossbars[channel.from];
    const uint8_t waiting =
        port.waiting | (crossbar ? crossbar->GetWaiting(port.input) : uint8_t{0});
    if (waiting == 0)
    {
        return;
    }
    if (port.serviceTick > m_now)
    {
        Wake(number, port.serviceTick);
        return;
    }
    const uint8_t mask = waiting & port.pause.GetOpen(m_now);
    if (mask == 0)
    {
        Wake(number, port.pause.GetNextEnd(waiting, m_now));
        return;
    }
    if ((port.waiting & mask) == 0)
    {
        ReadyCrossbar(channel.from);
        return;
    }
    const uint32_t priority = 31 - __builtin_clz(port.waiting & mask);
    List& queue = port.queues[priority].frames;
    const uint32_t node = m_pool.Take(queue);
    if (queue.head == NONE)
    {
        port.waiting &= ~(1 << priority);
    }
    Leave(port, node);
    Start(number, node);
}

void
LosslessEngine::TryStation(uint32_t number, LosslessStation& station)
{
    Port& port = m_ports[number];
    station.Pull(m_now);
    const uint8_t waiting = station.GetPriorities();
    if (waiting == 0)
    {
        Wake(number, station.GetNextTick());
        return;
    }
    if (port.serviceTick > m_now)
    {
        Wake(number, port.serviceTick);
        return;
    }
    const uint8_t open = port.pause.GetOpen(m_now);
    if ((waiting & open) == 0)
    {
        // While all is paused nobody has to look at arrivals.
        Wake(number,
             std::min(port.pause.GetNextEnd(waiting, m_now),
                      open == 0 ? station.GetNextTimer() : station.GetNextTick()));
        return;
    }
    const LosslessFrame frame = station.Take(waiting & open, m_now);
    ++m_sent;
    Start(number, m_pool.Make(frame, NONE));
}

void
LosslessEngine::Cross(uint32_t number)
{
    const auto& ports = m_network->GetSwitches()[number].ports;
    m_open.assign(ports.size(), 0);
    for (uint32_t output = 0; output < ports.size(); ++output)
    {
        const Port& port = m_ports[ports[output]];
        if (port.sending == NONE && port.control.head == NONE && port.serviceTick <= m_now)
        {
            m_open[output] = port.pause.GetOpen(m_now);
        }
    }
    LosslessCrossbar& crossbar = *m_crossbars[number];
    for (bool again = true; again;)
    {
        // Once more for those whose inputs have all been given to others: of another priority
        // there may be something at an input that is left.
        again = false;
        const auto& match = crossbar.Match(m_open);
        for (uint32_t output = 0; output < ports.size(); ++output)
        {
            if (match[output] != SwitchScheduler::NONE)
            {
                const uint32_t node = crossbar.Take(m_pool, match[output], output);
                Leave(m_ports[ports[output]], node);
                Start(ports[output], node);
                m_open[output] = 0;
                again = true;
            }
        }
        for (uint32_t output = 0; again && output < ports.size(); ++output)
        {
            if (crossbar.CanBegin(output))
            {
                m_open[output] = 0;
            }
        }
    }
}

void
LosslessEngine::Leave(Port& port, uint32_t node)
{
    const LosslessFrame& frame = m_pool.Get(node);
    --m_held;
    port.queues[frame.priority].bytes -= frame.bytes;
    port.record.Change(-static_cast<int64_t>(frame.bytes), m_now);
}

void
LosslessEngine::Start(uint32_t number, uint32_t node)
{
    Port& port = m_ports[number];
    const LosslessFrame& frame = m_pool.Get(node);
    port.sending = node;
    if (frame.kind == LosslessFrame::DATA)
    {
        ++m_hops;
        port.bytes += frame.bytes;
    }
    if (port.slow && frame.kind != LosslessFrame::CONTROL)
    {
        port.service.Start(m_now, frame.bytes);
        port.serviceTick = port.service.GetEnd();
    }
    Push(m_now + frame.bytes * m_network->GetChannels()[number].byteTicks, END, number);
    if (m_tellFrames)
    {
        m_listener->Started(frame, number, m_now);
    }
}

template <typename Action>
void
LosslessEngine::ForEachWaiting(uint32_t number, Action action) const
{
    const auto& ports = m_network->GetSwitches()[number].ports;
    for (uint32_t output = 0; output < ports.size(); ++output)
    {
        const auto visit = [&](const List& list) {
            for (uint32_t node = list.head; node != NONE; node = m_pool.GetNext(node))
            {
                action(ports[output], node);
            }
        };
        for (uint8_t priority = 0; priority < LosslessFrame::PRIORITIES; ++priority)
        {
            visit(m_ports[ports[output]].queues[priority].frames);
            for (uint32_t input = 0; m_crossbars[number] && input < ports.size(); ++input)
            {
                visit(m_crossbars[number]->GetQueue(output, priority, input));
            }
        }
    }
}

bool
LosslessEngine::IsStopped() const
{
    return std::any_of(m_ports.begin(), m_ports.end(), [this](const Port& port) {
        return port.serviceTick > m_now;
    });
}

uint64_t
LosslessEngine::GetInFlight() const
{
    uint64_t count = 0;
    const auto add = [&](uint32_t node) { count += m_pool.Get(node).kind == LosslessFrame::DATA; };
    for (uint32_t number = 0; number < m_memories.size(); ++number)
    {
        ForEachWaiting(number, [&](uint32_t, uint32_t node) { add(node); });
    }
    for (const Port& port : m_ports)
    {
        for (uint32_t node = port.flight.head; node != NONE; node = m_pool.GetNext(node))
        {
            add(node);
        }
        if (port.sending != NONE)
        {
            add(port.sending);
        }
    }
    return count;
}

fabric::ResourceGraph
LosslessEngine::GetWaits() const
{
    fabric::ResourceGraph graph;
    for (uint32_t port = 0; port < m_ports.size(); ++port)
    {
        graph.AddResource(m_network->GetTopology().GetChannelName(port));
    }
    for (uint32_t number = 0; number < m_memories.size(); ++number)
    {
        // A port that was told to pause waits for the outputs of the frames that are charged to its
        // input; in a shared memory for those of all frames.
        const auto& ports = m_network->GetSwitches()[number].ports;
        std::set<uint32_t> all;
        std::vector<std::set<uint32_t>> outputs(ports.size());
        ForEachWaiting(number, [&](uint32_t output, uint32_t node) {
            if (const uint32_t input = m_pool.GetInput(node); input != NONE)
            {
                outputs[input].insert(output);
                all.insert(output);
            }
        });
        for (uint32_t input = 0; input < ports.size(); ++input)
        {
            if (m_ports[ports[input]].asked == 0)
            {
                continue;
            }
            for (const uint32_t output : m_memories[number]->JoinsInputs() ? all : outputs[input])
            {
                graph.AddWait(ports[input] ^ 1, output);
            }
        }
    }
    return graph;
}

} // namespace ns3
