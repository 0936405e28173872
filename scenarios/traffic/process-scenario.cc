/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "process-scenario.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/string.h"

namespace ns3
{

TypeId
TrafficProcessScenario::AddProcess(TypeId type, const std::string& text)
{
    return type.AddAttribute("Process",
                             "The arrival process, any ns3::ArrivalProcess with its attributes.",
                             StringValue(text),
                             burst::MakeObjectTextAccessor(&TrafficProcessScenario::m_process),
                             burst::MakeObjectTextChecker<ArrivalProcess>());
}

Ptr<ArrivalProcess>
TrafficProcessScenario::CreateProcess() const
{
    return m_process.Create<ArrivalProcess>();
}

} // namespace ns3
