/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_ENGINE_H
#define LOSSLESS_ETHERNET_ENGINE_H

#include "lossless-ethernet-crossbar.h"
#include "lossless-ethernet-engine-listener.h"
#include "lossless-ethernet-frame-pool.h"
#include "lossless-ethernet-network.h"
#include "lossless-ethernet-pause-state.h"
#include "lossless-ethernet-queue-record.h"
#include "lossless-ethernet-station.h"

#include "ns3/burst-core-tick-wheel.h"
#include "ns3/fabric-resource-graph.h"
#include "ns3/lossless-ethernet-congestion-point.h"
#include "ns3/lossless-ethernet-frame-pacer.h"
#include "ns3/lossless-ethernet-memory.h"
#include "ns3/ptr.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * Moves frames through stations and switches, one step for the end of a transmission and one for
 * the reception.
 *
 * Timing (doc/lossless-ethernet.rst, section Timing and order). A frame of n bytes that starts at
 * tick s on a channel keeps its port until s + n c, and is received whole at s + n c + d. The
 * chapter has the order of events within a tick.
 *
 * No Simulator and no Packet in it. Ticks go forward only; wrong use is a std::invalid_argument.
 */
class LosslessEngine
{
  public:
    static constexpr uint32_t NONE = LosslessFrame::NONE; //!< no such number
    static constexpr int64_t QUANTUM_BYTES = 64;          //!< of a quantum, 512 bit times
    static constexpr uint32_t CONTROL_BYTES = 64;         //!< of a MAC control frame
    static constexpr uint32_t MESSAGE_BYTES = 64;         //!< of a message of a congestion point
    /** bits per second: the argument of SetServiceRate that restores the rate of the link */
    static constexpr double LINK_RATE = std::numeric_limits<double>::infinity();

    /** A message that is on its way. */
    struct Message
    {
        lossless::CongestionMessage content; //!< what it says
        uint32_t destination;                //!< of the frame that was sampled
        uint8_t priority;                    //!< of that
    };

    /** How ports pause, and which frames there are. */
    struct Settings
    {
        uint32_t quanta{65535};       //!< that an input asks for, of 512 bit times, up to 65535
        int64_t responseTicks{0};     //!< from the reception of a pause to its effect
        uint32_t largestFrame{65535}; //!< bytes of a data frame, at most
        uint8_t messagePriority{7};   //!< of messages of congestion points, up to 7
    };

    /** Makes the congestion point of a port and priority. */
    using PointMaker = std::function<Ptr<CongestionPoint>(uint32_t port, uint8_t priority)>;

    /**
     * @param network what frames move through
     * @param settings of all ports
     * @param listener is told, or null
     */
    LosslessEngine(std::shared_ptr<const LosslessNetwork> network,
                   const Settings& settings,
                   LosslessEngineListener* listener);

    /** Data frames of a priority that a memory does not have are refused from now on.
     * @param number of a switch @param memory of it, laid out */
    void SetMemory(uint32_t number, Ptr<LosslessMemory> memory);
    /** Frames are served as they came where no scheduler is set.
     * @param number of a switch that holds no frame @param scheduler of it, laid out */
    void SetScheduler(uint32_t number, Ptr<SwitchScheduler> scheduler);
    /** @param station a station @param source of its frames, or null */
    void SetSource(uint32_t station, LosslessSource* source);
    /** @param station a station @param point its reaction point, or null */
    void SetReactionPoint(uint32_t station, Ptr<ReactionPoint> point);
    /**
     * Watch the data that leaves by the ports of switches, each priority by itself. The CPID is the
     * number of the port plus 1, and for each priority above 0 the number of channels more.
     * @param priorities a bit for each that is watched, the others are not
     * @param make is called with the first data frame of a priority that joins a port's queue
     */
    void SetCongestionPoints(uint8_t priorities, PointMaker make);
    /** Let a port send all but MAC control at another rate than that of its link.
     * @param port channel that leaves it @param rate bits per second, 0: nothing, LINK_RATE
     * @param tick from when on, not before the present one; INT64_MAX: never
     * @throw std::invalid_argument another port, rate or tick */
    void SetServiceRate(uint32_t port, double rate, int64_t tick);
    /** Put a frame at the end of its queue at its source. Refused, here and from a source, are
     * frames without bytes or above Settings::largestFrame, and priorities for which a memory has
     * no room. @param frame the frame @param tick when, not before the present one */
    void Send(const LosslessFrame& frame, int64_t tick);

    /** @return the next tick at which something happens, INT64_MAX if nothing does */
    int64_t GetNextTick() const
    {
        return m_wheel.GetNext();
    }

    /** Do all that happens up to a tick, and at it. @param tick not before the present one */
    void Advance(int64_t tick);

    /** @return the present one */
    int64_t GetTick() const
    {
        return m_now;
    }

    /** @return data frames that left a station */
    uint64_t GetSent() const
    {
        return m_sent;
    }

    /** @return data frames received by a station */
    uint64_t GetDelivered() const
    {
        return m_delivered;
    }

    /** @return data frames without room in a memory */
    uint64_t GetDropped() const
    {
        return m_dropped;
    }

