/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination-common-subtree.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CommonSubtreeDestinations");

NS_OBJECT_ENSURE_REGISTERED(CommonSubtreeDestinations);

TypeId
CommonSubtreeDestinations::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CommonSubtreeDestinations")
            .SetParent<DestinationPattern>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<CommonSubtreeDestinations>()
            .AddAttribute(
                "SubtreeSize",
                "Number of devices of a subtree, at least 2; the last subtree may have "
                "fewer. Unused if the network has subtrees of its own.",
                UintegerValue(4),
                UntilDevices(MakeUintegerAccessor(&CommonSubtreeDestinations::m_subtreeSize)),
                MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("LocalFraction",
                          "Probability, 0 to 1, of a destination in the subtree of the source.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&CommonSubtreeDestinations::m_localFraction),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("CpusOnly",
                          "Make CPUs send to CPUs only, not to I/O devices.",
                          BooleanValue(false),
                          UntilDevices(MakeBooleanAccessor(&CommonSubtreeDestinations::m_cpusOnly)),
                          MakeBooleanChecker());
    return tid;
}

void
CommonSubtreeDestinations::DoSetDevices()
{
    NS_LOG_LOGIC(m_localFraction << " of the requests stay inside");
    if (m_cpusOnly && GetCpus().GetMembers().size() < 2)
    {
        RefuseNetwork("two CPUs, as CpusOnly is set");
    }
}

uint32_t
CommonSubtreeDestinations::DoGetSubtree(uint32_t device) const
{
    return device / m_subtreeSize;
}

const traffic::DestinationGroup&
CommonSubtreeDestinations::GetGroup(uint32_t source) const
{
    return m_cpusOnly || !GetCpus().Has(source) ? GetCpus() : GetAll();
}

double
CommonSubtreeDestinations::GetLocalFraction(uint32_t source) const
{
    if (GetGroup(source).CountInside(source) == 0)
    {
        return 0;
    }
    return GetGroup(source).CountOutside(source) == 0 ? 1 : m_localFraction;
}

uint32_t
CommonSubtreeDestinations::DoDraw(uint32_t source, traffic::StreamRandom& random) const
{
    return random.Uniform() <= GetLocalFraction(source)
               ? GetGroup(source).DrawInside(source, random)
               : GetGroup(source).DrawOutside(source, random);
}

double
CommonSubtreeDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    const auto& group = GetGroup(source);
    if (!group.Has(destination))
    {
        return 0;
    }
    return group.IsInside(source, destination)
               ? GetLocalFraction(source) / group.CountInside(source)
               : (1 - GetLocalFraction(source)) / group.CountOutside(source);
}

} // namespace ns3
