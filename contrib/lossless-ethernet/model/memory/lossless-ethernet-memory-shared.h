/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_MEMORY_SHARED_H
#define LOSSLESS_ETHERNET_MEMORY_SHARED_H

#include "lossless-ethernet-memory.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * One memory for all inputs: when it fills, all of them pause.
 *
 * High watermark: the sum over the inputs of capacity minus headroom; low watermark: Low times that
 * (Zurich Hotspot Benchmark, case 1, simulation setup).
 */
class SharedMemory : public LosslessMemory
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    bool JoinsInputs() const override;

  private:
    void DoLay() override;
    bool DoAdmit(uint32_t input, uint8_t priority, uint32_t bytes) override;
    void DoRelease(uint32_t input, uint8_t priority, uint32_t bytes) override;

    double m_low;           //!< attribute Low
    uint64_t m_limit{0};    //!< bytes of all inputs
    uint64_t m_highMark{0}; //!< bytes above which inputs pause
    uint64_t m_lowMark{0};  //!< bytes down to which they pause
    bool m_paused{false};   //!< whether they do
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_MEMORY_SHARED_H
