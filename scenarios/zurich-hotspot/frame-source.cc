/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-source.h"

#include "ns3/burst-core-number-text.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace ns3
{

FrameSource::FrameSource(uint32_t station,
                         uint32_t bytes,
                         int64_t slot,
                         int64_t phase,
                         FrameCounter& counter)
    : m_station(station),
      m_bytes(bytes),
      m_slot(slot),
      m_phase(phase),
      m_counter(counter)
{
}

void
FrameSource::AddFlow(Ptr<ArrivalProcess> process,
                     uint32_t destination,
                     Ptr<UniformDestinations> pattern)
{
    m_flows.push_back({process, destination, pattern, process->Next()});
    FindNext();
}

void
FrameSource::SetSizes(Ptr<RandomVariableStream> frames)
{
    m_sizes = frames;
}

void
FrameSource::FindNext()
{
    m_first = 0;
    for (std::size_t i = 1; i < m_flows.size(); ++i)
    {
        if (m_flows[i].next < m_flows[m_first].next)
        {
            m_first = i;
        }
    }
}

int64_t
FrameSource::GetNextTick()
{
    if (m_flows.empty() || m_flows[m_first].next == ArrivalProcess::NEVER)
    {
        return NEVER;
    }
    return m_flows[m_first].next * m_slot + m_phase;
}

LosslessSource::Arrival
FrameSource::Take()
{
    const int64_t tick = GetNextTick();
    Flow& flow = m_flows[m_first];
    Arrival arrival{flow.destination, m_bytes, 0, 1};
    if (flow.pattern)
    {
        arrival.destination = flow.pattern->Draw(m_station);
    }
    if (m_sizes)
    {
        const double frames = std::ceil(m_sizes->GetValue());
        if (!(frames >= 1 && frames <= std::numeric_limits<uint32_t>::max()))
        {
            throw std::invalid_argument("Sizes drew " + burst::WriteDouble(frames) +
                                        "; allowed is 1 to 4294967295 frames");
        }
        arrival.frames = static_cast<uint32_t>(frames);
        m_messages[arrival.destination].push_back({tick, arrival.frames});
    }
    ++m_arrivals;
    m_frames += arrival.frames;
    flow.next = flow.process->Next();
    FindNext();
    return arrival;
}

void
FrameSource::Delivered(const LosslessFrame& frame, int64_t tick)
{
    m_counter.bytes.total += frame.bytes;
    m_counter.bytes.received[frame.destination] += frame.bytes;
    if (!m_counter.bytes.flows.empty())
    {
        const auto flow = m_counter.bytes.flows.find({m_station, frame.destination});
        if (flow != m_counter.bytes.flows.end())
        {
            flow->second += frame.bytes;
        }
    }
    if (m_sizes)
    {
        auto& messages = m_messages[frame.destination];
        if (--messages.front().frames == 0)
        {
            if (m_counter.measuring)
            {
                m_counter.completion.Add(tick - messages.front().tick);
            }
            messages.pop_front();
        }
    }
}

uint64_t
FrameSource::GetArrivals() const
{
    return m_arrivals;
}

uint64_t
FrameSource::GetFrames() const
{
    return m_frames;
}

int64_t
FrameSource::GetPhase() const
{
    return m_phase;
}

} // namespace ns3
