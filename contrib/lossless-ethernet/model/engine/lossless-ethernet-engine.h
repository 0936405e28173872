/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_ENGINE_H
#define LOSSLESS_ETHERNET_ENGINE_H

#include "lossless-ethernet-frame.h"
#include "lossless-ethernet-network.h"
#include "lossless-ethernet-station.h"

#include "ns3/burst-core-tick-wheel.h"
#include "ns3/lossless-ethernet-congestion-point.h"
#include "ns3/lossless-ethernet-memory.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * Moves frames through stations and switches, one step for the end of a transmission and one for
 * the reception.
 *
 * The law (doc/lossless-ethernet.rst, section The law). A frame of n bytes that starts at tick s on
 * a channel keeps its port until s + n c, and is received whole at s + n c + d. In a tick come first
 * the ends of transmissions, then receptions, then arrivals at stations and the starts of
 * transmissions; each in order of the ports.
 *
 * No Simulator and no Packet in it. Ticks go forward only; wrong use is a std::invalid_argument.
 */
class LosslessEngine
{
  public:
    static constexpr uint32_t CONTROL_BYTES = 64; //!< of a MAC control frame
    static constexpr uint32_t NONE = LosslessFrame::NONE; //!< no such number

    /** Is told what happens. */
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** A station has received a frame. @param frame the frame @param tick when */
        virtual void Delivered(const LosslessFrame& frame, int64_t tick) = 0;
    };

    /** How ports pause. */
    struct Pausing
    {
        uint32_t quanta{65535};   //!< that an input asks for, of 512 bit times
        int64_t responseTicks{0}; //!< from the reception of a pause to its effect
    };

    /**
     * @param network what frames move through
     * @param pausing of all ports
     * @param listener is told, or null
     */
    LosslessEngine(std::shared_ptr<const LosslessNetwork> network,
                   const Pausing& pausing,
                   Listener* listener);

    /** @param number of a switch @param memory of it, laid out */
    void SetMemory(uint32_t number, Ptr<LosslessMemory> memory);
    /** @param station a station @param source of its frames, or null */
    void SetSource(uint32_t station, LosslessSource* source);
    /** @param station a station @param point its reaction point, or null */
    void SetReactionPoint(uint32_t station, Ptr<ReactionPoint> point);
    /** Watch the data that leaves by a port of a switch. The CPID is the number of the port plus 1.
     * @param port channel that leaves it @param point congestion point, or null */
    void SetCongestionPoint(uint32_t port, Ptr<CongestionPoint> point);
    /** Let a port send data at another rate than that of its link, from the present tick on.
     * @param port channel that leaves it @param rate bits per second; 0: that of the link */
    void SetServiceRate(uint32_t port, double rate);
    /** Put a frame at the end of its queue at its source. @param frame the frame @param tick when,
     * the present one */
    void Send(const LosslessFrame& frame, int64_t tick);

    /** @return the next tick at which something happens, INT64_MAX if nothing does */
    int64_t GetNextTick() const;
    /** Do all that happens up to a tick, and at it. @param tick not before the present one */
    void Advance(int64_t tick);

    int64_t GetTick() const;                     //!< @return the present one
    uint64_t GetSent() const;                    //!< @return data frames that left a station
    uint64_t GetDelivered() const;               //!< @return data frames received by a station
    uint64_t GetDropped() const;                 //!< @return frames without room in a memory
    uint64_t GetInFlight() const;                //!< @return data frames in switches and on links
    uint64_t GetHops() const;                    //!< @return data frames that started on a link
    uint64_t GetSteps() const;                   //!< @return steps, for benchmarks
    uint64_t GetMessages() const;                //!< @return messages of congestion points
    uint64_t GetPauses(uint32_t port) const;     //!< @param port that sent @return PAUSE frames
    /** @param port which @return bytes that wait in its queues */
    uint64_t GetQueue(uint32_t port) const;
    /** @param port which @return ticks in which it was paused, up to the present one */
    int64_t GetPausedTicks(uint32_t port) const;
    /** @param station which @return what waits there */
    const LosslessStation& GetStation(uint32_t station) const;

  private:
    /** A frame in the engine. */
    struct Node
    {
        LosslessFrame frame; //!< what it is
        uint32_t input;      //!< port of the switch it is charged to, or NONE
        uint32_t next;       //!< the one behind it in a list
    };

    /** Frames in a row. */
    struct List
    {
        uint32_t head{NONE}; //!< the first one
        uint32_t tail{NONE}; //!< the last one, if there is one
        uint64_t bytes{0};   //!< of all
    };

    using Lists = std::array<List, LosslessFrame::PRIORITIES>; //!< by priority

    /** A message that is on its way. */
    struct Message
    {
        CongestionMessage content; //!< what it says
        uint32_t destination;      //!< of the frame that was sampled
        uint8_t priority;          //!< of that
    };

    /** What leaves by a channel. */
    struct Port
    {
        Ptr<CongestionPoint> congestionPoint; //!< or null
        Lists queues;              //!< of a switch
        List control;              //!< MAC control
        List flight;               //!< on the link
        List effects;              //!< received MAC control whose effect is to come
        uint32_t sending{NONE};    //!< frame that is being sent
        uint8_t waiting{0};        //!< a bit for each priority of queues that is not empty
        uint8_t asked{0};          //!< priorities the other side was told to pause
        bool tried{false};         //!< is in m_ready
        double serviceRate{0};     //!< see SetServiceRate
        int64_t serviceTick{0};    //!< before which no data starts
        int64_t wakeTick{burst::TickWheel::NEVER}; //!< of the pending wake
        std::array<int64_t, LosslessFrame::PRIORITIES> paused{}; //!< tick until which it is
        int64_t pauseBegin{0};     //!< of the last pause
        int64_t pauseEnd{0};       //!< of the last priority that is paused
        int64_t pausedTicks{0};    //!< of the pauses before
        int64_t refreshTick{burst::TickWheel::NEVER}; //!< of the next refresh of what is asked
        uint64_t pauses{0};        //!< frames sent that ask for a pause
    };

    void End(uint32_t port);     //!< A transmission ends. @param port of it
    void Receive(uint32_t port); //!< A frame has come. @param port that it left
    void Try(uint32_t port);     //!< Start what may be sent. @param port which
    /** @param port which @param node frame that starts */
    void Start(uint32_t port, uint32_t node);
    /** @param port which @param tick when it is tried at the latest */
    void Wake(uint32_t port, int64_t tick);
    /** @param port to be tried in this tick */
    void Ready(uint32_t port);
    /** @param port that received @param frame MAC control */
    void Pause(uint32_t port, const LosslessFrame& frame);
    /** Put a frame into an output queue of a switch. @param number of the switch @param node frame */
    void Forward(uint32_t number, uint32_t node);
    /** Let the congestion point of a port sample. @param port which @param node frame that joins */
    void Sample(uint32_t port, uint32_t node);
    void Obey(uint32_t number); //!< Send what its memory asks for. @param number of a switch
    /** @param port which sends @param priorities a bit for each @param quanta of the pause */
    void SendControl(uint32_t port, uint8_t priorities, uint32_t quanta);
    uint8_t GetOpen(uint32_t port) const; //!< @param port which @return priorities not paused

    uint32_t Take(List& list);                //!< @param list not empty @return its first frame
    void Put(List& list, uint32_t node);      //!< @param list any @param node put at its end
    uint32_t Make(const LosslessFrame& frame, uint32_t input); //!< @param frame it @param input see
                                              //!< Node @return its number
    void Free(uint32_t node);                 //!< @param node gone

    std::shared_ptr<const LosslessNetwork> m_network; //!< what frames move through
    Pausing m_pausing;                                //!< of all ports
    Listener* m_listener;                             //!< is told, or null
    std::vector<LosslessStation> m_stations;          //!< by number
    std::vector<Ptr<LosslessMemory>> m_memories;      //!< by number of the switch
    std::vector<uint32_t> m_inputs;                   //!< number of the port at its switch
    std::vector<Port> m_ports;                        //!< by channel
    std::vector<Node> m_nodes;                        //!< all frames
    uint32_t m_freeNode{NONE};                        //!< first one that is none
    std::vector<Message> m_messages;                  //!< those on their way, and others
    std::vector<uint32_t> m_freeMessages;             //!< numbers of the others
    burst::TickWheel m_ends;                          //!< ports whose transmission ends
    burst::TickWheel m_receptions;                    //!< channels on which a frame has come
    burst::TickWheel m_effects;                       //!< ports with MAC control to obey
    burst::TickWheel m_refreshes;                     //!< ports that ask once more
    burst::TickWheel m_wakes;                         //!< ports to be tried
    std::vector<uint32_t> m_due;                      //!< ports at which something is due
    std::vector<uint32_t> m_ready;                    //!< ports to be tried in this tick
    int64_t m_now{0};                                 //!< see GetTick
    uint64_t m_sent{0};                               //!< see GetSent
    uint64_t m_delivered{0};                          //!< see GetDelivered
    uint64_t m_dropped{0};                            //!< see GetDropped
    uint64_t m_hops{0};                               //!< see GetHops
    uint64_t m_steps{0};                              //!< see GetSteps
    uint64_t m_messageCount{0};                       //!< see GetMessages
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_ENGINE_H
