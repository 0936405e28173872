/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination-transpose.h"

#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

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
                          "Number of devices of a row, a divisor of the number of devices with at "
                          "least two rows and two columns; 0 for as many columns as rows.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TransposeDestinations::m_columns),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
TransposeDestinations::DoSetDevices()
{
    const uint32_t columns =
        m_columns > 0 ? m_columns : static_cast<uint32_t>(std::lround(std::sqrt(GetDevices())));
    const uint32_t rows = GetDevices() / columns;
    if (m_columns == 0 && columns * columns != GetDevices())
    {
        Refuse("Columns", "0", "a divisor of that number, and 0 for a square number of devices");
    }
    if (rows < 2 || columns < 2 || rows * columns != GetDevices())
    {
        Refuse("Columns",
               std::to_string(m_columns),
               "divisors of that number that make at least two rows and two columns");
    }
    m_destination.resize(GetDevices());
    for (uint32_t device = 0; device < GetDevices(); ++device)
    {
        const uint32_t row = device / columns;
        const uint32_t column = device % columns;
        const uint32_t transposed = column * rows + row;
        m_destination[device] =
            transposed != device ? transposed : (row + rows / 2) % rows * columns + column;
    }
}

uint32_t
TransposeDestinations::DoDraw(uint32_t source, StreamRandom& random) const
{
    return m_destination[source];
}

double
TransposeDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    return m_destination[source] == destination ? 1 : 0;
}

} // namespace ns3
