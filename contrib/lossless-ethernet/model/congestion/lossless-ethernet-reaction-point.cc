/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-reaction-point.h"

#include "ns3/abort.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ReactionPoint");

NS_OBJECT_ENSURE_REGISTERED(ReactionPoint);

TypeId
ReactionPoint::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ReactionPoint").SetParent<Object>().SetGroupName("LosslessEthernet");
    return tid;
}

ReactionPoint::ReactionPoint()
    : m_random(traffic::StreamRandom::Assigned(-1)),
      m_started(false)
{
}

void
ReactionPoint::Start(double lineRate)
{
    NS_LOG_FUNCTION(this << lineRate);
    DoStart(lineRate);
    m_started = true;
}

bool
ReactionPoint::IsStarted() const
{
    return m_started;
}

std::unique_ptr<lossless::RateLimiter>
ReactionPoint::MakeLimiter()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(!m_started, "a reaction point makes limiters after Start");
    return DoMakeLimiter();
}

int64_t
ReactionPoint::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_random = traffic::StreamRandom::Assigned(stream);
    return 1;
}

traffic::StreamRandom&
ReactionPoint::GetRandom()
{
    return m_random;
}

} // namespace ns3
