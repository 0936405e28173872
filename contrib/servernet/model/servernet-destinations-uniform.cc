/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-destinations-uniform.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServerNetUniformDestinations);

TypeId
ServerNetUniformDestinations::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetUniformDestinations")
                            .SetParent<ServerNetDestinations>()
                            .SetGroupName("ServerNet")
                            .AddConstructor<ServerNetUniformDestinations>();
    return tid;
}

uint32_t
ServerNetUniformDestinations::DoDraw(uint32_t source, StreamRandom& random) const
{
    const auto& cpus = GetCpus().GetMembers();
    return GetCpus().Has(source) ? DrawOther(random, source) : cpus[random.Below(cpus.size())];
}

double
ServerNetUniformDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    if (GetCpus().Has(source))
    {
        return 1.0 / (GetDevices() - 1);
    }
    return GetCpus().Has(destination) ? 1.0 / GetCpus().GetMembers().size() : 0;
}

} // namespace ns3
