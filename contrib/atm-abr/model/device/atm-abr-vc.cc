/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-vc.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtmVc");

NS_OBJECT_ENSURE_REGISTERED(AtmVc);

TypeId
AtmVc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AtmVc")
            .SetParent<Object>()
            .SetGroupName("AtmAbr")
            .AddConstructor<AtmVc>()
            .AddTraceSource("Acr",
                            "Allowed cell rate ACR of its source, cells per second, before and "
                            "after an RM cell that changes it.",
                            burst::MakeSinkAccessor(&AtmVc::m_rateTrace, &AtmVc::ChangeSinks),
                            "ns3::TracedValueCallback::Double")
            .AddTraceSource("Waiting",
                            "Data cells that wait at its source, at the last sample and at this "
                            "one.",
                            burst::MakeSinkAccessor(&AtmVc::m_waitingTrace, &AtmVc::ChangeSinks),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("Egress",
                            "Data cells that have come to its destination, at the last sample and "
                            "at this one.",
                            burst::MakeSinkAccessor(&AtmVc::m_receivedTrace, &AtmVc::ChangeSinks),
                            "ns3::TracedValueCallback::Uint64");
    return tid;
}

void
AtmVc::SetNumber(uint32_t number)
{
    m_number = number;
}

uint32_t
AtmVc::GetNumber() const
{
    return m_number;
}

void
AtmVc::SetChannel(fabric::EngineChannel* channel)
{
    m_channel = channel;
}

void
AtmVc::ChangeSinks(const burst::SinkChange& change)
{
    if (m_channel)
    {
        m_channel->ChangeSinks(change);
    }
    else
    {
        change();
    }
}

bool
AtmVc::HasRateSinks() const
{
    return !m_rateTrace.IsEmpty();
}

bool
AtmVc::HasSampleSinks() const
{
    return !m_waitingTrace.IsEmpty() || !m_receivedTrace.IsEmpty();
}

void
AtmVc::SetRate(fabric::Bundle& bundle, double rate)
{
    NS_LOG_FUNCTION(this << m_number << rate);
    bundle.NotifyChange(Simulator::NO_CONTEXT, m_rateTrace, m_rate, rate);
}

void
AtmVc::Sample(fabric::Bundle& bundle, AtmEngine& engine)
{
    const uint32_t context = Simulator::NO_CONTEXT;
    const uint64_t received = engine.GetVcCounts(m_number).delivered;
    bundle.NotifyChange(context, m_waitingTrace, m_waiting, engine.GetWaiting(m_number));
    bundle.NotifyChange(context, m_receivedTrace, m_received, received);
}

} // namespace ns3
