/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_MEMORIES_H
#define LOSSLESS_ETHERNET_MEMORIES_H

#include "lossless-ethernet-memory.h"

#include <cstdint>
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
    void DoConfigure() override;
    bool DoAdmit(uint32_t input, uint8_t priority, uint32_t bytes) override;
    void DoRelease(uint32_t input, uint8_t priority, uint32_t bytes) override;

    double m_low;                    //!< attribute Low
    std::vector<uint64_t> m_lowMark; //!< by input: bytes down to which it pauses
    std::vector<bool> m_paused;      //!< by input: whether it does
};

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
    void DoConfigure() override;
    bool DoAdmit(uint32_t input, uint8_t priority, uint32_t bytes) override;
    void DoRelease(uint32_t input, uint8_t priority, uint32_t bytes) override;

    double m_low;           //!< attribute Low
    uint64_t m_limit{0};    //!< bytes of all inputs
    uint64_t m_highMark{0}; //!< bytes above which inputs pause
    uint64_t m_lowMark{0};  //!< bytes down to which they pause
    bool m_paused{false};   //!< whether they do
};

/**
 * @ingroup lossless-ethernet
 * A partition for each input and priority in use, which pauses this priority when it fills (PFC).
 *
 * Priorities share the capacity of an input evenly. High watermark of a partition: its share minus
 * headroom; low watermark: Low times that. Frames of a priority that is not in use find no room.
 */
class PriorityMemory : public LosslessMemory
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    uint32_t GetControlFrames() const override;
    uint8_t GetPriorities() const override;
    bool PausesByPriority() const override;
    std::vector<Partition> GetPartitions() const override;

    uint64_t GetShare() const; //!< @return bytes of a partition

  private:
    void DoConfigure() override;
    bool DoAdmit(uint32_t input, uint8_t priority, uint32_t bytes) override;
    void DoRelease(uint32_t input, uint8_t priority, uint32_t bytes) override;

    uint8_t m_priorities;            //!< attribute Priorities
    double m_low;                    //!< attribute Low
    uint64_t m_share{0};             //!< see GetShare
    std::vector<uint64_t> m_lowMark; //!< by input: bytes down to which its priorities pause
    std::vector<uint64_t> m_high;    //!< by input and priority: most bytes held
    std::vector<uint8_t> m_paused;   //!< by input: a bit for each priority that does
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_MEMORIES_H
