/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-trace-size.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/string.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TraceSizeVariable");

NS_OBJECT_ENSURE_REGISTERED(TraceSizeVariable);

TypeId
TraceSizeVariable::GetTypeId()
{
    const auto untilDraw = burst::MakeAccessorsUntil(&TraceSizeVariable::IsOpen, "the first draw");
    static TypeId tid =
        TypeId("ns3::TraceSizeVariable")
            .SetParent<RandomVariableStream>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<TraceSizeVariable>()
            .AddAttribute("File",
                          "Path of the trace.",
                          StringValue(),
                          untilDraw(MakeStringAccessor(&TraceSizeVariable::m_file)),
                          burst::MakeFileChecker())
            .AddAttribute("Format",
                          "Format of the file; Auto detects the format from the first bytes.",
                          EnumValue(traffic::TraceReader::AUTO),
                          untilDraw(burst::MakeEnumerationAccessor<traffic::TraceReader::Format>(
                              &TraceSizeVariable::m_format)),
                          traffic::TraceReader::MakeFormatChecker());
    return tid;
}

bool
TraceSizeVariable::IsOpen() const
{
    return m_reader != nullptr;
}

double
TraceSizeVariable::GetValue()
{
    return GetInteger();
}

uint32_t
TraceSizeVariable::GetInteger()
{
    if (!m_reader)
    {
        NS_LOG_LOGIC("sizes come from " << m_file);
        m_reader = traffic::OpenTrace(m_file, m_format, NanoSeconds(1));
    }
    const auto record = m_reader->Read();
    if (!record)
    {
        m_reader->Refuse("the trace ends here, and one more size is asked for");
    }
    if (!record->size)
    {
        m_reader->Refuse("it has no size, and one is asked for");
    }
    return *record->size;
}

} // namespace ns3
