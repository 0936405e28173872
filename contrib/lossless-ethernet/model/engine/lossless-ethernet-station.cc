/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-station.h"

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t WORD = 64; //!< bits

/** @return whether a frame can go on a run of another @param a one @param b the other */
bool
AreEqual(const LosslessFrame& a, const LosslessFrame& b)
{
    return a.content == LosslessFrame::NONE && b.content == LosslessFrame::NONE &&
           a.bytes == b.bytes && a.kind == b.kind && a.tag == b.tag;
}

} // namespace

LosslessStation::LosslessStation(uint32_t number,
                                 const LosslessNetwork& network,
                                 const LosslessFrameLimits& limits,
                                 LosslessEngineListener* listener)
    : m_number(number),
      m_network(network),
      m_limits(limits),
      m_listener(listener),
      m_stations(network.GetStations().size()),
      m_classes(LosslessFrame::PRIORITIES)
{
}

void
LosslessStation::SetReactionPoint(Ptr<ReactionPoint> point)
{
    m_reactionPoint = point;
    if (point)
    {
        const uint32_t port = m_network.GetStationPorts()[m_number];
        point->Start(static_cast<double>(m_network.GetChannels()[port].rate));
    }
}

void
LosslessStation::SetSource(LosslessSource* source)
{
    m_source = source;
    m_nextArrival = source ? source->GetNextTick() : LosslessSource::NEVER;
}

void
LosslessStation::Check(const LosslessFrame& frame, uint64_t frames) const
{
    const auto refuse = [this](const std::string& what) {
        throw std::invalid_argument("a frame of station " + std::to_string(m_number) + what);
    };
    if (frame.destination >= m_stations || frame.destination == m_number)
    {
        refuse(" goes to " + std::to_string(frame.destination) +
               "; allowed is another station below " + std::to_string(m_stations));
    }
    if (frame.bytes == 0 || frame.bytes > m_limits.bytes)
    {
        refuse(" has " + std::to_string(frame.bytes) + " bytes; allowed are 1 to LargestFrame, " +
               std::to_string(m_limits.bytes));
    }
    if (frame.priority >= LosslessFrame::PRIORITIES || !(m_limits.priorities >> frame.priority & 1))
    {
        refuse(" has priority " + std::to_string(frame.priority) +
               "; allowed are those for which all switches have memory, the bits of " +
               std::to_string(m_limits.priorities));
    }
    if (frames == 0)
    {
        refuse(" comes 0 times; allowed is 1 or more");
    }
}

void
LosslessStation::Push(const LosslessFrame& frame, uint64_t frames)
{
    if (frame.destination >= m_stations || frame.destination == m_number || frame.bytes == 0 ||
        frame.bytes > m_limits.bytes || frame.priority >= LosslessFrame::PRIORITIES ||
        !(m_limits.priorities >> frame.priority & 1) || frames == 0)
    {
        Check(frame, frames); // throws
    }
    Class& all = m_classes[frame.priority];
    if (all.slots.empty())
    {
        all.slots.resize(m_stations);
        all.waiting.resize((m_stations + WORD - 1) / WORD);
        all.ready = all.waiting;
    }
    Slot& slot = all.slots[frame.destination];
    uint64_t& word = all.waiting[frame.destination / WORD];
    const uint64_t bit = uint64_t{1} << frame.destination % WORD;
    if ((word & bit) == 0)
    {
        word |= bit;
        if (m_free.empty())
        {
            m_free.push_back(m_queues.size());
            m_queues.emplace_back();
        }
        slot.queue = m_free.back();
        m_free.pop_back();
        m_queues[slot.queue].head = {frame, frames};
        if (slot.flow == LosslessFrame::NONE || !m_flows[slot.flow].held)
        {
            SetReady(frame.priority, frame.destination, true);
        }
    }
    else
    {
        Append(m_queues[slot.queue], {frame, frames});
    }
    m_frames += frames;
    m_arrived += frames;
}

void
LosslessStation::SetReady(uint8_t priority, uint32_t destination, bool ready)
{
    Class& all = m_classes[priority];
    uint64_t& word = all.ready[destination / WORD];
    const uint64_t bit = uint64_t{1} << destination % WORD;
    if (ready == ((word & bit) != 0))
    {
        return;
    }
    word ^= bit;
    all.readyCount += ready ? 1 : -1;
    if (all.readyCount == 0)
    {
        m_ready &= ~(1 << priority);
    }
    else
    {
        m_ready |= 1 << priority;
    }
}

void
LosslessStation::Append(Queue& queue, const Run& run)
{
    const bool hasMore = queue.more && !queue.more->empty();
    Run& last = hasMore ? queue.more->back() : queue.head;
    if (AreEqual(last.frame, run.frame))
    {
        last.frames += run.frames;
        return;
    }
    if (!queue.more)
    {
        queue.more = std::make_unique<std::deque<Run>>();
    }
    queue.more->push_back(run);
}

void
LosslessStation::TakeArrival()
{
    const auto arrival = m_source->Take();
    LosslessFrame frame{m_number, arrival.destination, arrival.bytes};
    frame.priority = arrival.priority;
    Push(frame, arrival.frames);
    m_nextArrival = m_source->GetNextTick();
}

