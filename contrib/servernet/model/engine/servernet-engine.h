/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ENGINE_H
#define SERVERNET_ENGINE_H

#include "servernet-engine-listener.h"

#include "ns3/fabric-resource-graph.h"
#include "ns3/ptr.h"
#include "ns3/servernet-arbiter.h"
#include "ns3/servernet-network.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Moves packets through a network of wormhole channels, exact to the flit.
 *
 * The law (doc/servernet.rst, section The law). A packet of N flits goes through the channels of
 * its path. s(i,k) is the tick at which its flit k starts on its i-th channel. B, C, D, Dh, F are
 * the timing of the FIFO between two channels, g the tick at which a channel is granted.
 *
 * 1. One flit a tick: s(i,k) >= s(i,k-1) + 1.
 * 2. s(i,k) >= s(i-1,k) + D.
 * 3. The q-th flit that enters a FIFO starts no earlier than C ticks after the flit q-B has started
 *    on the channel after the FIFO. FIFOs of devices are always empty.
 * 4. A packet owns a channel from its grant to the start of its tail: s(i,0) >= g(i), and the next
 *    grant is at s(i,N-1) + 1 or later.
 * 5. It requests channel i at max(s(i-1,0) + Dh, T + F), where T is the tick at which the tail of
 *    the packet before it in the FIFO started on its next channel. A packet in the send queue of
 *    a device requests the first channel when the packet before it has been granted that.
 * 6. In each tick a channel that is free and requested is granted once, to the choice of its
 *    arbiter; the first channel to the front of the send queue.
 * 7. Every flit starts at the earliest tick that 1 to 6 allow. A packet is delivered D ticks after
 *    its tail has started on its last channel.
 *
 * A channel is transmitting in the ticks in which a flit starts on it, stalled in those in which it
 * is owned and none starts, idle otherwise.
 *
 * Faults take effect at packet boundaries: see SetDown.
 *
 * The engine uses neither Simulator nor Packet. Ticks never decrease; wrong use throws
 * std::invalid_argument.
 */
class ServerNetEngine
{
  public:
    using Listener = ServerNetEngineListener; //!< callbacks for engine events
    using Packet = Listener::Packet;          //!< a packet
    using Hop = Listener::Hop;                //!< the ticks of a packet on a channel
    using Stall = Listener::Stall;            //!< ticks in which a packet was stalled

    /** The two engines, with identical results. */
    enum Kind
    {
        EVENT, //!< ServerNetEventEngine: a few steps a hop
        FLIT   //!< ServerNetFlitEngine: a step per flit and tick, the reference
    };

    /** Ticks of a channel so far. The rest of the elapsed time is idle. */
    struct LinkState
    {
        int64_t transmitting{0}; //!< a flit started
        int64_t stalled{0};      //!< it was owned and none started
    };

    /**
     * @param kind kind of the engine
     * @param network the topology and timing; kept by the engine
     * @param listener callbacks for engine events, or null; has to outlive the engine
     * @return a new engine
     */
    static std::unique_ptr<ServerNetEngine> Make(Kind kind,
                                                 std::shared_ptr<const ServerNetNetwork> network,
                                                 Listener* listener);

    /**
     * @param network the topology and timing
     * @param listener callbacks for engine events, or null
     */
    ServerNetEngine(std::shared_ptr<const ServerNetNetwork> network, Listener* listener);

    virtual ~ServerNetEngine() = default;

    ServerNetEngine(const ServerNetEngine&) = delete;
    ServerNetEngine& operator=(const ServerNetEngine&) = delete;

    const ServerNetNetwork& GetNetwork() const; //!< @return the topology and timing

    /**
     * @param channel that leaves a router; until it is set the lowest input goes first
     * @param arbiter of that channel
     */
    void SetArbiter(uint32_t channel, Ptr<ServerNetArbiter> arbiter);

