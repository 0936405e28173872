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
 * @brief Callbacks for the events of a ServerNetEngine.
 */
class ServerNetEngineListener
{
  public:
    /** A packet. */
    struct Packet
    {
        uint64_t id;          //!< of the user's choice
        uint32_t source;      //!< device
        uint32_t destination; //!< another device
        uint32_t flits;       //!< at least 1
        int64_t createTick;   //!< start of its transaction, for arbiters
    };

    /** The ticks of a packet on a channel. */
    struct Hop
    {
        Packet packet;    //!< which
        uint32_t channel; //!< where
        uint32_t hop;     //!< number of the channel on the path, from 0
        int64_t request;  //!< tick of the request
        int64_t grant;    //!< tick of the grant
        int64_t head;     //!< start of its first flit
        int64_t tail;     //!< start of its last flit
    };

    /**
     * Ticks in which a packet owned a channel and was stalled, with the blame: a head that waited
     * for the grant of a channel further on. From the flit without a place go to the flit B places
     * before it in the FIFO, on the next channel of that flit to the last gap before it, and so on,
     * to a head with no gap but the wait for its grant.
     */
    struct Stall
    {
        uint64_t packet;        //!< id of the stalled packet
        uint32_t channel;       //!< the stalled channel
        int64_t begin;          //!< first tick
        int64_t end;            //!< tick after the last
        uint64_t blamedPacket;  //!< id of the packet whose head was waited for
        uint32_t blamedChannel; //!< the channel on which it started then
    };

    virtual ~ServerNetEngineListener() = default;

    /**
     * The tail of a packet has arrived at its destination, in order of destinations within a tick.
     * The listener may Inject at that tick.
     * @param packet which
     * @param tick when
     */
    virtual void Delivered(const Packet& packet, int64_t tick) = 0;

    /**
     * A packet was discarded behind a channel, because the next channel is down, or before its
     * first channel, which is down.
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
     * A packet releases a channel. Called in order of Hop::tail, within a tick in order of the
     * channels, and before Advance returns from a later tick.
     * @param hop its ticks there
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
     * @param stall the ticks and the blame
     */
    virtual void Stalled(const Stall& stall)
    {
    }
};

} // namespace ns3

#endif // SERVERNET_ENGINE_LISTENER_H
