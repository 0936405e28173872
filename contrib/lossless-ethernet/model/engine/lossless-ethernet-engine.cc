/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-engine.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint8_t ALL = UINT8_MAX;     //!< priorities
constexpr int64_t QUANTUM_BYTES = 64;  //!< 512 bit times
constexpr uint32_t MESSAGE_BYTES = 64; //!< of a message of a congestion point
constexpr uint8_t MESSAGE_PRIORITY = 7; //!< of such a message

} // namespace

LosslessEngine::LosslessEngine(std::shared_ptr<const LosslessNetwork> network,
                               const Pausing& pausing,
                               Listener* listener)
    : m_network(std::move(network)),
      m_pausing(pausing),
      m_listener(listener),
      m_memories(m_network->GetSwitches().size()),
      m_inputs(m_network->GetChannels().size(), NONE),
      m_ports(m_network->GetChannels().size())
{
    const uint32_t stations = m_network->GetStations().size();
    for (uint32_t station = 0; station < stations; ++station)
    {
        m_stations.emplace_back(station, *m_network);
    }
    for (const auto& one : m_network->GetSwitches())
    {
        for (uint32_t input = 0; input < one.ports.size(); ++input)
        {
            m_inputs[one.ports[input]] = input;
        }
    }
}

void
LosslessEngine::SetMemory(uint32_t number, Ptr<LosslessMemory> memory)
{
    m_memories[number] = memory;
}

void
LosslessEngine::SetSource(uint32_t station, LosslessSource* source)
{
    m_stations[station].SetSource(source);
    Wake(m_network->GetStationPorts()[station],
         std::max(m_now, m_stations[station].GetNextTick()));
}

void
LosslessEngine::SetReactionPoint(uint32_t station, Ptr<ReactionPoint> point)
{
    m_stations[station].SetReactionPoint(point);
}

void
LosslessEngine::SetCongestionPoint(uint32_t port, Ptr<CongestionPoint> point)
{
    m_ports[port].congestionPoint = point;
    if (point)
    {
        point->Start(port + 1);
    }
}

void
LosslessEngine::SetServiceRate(uint32_t port, double rate)
{
    m_ports[port].serviceRate = rate;
    m_ports[port].serviceTick = std::min(m_ports[port].serviceTick, m_now);
    Wake(port, m_now);
}

void
LosslessEngine::Send(const LosslessFrame& frame, int64_t tick)
{
    Advance(tick);
    m_stations[frame.source].Push(frame);
    Wake(m_network->GetStationPorts()[frame.source], tick);
}

int64_t
LosslessEngine::GetNextTick() const
{
    return std::min({m_ends.GetNext(),
                     m_receptions.GetNext(),
                     m_effects.GetNext(),
                     m_refreshes.GetNext(),
                     m_wakes.GetNext()});
}

void
LosslessEngine::Advance(int64_t tick)
{
    if (tick < m_now)
    {
        throw std::invalid_argument("Advance(" + std::to_string(tick) +
                                    ") goes back from tick " + std::to_string(m_now));
    }
    const auto takeAll = [this](burst::TickWheel& wheel, auto step) {
        if (wheel.GetNext() == m_now)
        {
            const auto items = wheel.Take();
            m_due.assign(items.begin(), items.end());
            std::sort(m_due.begin(), m_due.end());
            for (const uint32_t port : m_due)
            {
                ++m_steps;
                step(port);
            }
        }
    };
    for (int64_t next = GetNextTick(); next <= tick; next = GetNextTick())
    {
        m_now = next;
        takeAll(m_ends, [this](uint32_t port) { End(port); });
        takeAll(m_receptions, [this](uint32_t port) { Receive(port); });
        takeAll(m_effects, [this](uint32_t port) {
            const uint32_t node = Take(m_ports[port].effects);
            Pause(port, m_nodes[node].frame);
            Free(node);
        });
        takeAll(m_refreshes, [this](uint32_t port) {
            if (m_ports[port].refreshTick == m_now && m_ports[port].asked != 0)
            {
                SendControl(port, m_ports[port].asked, m_pausing.quanta);
            }
        });
        takeAll(m_wakes, [this](uint32_t port) {
            if (m_ports[port].wakeTick == m_now)
            {
                m_ports[port].wakeTick = burst::TickWheel::NEVER;
                Ready(port);
            }
        });
        std::sort(m_ready.begin(), m_ready.end());
        for (const uint32_t port : m_ready)
        {
            m_ports[port].tried = false;
            Try(port);
        }
        m_ready.clear();
    }
    m_now = tick;
}

