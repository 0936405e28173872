/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_STATION_H
#define LOSSLESS_ETHERNET_STATION_H

#include "lossless-ethernet-frame.h"
#include "lossless-ethernet-source.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * What waits in a station to be sent: a virtual output queue for each destination and priority,
 * served by priority and then round robin.
 *
 * Frames of a source are counted: a queue holds runs of equal frames, so that a backlog takes no
 * memory.
 */
class LosslessStation
{
  public:
    /** @param number of the station @param stations in the network */
    LosslessStation(uint32_t number, uint32_t stations);

    /** @param source where its frames come from, or null; outlives the station */
    void SetSource(LosslessSource* source);

    /**
     * Put frames at the end of their queue.
     * @param frame how they look
     * @param frames how many, at least 1
     */
    void Push(const LosslessFrame& frame, uint64_t frames = 1);

    /** Take over what has arrived from the source. @param tick up to when */
    void Pull(int64_t tick)
    {
        while (m_nextArrival <= tick)
        {
            TakeArrival();
        }
    }

    int64_t GetNextArrival() const; //!< @return its tick, NEVER if there is none

    /**
     * @param mask a bit for each priority that may be sent
     * @return the next frame, taken out; nothing if none of them waits
     */
    std::optional<LosslessFrame> Take(uint8_t mask);

    uint8_t GetPriorities() const; //!< @return a bit for each priority of which something waits
    uint64_t GetFrames() const;    //!< @return number of frames that wait
    uint64_t GetArrived() const;   //!< @return number of frames that were put in

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

    /** All queues of a priority. */
    struct Class
    {
        std::vector<uint32_t> slots;  //!< number of the queue by destination; only where one waits
        std::vector<uint64_t> ready;  //!< a bit for each destination for which something waits
        uint32_t turn{0};             //!< destination that is looked at first
        uint64_t frames{0};           //!< that wait
    };

    /** @param queue that is not empty @param run put at its end */
    static void Append(Queue& queue, const Run& run);
    void TakeArrival(); //!< The next one of the source.
    /** @param ready bits by destination @param first where to begin
     * @return the first one set from there on, once around; there is one */
    static uint32_t FindReady(const std::vector<uint64_t>& ready, uint32_t first);

    uint32_t m_number;                  //!< of the station
    uint32_t m_stations;                //!< in the network
    LosslessSource* m_source{nullptr};  //!< where its frames come from
    int64_t m_nextArrival{LosslessSource::NEVER}; //!< of the source
    std::vector<Class> m_classes;       //!< by priority
    std::vector<Queue> m_queues;        //!< by number
    std::vector<uint32_t> m_free;       //!< numbers of free ones
    uint8_t m_waiting{0};               //!< see GetPriorities
    uint64_t m_frames{0};               //!< see GetFrames
    uint64_t m_arrived{0};              //!< see GetArrived
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_STATION_H
