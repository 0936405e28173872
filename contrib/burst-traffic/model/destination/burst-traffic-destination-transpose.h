/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_DESTINATION_TRANSPOSE_H
#define BURST_TRAFFIC_DESTINATION_TRANSPOSE_H

#include "burst-traffic-destination.h"

#include <vector>

namespace ns3
{

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

} // namespace ns3

#endif // BURST_TRAFFIC_DESTINATION_TRANSPOSE_H
