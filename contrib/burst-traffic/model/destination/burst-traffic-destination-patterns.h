/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_DESTINATION_PATTERNS_H
#define BURST_TRAFFIC_DESTINATION_PATTERNS_H

#include "burst-traffic-destination.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief All other devices with the same probability; for an I/O device all CPUs.
 */
class UniformDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    uint32_t DoDraw(uint32_t source, traffic::StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;
};

/**
 * @ingroup burst-traffic
 * @brief Each device sends to one other device, and each receives from one.
 *
 * The permutation is given, or drawn uniformly among those without a fixed point, from the stream
 * of the pattern. GetProbability returns 0 or 1, as in the permutation that was given or drawn.
 */
class PermutationDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoSetDevices() override;
    void DoStart(traffic::StreamRandom& random) override;
    uint32_t DoDraw(uint32_t source, traffic::StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;

    bool HasFixedPoint() const; //!< @return whether a device sends to itself

    std::string m_permutation;           //!< attribute Permutation
    std::vector<uint32_t> m_destination; //!< of each device
};

/**
 * @ingroup burst-traffic
 * @brief The transpose of a matrix: with R rows of C devices, device r C + c sends to c R + r.
 *
 * In a network with subtrees, the CPUs of each subtree are a row. A device that would send to
 * itself, or within its own subtree, sends to row (r + R/2) mod R of its column instead. So the
 * pattern is no permutation: in a square matrix no device sends to those on the diagonal, and the
 * devices that replace them have two senders each. An I/O device sends to all CPUs of other
 * subtrees with the same probability.
 */
class TransposeDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoSetDevices() override;
    uint32_t DoDraw(uint32_t source, traffic::StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;

    /** @return number of devices in a row @throw std::invalid_argument Columns or the network does
     * not form such a matrix */
    uint32_t GetColumns() const;

    uint32_t m_columns;                  //!< attribute Columns
    std::vector<uint32_t> m_destination; //!< of each CPU, by device
};

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

#endif // BURST_TRAFFIC_DESTINATION_PATTERNS_H