void
LosslessEngine::End(uint32_t number)
{
    Port& port = m_ports[number];
    const uint32_t node = std::exchange(port.sending, NONE);
    const auto& channel = m_network->GetChannels()[number];
    const auto [frame, input, next] = m_nodes[node];
    Put(port.flight, node);
    if (input != NONE)
    {
        m_nodes[node].input = NONE;
        m_memories[channel.from]->Release(input, frame.priority, frame.bytes);
        Obey(channel.from);
    }
    m_receptions.Push(m_now + channel.delayTicks, number);
    Ready(number);
}

void
LosslessEngine::Receive(uint32_t number)
{
    const uint32_t node = Take(m_ports[number].flight);
    const auto& channel = m_network->GetChannels()[number];
    const LosslessFrame frame = m_nodes[node].frame;
    if (frame.kind == LosslessFrame::CONTROL)
    {
        Put(m_ports[number ^ 1].effects, node);
        m_effects.Push(m_now + m_pausing.responseTicks, number ^ 1);
        return;
    }
    if (!channel.toStation)
    {
        m_nodes[node].input = m_inputs[number ^ 1];
        Forward(channel.to, node);
        return;
    }
    Free(node);
    if (frame.kind == LosslessFrame::MESSAGE)
    {
        const auto [message, destination, priority] = m_messages[frame.content];
        m_freeMessages.push_back(frame.content);
        m_stations[channel.to].Heed(m_now, message, destination, priority);
        Wake(number ^ 1, std::max(m_now, m_stations[channel.to].GetNextTick()));
        Ready(number ^ 1);
        return;
    }
    ++m_delivered;
    if (m_listener)
    {
        m_listener->Delivered(frame, m_now);
    }
}

void
LosslessEngine::Forward(uint32_t number, uint32_t node)
{
    const auto [frame, input, next] = m_nodes[node]; // a copy: making frames may move it
    if (!m_memories[number]->Admit(input, frame.priority, frame.bytes))
    {
        ++m_dropped;
        Free(node);
        return;
    }
    const uint32_t out = m_network->GetNext(number, frame.destination);
    Port& port = m_ports[out];
    port.waiting |= 1 << frame.priority;
    Put(port.queues[frame.priority], node);
    Ready(out);
    Obey(number);
    if (port.congestionPoint && frame.kind == LosslessFrame::DATA &&
        port.congestionPoint->Count(frame.bytes))
    {
        Sample(out, node);
    }
}

void
LosslessEngine::Sample(uint32_t number, uint32_t node)
{
    Port& port = m_ports[number];
    const List& queue = port.queues[m_nodes[node].frame.priority];
    const auto bytes = static_cast<int64_t>(queue.bytes);
    if (int64_t place = port.congestionPoint->Choose(bytes); place != CongestionPoint::ARRIVED)
    {
        for (node = queue.head; place >= m_nodes[node].frame.bytes; node = m_nodes[node].next)
        {
            place -= m_nodes[node].frame.bytes;
        }
    }
    const LosslessFrame sampled = m_nodes[node].frame;
    const CongestionMessage message = port.congestionPoint->Sample(bytes, sampled.tag);
    if (message.kind == CongestionMessage::NOTHING)
    {
        return;
    }
    ++m_messageCount;
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
                              MESSAGE_PRIORITY,
                              0,
                              content};
    m_ports[back].waiting |= 1 << MESSAGE_PRIORITY;
    Put(m_ports[back].queues[MESSAGE_PRIORITY], Make(frame, NONE));
    Ready(back);
}

