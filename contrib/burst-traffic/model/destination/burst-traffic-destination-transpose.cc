/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination-transpose.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TransposeDestinations");

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
    if (KnowsSubtrees())
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

} // namespace ns3
