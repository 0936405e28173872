/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ARBITER_H
#define SERVERNET_ARBITER_H

#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Selects the next owner of an output of a router among the requesting packets.
 *
 * Each output of each router has an arbiter of its own. It is asked once in a tick in which the
 * output is free and wanted, and the packet it chooses owns the output until its tail has left. It
 * knows ticks and ports; no Simulator and no Packet.
 */
class ServerNetArbiter : public Object
{
  public:
    /** A head that waits in the FIFO of an input and wants the output. */
    struct Request
    {
        uint32_t input;       //!< port of the router
        int64_t tick;         //!< since when
        int64_t createTick;   //!< when its transaction began
        uint64_t packet;      //!< number of the packet
        uint32_t source;      //!< device
        uint32_t destination; //!< device
        uint32_t flits;       //!< of the packet
    };

    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Say what the output carries, before the first choice.
     * @param flits expected from each of the six ports of the router, in any unit; 0 where nothing
     *        comes from
     */
    void SetTraffic(const std::vector<double>& flits);

    /**
     * @param tick now
     * @param requests at least one, in order of the input, at most one an input
     * @return the index of the request that gets the output
     * @throw std::runtime_error a subclass returned something else
     */
    std::size_t Choose(int64_t tick, const std::vector<Request>& requests);

    /**
     * @param stream index of the random stream, -1 for one that ns-3 allocates
     * @return the number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream);

  private:
    /** The ports of the router and what comes from them; by default nothing is done.
     * @param flits as for SetTraffic */
    virtual void DoSetTraffic(const std::vector<double>& flits);

    /** Choose, and keep what the next choice needs to know.
     * @param tick now
     * @param requests as for Choose
     * @return index of the chosen one */
    virtual std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) = 0;
};

} // namespace ns3

#endif // SERVERNET_ARBITER_H
