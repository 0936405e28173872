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
        uint64_t id;          //!< chosen by the caller
        uint32_t source;      //!< device
        uint32_t destination; //!< another device
        uint32_t flits;       //!< at least 1
        int64_t createTick;   //!< start of its transaction, for arbiters
    };

    /** The ticks of a packet on a channel. */
    struct Hop
    {
        Packet packet;    //!< the packet
        uint32_t channel; //!< number of the channel
        uint32_t hop;     //!< position of the channel on the path, from 0
        int64_t request;  //!< tick of the request
        int64_t grant;    //!< tick of the grant
        int64_t head;     //!< start of its first flit
        int64_t tail;     //!< start of its last flit
    };

    /**
     * Ticks in which a packet owned a channel and was stalled, with the blame: the head whose wait
     * for a grant, on a channel further on, caused the stall. The blame is found backwards. A flit
     * without a place in the FIFO waits for the flit B places ahead of it. That flit was delayed by
     * the last gap before it on its next channel, and so on, up to a head that waited for its grant
     * only.
     */
    struct Stall
    {
        uint64_t packet;        //!< id of the stalled packet
        uint32_t channel;       //!< the stalled channel
        int64_t begin;          //!< first tick
        int64_t end;            //!< tick after the last
        uint64_t blamedPacket;  //!< id of the packet with the blamed head
        uint32_t blamedChannel; //!< channel for whose grant that head waited
    };

    virtual ~ServerNetEngineListener() = default;

    /**
     * The tail of a packet has arrived at its destination. Within a tick, calls are in the order of
     * destinations. The listener may call Inject at that tick.
     * @param packet the packet
     * @param tick tick of the arrival
     */
    virtual void Delivered(const Packet& packet, int64_t tick) = 0;

    /**
     * A packet was discarded after a channel because the next channel is down, or in the send queue
     * because the first channel is down.
     * @param packet the packet
     * @param channel the last channel that the packet passed, or the first channel of its path
     * @param tick tick of the discard
     */
    virtual void Discarded(const Packet& packet, uint32_t channel, int64_t tick)
    {
    }

    /** @return whether TailStarted is to be called */
    virtual bool HasHopSinks() const
    {
        return false;
    }

    /**
     * A packet releases a channel. Calls are in the order of Hop::tail and, within a tick, of the
     * channels. They come at the latest during an Advance to a later tick.
     * @param hop ticks of the packet on the channel
     */
    virtual void TailStarted(const Hop& hop)
    {
    }

    /** @return whether Stalled is to be called */
    virtual bool HasStallSinks() const
    {
        return false;
    }

    /**
     * A packet was stalled on a channel. Called just before TailStarted of the packet and channel,
     * in the order of time, and by CloseStalls.
     * @param stall the ticks and the blame
     */
    virtual void Stalled(const Stall& stall)
    {
    }
};

} // namespace ns3

#endif // SERVERNET_ENGINE_LISTENER_H
