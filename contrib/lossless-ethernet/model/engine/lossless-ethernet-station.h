/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_STATION_H
#define LOSSLESS_ETHERNET_STATION_H

#include "lossless-ethernet-engine-listener.h"
#include "lossless-ethernet-frame.h"
#include "lossless-ethernet-network.h"
#include "lossless-ethernet-source.h"

#include "ns3/lossless-ethernet-frame-pacer.h"
#include "ns3/lossless-ethernet-reaction-point.h"
#include "ns3/ptr.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <queue>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * What waits in a station to be sent: a virtual output queue for each destination and priority,
 * served by priority and then round robin, and the rate limiters of its reaction point.
 *
 * Frames of a source are counted: a queue holds runs of equal frames, so that a backlog takes no
 * memory. A limited flow sends a frame of n bytes no sooner than n bytes at its rate after the
 * start of the one before; when the rate changes, what is left of them goes on at the new one.
 */
class LosslessStation
{
  public:
    /** @param number of the station @param network it is in @param limits of its frames; both
     * outlive it @param listener is told of the rates of flows, or null */
    LosslessStation(uint32_t number,
                    const LosslessNetwork& network,
                    const LosslessFrameLimits& limits,
                    LosslessEngineListener* listener);
    LosslessStation(LosslessStation&&) = default; //!< Of a vector that grows.
    LosslessStation(const LosslessStation&) = delete;

    /** @param point its reaction point, or null; it is started here */
    void SetReactionPoint(Ptr<ReactionPoint> point);
    /**
     * Process a message of a congestion point.
     * @param tick the present one
     * @param message of the congestion point
     * @param destination of the frame that was sampled
     * @param priority of that
     */
    void ReceiveCongestionMessage(int64_t tick,
                                  const lossless::CongestionMessage& message,
                                  uint32_t destination,
                                  uint8_t priority);

    /** @param source where its frames come from, or null; outlives the station */
    void SetSource(LosslessSource* source);

    /** A frame has come to its destination. @param frame of the source @param tick when */
    void NotifySource(const LosslessFrame& frame, int64_t tick)
    {
        if (m_source && frame.content == LosslessFrame::NONE)
        {
            m_source->Delivered(frame, tick);
        }
    }

    /**
     * Put frames at the end of their queue.
     * @param frame how they look
     * @param frames how many, at least 1
     * @throw std::invalid_argument such a frame is not allowed
     */
    void Push(const LosslessFrame& frame, uint64_t frames = 1);

    /** Take over what has arrived from the source, and do what limiters have to do.
     * @param tick up to when */
    void Pull(int64_t tick)
    {
        while (m_nextArrival <= tick)
        {
            TakeArrival();
        }
        if (!m_timers.empty() && m_timers.top().tick <= tick)
        {
            Expire(tick);
        }
    }

    /** @return tick of the next thing that a limiter does; NEVER if there is none */
    int64_t GetNextTimer() const
    {
        return m_timers.empty() ? LosslessSource::NEVER : m_timers.top().tick;
    }

    /** @return tick of the next arrival, or of the next thing that a limiter does; NEVER if there
     * is none */
    int64_t GetNextTick() const
    {
        return std::min(m_nextArrival, GetNextTimer());
    }

    /**
     * @param mask a bit for each priority that may be sent
     * @param tick the present one
     * @return the next frame, taken out; there is one
     */
    LosslessFrame Take(uint8_t mask, int64_t tick);

    uint8_t GetPriorities() const; //!< @return a bit for each priority of which something may go
    /** @param destination a station @param priority of the flow @return its rate in bits per
     * second, 0 while it is stopped; infinity if it is not limited */
    double GetRate(uint32_t destination, uint8_t priority) const;
    uint64_t GetFrames() const;  //!< @return number of frames that wait
    uint64_t GetArrived() const; //!< @return number of frames that were put in

  private:
    /** Equal frames, one behind the other. */
    struct Run
    {
        LosslessFrame frame; //!< each of them
        uint64_t frames;     //!< how many
    };

