/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-router-settings.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/servernet-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServerNetRouterSettings);

TypeId
ServerNetRouterSettings::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ServerNetRouterSettings")
            .SetParent<Object>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetRouterSettings>()
            .AddAttribute("Arbiter",
                          "The ServerNetArbiter of each output, such as "
                          "ns3::ServerNetRandomArbiter; empty for the attribute Arbiter of the "
                          "fabric.",
                          burst::ObjectTextValue(),
                          burst::MakeAccessorUntil(
                              burst::MakeObjectTextAccessor(&ServerNetRouterSettings::m_arbiter),
                              &ServerNetRouterSettings::IsUsed,
                              "the simulation starts or streams are assigned"),
                          burst::MakeObjectTextChecker<ServerNetArbiter>(true));
    return tid;
}

void
ServerNetRouterSettings::SetUsed()
{
    m_used = true;
}

bool
ServerNetRouterSettings::IsUsed() const
{
    return m_used;
}

const burst::ObjectText&
ServerNetRouterSettings::GetArbiter() const
{
    return m_arbiter;
}

} // namespace ns3
