/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-queue-rules.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/object-base.h"
#include "ns3/uinteger.h"

namespace ns3
{

template <bool PFabricBuffer::Rules::* Rule>
void
PFabricQueueRules::Set(bool value)
{
    auto rules = m_rules;
    rules.*Rule = value;
    SetRules(rules);
}

template <bool PFabricBuffer::Rules::* Rule>
bool
PFabricQueueRules::Get() const
{
    return m_rules.*Rule;
}

TypeId
PFabricQueueRules::AddTo(TypeId type)
{
    using Rules = PFabricBuffer::Rules;
    return type
        .AddAttribute("StrictLimit",
                      "Less than MaxSize is queued, as in the authors' ns-2 code: 23 packets of "
                      "1,500 bytes in 36,000. Else up to MaxSize.",
                      BooleanValue(true),
                      burst::MakeRefusingAccessor(
                          MakeBooleanAccessor(&PFabricQueueRules::Set<&Rules::strict>,
                                              &PFabricQueueRules::Get<&Rules::strict>)),
                      MakeBooleanChecker())
        .AddAttribute("KeepOrder",
                      "The earliest packet of the flow is sent that has the packet of highest "
                      "priority; else that packet.",
                      BooleanValue(true),
                      burst::MakeRefusingAccessor(
                          MakeBooleanAccessor(&PFabricQueueRules::Set<&Rules::keepOrder>,
                                              &PFabricQueueRules::Get<&Rules::keepOrder>)),
                      MakeBooleanChecker())
        .AddAttribute("DropByPriority",
                      "The packet of lowest priority is dropped; else the one that arrives.",
                      BooleanValue(true),
                      burst::MakeRefusingAccessor(
                          MakeBooleanAccessor(&PFabricQueueRules::Set<&Rules::dropByPriority>,
                                              &PFabricQueueRules::Get<&Rules::dropByPriority>)),
                      MakeBooleanChecker())
        .AddAttribute("ServeByPriority",
                      "Packets are sent by priority; else first come, first served.",
                      BooleanValue(true),
                      burst::MakeRefusingAccessor(
                          MakeBooleanAccessor(&PFabricQueueRules::Set<&Rules::serveByPriority>,
                                              &PFabricQueueRules::Get<&Rules::serveByPriority>)),
                      MakeBooleanChecker())
        .AddAttribute("DefaultPriority",
                      "Priority of packets without a PFabricTag, all of one flow; 0 is the "
                      "highest.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&PFabricQueueRules::m_defaultPriority),
                      MakeUintegerChecker<uint32_t>());
}

PFabricBuffer::Rules
PFabricQueueRules::WithLimit(PFabricBuffer::Rules rules, const QueueSize& most)
{
    rules.limit = most.GetValue();
    rules.bytes = most.GetUnit() == QueueSizeUnit::BYTES;
    return rules;
}

void
PFabricQueueRules::SetRules(const PFabricBuffer::Rules& rules)
{
    CheckRules(rules);
    m_rules = rules;
}

void
PFabricQueueRules::CheckRules(const PFabricBuffer::Rules&) const
{
}

uint32_t
PFabricQueueRules::GetDefaultPriority() const
{
    return m_defaultPriority;
}

} // namespace ns3
