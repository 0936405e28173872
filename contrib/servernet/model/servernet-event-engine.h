/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_EVENT_ENGINE_H
#define SERVERNET_EVENT_ENGINE_H

#include "servernet-engine.h"

#include "ns3/burst-core-tick-wheel.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The law of ServerNetEngine in O(channels of the path) steps a packet, whatever its length.
 *
 * On a channel s(k) - k never falls, since at most one flit starts in a tick. It is kept as a step
 * function, which has a step where flits had to wait for places. By the third rule flit k waits for
 * the flit B places before it, on that one's next channel, whose steps are known earlier: so steps
 * are handed on from channel to channel against the direction of the packets, each with whom it is
 * to be blamed on, and the second rule never binds, since a FIFO holds B >= C + D flits. Only what
 * an arbiter decides needs an event: a request, a grant, a release.
 *
 * Since a channel is granted only when all starts on it are known, at most one packet a channel is
 * waiting to know more, and knowledge goes on to one channel at a time.
 */
class ServerNetEventEngine : public ServerNetEngine
{
  public:
    ServerNetEventEngine(std::shared_ptr<const ServerNetNetwork> network, Listener* listener);

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
    static constexpr uint32_t NONE = UINT32_MAX;
    static constexpr int64_t UNKNOWN = INT64_MIN;

    /** From a flit on, s(k) = offset + k. */
    struct Step
    {
        uint32_t flit;
        int64_t offset;
        uint64_t blamedPacket;
        uint32_t blamedChannel;
    };

    /** A packet on one channel. */
    struct Passage
    {
        uint64_t first;          //!< flits that were granted the channel before it
        int64_t request;         //!< or UNKNOWN
        int64_t grant;           //!< once it has one
        uint32_t known;          //!< flits whose start is known
        std::vector<Step> steps; //!< of the known flits
    };

    /** A packet in a send queue or in the network. */
    struct Flight
    {
        Packet packet;
        const uint32_t* path;
        uint32_t hops;       //!< channels of the path, or up to where it is thrown away
        bool discarded;      //!< the last of them is the way out of a FIFO to nowhere
        bool done;           //!< delivered or thrown away
        uint32_t remembered; //!< FIFOs that know it
    };

    /** A flight and the number of a channel on its path. */
    struct Place
    {
        uint32_t flight;
        uint32_t hop;
    };

    /** A channel with the FIFO at its end; behind the channels of the network follow the ways to
     * nowhere, one for the FIFO of each. */
    struct Lane
    {
        Place owner{NONE, 0};
        uint64_t granted{0};    //!< flits of all packets that were granted the channel
        std::deque<Place> fifo; //!< the last packets granted, as far as the next one can wait for
        uint32_t cursor{0};     //!< in fifo: whose places the next flits of the owner take
        uint32_t front{0};      //!< in fifo: the first packet whose tail may not leave yet
        int64_t lastOut{INT64_MIN / 2}; //!< start of the last tail that left the fifo
        std::vector<ServerNetArbiter::Request> requests; //!< of heads that want the channel
        std::vector<Place> claimants;                    //!< theirs
        std::deque<uint32_t> queue;                      //!< flights before an injection channel
        LinkState past;                                  //!< of the packets that have left it
        int64_t closed{0};                               //!< stalls before this tick have been told
        bool sink{false};                                //!< flits behind it never wait
        bool down{false};
        bool contested{false}; //!< is in m_contested
    };

    uint32_t LaneOf(Place place) const;
    const ServerNetTiming& GetTiming(uint32_t lane) const;
    Passage& At(Place place);
    const Passage& At(Place place) const;
    uint64_t GetEnd(Place place) const;
    uint32_t NewFlight(const Packet& packet);
    void Forget(uint32_t flight);

    void Finish(uint32_t flight);
    void Release(uint32_t lane);
    void Request(uint32_t fifo);
    void Queue(uint32_t flight);
    void DropQueued(uint32_t flight);
    void Arbitrate(uint32_t lane);
    void Grant(Place place);
    void Discard(Place place);
    void Contest(uint32_t lane);
    void RequestNext(uint32_t fifo);

    Place FindAhead(Lane& lane, uint64_t flit) const;
    bool Extend(uint32_t lane);
    void AddStep(Passage& passage, const Step& own, const Step& step, uint32_t flits);
    void TellStalls(uint32_t lane);
    void TellOpenStall(uint32_t lane);
    void Tell(uint32_t lane, int64_t begin, int64_t end, uint64_t packet, uint32_t channel);

    std::vector<Flight> m_flights;
    std::vector<Passage> m_passages; //!< by flight, then number of the channel on the path
    std::vector<uint32_t> m_free;    //!< flights that are not in use
    std::vector<Lane> m_lanes;
    // In the order in which a tick is done; the first two belong to the end of the tick before.
    burst::TickWheel m_releases;       //!< lanes
    burst::TickWheel m_finishes;       //!< flights
    burst::TickWheel m_requests;       //!< lanes, for the front of their FIFO
    burst::TickWheel m_injections;     //!< flights
    std::vector<uint32_t> m_contested; //!< free and wanted at present
    std::size_t m_arbitrated{0};       //!< of them that were granted
    uint32_t m_stride;                 //!< passages of a flight
    int64_t m_now{0};
    int64_t m_lookahead; //!< from a decision to the first delivery it can cause
    uint64_t m_progress{0};
    uint64_t m_held{0};
    uint64_t m_inFlight{0};
    uint64_t m_events{0};
};

} // namespace ns3

#endif // SERVERNET_EVENT_ENGINE_H
