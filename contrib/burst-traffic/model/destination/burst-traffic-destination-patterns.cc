/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination-patterns.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <numeric>

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

NS_LOG_COMPONENT_DEFINE("DestinationPatterns");

NS_OBJECT_ENSURE_REGISTERED(PermutationDestinations);

TypeId
PermutationDestinations::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PermutationDestinations")
            .SetParent<DestinationPattern>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<PermutationDestinations>()
            .AddAttribute(
                "Permutation",
                "Destination of each device in order, such as 1,2,0; each device once and "
                "none at its own place. Empty for one drawn at random.",
                StringValue(""),
                UntilDevices(MakeStringAccessor(&PermutationDestinations::m_permutation)),
                MakeStringChecker());
    return tid;
}

void
PermutationDestinations::DoSetDevices()
{
    if (m_permutation.empty())
    {
        return;
    }
    m_destination = ReadDevices("Permutation", m_permutation);
    if (m_destination.size() != GetDevices() || HasFixedPoint())
    {
        Refuse("Permutation", m_permutation, "lists of all devices, none at its own place");
    }
}

void
PermutationDestinations::DoStart(traffic::StreamRandom& random)
{
    if (!m_permutation.empty())
    {
        return;
    }
    m_destination.resize(GetDevices());
    std::iota(m_destination.begin(), m_destination.end(), 0);
    // One of e permutations on average has no fixed point, and none is preferred.
    while (HasFixedPoint())
    {
        random.Shuffle(m_destination);
        NS_LOG_LOGIC("drew a permutation, device 0 to " << m_destination[0]);
    }
}

uint32_t
PermutationDestinations::DoDraw(uint32_t source, traffic::StreamRandom& random) const
{
    return m_destination[source];
}

double
PermutationDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    return m_destination[source] == destination ? 1 : 0;
}

bool
PermutationDestinations::HasFixedPoint() const
{
    for (uint32_t device = 0; device < m_destination.size(); ++device)
    {
        if (m_destination[device] == device)
        {
            return true;
        }
    }
    return false;
}

NS_OBJECT_ENSURE_REGISTERED(TransposeDestinations);

TypeId
TransposeDestinations::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TransposeDestinations")
            .SetParent<DestinationPattern>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<TransposeDestinations>()
            .AddAttribute("Columns",
                          "Number of devices of a row: a divisor of the number of devices, for at "
                          "least two rows and two columns; 0 for a square matrix. Unused if the "
                          "network has subtrees.",
                          UintegerValue(0),
                          UntilDevices(MakeUintegerAccessor(&TransposeDestinations::m_columns)),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
TransposeDestinations::DoSetDevices()
{
    const auto& cpus = GetCpus().GetMembers();
    const uint32_t columns = GetColumns();
    const uint32_t rows = cpus.size() / columns;
    NS_LOG_LOGIC(rows << " rows of " << columns << " devices");
    m_destination.assign(GetDevices(), 0);
    for (uint32_t place = 0; place < cpus.size(); ++place)
    {
        const uint32_t row = place / columns;
        const uint32_t column = place % columns;
        const uint32_t transposed = cpus[column * rows + row];
        m_destination[cpus[place]] = GetCpus().IsInside(cpus[place], transposed)
                                         ? cpus[(row + rows / 2) % rows * columns + column]
                                         : transposed;
    }
}

uint32_t
TransposeDestinations::GetColumns() const
{
    if (HasSubtrees())
    {
        const auto& subtrees = GetCpus().GetSubtrees();
        for (const auto& subtree : subtrees)
        {
            if (subtrees.size() < 2 || subtree.size != subtrees.front().size)
            {
                RefuseNetwork("two subtrees, all with the same number of CPUs");
            }
        }
        return subtrees.front().size;
    }
    const uint32_t cpus = GetCpus().GetMembers().size();
    const uint32_t columns =
        m_columns > 0 ? m_columns : static_cast<uint32_t>(std::lround(std::sqrt(cpus)));
    const uint32_t rows = cpus / columns;
    if (m_columns == 0 && columns * columns != cpus)
    {
        Refuse("Columns", "0", "a divisor of that number, and 0 for a square number of devices");
    }
    if (rows < 2 || columns < 2 || rows * columns != cpus)
    {
        Refuse("Columns",
               std::to_string(m_columns),
               "divisors of that number that make at least two rows and two columns");
    }
    return columns;
}

uint32_t
TransposeDestinations::DoDraw(uint32_t source, traffic::StreamRandom& random) const
{
    return GetCpus().Has(source) ? m_destination[source] : GetCpus().DrawOutside(source, random);
}

double
TransposeDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    if (GetCpus().Has(source))
    {
        return m_destination[source] == destination ? 1 : 0;
    }
    return GetCpus().Has(destination) && !GetCpus().IsInside(source, destination)
               ? 1.0 / GetCpus().CountOutside(source)
               : 0;
}

NS_OBJECT_ENSURE_REGISTERED(HotspotDestinations);

TypeId
HotspotDestinations::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HotspotDestinations")
            .SetParent<DestinationPattern>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<HotspotDestinations>()
            .AddAttribute("Hotspots",
                          "The hotspots: different devices, counted from 0, as 0,5.",
                          StringValue("0"),
                          UntilDevices(MakeStringAccessor(&HotspotDestinations::m_list)),
                          MakeStringChecker())
            .AddAttribute("Fraction",
                          "Probability, 0 to 1, of a hotspot; else the destination is any device.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&HotspotDestinations::m_fraction),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

void
HotspotDestinations::DoSetDevices()
{
    m_hotspots = ReadDevices("Hotspots", m_list);
    NS_LOG_LOGIC(m_hotspots.size() << " hotspots get " << m_fraction);
    const auto n = static_cast<uint32_t>(m_hotspots.size());
    m_place.assign(GetDevices(), n);
    for (uint32_t i = 0; i < n; ++i)
    {
        m_place[m_hotspots[i]] = i;
    }
}

uint32_t
HotspotDestinations::CountOtherHotspots(uint32_t source) const
{
    const auto n = static_cast<uint32_t>(m_hotspots.size());
    return m_place[source] < n ? n - 1 : n;
}

uint32_t
HotspotDestinations::DoDraw(uint32_t source, traffic::StreamRandom& random) const
{
    const uint32_t others = CountOtherHotspots(source);
    if (others > 0 && random.Uniform() <= m_fraction)
    {
        const uint32_t place = random.Below(others);
        return m_hotspots[place < m_place[source] ? place : place + 1];
    }
    return DrawOther(random, source);
}

double
HotspotDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    const uint32_t others = CountOtherHotspots(source);
    const double fraction = others > 0 ? m_fraction : 0;
    const double any = (1 - fraction) / (GetDevices() - 1);
    return m_place[destination] < m_hotspots.size() ? any + fraction / others : any;
}

} // namespace ns3
