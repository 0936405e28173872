/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_FLIT_ENGINE_H
#define SERVERNET_FLIT_ENGINE_H

#include "servernet-engine.h"
#include "servernet-flit-worms.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The law of ServerNetEngine applied literally: tick by tick, flit by flit.
 *
 * The reference implementation that validates ServerNetEventEngine. Every tick visits every
 * channel; ServerNetFlitWorms stores the start of each flit.
 */
class ServerNetFlitEngine : public ServerNetEngine
{
  public:
    /** @param network topology and timing @param listener callbacks, or null */
    ServerNetFlitEngine(std::shared_ptr<const ServerNetNetwork> network, Listener* listener);

    void Inject(const Packet& packet, int64_t tick) override;
    int64_t GetNextTick() const override;
    int64_t GetNextStep() const override;
    std::optional<Start> FindStart(uint32_t channel) const override;
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
    using Passage = ServerNetFlitWorms::Passage;   //!< a packet on a channel of its path
    using Position = ServerNetFlitWorms::Position; //!< a packet, and the number of a channel
    using Worm = ServerNetFlitWorms::Worm;         //!< a packet

    /** The end of a packet: delivered or discarded. */
    struct End
    {
        Packet packet;            //!< the packet
        uint32_t discardedBehind; //!< a channel, Topology::NONE: delivered
    };

    /** A channel, and the send queue before it. */
    struct Output
    {
        std::deque<std::shared_ptr<Worm>> queue; //!< none if a router is before it
        LinkState state;                         //!< so far
        bool down{false};                        //!< out of service
    };

    // A tick, in this order. ServerNetFlitWorms::Move comes after Grant.
    void Queue();   //!< Injected packets enter send queues.
    void Request(); //!< Fronts of FIFOs request their next channels.
    void Grant();   //!< Free and requested channels get an owner.
    void Count();   //!< Count the state of each channel.
    void Release(); //!< A packet whose tail has started leaves its channel.
    void Finish();  //!< Packets are delivered or discarded.

    void RequestFirst(uint32_t channel) const; //!< @param channel that a send queue is before
    void Own(const Position& position);        //!< @param position on the channel it owns from now
    void OwnNothing(Passage& passage);         //!< @param passage through the discard output
    /** @param packet that is discarded @param channel see Discarded @param tick now */
    void Discard(const Packet& packet, uint32_t channel, int64_t tick);
    /** @param position of a packet that owns a channel @param gaps it had there */
    void Notify(const Position& position, const std::vector<ServerNetFlitWorms::Gap>& gaps) const;

    ServerNetFlitWorms m_worms;                                 //!< on the channels
    std::vector<Output> m_outputs;                              //!< by channel
    std::multimap<int64_t, std::shared_ptr<Worm>> m_injections; //!< by tick
    std::multimap<std::tuple<int64_t, uint32_t, uint64_t>, End>
        m_ends;             //!< by tick, destination, id
    int64_t m_now{0};       //!< what happened before it, and what ended at it, is done
    uint64_t m_progress{0}; //!< grants and ends
    uint64_t m_inFlight{0}; //!< packets
    uint64_t m_ticks{0};    //!< done
};

} // namespace ns3

#endif // SERVERNET_FLIT_ENGINE_H
