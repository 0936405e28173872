/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ENGINE_LISTENER_H
#define SERVERNET_ENGINE_LISTENER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Who wants to know what happens in a ServerNetEngine.
 */
class ServerNetEngineListener
{
  public:
    /** What travels. */
    struct Packet
    {
        uint64_t id;          //!< of the user's choice
        uint32_t source;      //!< device
        uint32_t destination; //!< another device
        uint32_t flits;       //!< at least 1
        int64_t createTick;   //!< when its transaction began, for arbiters
    };

    /** What a packet did on a channel. */
    struct Hop
    {
        Packet packet;    //!< which
        uint32_t channel; //!< where
        uint32_t hop;     //!< number of the channel on the path, from 0
        int64_t request;  //!< when it asked for the channel
        int64_t grant;    //!< from when on it owned it
        int64_t head;     //!< when its first flit started
        int64_t tail;     //!< when its last flit started
    };

    /**
     * Ticks in which a packet owned a channel and could not go on, and why: it waited for the head
     * of some packet to be granted some channel further on. Follow from the flit that is missing
     * its place the flit B places before it in the FIFO, on its next channel to the last gap before
     * it, and so on, until a head is found that had no gap before it but its grant.
     */
    struct Stall
    {
        uint64_t packet;        //!< id of the packet that was stalled
        uint32_t channel;       //!< the channel that was stalled
        int64_t begin;          //!< first tick
        int64_t end;            //!< tick after the last
        uint64_t blamedPacket;  //!< id of the packet whose head was waited for
        uint32_t blamedChannel; //!< the channel on which it started then
    };

    virtual ~ServerNetEngineListener() = default;

    /**
     * The tail of a packet has come to its destination, in order of destinations within a tick.
     * The listener may Inject at that tick.
     * @param packet which
     * @param tick when
     */
    virtual void Delivered(const Packet& packet, int64_t tick) = 0;

    /**
     * A packet was thrown away behind a channel, since the next one is down; or before its first
     * channel, which is down.
     * @param packet which
     * @param channel that channel
     * @param tick when
     */
    virtual void Discarded(const Packet& packet, uint32_t channel, int64_t tick)
    {
    }

    /** @return whether TailStarted is to be called */
    virtual bool WantsHops() const
    {
        return false;
    }

    /**
     * A packet leaves a channel free. Called in order of Hop::tail, within a tick in that of the
     * channels, and before Advance returns from a tick behind it.
     * @param hop what it did there
     */
    virtual void TailStarted(const Hop& hop)
    {
    }

    /** @return whether Stalled is to be called */
    virtual bool WantsStalls() const
    {
        return false;
    }

    /**
     * Just before TailStarted of its packet and channel, in order of time; and from CloseStalls.
     * @param stall which ticks, and why
     */
    virtual void Stalled(const Stall& stall)
    {
    }
};

} // namespace ns3

#endif // SERVERNET_ENGINE_LISTENER_H