void
LosslessEngine::Obey(uint32_t number)
{
    auto& changes = m_memories[number]->GetChanges();
    if (changes.empty())
    {
        return;
    }
    for (const auto& [input, priorities, pause] : changes)
    {
        const uint32_t port = m_network->GetSwitches()[number].ports[input];
        uint8_t& asked = m_ports[port].asked;
        asked = pause ? asked | priorities : asked & ~priorities;
        SendControl(port, priorities, pause ? m_pausing.quanta : 0);
    }
    changes.clear();
}

void
LosslessEngine::SendControl(uint32_t port, uint8_t priorities, uint32_t quanta)
{
    LosslessFrame frame{NONE, NONE, CONTROL_BYTES, LosslessFrame::CONTROL, 0, quanta, priorities};
    Put(m_ports[port].control, Make(frame, NONE));
    Ready(port);
    if (quanta > 0)
    {
        ++m_ports[port].pauses;
        const int64_t ticks = quanta * QUANTUM_BYTES * m_network->GetChannels()[port ^ 1].byteTicks;
        m_ports[port].refreshTick = m_now + std::max<int64_t>(1, ticks / 2);
        m_refreshes.Push(m_ports[port].refreshTick, port);
    }
}

void
LosslessEngine::Pause(uint32_t number, const LosslessFrame& frame)
{
    Port& port = m_ports[number];
    const int64_t ticks =
        frame.tag * QUANTUM_BYTES * m_network->GetChannels()[number].byteTicks;
    port.pausedTicks += std::max<int64_t>(0, std::min(m_now, port.pauseEnd) - port.pauseBegin);
    for (uint32_t priority = 0; priority < LosslessFrame::PRIORITIES; ++priority)
    {
        if (frame.content >> priority & 1)
        {
            port.paused[priority] = m_now + ticks;
        }
    }
    port.pauseBegin = m_now;
    port.pauseEnd = *std::max_element(port.paused.begin(), port.paused.end());
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
LosslessEngine::Wake(uint32_t number, int64_t tick)
{
    Port& port = m_ports[number];
    if (tick < port.wakeTick)
    {
        port.wakeTick = tick;
        m_wakes.Push(tick, number);
    }
}

uint8_t
LosslessEngine::GetOpen(uint32_t number) const
{
    const Port& port = m_ports[number];
    if (port.pauseEnd <= m_now)
    {
        return ALL;
    }
    uint8_t open = 0;
    for (uint32_t priority = 0; priority < LosslessFrame::PRIORITIES; ++priority)
    {
        open |= (port.paused[priority] <= m_now) << priority;
    }
    return open;
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
        Start(number, Take(port.control));
        return;
    }
    const auto& channel = m_network->GetChannels()[number];
    LosslessStation* station = channel.fromStation ? &m_stations[channel.from] : nullptr;
    if (station)
    {
        station->Pull(m_now);
    }
    const uint8_t waiting = station ? station->GetPriorities() : port.waiting;
    if (waiting == 0)
    {
        if (station)
        {
            Wake(number, station->GetNextTick());
        }
        return;
    }
    if (port.serviceTick > m_now)
    {
        Wake(number, port.serviceTick);
        return;
    }
    const uint8_t mask = waiting & GetOpen(number);
    if (mask == 0)
    {
        Wake(number, *std::min_element(port.paused.begin(), port.paused.end(), [this](auto a, auto b) {
            return (a > m_now ? a : INT64_MAX) < (b > m_now ? b : INT64_MAX);
        }));
        return;
    }
    if (station)
    {
        const LosslessFrame frame = station->Take(mask, m_now);
        ++m_sent;
        Start(number, Make(frame, NONE));
        return;
    }
    const uint32_t priority = 31 - __builtin_clz(mask);
    List& queue = port.queues[priority];
    const uint32_t node = Take(queue);
    if (queue.head == NONE)
    {
        port.waiting &= ~(1 << priority);
    }
    Start(number, node);
}

