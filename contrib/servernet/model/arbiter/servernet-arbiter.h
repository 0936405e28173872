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
 * Each output of each router has an arbiter of its own. The arbiter is called once in each tick in
 * which the output is free and requested. The chosen packet owns the output until its tail has
 * left. Arbiters know ticks and ports; they use neither Simulator nor Packet.
 */
class ServerNetArbiter : public Object
{
  public:
    /** A head that waits in the FIFO of an input and requests the output. */
    struct Request
    {
        uint32_t input;       //!< port of the router
        int64_t tick;         //!< tick of the request
        int64_t createTick;   //!< tick at which the transaction of the packet began
        uint64_t packet;      //!< number of the packet
        uint32_t source;      //!< number of the source device
        uint32_t destination; //!< number of the destination device
        uint32_t flits;       //!< length of the packet
    };

    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Set the expected traffic of the output, before the first choice.
     * @param flits expected traffic from each of the six ports of the router, in any unit; 0 for
     *        none
     */
    void SetTraffic(const std::vector<double>& flits);
    bool HasTraffic() const; //!< @return whether SetTraffic was called

    /**
     * @param tick the present tick
     * @param requests at least one request, at most one per input, in the order of the inputs
     * @return index in `requests` of the request that gets the output
     * @throw std::runtime_error DoChoose of a subclass returned an index out of range
     */
    std::size_t Choose(int64_t tick, const std::vector<Request>& requests);

    /**
     * @param stream index of the random stream, -1 for one that ns-3 allocates
     * @return the number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream);

  private:
    /** Called by SetTraffic. Does nothing by default. @param flits as for SetTraffic */
    virtual void DoSetTraffic(const std::vector<double>& flits);

    /** Choose, and update the state for the next choice.
     * @param tick the present tick
     * @param requests as for Choose
     * @return index of the chosen request */
    virtual std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) = 0;

    bool m_hasTraffic{false}; //!< see HasTraffic
};

} // namespace ns3

#endif // SERVERNET_ARBITER_H