    /** @return messages of congestion points without room in a memory */
    uint64_t GetDroppedMessages() const
    {
        return m_droppedMessages;
    }

    uint64_t GetInFlight() const; //!< @return data frames in switches and on links

    /** @return data frames that started on a link */
    uint64_t GetHops() const
    {
        return m_hops;
    }

    /** @return frames that wait in switches */
    uint64_t GetHeld() const
    {
        return m_held;
    }

    /** @return whether a port waits for its rate of service, so that frames may wait for long */
    bool IsStopped() const;

    /** @return steps, for benchmarks */
    uint64_t GetSteps() const
    {
        return m_steps;
    }

    /** @return messages of congestion points */
    uint64_t GetMessages() const
    {
        return m_messageCount;
    }

    /** @param frame of kind MESSAGE, in the engine @return what it carries */
    const Message& GetMessage(const LosslessFrame& frame) const
    {
        return m_messages[frame.content];
    }

    fabric::ResourceGraph GetWaits() const; //!< @return ports that wait for others, by channel

    /** @param port which @return data bytes that started on it */
    uint64_t GetBytes(uint32_t port) const
    {
        return m_ports[port].bytes;
    }

    /** @param port of a switch @return PAUSE frames of its that ask for a pause */
    uint64_t GetPauses(uint32_t port) const
    {
        return m_ports[port].pauses;
    }

    /** @param port of a switch @return messages of its congestion points */
    uint64_t GetMessages(uint32_t port) const
    {
        return m_ports[port].messages;
    }

    /** @param port of a switch @return what waits in its queues */
    LosslessQueueRecord& GetQueue(uint32_t port)
    {
        return m_ports[port].record;
    }

    /** @param port which @return ticks in which it was paused, up to the present one */
    int64_t GetPausedTicks(uint32_t port) const
    {
        return m_ports[port].pause.GetTicks(m_now);
    }

    /** @param station which @return what waits there */
    const LosslessStation& GetStation(uint32_t station) const
    {
        return m_stations[station];
    }

    /** @param number of a switch @return its memory */
    Ptr<LosslessMemory> GetMemory(uint32_t number) const
    {
        return m_memories[number];
    }

  private:
    /** What is due at a tick, in the order within it. */
    enum Kind : uint32_t
    {
        END,       //!< of a transmission of a port
        RECEPTION, //!< of a frame at the end of a channel
        EFFECT,    //!< of a pause on a port
        SERVICE,   //!< a port's rate of service changes
        REFRESH,   //!< a port asks for a pause once more
        WAKE       //!< a port is to be tried
    };

    static constexpr uint32_t KIND_SHIFT = 29; //!< an item of the wheel is a kind and a port
    static constexpr uint32_t PORT_MASK = (1U << KIND_SHIFT) - 1; //!< the port of an item
    static constexpr std::size_t BLOCK = 16; //!< items that are brought into the cache at once

    using List = LosslessFramePool::List;
    using Items = burst::WideTickWheel<4096>::Items;

    /** What waits at a priority. */
    struct Queue
    {
        List frames;      //!< of a switch without crossbar
        int64_t bytes{0}; //!< of a switch
    };

    /** By priority, null where none watches it. */
    using Points = std::array<Ptr<CongestionPoint>, LosslessFrame::PRIORITIES>;

    /** What leaves by a channel; what every frame touches comes first, a cache line of it. */
    struct alignas(64) Port
    {
        uint32_t sending{NONE};         //!< frame that is being sent
        uint32_t input{NONE};           //!< number of the port at its switch, NONE at a station
        List flight;                    //!< on the link
        List control;                   //!< MAC control
        uint8_t waiting{0};             //!< a bit for each priority of queues that is not empty
        uint8_t asked{0};               //!< priorities the other side was told to pause
        bool tried{false};              //!< is in m_ready
        bool slow{false};               //!< service is not that of the link
        uint8_t unwatched{0};           //!< priorities that are to get a congestion point
        int64_t wakeTick{INT64_MAX};    //!< of the pending wake
        int64_t serviceTick{0};         //!< end of service: before it only control starts
        uint64_t bytes{0};              //!< see GetBytes
        std::unique_ptr<Points> points; //!< that watch its queues, if one does
        LosslessQueueRecord record;     //!< of all that waits
        LosslessPauseState pause;       //!< of what it may send
        lossless::FramePacer service{LINK_RATE, 1}; //!< behind its last frame, see SetServiceRate
        List effects;                   //!< received MAC control whose effect is to come
        int64_t refreshTick{INT64_MAX}; //!< of the next refresh of what is asked
        std::array<Queue, LosslessFrame::PRIORITIES> queues; //!< by priority
        uint64_t pauses{0};                                  //!< see GetPauses
        uint64_t messages{0};                                //!< see GetMessages
    };

    /** @param tick when @param kind what @param port of it */
    void Push(int64_t tick, Kind kind, uint32_t port);

    /** @param rest items or ports of a tick, left with the others
     * @return the first ones, at most BLOCK */
    static Items TakeBlock(Items& rest)
    {
        const std::ptrdiff_t count = std::min<std::ptrdiff_t>(rest.end() - rest.begin(), BLOCK);
        const Items block(rest.begin(), rest.begin() + count);
        rest = Items(block.end(), rest.end());
        return block;
    }

