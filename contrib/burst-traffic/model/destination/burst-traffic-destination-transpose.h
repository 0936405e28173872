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
 * Where the network tells its subtrees, each is a row of its CPUs. A device that would send to
 * itself, or to its own subtree, sends to row (r + R/2) mod R of its column instead. In a square
 * that device is the transpose of another one too, so that it has two senders, and those on the
 * diagonal have none: this is no permutation. An I/O device sends to all CPUs of other subtrees
 * with the same probability.
 */
class TransposeDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoSetDevices() override;
    uint32_t DoDraw(uint32_t source, burst::StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;

    uint32_t GetColumns() const; //!< @return devices of a row; std::invalid_argument

    uint32_t m_columns;                  //!< attribute Columns
    std::vector<uint32_t> m_destination; //!< of each CPU, by device
};

} // namespace ns3

#endif // BURST_TRAFFIC_DESTINATION_TRANSPOSE_H
