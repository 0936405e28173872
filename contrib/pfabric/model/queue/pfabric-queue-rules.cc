/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-queue-rules.h"

#include "ns3/boolean.h"
#include "ns3/object-base.h"
#include "ns3/uinteger.h"

namespace ns3
{

TypeId
PFabricQueueRules::AddTo(TypeId type)
{
    return type
        .AddAttribute("StrictLimit",
                      "Less than MaxSize is queued, as in the authors' ns-2 code: 23 packets of "
                      "1,500 bytes in 36,000. Else up to MaxSize.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&PFabricQueueRules::m_strict),
                      MakeBooleanChecker())
        .AddAttribute("KeepOrder",
                      "The earliest packet of the flow is sent that has the packet of highest "
                      "priority; else that packet.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&PFabricQueueRules::m_keepOrder),
                      MakeBooleanChecker())
        .AddAttribute("DropByPriority",
                      "The packet of lowest priority is dropped; else the one that arrives.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&PFabricQueueRules::m_dropByPriority),
                      MakeBooleanChecker())
        .AddAttribute("ServeByPriority",
                      "Packets are sent by priority; else first come, first served.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&PFabricQueueRules::m_serveByPriority),
                      MakeBooleanChecker())
        .AddAttribute("DefaultPriority",
                      "Priority of packets without a PFabricTag, all of one flow; 0 is the "
                      "highest.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&PFabricQueueRules::m_defaultPriority),
                      MakeUintegerChecker<uint32_t>());
}

PFabricBuffer::Rules
PFabricQueueRules::GetRules(const QueueSize& most) const
{
    return {most.GetValue(),
            most.GetUnit() == QueueSizeUnit::BYTES,
            m_strict,
            m_keepOrder,
            m_dropByPriority,
            m_serveByPriority};
}

uint32_t
PFabricQueueRules::GetDefaultPriority() const
{
    return m_defaultPriority;
}

} // namespace ns3
