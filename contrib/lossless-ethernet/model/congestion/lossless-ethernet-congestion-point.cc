/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-congestion-point.h"

#include "ns3/log.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CongestionPoint");

NS_OBJECT_ENSURE_REGISTERED(CongestionPoint);

TypeId
CongestionPoint::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CongestionPoint")
            .SetParent<Object>()
            .SetGroupName("LosslessEthernet")
            .AddTraceSource("Feedback",
                            "A frame was sampled: Fb in bytes, also if no message is sent.",
                            burst::MakeSinkAccessor(&CongestionPoint::m_feedbackTrace,
                                                    &CongestionPoint::ChangeSinks),
                            "ns3::CongestionPoint::FeedbackTracedCallback");
    return tid;
}

CongestionPoint::CongestionPoint()
    : m_random(std::make_shared<traffic::StreamRandom>(traffic::StreamRandom::Assigned(-1))),
      m_id(lossless::CongestionMessage::NOBODY)
{
}

void
CongestionPoint::Start(uint64_t id)
{
    NS_LOG_FUNCTION(this << id);
    if (id == lossless::CongestionMessage::NOBODY)
    {
        throw std::invalid_argument("the identity of a congestion point is " + std::to_string(id) +
                                    "; allowed are numbers from 1 on");
    }
    DoStart();
    m_id = id;
}

bool
CongestionPoint::IsStarted() const
{
    return m_id != lossless::CongestionMessage::NOBODY;
}

uint64_t
CongestionPoint::GetId() const
{
    return m_id;
}

int64_t
CongestionPoint::Choose(int64_t queue)
{
    const int64_t place = DoChoose(queue);
    if (place < ARRIVED || place >= queue)
    {
        throw std::runtime_error(GetInstanceTypeId().GetName() + " chose byte " +
                                 std::to_string(place) + " of a queue of " + std::to_string(queue) +
                                 "; allowed are bytes of the queue, from 0, and -1");
    }
    return place;
}

lossless::CongestionMessage
CongestionPoint::Sample(int64_t queue, uint64_t tag)
{
    lossless::CongestionMessage message = DoSample(queue, tag == m_id);
    message.congestionPoint = m_id;
    NS_LOG_LOGIC("congestion point " << m_id << " at " << queue << " bytes: Fb " << message.feedback
                                     << ", kind " << +message.kind);
    m_feedbackTrace(message.feedback);
    return message;
}

bool
CongestionPoint::HasSinks() const
{
    return !m_feedbackTrace.IsEmpty();
}

void
CongestionPoint::SetSinkOwner(std::function<void(const burst::SinkChange&)> perform)
{
    m_sinkOwner = std::move(perform);
}

void
CongestionPoint::ChangeSinks(const burst::SinkChange& change)
{
    if (m_sinkOwner)
    {
        m_sinkOwner(change);
    }
    else
    {
        change();
    }
}

uint32_t
CongestionPoint::GetSetPoint() const
{
    return 0;
}

int64_t
CongestionPoint::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    *m_random = traffic::StreamRandom::Assigned(stream);
    return 1;
}

void
CongestionPoint::ShareStream(const CongestionPoint& other)
{
    m_random = other.m_random;
}

lossless::FrameSampler&
CongestionPoint::GetSampler()
{
    return m_sampler;
}

traffic::StreamRandom&
CongestionPoint::GetRandom()
{
    return *m_random;
}

int64_t
CongestionPoint::DoChoose(int64_t /* queue */)
{
    return ARRIVED;
}

} // namespace ns3
