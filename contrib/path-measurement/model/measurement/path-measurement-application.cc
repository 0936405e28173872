/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-application.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MeasurementApplication");

NS_OBJECT_ENSURE_REGISTERED(MeasurementApplication);

TypeId
MeasurementApplication::GetTypeId()
{
    using Self = MeasurementApplication;
    static TypeId tid =
        TypeId("ns3::MeasurementApplication")
            .SetParent<Application>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute(
                "Probe",
                "The tool and its attributes, as ns3::PingProbe[Remote=10.1.1.2|Count=3].",
                burst::ObjectTextValue(),
                burst::MakeAccessorUntil(burst::MakeObjectTextAccessor(&Self::m_text),
                                         &Self::HasProbe,
                                         "GetProbe, AssignStreams and the start"),
                burst::MakeObjectTextChecker<MeasurementProbe>(true))
            .AddAttribute(
                "Interval",
                "Time from the begin of a measurement to that of the next one, 1 ms or more.",
                TimeValue(Minutes(30)),
                MakeTimeAccessor(&Self::m_interval),
                MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("Count",
                          "How many measurements there are; 0: until the application ends.",
                          UintegerValue(1),
                          burst::MakeAccessorUntil(MakeUintegerAccessor(&Self::m_count),
                                                   &Self::IsOver,
                                                   "the last measurement ends"),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Result",
                            "The result of a measurement.",
                            burst::MakeTraceSourceAccessor(&Self::m_resultTrace),
                            "ns3::MeasurementProbe::ResultTracedCallback");
    return tid;
}

bool
MeasurementApplication::HasProbe() const
{
    return m_probe != nullptr;
}

bool
MeasurementApplication::IsOver() const
{
    return m_over;
}

Ptr<MeasurementProbe>
MeasurementApplication::GetProbe()
{
    if (!m_probe)
    {
        if (!m_text)
        {
            throw std::invalid_argument("Probe is empty; it is a tool, as ns3::PingProbe");
        }
        m_probe = m_text.Create<MeasurementProbe>();
    }
    return m_probe;
}

int64_t
MeasurementApplication::AssignStreams(int64_t stream)
{
    return GetProbe()->AssignStreams(stream);
}

void
MeasurementApplication::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_next.Cancel();
    if (m_probe)
    {
        m_probe->Dispose();
        m_probe = nullptr;
    }
    Application::DoDispose();
}

void
MeasurementApplication::StartApplication()
{
    NS_LOG_FUNCTION(this);
    Measure();
}

void
MeasurementApplication::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_over = true;
    m_next.Cancel();
    if (m_probe)
    {
        m_probe->Cancel(MeasurementResult::SKIPPED, "the application ended");
    }
}

void
MeasurementApplication::Measure()
{
    NS_LOG_FUNCTION(this);
    if (m_count && m_begun >= m_count)
    {
        m_over = true;
        return;
    }
    ++m_begun;
    GetProbe()->Start(GetNode(), MakeCallback(&MeasurementApplication::Record, this));
}

void
MeasurementApplication::Record(const MeasurementResult& result)
{
    NS_LOG_FUNCTION(this);
    m_resultTrace(result);
    m_over = m_over || (m_count && m_begun >= m_count);
    if (!m_over)
    {
        const Time due = result.begin + m_interval;
        m_next = Simulator::Schedule(Max(due - Simulator::Now(), Time(0)),
                                     &MeasurementApplication::Measure,
                                     this);
    }
}

} // namespace ns3
