/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_CROSSBAR_H
#define LOSSLESS_ETHERNET_CROSSBAR_H

#include "lossless-ethernet-frame-pool.h"

#include "ns3/lossless-ethernet-scheduler.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * The virtual output queues of a switch, and which of its inputs send at the moment.
 */
class LosslessCrossbar
{
  public:
    /** @param scheduler laid out, with virtual output queues */
    explicit LosslessCrossbar(Ptr<SwitchScheduler> scheduler);

    /** @param pool of the frame @param input that it came by @param output that it leaves by
     * @param number of the frame */
    void Put(LosslessFramePool& pool, uint32_t input, uint32_t output, uint32_t number);

    /**
     * Pair inputs and outputs.
     * @param open by output: a bit for each priority that it may send now, 0 while it is busy
     * @return by output: its input, or SwitchScheduler::NONE; valid until the next call
     */
    const std::vector<uint32_t>& Match(const std::vector<uint8_t>& open);

    /** After Match. @param pool of the frame @param input paired @param output paired
     * @return the frame that starts, taken out; the input is busy from now on */
    uint32_t Take(LosslessFramePool& pool, uint32_t input, uint32_t output);

    /** After Match. @param output any @return whether an input that asked for it is still free */
    bool CanBegin(uint32_t output) const;

    /** @param input whose frame is gone */
    void Free(uint32_t input);

    /** @param output any @param priority any @param input any @return its queue */
    const LosslessFramePool::List& GetQueue(uint32_t output,
                                            uint8_t priority,
                                            uint32_t input) const;

    /** @param output any @return a bit for each priority of which something waits for it */
    uint8_t GetWaiting(uint32_t output) const;

  private:
    /** @param output any @param priority any @return number of the first of its queues */
    std::size_t GetFirst(uint32_t output, uint8_t priority) const
    {
        return (std::size_t{output} * LosslessFrame::PRIORITIES + priority) * m_ports;
    }

    /** @param output any @param priority any @return first word of its bits in m_bits */
    std::size_t GetFirstWord(uint32_t output, uint8_t priority) const
    {
        return (std::size_t{output} * LosslessFrame::PRIORITIES + priority) * m_words;
    }

    Ptr<SwitchScheduler> m_scheduler;              //!< pairs
    uint32_t m_ports;                              //!< of the switch
    uint32_t m_words;                              //!< for a bit an input
    std::vector<LosslessFramePool::List> m_queues; //!< by output, priority and input
    std::vector<uint64_t> m_bits;                  //!< a bit for each queue that is not empty
    std::vector<uint64_t> m_free;                  //!< a bit for each input that sends nothing
    std::vector<uint8_t> m_waiting;                //!< see GetWaiting
    std::vector<uint8_t> m_chosen;                 //!< priority of the requests, by output
    std::vector<std::vector<uint64_t>> m_requests; //!< see SwitchScheduler::Match
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_CROSSBAR_H
