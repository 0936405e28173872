/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_EVENT_WORMS_H
#define SERVERNET_EVENT_WORMS_H

#include "servernet-engine-listener.h"

#include "ns3/burst-core-tick-wheel.h"
#include "ns3/servernet-network.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The packets on the channels of a ServerNetEventEngine, and the start of each of their
 * flits: the law without the grants of channels.
 *
 * On a channel s(k) - k never decreases, because at most one flit starts per tick. It is stored as
 * a step function, with a step where flits had to wait for places. By the third rule flit k waits
 * for the flit B places before to start on its next channel, whose steps are known earlier. So
 * steps are copied from channel to channel against the direction of the packets, each with its
 * blame. The second rule always holds, because a FIFO holds B >= C + D flits.
 *
 * A channel is granted only when all starts on the channel are known. So at most one packet per
 * channel has unknown starts, and updates propagate to one channel at a time.
 */
class ServerNetEventWorms
{
  public:
    using Packet = ServerNetEngineListener::Packet; //!< what travels

    static constexpr uint32_t NONE = UINT32_MAX;  //!< no packet
    static constexpr int64_t UNKNOWN = INT64_MIN; //!< tick of a request to come

    /** From a flit on, s(k) = offset + k. */
    struct Step
    {
        uint32_t flit;          //!< the first
        int64_t offset;         //!< s(k) - k
        uint64_t blamedPacket;  //!< the packet whose head was waited for
        uint32_t blamedChannel; //!< on which channel
    };

    /** A packet on one channel. */
    struct Passage
    {
        uint64_t first;          //!< flits of all packets granted the channel earlier
        int64_t request;         //!< tick of the request, or UNKNOWN
        int64_t grant;           //!< tick of the grant, once granted
        uint32_t known;          //!< flits whose start is known
        std::vector<Step> steps; //!< of the known flits
    };

    /** A packet in a send queue or in the network. */
    struct Flight
    {
        Packet packet;        //!< the packet
        const uint32_t* path; //!< channels
        uint32_t hops;        //!< channels of the path, or up to its discard
        bool discarded;       //!< the last channel is the discard output of a FIFO
        bool done;            //!< delivered or discarded
        uint32_t remembered;  //!< number of FIFOs with this flight in Lane::fifo
    };

    /** A flight and the number of a channel on its path. */
    struct Place
    {
        uint32_t flight; //!< NONE: no packet at all
        uint32_t hop;    //!< from 0
    };

    /** A channel with the FIFO at its end. After the channels of the network follow the discard
     * outputs, one for the FIFO of each. */
    struct Lane
    {
        Place owner{NONE, 0};   //!< the present owner
        uint64_t granted{0};    //!< flits of all packets that were granted the channel
        std::deque<Place> fifo; //!< the last packets granted, while later packets can wait for them
        uint64_t left{0};       //!< flits granted up to the last packet that is gone from fifo
        uint32_t cursor{0};     //!< in fifo: whose places the next flits of the owner take
        uint32_t front{0};      //!< in fifo: the first packet whose tail may not leave yet
        int64_t lastOut{INT64_MIN / 2}; //!< start of the last tail that left the fifo
        bool sink{false};               //!< flits behind it never wait
    };

    /** @param network what the packets move through; has to outlive this */
    explicit ServerNetEventWorms(const ServerNetNetwork& network);

    /** Add a flight. @param packet to be sent @return number of the flight */
    uint32_t Begin(const Packet& packet);
    void End(uint32_t flight, int64_t tick); //!< It is done. @param flight number @param tick now
    /** A packet gets the channel. @param place of the packet @param tick now */
    void Grant(Place place, int64_t tick);
    /** A packet is discarded before its first channel. @param flight number @param tick now */
    void Drop(uint32_t flight, int64_t tick);
    void Divert(Place place); //!< To the discard output. @param place of the packet

    /** The owner of a lane has left the lane. @param lane number */
    void Free(uint32_t lane)
    {
        m_lanes[lane].owner.flight = NONE;
    }

    /** @param lane without an owner @param tick of a grant @return the start of the head that is
     * granted the lane then; UNKNOWN if it waits for a start that is not known */
    int64_t FindHeadStart(uint32_t lane, int64_t tick) const;

    /** @param lane whose owner has unknown starts @return the packet that the owner waits for */
    Place FindMissing(uint32_t lane);

    /** @return channels of the network */
    uint32_t GetChannelCount() const
    {
        return m_lanes.size() / 2;
    }

    /** @param place of a packet @return number of the lane */
    uint32_t GetLaneOf(Place place) const
    {
        const Flight& flight = m_flights[place.flight];
        return flight.discarded && place.hop + 1 == flight.hops
                   ? GetChannelCount() + flight.path[place.hop - 1]
                   : flight.path[place.hop];
    }

    /** @param lane number @return the lane */
    const Lane& GetLane(uint32_t lane) const
    {
        return m_lanes[lane];
    }

    /** @param flight number @return the flight */
    const Flight& GetFlight(uint32_t flight) const
    {
        return m_flights[flight];
    }

    /** @param place a packet on a channel @return its passage */
    const Passage& At(Place place) const
    {
        return m_passages[std::size_t{place.flight} * m_stride + place.hop];
    }

    /** @param place a packet on a channel @return its passage */
    Passage& At(Place place)
    {
        return m_passages[std::size_t{place.flight} * m_stride + place.hop];
    }

    // What follows from the grants so far, to be taken out when it is due.
    burst::TickWheel releases; //!< lanes whose owner has left; belongs to the tick before
    burst::TickWheel finishes; //!< flights that are done; belongs to the tick before
    burst::TickWheel requests; //!< lanes, for the front of their FIFO

  private:
    const ServerNetTiming& GetTiming(uint32_t lane) const; //!< @param lane number @return timing
    uint64_t GetEnd(Place place) const; //!< @param place of a packet @return flits up to its tail
    void Forget(uint32_t flight);       //!< Reuse its number if no packet waits for it.
    /** @param place in a FIFO, whose tail may leave @return start of the tail behind the FIFO */
    int64_t GetTail(Place place) const;
    void PopFront(Lane& lane);       //!< No packet can wait for it. @param lane whose fifo
    void RequestNext(uint32_t fifo); //!< Schedule the request of its front, if known.
    Place FindAhead(Lane& lane, uint64_t flit) const; //!< @return the packet of a granted flit
    bool Extend(uint32_t lane); //!< Learn starts of the owner. @return whether there were any
    /** Add starts of a packet on a channel. @param passage passage of the packet @param own step
     * that its grant allows @param step step that the places in the FIFO allow @param flits number
     * of starts */
    static void AddStep(Passage& passage, const Step& own, const Step& step, uint32_t flits);

    const ServerNetNetwork& m_network;                        //!< of the paths
    const std::vector<ServerNetNetwork::Channel>& m_channels; //!< of the network
    std::vector<Flight> m_flights;                            //!< in use or not
    std::vector<Passage> m_passages; //!< by flight, then number of the channel on the path
    std::vector<uint32_t> m_free;    //!< flights that are not in use
    std::vector<Lane> m_lanes;       //!< by number
    uint32_t m_stride;               //!< passages of a flight
};

} // namespace ns3

#endif // SERVERNET_EVENT_WORMS_H
