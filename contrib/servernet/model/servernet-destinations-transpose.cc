/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-destinations-transpose.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServerNetTransposeDestinations);

TypeId
ServerNetTransposeDestinations::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetTransposeDestinations")
                            .SetParent<ServerNetDestinations>()
                            .SetGroupName("ServerNet")
                            .AddConstructor<ServerNetTransposeDestinations>();
    return tid;
}

void
ServerNetTransposeDestinations::DoSetTopology()
{
    const uint32_t rows = GetCpus().GetSubtrees().size();
    const uint32_t columns = GetCpus().GetSubtrees().front().size;
    for (const auto& subtree : GetCpus().GetSubtrees())
    {
        if (rows < 2 || subtree.size != columns)
        {
            RefuseTopology("two subtrees, all with the same number of CPUs");
        }
    }
    const auto& cpus = GetCpus().GetMembers();
    m_destination.assign(GetDevices(), 0);
    for (uint32_t place = 0; place < cpus.size(); ++place)
    {
        const uint32_t row = place / columns;
        const uint32_t column = place % columns;
        const uint32_t transposed = column * rows + row;
        m_destination[cpus[place]] =
            cpus[transposed / columns != row ? transposed
                                             : (row + rows / 2) % rows * columns + column];
    }
}

uint32_t
ServerNetTransposeDestinations::DoDraw(uint32_t source, StreamRandom& random) const
{
    return GetCpus().Has(source) ? m_destination[source] : GetCpus().DrawOutside(source, random);
}

double
ServerNetTransposeDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    if (GetCpus().Has(source))
    {
        return m_destination[source] == destination ? 1 : 0;
    }
    return GetCpus().Has(destination) && GetSubtree(source) != GetSubtree(destination)
               ? 1.0 / GetCpus().CountOutside(source)
               : 0;
}

} // namespace ns3