    /** What waits for a destination at a priority. */
    struct Queue
    {
        Run head;                              //!< goes first
        std::unique_ptr<std::deque<Run>> more; //!< those behind it, null if there never was one
    };

    /** A flow that is limited. */
    struct Flow
    {
        std::unique_ptr<lossless::RateLimiter> limiter; //!< null: not in use
        uint32_t destination;                           //!< station
        uint8_t priority;                               //!< of its frames
        lossless::FramePacer gap; //!< behind its last frame, at the limiter's rate
        int64_t release;          //!< tick at which the next frame may go
        int64_t timer;            //!< tick at which the limiter expires
        bool held;                //!< release is to come
    };

    /** When a flow is to be looked at. */
    struct Timer
    {
        int64_t tick;  //!< when
        uint32_t flow; //!< number of the flow

        /** @param other another one @return whether this one is later */
        bool operator<(const Timer& other) const
        {
            return tick != other.tick ? tick > other.tick : flow > other.flow;
        }
    };

    /** Where a destination's queue and limited flow of a priority are. */
    struct Slot
    {
        uint32_t queue{LosslessFrame::NONE}; //!< number; only where something waits
        uint32_t flow{LosslessFrame::NONE};  //!< number, or NONE
    };

    /** All queues of a priority. */
    struct Class
    {
        std::vector<Slot> slots;       //!< by destination
        std::vector<uint64_t> waiting; //!< a bit for each destination for which something waits
        std::vector<uint64_t> ready;   //!< a bit for each of them whose flow is not held
        uint32_t turn{0};              //!< destination that is looked at first
        uint32_t readyCount{0};        //!< bits of ready
    };

    /** @param frame of Push @param frames how many; refused if they are not allowed */
    void Check(const LosslessFrame& frame, uint64_t frames) const;
    /** @param queue that is not empty @param run put at its end */
    static void Append(Queue& queue, const Run& run);
    void TakeArrival();        //!< The next one of the source.
    void Expire(int64_t tick); //!< Timers that are due. @param tick the present one
    /** Take over what its limiter shows now. @param flow number @param tick the present one */
    void Update(uint32_t flow, int64_t tick);
    void Hold(uint32_t flow); //!< Block until its pacing gap has passed. @param flow number
    /** @param priority of a flow @param destination of it @param ready whether its frames may go */
    void SetReady(uint8_t priority, uint32_t destination, bool ready);
    /** @param flow that has changed @param rate of it now @param tick when */
    void NotifyRate(const Flow& flow, double rate, int64_t tick) const;
    /** @param ready bits by destination @param first where to begin
     * @return the first one set from there on, once around; there is one */
    static uint32_t FindReady(const std::vector<uint64_t>& ready, uint32_t first);

    uint32_t m_number;                            //!< of the station
    const LosslessNetwork& m_network;             //!< it is in
    const LosslessFrameLimits& m_limits;          //!< of its frames
    LosslessEngineListener* m_listener;           //!< is told, or null
    uint32_t m_stations;                          //!< in the network
    Ptr<ReactionPoint> m_reactionPoint;           //!< or null
    std::vector<Flow> m_flows;                    //!< limited ones
    std::vector<uint32_t> m_freeFlows;            //!< numbers of those that are not in use
    std::priority_queue<Timer> m_timers;          //!< of flows; some are out of date
    LosslessSource* m_source{nullptr};            //!< where its frames come from
    int64_t m_nextArrival{LosslessSource::NEVER}; //!< of the source
    std::vector<Class> m_classes;                 //!< by priority
    std::vector<Queue> m_queues;                  //!< by number
    std::vector<uint32_t> m_free;                 //!< numbers of free ones
    uint8_t m_ready{0};                           //!< see GetPriorities
    uint64_t m_frames{0};                         //!< see GetFrames
    uint64_t m_arrived{0};                        //!< see GetArrived
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_STATION_H
