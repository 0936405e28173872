/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_SCHEDULER_H
#define LOSSLESS_ETHERNET_SCHEDULER_H

#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * Which frames of a switch start: the arbitration.
 *
 * Each input keeps a queue for each output and sends one frame at a time, and Match pairs the
 * inputs and outputs that are free. A switch without a scheduler has no such queues: an output
 * sends what came first, whatever input it came by.
 */
class SwitchScheduler : public Object
{
  public:
    static constexpr uint32_t NONE = ~uint32_t{0}; //!< no input

    static TypeId GetTypeId(); //!< @return the TypeId

    /** Start, with no input served before. @param ports of the switch */
    void Configure(uint32_t ports);

    /**
     * Pair free inputs with free outputs.
     * @param requests by output: a bit for each free input that has a frame for it, in words of 64
     * bits; none for an output that is busy
     * @return by output: the input that it gets, or NONE; valid until the next call
     */
    const std::vector<uint32_t>& Match(const std::vector<std::vector<uint64_t>>& requests);

    uint32_t GetPorts() const; //!< @return number of ports

  protected:
    std::vector<uint32_t>& GetMatch(); //!< @return what Match returns, to be filled in

  private:
    virtual void DoConfigure(); //!< Begin: by default nothing.
    /** As Match; all outputs have NONE before. @param requests as of Match */
    virtual void DoMatch(const std::vector<std::vector<uint64_t>>& requests) = 0;

    std::vector<uint32_t> m_match; //!< by output
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_SCHEDULER_H
