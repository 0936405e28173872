/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_MEMORY_PARTITIONED_H
#define LOSSLESS_ETHERNET_MEMORY_PARTITIONED_H

#include "lossless-ethernet-memory.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * A partition for each input, which pauses when its own fills.
 *
 * High watermark of a partition: capacity minus headroom; low watermark: Low times that (Zurich
 * Hotspot Benchmark, case 1, simulation setup).
 */
class PartitionedMemory : public LosslessMemory
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    std::vector<Partition> GetPartitions() const override;

  private:
    void DoLay() override;
    bool DoAdmit(uint32_t input, uint8_t priority, uint32_t bytes) override;
    void DoRelease(uint32_t input, uint8_t priority, uint32_t bytes) override;

    double m_low;                    //!< attribute Low
    std::vector<uint64_t> m_lowMark; //!< by input: bytes down to which it pauses
    std::vector<bool> m_paused;      //!< by input: whether it does
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_MEMORY_PARTITIONED_H
