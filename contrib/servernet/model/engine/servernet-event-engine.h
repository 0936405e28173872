/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_EVENT_ENGINE_H
#define SERVERNET_EVENT_ENGINE_H

#include "servernet-engine.h"
#include "servernet-event-states.h"
#include "servernet-event-worms.h"

#include "ns3/burst-core-tick-wheel.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The law of ServerNetEngine in O(channels of the path) steps per packet, for any length.
 *
 * ServerNetEventWorms computes the starts of flits. Only decisions of arbiters need events:
 * requests, grants, releases.
 */
class ServerNetEventEngine : public ServerNetEngine
{
  public:
    /** @param network topology and timing @param listener callbacks, or null */
    ServerNetEventEngine(std::shared_ptr<const ServerNetNetwork> network, Listener* listener);

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
    using Place = ServerNetEventWorms::Place;                   //!< a packet on a channel
    static constexpr uint32_t NONE = ServerNetEventWorms::NONE; //!< no packet

    /** The requests for a channel. */
    struct Claims
    {
        std::vector<ServerNetArbiter::Request> requests; //!< of heads that request the channel
        std::vector<Place> claimants;                    //!< the packets of the requests
        std::deque<uint32_t> queue;                      //!< flights before an injection channel
        bool down{false};                                //!< out of service
        bool contested{false};                           //!< is in m_contested
    };

    // A tick, in this order.
    void Release(uint32_t lane);      //!< Its owner has left. @param lane number
    void Finish(uint32_t flight);     //!< It is delivered or discarded. @param flight number
    void Request(uint32_t fifo);      //!< Its front requests a channel. @param fifo number
    void Queue(uint32_t flight);      //!< It was injected. @param flight number
    void Arbitrate(uint32_t channel); //!< It gets an owner. @param channel that is requested

    void Grant(Place place);        //!< It owns the channel. @param place of the packet
    void Discard(Place place);      //!< It gets the discard output. @param place of the packet
    void Contest(uint32_t channel); //!< Arbitrate it, if it is free. @param channel requested

    ServerNetEventWorms m_worms;       //!< on the channels
    ServerNetEventStates m_states;     //!< of the channels
    std::vector<Claims> m_claims;      //!< by channel
    burst::TickWheel m_injections;     //!< flights
    std::vector<uint32_t> m_coming;    //!< the flights injected at m_comingTick
    int64_t m_comingTick{-1};          //!< tick of the last injection
    std::vector<uint32_t> m_contested; //!< channels that are free and requested
    std::size_t m_arbitrated{0};       //!< of them that were granted
    int64_t m_now{0};                  //!< tick of the last Advance
    int64_t m_lookahead;               //!< from a decision to the first delivery it can cause
    uint64_t m_progress{0};            //!< grants and ends
    uint64_t m_held{0};                //!< claimants of all channels
    uint64_t m_inFlight{0};            //!< packets
    uint64_t m_events{0};              //!< steps
};

} // namespace ns3

#endif // SERVERNET_EVENT_ENGINE_H