    /** Bring into the cache what steps will touch, all at once: one after the other each would
     * wait for its own. @param items of a tick, at most BLOCK */
    void PrefetchItems(const Items& items) const;
    /** The same for Try. @param ports at most BLOCK */
    void PrefetchReady(const Items& ports) const;
    /** @param kind what is due @param port of it */
    void Step(Kind kind, uint32_t port);
    void End(uint32_t port);           //!< A transmission ends. @param port of it
    void Receive(uint32_t port);       //!< A frame has come. @param port that it left
    void TakeEffect(uint32_t port);    //!< Of MAC control. @param port that received it
    void ChangeService(uint32_t port); //!< As SetServiceRate said for this tick. @param port which
    void Refresh(uint32_t port);       //!< @param port that asks for a pause
    void Try(uint32_t port);           //!< Start what may be sent. @param port which
    void TryStation(uint32_t port, LosslessStation& station); //!< As Try. @param port which @param
                                                              //!< station of it
    void Cross(uint32_t number); //!< Start what is paired. @param number of a switch
    /** @param port which @param node frame that starts */
    void Start(uint32_t port, uint32_t node);
    /** Take it out of the books of the queue. @param port which @param node frame that starts */
    void Leave(Port& port, uint32_t node);
    /** @param port which @param tick when it is tried at the latest */
    void Wake(uint32_t port, int64_t tick);
    /** @param port to be tried in this tick */
    void Ready(uint32_t port);
    /** @param number of a switch with a crossbar, to be matched in this tick */
    void ReadyCrossbar(uint32_t number);
    /** Put a frame into an output queue of a switch. @param number of the switch @param port that
     * it came by @param node frame */
    void Forward(uint32_t number, uint32_t port, uint32_t node);
    /** A priority is watched from now on. @param port which @param priority of it */
    void Watch(uint32_t port, uint8_t priority);
    /** Let a congestion point sample. @param port that it watches @param node frame that joins */
    void Sample(uint32_t port, uint32_t node);
    /** @param port which @param priority of a queue @param place a byte of it
     * @return the frame that holds it */
    uint32_t Find(uint32_t port, uint8_t priority, int64_t place) const;
    /** @param port that it watches @param message of its congestion point @param sampled frame */
    void SendMessage(uint32_t port,
                     const lossless::CongestionMessage& message,
                     const LosslessFrame& sampled);
    void Obey(uint32_t number); //!< Send what its memory asks for. @param number of a switch
    /** Ask for a pause or its end, in the place of what waits to be sent for the same priorities.
     * @param port which sends @param priorities a bit for each @param quanta of the pause */
    void SendControl(uint32_t port, uint8_t priorities, uint32_t quanta);
    /** Do something with each frame that waits at a switch.
     * @tparam Action type of a function @param number of the switch @param action is given the
     * number of the output and of the frame */
    template <typename Action>
    void ForEachWaiting(uint32_t number, Action action) const;

    std::shared_ptr<const LosslessNetwork> m_network; //!< what frames move through
    Settings m_settings;                              //!< of all ports
    LosslessFrameLimits m_limits;                     //!< of data frames
    LosslessEngineListener* m_listener;               //!< is told, or null
    PointMaker m_makePoint;                           //!< see SetCongestionPoints
    bool m_tellFrames{false};                         //!< it wants to hear of all frames
    std::vector<LosslessStation> m_stations;          //!< by number
    std::vector<Ptr<LosslessMemory>> m_memories;      //!< by number of the switch
    std::vector<std::unique_ptr<LosslessCrossbar>>
        m_crossbars;                      //!< by number of the switch, or null
    std::vector<Port> m_ports;            //!< by channel
    bool m_prefetches;                    //!< ports do not stay in the cache by themselves
    LosslessFramePool m_pool;             //!< all frames
    std::vector<Message> m_messages;      //!< those on their way, and others
    std::vector<uint32_t> m_freeMessages; //!< numbers of the others
    std::multimap<std::pair<int64_t, uint32_t>, double> m_services; //!< to come: tick, port, rate
    burst::WideTickWheel<4096> m_wheel;                             //!< kinds and ports
    std::vector<uint32_t> m_ready;          //!< ports to be tried in this tick
    std::vector<uint32_t> m_readyCrossbars; //!< switches to be matched in this tick
    std::vector<uint8_t> m_open;            //!< see LosslessCrossbar::Match
    int64_t m_now{0};                       //!< see GetTick
    uint64_t m_sent{0};                     //!< see GetSent
    uint64_t m_delivered{0};                //!< see GetDelivered
    uint64_t m_dropped{0};                  //!< see GetDropped
    uint64_t m_droppedMessages{0};          //!< see GetDroppedMessages
    uint64_t m_hops{0};                     //!< see GetHops
    uint64_t m_held{0};                     //!< see GetHeld
    uint64_t m_steps{0};                    //!< see GetSteps
    uint64_t m_messageCount{0};             //!< see GetMessages
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_ENGINE_H