    /**
     * Put a packet at the end of the send queue of its source.
     * @param packet the packet
     * @param tick tick of the injection, not before the tick of the last Advance
     */
    virtual void Inject(const Packet& packet, int64_t tick) = 0;

    /** @return a lower bound on the tick of the next delivery or discard if no packet is injected;
     * at least the tick of the last Advance. INT64_MAX if there will be none, as in an empty
     * network. */
    virtual int64_t GetNextTick() const = 0;

    /** @return the tick, after that of the last Advance, of the next step of the engine if no
     * packet is injected. Who advances from step to step is told of each hop in the tick after the
     * start of its tail, and finds each start in time. INT64_MAX if there is no more step. */
    virtual int64_t GetNextStep() const = 0;

    /** The first flit of a packet on the first channel of its path. */
    struct Start
    {
        uint64_t packet; //!< id
        int64_t tick;    //!< of the start, not before that of the last Advance
    };

    /**
     * @param channel that leaves a device
     * @return the next start on the channel, if it is known and unless the channel fails before;
     * none if there is none, or the tick depends on a step to come. Packets have to be injected at
     * the tick of the last Advance or the next one.
     */
    virtual std::optional<Start> FindStart(uint32_t channel) const = 0;

    /**
     * Process all events before a tick, and the deliveries at this tick.
     * @param tick not before that of the last Advance
     */
    virtual void Advance(int64_t tick) = 0;

    /**
     * @param channel a channel
     * @return transmitting and stalled ticks of the channel before the tick of the last Advance
     */
    virtual LinkState GetState(uint32_t channel) const = 0;

    /** Inject packets when they are created, and advance until nothing is in flight.
     * @param packets in the order of their createTick; the routing must be free of cycles */
    void Carry(const std::vector<Packet>& packets);

    /** Report to the listener all stalled ticks before the tick of the last Advance that are not
     * reported yet. A stall that has not ended is blamed on the head that is waited for at present.
     */
    virtual void CloseStalls() = 0;

    /**
     * Take a channel out of service, or put it back.
     *
     * The packet that owns the channel continues to its tail. Other packets for the channel leave
     * their FIFO at one flit per tick, through a discard output that is always granted immediately.
     * They are Discarded bodyTicks after their tail has started there. In the send queue of a
     * device they are Discarded one tick later.
     *
     * @param channel a channel
     * @param down whether it is out of service from the tick of the last Advance on
     */
    virtual void SetDown(uint32_t channel, bool down) = 0;

    /** @return a number that grows whenever a channel is granted or a packet delivered or
     * discarded */
    virtual uint64_t GetProgress() const = 0;

    /** @return the number of packets that wait for a channel in the FIFO of a router */
    virtual uint64_t GetHeld() const = 0;

    /** @return the number of packets in send queues and in the network */
    virtual uint64_t GetInFlight() const = 0;

    /** @return the wait-for graph of channels: a channel waits for the next channel that the front
     * of the FIFO at its end has requested or owns. (An owner waits for a place behind that channel
     * if nothing moves any more.) */
    virtual fabric::ResourceGraph GetWaits() const = 0;

    /** @return the number of steps the engine has taken, for benchmarks */
    virtual uint64_t GetEventCount() const = 0;

  protected:
    /**
     * @param packet to be injected (std::invalid_argument)
     * @param tick tick of the injection
     * @param now tick of the last Advance
     */
    void CheckPacket(const Packet& packet, int64_t tick, int64_t now) const;

    /**
     * @param tick to advance to; std::invalid_argument if it is past
     * @param now tick of the last Advance
     */
    static void CheckAdvance(int64_t tick, int64_t now);

    std::shared_ptr<const ServerNetNetwork> m_network; //!< the topology and timing
    Listener* m_listener;                              //!< callbacks, or null
    std::vector<Ptr<ServerNetArbiter>> m_arbiters;     //!< by channel
};

} // namespace ns3

#endif // SERVERNET_ENGINE_H
