/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-probe.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/ipv4-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MeasurementProbe");

NS_OBJECT_ENSURE_REGISTERED(MeasurementProbe);

TypeId
MeasurementProbe::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MeasurementProbe")
            .SetParent<Object>()
            .SetGroupName("PathMeasurement")
            .AddAttribute("Remote",
                          "IPv4 address of the remote host.",
                          Ipv4AddressValue(),
                          BetweenMeasurements(MakeIpv4AddressAccessor(&MeasurementProbe::m_remote)),
                          MakeIpv4AddressChecker())
            .AddAttribute("Timeout",
                          "Time from the start of a measurement to its end at the latest.",
                          TimeValue(Seconds(60)),
                          BetweenMeasurements(MakeTimeAccessor(&MeasurementProbe::m_timeout)),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("Dscp",
                          "Differentiated services code point of the packets, 0 to 63; 8: QBSS.",
                          UintegerValue(0),
                          BetweenMeasurements(MakeUintegerAccessor(&MeasurementProbe::m_dscp)),
                          MakeUintegerChecker<uint8_t>(0, 63))
            .AddTraceSource("Result",
                            "The result of a measurement.",
                            burst::MakeTraceSourceAccessor(&MeasurementProbe::m_resultTrace),
                            "ns3::MeasurementProbe::ResultTracedCallback")
            .AddTraceSource("Progress",
                            "Bytes that have come or been sent so far, for tools that tell.",
                            MakeTraceSourceAccessor(&MeasurementProbe::m_progressTrace),
                            "ns3::MeasurementProbe::ProgressTracedCallback");
    return tid;
}

Ptr<const AttributeAccessor>
MeasurementProbe::BetweenMeasurements(Ptr<const AttributeAccessor> accessor)
{
    return burst::MakeAccessorUntil(accessor,
                                    &MeasurementProbe::IsRunning,
                                    "a measurement, or after its result");
}

void
MeasurementProbe::Start(Ptr<Node> node, Done done)
{
    if (IsRunning())
    {
        throw std::logic_error("a probe cannot start a measurement before it has ended another");
    }
    if (m_remote == Ipv4Address())
    {
        throw std::invalid_argument("Remote is not set; it is the IPv4 address of the remote host");
    }
    m_node = node;
    m_done = done;
    m_running = true;
    m_result = MeasurementResult();
    m_result.begin = Simulator::Now();
    m_expiry = Simulator::Schedule(m_timeout, [self = Ptr<MeasurementProbe>(this)] {
        // What comes at that very time is in time, and so is the tool's own end.
        self->m_expiry = Simulator::ScheduleNow(
            [self] { self->m_expiry = Simulator::ScheduleNow(&MeasurementProbe::Expire, self); });
    });
    NS_LOG_LOGIC(GetInstanceTypeId().GetName() << " to " << m_remote << " begins");
    try
    {
        DoStart();
    }
    catch (...)
    {
        m_running = false;
        m_expiry.Cancel();
        DoStop();
        throw;
    }
}

void
MeasurementProbe::Cancel(MeasurementResult::Status status, const std::string& note)
{
    Finish(status, note);
}

bool
MeasurementProbe::IsRunning() const
{
    return m_running || !m_delivery.IsExpired();
}

uint64_t
MeasurementProbe::GetBytes() const
{
    return m_result.bytes;
}

bool
MeasurementProbe::IsHeavy() const
{
    return false;
}

int64_t
MeasurementProbe::AssignStreams(int64_t stream)
{
    return 0;
}

void
MeasurementProbe::DoDispose()
{
    m_expiry.Cancel();
    m_delivery.Cancel();
    if (std::exchange(m_running, false))
    {
        DoStop();
    }
    m_done.Nullify();
    m_node = nullptr;
    Object::DoDispose();
}

void
MeasurementProbe::Finish(MeasurementResult::Status status, const std::string& note)
{
    if (!std::exchange(m_running, false))
    {
        return;
    }
    m_expiry.Cancel();
    DoStop();
    m_result.status = status;
    m_result.note = note;
    m_result.end = Simulator::Now();
    m_delivery = Simulator::ScheduleNow(&MeasurementProbe::Deliver, Ptr<MeasurementProbe>(this));
}

void
MeasurementProbe::Report(const std::string& name, double value, const std::string& unit)
{
    m_result.values.push_back({name, value, unit});
}

void
MeasurementProbe::AddBytes(uint64_t bytes)
{
    m_result.bytes += bytes;
}

void
MeasurementProbe::NotifyProgress(uint64_t bytes)
{
    m_progressTrace(bytes);
}

const MeasurementResult&
MeasurementProbe::GetResult() const
{
    return m_result;
}

Ptr<Node>
MeasurementProbe::GetNode() const
{
    return m_node;
}

Ipv4Address
MeasurementProbe::GetRemote() const
{
    return m_remote;
}

uint8_t
MeasurementProbe::GetTos() const
{
    return m_dscp << 2;
}

Time
MeasurementProbe::GetTimeout() const
{
    return m_timeout;
}

void
MeasurementProbe::Expire()
{
    Finish(MeasurementResult::TIMED_OUT);
}

void
MeasurementProbe::Deliver()
{
    NS_LOG_LOGIC(GetInstanceTypeId().GetName()
                 << " to " << m_remote << ": " << ToText(m_result.status) << " " << m_result.note);
    const MeasurementResult result = m_result;
    const Done done = m_done;
    m_resultTrace(result);
    if (!done.IsNull())
    {
        done(result);
    }
}

} // namespace ns3
