/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_DESTINATION_HOTSPOT_H
#define BURST_TRAFFIC_DESTINATION_HOTSPOT_H

#include "burst-traffic-destination.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief With probability Fraction a hotspot, else any other device.
 *
 * With probability Fraction the destination is uniform among the hotspots; otherwise it is uniform
 * among all devices other than the source, including hotspots. A hotspot sends to one of the other
 * hotspots with probability Fraction. A single hotspot itself sends uniformly to all other devices.
 */
class HotspotDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoSetDevices() override;
    uint32_t DoDraw(uint32_t source, traffic::StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;

    /**
     * @param source a device
     * @return the number of hotspots other than the source
     */
    uint32_t CountOtherHotspots(uint32_t source) const;

    std::string m_list;               //!< attribute Hotspots
    double m_fraction;                //!< attribute Fraction
    std::vector<uint32_t> m_hotspots; //!< the hotspots in order of the list
    std::vector<uint32_t> m_place;    //!< place of a device in that list, its length if in none
};

} // namespace ns3

#endif // BURST_TRAFFIC_DESTINATION_HOTSPOT_H
