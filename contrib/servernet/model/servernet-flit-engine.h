/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_FLIT_ENGINE_H
#define SERVERNET_FLIT_ENGINE_H

#include "servernet-engine.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The law of ServerNetEngine as it is written down: tick by tick, flit by flit.
 *
 * The reference. It looks at every channel in every tick and remembers when each flit started.
 */
class ServerNetFlitEngine : public ServerNetEngine
{
  public:
    ServerNetFlitEngine(std::shared_ptr<const ServerNetNetwork> network, Listener* listener);

    void Inject(const Packet& packet, int64_t tick) override;
    int64_t GetNextTick() const override;
    void Advance(int64_t tick) override;
    LinkState GetState(uint32_t channel) const override;
    void CloseStalls() override;
    void SetDown(uint32_t channel, bool down) override;
    uint64_t GetProgress() const override;
    uint64_t GetHeld() const override;
    uint64_t GetInFlight() const override;
    fabric::ResourceGraph GetWaits() const override;
    uint64_t GetEventCount() const override;

  private:
    using Blame = std::pair<uint64_t, uint32_t>; //!< packet and channel of a head, see Stall

    /** Ticks before a flit in which its channel was owned and none started. */
    struct Gap
    {
        std::size_t flit;
        int64_t begin; //!< first tick
        int64_t end;   //!< tick after the last
        Blame blame;
    };

    /** A packet on a channel of its path. */
    struct Passage
    {
        uint32_t channel;
        bool discarded{false};       //!< the channel is down, flits go to nowhere instead
        int64_t request{-1};         //!< tick, -1 before it
        int64_t grant{-1};           //!< tick, -1 before it
        uint64_t entered{0};         //!< flits that were in the FIFO of the channel before its own
        std::vector<int64_t> starts; //!< s(i,k) by k, as far as they are
        std::vector<Gap> gaps;       //!< in order of time
        int64_t told{0};             //!< the listener knows of the stalls before this tick
    };

    /** A packet in a send queue or in the network. */
    struct Worm
    {
        Packet packet;
        std::vector<Passage> passages; //!< by hop
    };

    /** A worm, and the number of a channel on its path. */
    struct Position
    {
        std::shared_ptr<Worm> worm; //!< null: no packet at all
        std::size_t hop;

        Passage& Get() const;     //!< @return on that channel
        Passage& GetNext() const; //!< @return on the channel after it
        bool IsDone() const;      //!< @return whether its tail has started on that channel
    };

    /** A flit on a channel. */
    struct Flit
    {
        Position position;
        std::size_t number;
    };

    /** What becomes of a packet. */
    struct End
    {
        Packet packet;
        uint32_t discardedBehind; //!< a channel, Topology::NONE: delivered
    };

    /** A channel, the FIFO at its end and the send queue before it. */
    struct Lane
    {
        std::deque<std::shared_ptr<Worm>> queue;
        Position owner{nullptr, 0};     //!< of no worm: free
        std::vector<Position> fifo;     //!< who got the channel last, in order
        std::size_t left{0};            //!< of them have left the FIFO
        int64_t lastOut{INT64_MIN / 2}; //!< start of the last tail out of the FIFO
        LinkState state;
        bool down{false};

        const Position* GetFront() const; //!< @return the first that has not left, or null
        bool IsWaiting() const; //!< @return whether that has asked for its next channel in vain
    };

    // A tick, in this order.
    void Queue();
    void Request();
    void Grant();
    bool Move(int64_t tick);
    void Count();
    void Release();
    void Finish();

    void RequestFirst(const Lane& lane) const;
    void Own(const Position& position);
    void OwnNothing(Passage& passage);
    bool MoveFlit(const Position& position, int64_t tick);
    void Discard(const Packet& packet, uint32_t channel, int64_t tick);
    Flit FindPlace(const Position& position, std::size_t flit) const;
    std::vector<Position> GetMoving() const;
    Blame FindBlame(const Position& position, std::size_t flit) const;
    void Tell(const Position& position, const std::vector<Gap>& gaps) const;

    std::vector<Lane> m_lanes; //!< by channel
    std::multimap<int64_t, std::shared_ptr<Worm>> m_injections;
    std::multimap<std::tuple<int64_t, uint32_t, uint64_t>, End>
        m_ends;       //!< by tick, destination, id
    int64_t m_now{0}; //!< what happened before it, and what ended at it, is done
    uint64_t m_progress{0};
    uint64_t m_inFlight{0};
    uint64_t m_ticks{0};
};

} // namespace ns3

#endif // SERVERNET_FLIT_ENGINE_H
