/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_FLIT_WORMS_H
#define SERVERNET_FLIT_WORMS_H

#include "servernet-engine-listener.h"

#include "ns3/servernet-network.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The packets on the channels of a ServerNetFlitEngine, and their flits: the law without the
 * grants of channels.
 */
class ServerNetFlitWorms
{
  public:
    using Packet = ServerNetEngineListener::Packet; //!< what travels
    using Blame = std::pair<uint64_t, uint32_t>;    //!< packet and channel of a head, see Stall

    /** Ticks before a flit in which its channel was owned and none started. */
    struct Gap
    {
        std::size_t flit; //!< its number
        int64_t begin;    //!< first tick
        int64_t end;      //!< tick after the last
        Blame blame;      //!< the head that was waited for
    };

    /** A packet on a channel of its path. */
    struct Passage
    {
        uint32_t channel{0};         //!< number of the channel
        bool discarded{false};       //!< the channel is down, flits are discarded
        int64_t request{-1};         //!< tick, -1 before it
        int64_t grant{-1};           //!< tick, -1 before it
        uint64_t entered{0};         //!< flits that entered the FIFO of the channel earlier
        std::vector<int64_t> starts; //!< s(i,k) by k, for the flits that have started
        std::vector<Gap> gaps;       //!< in order of time
        int64_t told{0};             //!< stalls before this tick are reported
    };

    /** A packet in a send queue or in the network. */
    struct Worm
    {
        Packet packet;                 //!< the packet
        std::vector<Passage> passages; //!< by hop
    };

    /** A worm, and the number of a channel on its path. */
    struct Position
    {
        std::shared_ptr<Worm> worm; //!< null: no packet at all
        std::size_t hop{0};         //!< number of the channel, from 0

        Passage& Get() const;     //!< @return on that channel
        Passage& GetNext() const; //!< @return on the channel after it
        bool IsDone() const;      //!< @return whether its tail has started on that channel
    };

    /** A flit on a channel. */
    struct Flit
    {
        Position position;     //!< of its packet
        std::size_t number{0}; //!< in that, from 0
    };

    /** A channel with the FIFO at its end. */
    struct Lane
    {
        Position owner;                 //!< of no worm: free
        std::vector<Position> fifo;     //!< the last owners of the channel, in order
        std::size_t left{0};            //!< of them have left the FIFO
        int64_t lastOut{INT64_MIN / 2}; //!< start of the last tail out of the FIFO

        const Position* GetFront() const; //!< @return first packet that has not left, or null
        bool IsWaiting() const; //!< @return whether the front waits for a requested channel
    };

    /** @param network what the packets move through; has to outlive this */
    explicit ServerNetFlitWorms(const ServerNetNetwork& network);

    const std::vector<Lane>& GetLanes() const; //!< @return the lanes, by channel

    /** A packet owns a channel. @param position on that channel @param tick now */
    void Own(const Position& position, int64_t tick);
    /** The tail of a packet has started on a channel. @param position there @param tick now */
    void Leave(const Position& position, int64_t tick);

    /** @return the packets that may send flits, in order of the channels: owners, and fronts of
     * FIFOs with discarded packets */
    std::vector<Position> GetMoving() const;

    /** Start every flit that may start. @param tick now @return whether a flit started */
    bool Move(int64_t tick);

    /** Take the starts of flits back. @param tick the first one that did not happen */
    void TakeBack(int64_t tick);

    /** @param position of a packet that owns its channel, or would with a grant @param tick now
     * @return whether the FIFO has a place for its first flit */
    bool HasPlace(const Position& position, int64_t tick) const;

    /** @param position of a packet that does not move @param flit its next one there
     * @return the head that the flit waits for */
    Blame FindBlame(const Position& position, std::size_t flit) const;

  private:
    /** @param position of a packet @param tick now @return whether a flit of it started there */
    bool MoveFlit(const Position& position, int64_t tick);
    /** @param passage of a packet @param flit its next one there
     * @return the flit, on its next channel, that leaves the place for this flit; of no worm if the
     * place was empty from the start */
    Flit FindPlace(const Passage& passage, std::size_t flit) const;
    /** @param place that a flit of a packet takes @param channel of the packet @param tick now
     * @return whether the place is free */
    bool IsFree(const Flit& place, uint32_t channel, int64_t tick) const;
    /** @param lane channel @return flits that entered the FIFO at its end */
    static uint64_t GetEntered(const Lane& lane);

    const std::vector<ServerNetNetwork::Channel>& m_channels; //!< of the network
    std::vector<Lane> m_lanes;                                //!< by channel
};

inline ServerNetFlitWorms::Passage&
ServerNetFlitWorms::Position::Get() const
{
    return worm->passages[hop];
}

inline ServerNetFlitWorms::Passage&
ServerNetFlitWorms::Position::GetNext() const
{
    return worm->passages[hop + 1];
}

inline bool
ServerNetFlitWorms::Position::IsDone() const
{
    return Get().starts.size() == worm->packet.flits;
}

inline const ServerNetFlitWorms::Position*
ServerNetFlitWorms::Lane::GetFront() const
{
    return left < fifo.size() ? &fifo[left] : nullptr;
}

inline bool
ServerNetFlitWorms::Lane::IsWaiting() const
{
    const Position* const front = GetFront();
    return front && front->GetNext().request >= 0 && front->GetNext().grant < 0;
}

inline const std::vector<ServerNetFlitWorms::Lane>&
ServerNetFlitWorms::GetLanes() const
{
    return m_lanes;
}

} // namespace ns3

#endif // SERVERNET_FLIT_WORMS_H
