/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ZURICH_HOTSPOT_FRAME_SOURCE_H
#define ZURICH_HOTSPOT_FRAME_SOURCE_H

#include "words.h"

#include "ns3/burst-core-histogram.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-destination-patterns.h"
#include "ns3/lossless-ethernet-source.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{

/** Bytes that have come to stations. */
struct FrameBytes
{
    uint64_t total{0};                                       //!< of all
    std::vector<uint64_t> received;                          //!< by station
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> flows; //!< of those that are in it
};

/** Counts what comes to stations. */
struct FrameCounter
{
    FrameBytes bytes;                     //!< from the beginning on
    burst::LogLinearHistogram completion; //!< ticks of messages
    bool measuring{false};                //!< completion is counted
};

/** The frames of a station: flows of the attribute Traffic, each with an arrival process in slots
 * of the time of a frame. */
class FrameSource : public LosslessSource
{
  public:
    /** @param station that sends @param bytes of a frame @param slot ticks of it @param phase tick
     * at which the first slot begins @param counter of the frames that have come to their
     * destination, which outlives the source */
    FrameSource(uint32_t station,
                uint32_t bytes,
                int64_t slot,
                int64_t phase,
                FrameCounter& counter);

    /** @param process of arrivals, in slots @param destination station @param pattern draws one
     * instead, if it is not null */
    void AddFlow(Ptr<ArrivalProcess> process,
                 uint32_t destination,
                 Ptr<UniformDestinations> pattern);

    /** Messages instead of frames. @param frames of each, rounded up, or null */
    void SetSizes(Ptr<RandomVariableStream> frames);

    int64_t GetNextTick() override;
    Arrival Take() override;

    void Delivered(const LosslessFrame& frame, int64_t tick) override;

    uint64_t GetArrivals() const; //!< @return messages that have arrived, or single frames
    uint64_t GetFrames() const;   //!< @return frames that have arrived
    int64_t GetPhase() const;     //!< @return tick at which the first slot begins

  private:
    /** Where frames go, and when. */
    struct Flow
    {
        Ptr<ArrivalProcess> process;      //!< in slots
        uint32_t destination;             //!< station
        Ptr<UniformDestinations> pattern; //!< or null
        int64_t next;                     //!< slot of the next arrival
    };

    /** What has not come to its destination. */
    struct Message
    {
        int64_t tick;    //!< of arrival
        uint32_t frames; //!< that are left
    };

    void FindNext(); //!< The flow that is next.

    uint32_t m_station;                                 //!< that sends
    uint32_t m_bytes;                                   //!< of a frame
    int64_t m_slot;                                     //!< ticks
    int64_t m_phase;                                    //!< see GetPhase
    FrameCounter& m_counter;                            //!< of delivered frames
    std::vector<Flow> m_flows;                          //!< all
    std::size_t m_first{0};                             //!< the one that is next
    Ptr<RandomVariableStream> m_sizes;                  //!< or null
    std::map<uint32_t, std::deque<Message>> m_messages; //!< by destination
    uint64_t m_arrivals{0};                             //!< see GetArrivals
    uint64_t m_frames{0};                               //!< see GetFrames
};

} // namespace ns3

#endif // ZURICH_HOTSPOT_FRAME_SOURCE_H
