/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-router.h"

#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServerNetRouter);

TypeId
ServerNetRouter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ServerNetRouter")
            .SetParent<Object>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetRouter>()
            .AddAttribute("Arbiter",
                          "The ServerNetArbiter of each output, as "
                          "ns3::ServerNetRandomArbiter; empty for the attribute Arbiter of the "
                          "fabric. Counts until the simulation starts or streams are assigned.",
                          StringValue(""),
                          MakeStringAccessor(&ServerNetRouter::m_arbiter),
                          MakeStringChecker());
    return tid;
}

const std::string&
ServerNetRouter::GetArbiter() const
{
    return m_arbiter;
}

} // namespace ns3
