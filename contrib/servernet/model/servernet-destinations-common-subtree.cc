/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-destinations-common-subtree.h"

#include "ns3/boolean.h"
#include "ns3/double.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServerNetCommonSubtreeDestinations);

TypeId
ServerNetCommonSubtreeDestinations::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ServerNetCommonSubtreeDestinations")
            .SetParent<ServerNetDestinations>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetCommonSubtreeDestinations>()
            .AddAttribute("LocalFraction",
                          "Probability, 0 to 1, of a destination in the subtree of the source.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&ServerNetCommonSubtreeDestinations::m_localFraction),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("CpusOnly",
                          "Whether CPUs send to CPUs only, and not to I/O devices.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ServerNetCommonSubtreeDestinations::m_cpusOnly),
                          MakeBooleanChecker());
    return tid;
}

const ServerNetSubtreeGroup&
ServerNetCommonSubtreeDestinations::GetGroup(uint32_t source) const
{
    return m_cpusOnly || !GetCpus().Has(source) ? GetCpus() : GetAll();
}

double
ServerNetCommonSubtreeDestinations::GetLocalFraction(uint32_t source) const
{
    if (GetGroup(source).CountInside(source) == 0)
    {
        return 0;
    }
    return GetGroup(source).CountOutside(source) == 0 ? 1 : m_localFraction;
}

uint32_t
ServerNetCommonSubtreeDestinations::DoDraw(uint32_t source, StreamRandom& random) const
{
    return random.Uniform() <= GetLocalFraction(source)
               ? GetGroup(source).DrawInside(source, random)
               : GetGroup(source).DrawOutside(source, random);
}

double
ServerNetCommonSubtreeDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    if (!GetGroup(source).Has(destination))
    {
        return 0;
    }
    return GetSubtree(source) == GetSubtree(destination)
               ? GetLocalFraction(source) / GetGroup(source).CountInside(source)
               : (1 - GetLocalFraction(source)) / GetGroup(source).CountOutside(source);
}

} // namespace ns3
