/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination-hotspot.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/string.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HotspotDestinations");

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