void
LosslessEngine::Start(uint32_t number, uint32_t node)
{
    Port& port = m_ports[number];
    const auto& channel = m_network->GetChannels()[number];
    const LosslessFrame& frame = m_nodes[node].frame;
    port.sending = node;
    m_hops += frame.kind == LosslessFrame::DATA;
    if (port.serviceRate > 0 && frame.kind != LosslessFrame::CONTROL)
    {
        port.serviceTick = m_now + m_network->GetTicks(frame.bytes, port.serviceRate);
    }
    m_ends.Push(m_now + frame.bytes * channel.byteTicks, number);
}

uint32_t
LosslessEngine::Make(const LosslessFrame& frame, uint32_t input)
{
    uint32_t node = m_freeNode;
    if (node == NONE)
    {
        node = m_nodes.size();
        m_nodes.push_back({frame, input, NONE});
        return node;
    }
    m_freeNode = m_nodes[node].next;
    m_nodes[node] = {frame, input, NONE};
    return node;
}

void
LosslessEngine::Free(uint32_t node)
{
    m_nodes[node].next = m_freeNode;
    m_freeNode = node;
}

uint32_t
LosslessEngine::Take(List& list)
{
    const uint32_t node = list.head;
    list.head = m_nodes[node].next;
    list.bytes -= m_nodes[node].frame.bytes;
    return node;
}

void
LosslessEngine::Put(List& list, uint32_t node)
{
    m_nodes[node].next = NONE;
    (list.head == NONE ? list.head : m_nodes[list.tail].next) = node;
    list.tail = node;
    list.bytes += m_nodes[node].frame.bytes;
}

int64_t
LosslessEngine::GetTick() const
{
    return m_now;
}

uint64_t
LosslessEngine::GetSent() const
{
    return m_sent;
}

uint64_t
LosslessEngine::GetDelivered() const
{
    return m_delivered;
}

uint64_t
LosslessEngine::GetDropped() const
{
    return m_dropped;
}

uint64_t
LosslessEngine::GetInFlight() const
{
    uint64_t count = 0;
    const auto countList = [&](const List& list) {
        for (uint32_t node = list.head; node != NONE; node = m_nodes[node].next)
        {
            count += m_nodes[node].frame.kind == LosslessFrame::DATA;
        }
    };
    for (const Port& port : m_ports)
    {
        std::for_each(port.queues.begin(), port.queues.end(), countList);
        countList(port.flight);
        count += port.sending != NONE &&
                 m_nodes[port.sending].frame.kind == LosslessFrame::DATA;
    }
    return count;
}

uint64_t
LosslessEngine::GetHops() const
{
    return m_hops;
}

uint64_t
LosslessEngine::GetSteps() const
{
    return m_steps;
}

uint64_t
LosslessEngine::GetMessages() const
{
    return m_messageCount;
}

uint64_t
LosslessEngine::GetPauses(uint32_t port) const
{
    return m_ports[port].pauses;
}

uint64_t
LosslessEngine::GetQueue(uint32_t port) const
{
    uint64_t bytes = 0;
    for (const List& list : m_ports[port].queues)
    {
        bytes += list.bytes;
    }
    return bytes;
}

int64_t
LosslessEngine::GetPausedTicks(uint32_t number) const
{
    const Port& port = m_ports[number];
    return port.pausedTicks + std::max<int64_t>(0, std::min(m_now, port.pauseEnd) - port.pauseBegin);
}

const LosslessStation&
LosslessEngine::GetStation(uint32_t station) const
{
    return m_stations[station];
}

} // namespace ns3
