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
 * Without virtual output queues an output sends what came first, whatever input it came by, and
 * Match is never called. With them each input keeps a queue for each output, sends one frame at a
 * time, and Match pairs the inputs and outputs that are free.
 */
class SwitchScheduler : public Object
{
  public:
    static constexpr uint32_t NONE = ~uint32_t{0}; //!< no input

    static TypeId GetTypeId(); //!< @return the TypeId

    /** Start, with no input served before. @param ports of the switch */
    void Lay(uint32_t ports);

    /** @return whether each input keeps a queue for each output */
    virtual bool HasVirtualOutputQueues() const = 0;

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
    virtual void DoLay(); //!< Begin: by default nothing.
    /** As Match; all outputs have NONE before. By default nobody is paired.
     * @param requests as of Match */
    virtual void DoMatch(const std::vector<std::vector<uint64_t>>& requests);

    std::vector<uint32_t> m_match; //!< by output
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_SCHEDULER_H
