/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination-uniform.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UniformDestinations);

TypeId
UniformDestinations::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UniformDestinations")
                            .SetParent<DestinationPattern>()
                            .SetGroupName("BurstTraffic")
                            .AddConstructor<UniformDestinations>();
    return tid;
}

uint32_t
UniformDestinations::DoDraw(uint32_t source, traffic::StreamRandom& random) const
{
    const auto& cpus = GetCpus().GetMembers();
    return GetCpus().Has(source) ? DrawOther(random, source) : cpus[random.Below(cpus.size())];
}

double
UniformDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    if (GetCpus().Has(source))
    {
        return 1.0 / (GetDevices() - 1);
    }
    return GetCpus().Has(destination) ? 1.0 / GetCpus().GetMembers().size() : 0;
}

} // namespace ns3
