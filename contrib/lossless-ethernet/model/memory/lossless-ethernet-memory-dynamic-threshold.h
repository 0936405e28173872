/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_MEMORY_DYNAMIC_THRESHOLD_H
#define LOSSLESS_ETHERNET_MEMORY_DYNAMIC_THRESHOLD_H

#include "lossless-ethernet-memory.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * A pool that all inputs and priorities share, with a threshold that falls as the pool fills; an
 * input that reaches it pauses the priority (PFC).
 *
 * Each input and priority in use has a reserve and a headroom of its own; the pool is all other
 * memory. What it holds in reserve and pool may be up to
 *
 *     Reserve + Alpha * (bytes of the pool that are free)
 *
 * (A. K. Choudhury, E. L. Hahne, "Dynamic queue length thresholds for shared-memory packet
 * switches", IEEE/ACM Transactions on Networking 6(2), 1998). What a frame has beyond that goes to
 * the headroom, with all that comes until the pause ends. It ends when the headroom is empty again
 * and the rest is Hysteresis below the threshold, or nothing. Frames of a priority that is not in
 * use find no room.
 */
class DynamicThresholdMemory : public LosslessMemory
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    uint32_t GetControlFrames() const override;
    uint8_t GetPriorities() const override;
    bool PausesByPriority() const override;

    uint64_t GetPool() const; //!< @return bytes of the pool
    uint64_t GetFree() const; //!< @return free bytes of the pool
    /** @param input port @param priority of it @return bytes held in the headroom */
    uint64_t GetHeadroomUsed(uint32_t input, uint8_t priority) const;

  private:
    /** What an input holds at a priority. */
    struct Queue
    {
        uint64_t bytes{0};    //!< in reserve and pool
        uint64_t headroom{0}; //!< in the headroom
        bool paused{false};   //!< whether it has to pause
    };

    void DoConfigure() override;
    bool DoAdmit(uint32_t input, uint8_t priority, uint32_t bytes) override;
    void DoRelease(uint32_t input, uint8_t priority, uint32_t bytes) override;
    /** @param queue which @return bytes it may still take from reserve and pool */
    uint64_t GetRoom(const Queue& queue) const;
    /** @param bytes in reserve and pool @return those of the pool */
    uint64_t GetPooled(uint64_t bytes) const;

    uint8_t m_priorities;        //!< attribute Priorities
    double m_alpha;              //!< attribute Alpha
    uint64_t m_reserve;          //!< attribute Reserve
    uint64_t m_hysteresis;       //!< attribute Hysteresis
    uint64_t m_pool{0};          //!< see GetPool
    uint64_t m_free{0};          //!< see GetFree
    std::vector<Queue> m_queues; //!< by input and priority
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_MEMORY_DYNAMIC_THRESHOLD_H