LosslessFrame
LosslessStation::Take(uint8_t mask, int64_t tick)
{
    const uint8_t priority = 31 - __builtin_clz(mask & m_ready);
    Class& all = m_classes[priority];
    const uint32_t destination = FindReady(all.ready, all.turn);
    all.turn = destination + 1 < m_stations ? destination + 1 : 0;
    const Slot& slot = all.slots[destination];
    Queue& queue = m_queues[slot.queue];
    LosslessFrame frame = queue.head.frame;
    if (--queue.head.frames == 0)
    {
        if (queue.more && !queue.more->empty())
        {
            queue.head = queue.more->front();
            queue.more->pop_front();
        }
        else
        {
            all.waiting[destination / WORD] &= ~(uint64_t{1} << destination % WORD);
            SetReady(priority, destination, false);
            m_free.push_back(slot.queue);
        }
    }
    --m_frames;
    if (const uint32_t flow = slot.flow; flow != LosslessFrame::NONE)
    {
        frame.tag = m_flows[flow].limiter->GetTag();
        m_flows[flow].gap.Start(tick, frame.bytes);
        Hold(flow);
        m_flows[flow].limiter->Sent(m_network.GetNs(tick), frame.bytes);
        Update(flow, tick);
    }
    return frame;
}

void
LosslessStation::ReceiveCongestionMessage(int64_t tick,
                                          const lossless::CongestionMessage& message,
                                          uint32_t destination,
                                          uint8_t priority)
{
    Class& all = m_classes[priority];
    if (!m_reactionPoint || all.slots.empty())
    {
        return;
    }
    uint32_t flow = all.slots[destination].flow;
    if (flow == LosslessFrame::NONE)
    {
        const uint32_t port = m_network.GetStationPorts()[m_number];
        const auto line = static_cast<double>(m_network.GetChannels()[port].rate);
        Flow fresh{m_reactionPoint->MakeLimiter(),
                   destination,
                   priority,
                   lossless::FramePacer(line, static_cast<double>(m_network.GetRate())),
                   tick,
                   LosslessSource::NEVER,
                   false};
        if (m_freeFlows.empty())
        {
            m_freeFlows.push_back(m_flows.size());
            m_flows.push_back(std::move(fresh));
        }
        else
        {
            m_flows[m_freeFlows.back()] = std::move(fresh);
        }
        flow = m_freeFlows.back();
        m_freeFlows.pop_back();
        all.slots[destination].flow = flow;
    }
    m_flows[flow].limiter->Receive(m_network.GetNs(tick), message);
    Update(flow, tick);
}

void
LosslessStation::Update(uint32_t number, int64_t tick)
{
    Flow& flow = m_flows[number];
    if (flow.limiter->IsFree())
    {
        Class& all = m_classes[flow.priority];
        all.slots[flow.destination].flow = LosslessFrame::NONE;
        const bool waits = all.waiting[flow.destination / WORD] >> flow.destination % WORD & 1;
        SetReady(flow.priority, flow.destination, waits);
        flow.limiter.reset();
        flow.held = false;
        NotifyRate(flow, std::numeric_limits<double>::infinity(), tick);
        m_freeFlows.push_back(number);
        return;
    }
    if (const double rate = flow.limiter->GetRate(); rate != flow.gap.GetRate())
    {
        flow.gap.SetRate(tick, rate);
        if (flow.held || rate == 0)
        {
            Hold(number);
        }
        NotifyRate(flow, rate, tick);
    }
    const int64_t time = flow.limiter->GetNextTime();
    const int64_t timer =
        time == lossless::RateLimiter::NEVER ? LosslessSource::NEVER : m_network.GetTicksOfNs(time);
    if (timer != flow.timer)
    {
        flow.timer = timer;
        if (timer != LosslessSource::NEVER)
        {
            m_timers.push({timer, number});
        }
    }
}

void
LosslessStation::Hold(uint32_t number)
{
    Flow& flow = m_flows[number];
    flow.held = true;
    flow.release = flow.gap.GetEnd();
    if (flow.release != lossless::RateLimiter::NEVER)
    {
        m_timers.push({flow.release, number});
    }
    SetReady(flow.priority, flow.destination, false);
}

void
LosslessStation::Expire(int64_t tick)
{
    while (!m_timers.empty() && m_timers.top().tick <= tick)
    {
        const auto [due, number] = m_timers.top();
        m_timers.pop();
        Flow& flow = m_flows[number];
        if (flow.limiter && flow.timer == due)
        {
            flow.timer = LosslessSource::NEVER;
            flow.limiter->Expire(m_network.GetNs(tick));
            Update(number, tick);
        }
        if (flow.limiter && flow.held && flow.release == due)
        {
            flow.held = false;
            const Class& all = m_classes[flow.priority];
            const bool waits = all.waiting[flow.destination / WORD] >> flow.destination % WORD & 1;
            SetReady(flow.priority, flow.destination, waits);
        }
    }
}

void
LosslessStation::NotifyRate(const Flow& flow, double rate, int64_t tick) const
{
    if (m_listener)
    {
        m_listener->Limited(m_number, flow.destination, flow.priority, rate, tick);
    }
}

double
LosslessStation::GetRate(uint32_t destination, uint8_t priority) const
{
    const Class& all = m_classes[priority];
    const uint32_t flow = all.slots.empty() ? LosslessFrame::NONE : all.slots[destination].flow;
    return flow == LosslessFrame::NONE ? std::numeric_limits<double>::infinity()
                                       : m_flows[flow].gap.GetRate();
}

uint32_t
LosslessStation::FindReady(const std::vector<uint64_t>& ready, uint32_t first)
{
    uint32_t word = first / WORD;
    uint64_t bits = ready[word] >> first % WORD << first % WORD;
    while (bits == 0)
    {
        word = word + 1 < ready.size() ? word + 1 : 0;
        bits = ready[word];
    }
    return WORD * word + __builtin_ctzll(bits);
}

uint8_t
LosslessStation::GetPriorities() const
{
    return m_ready;
}

uint64_t
LosslessStation::GetFrames() const
{
    return m_frames;
}

uint64_t
LosslessStation::GetArrived() const
{
    return m_arrived;
}

} // namespace ns3
