/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_ENGINE_H
#define ATM_ABR_LAZY_ENGINE_H

#include "atm-abr-engine.h"
#include "atm-abr-ring.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The exact lazy engine: RM cells are events, data cells are not.
 *
 * Between two RM cells that a source sends or receives its rate is known, and with it when its data
 * cells leave. They are planned, and join the queue of a port when somebody asks for the state of
 * the port at a later time: an RM cell that joins, a switch that reads it, a destination that
 * receives one, or a reader of counts. The port then merges all its inputs up to that time. When a
 * cell leaves a first-come-first-served port is known as soon as it joins (Lindley's recursion),
 * so that an RM cell is an event once a port and once at its end.
 *
 * A port of an edge device whose cells come at least a cell time apart does nothing but delay them
 * by that time; it is left out of the way.
 *
 * A cell that ends a frame is an event like an RM cell if its VC tells frames.
 */
class AtmLazyEngine : public AtmEngine
{
  public:
    using AtmEngine::AtmEngine;

    AtmTime GetNextTime() const override;

    /** @return events so far */
    uint64_t GetEvents() const;

  private:
    /** What happens, in the order within a time: that of AtmEngine. */
    enum Phase : uint64_t
    {
        LEAVE,  //!< a forward RM cell leaves a port that marks it
        ARRIVE, //!< a cell comes to its destination
        RETURN, //!< a backward RM cell comes to its source
        SEND,   //!< a source sends a cell that is an event
        PASS,   //!< a cell that is an event has joined a queue
    };

    /** Of PASS, in the order for a port. */
    enum Passage : uint64_t
    {
        FORWARDS,  //!< a forward RM cell joins this port
        BACKWARDS, //!< a backward RM cell of this port's VCs comes to the switch
        SILENTLY,  //!< a cell joins that no switch reads
        WAITS,     //!< a cell may have been served, of a queue for each VC
    };

    /** A cell that goes from one port to the next. */
    struct Item
    {
        AtmTime time{0};      //!< when it joins, ps
        uint32_t flow{0};     //!< twice the VC, and 1 if backward
        uint32_t place{NONE}; //!< in m_contents of one that is an event
        bool rm{false};       //!< RM cell
        bool efci{false};     //!< EFCI
        bool last{false};     //!< last of a frame
    };

    /** A cell in a port. */
    struct Held
    {
        AtmTime leave{0}; //!< when it leaves, ps
        Item item;        //!< as it joined
    };

    /** Cells on the way to one port or end, in the order of time. */
    using Stream = AtmRing<Item>;

    /** Where a flow goes from a port or end. */
    struct Next
    {
        Stream* stream{nullptr}; //!< in which its cells wait
        AtmTime offset{0};       //!< from leaving, or being sent, to joining, ps
    };

    /** What feeds a port or an end. */
    struct Feeder
    {
        uint32_t number; //!< of a port, or of a VC whose source it is
        AtmTime offset;  //!< from leaving it to joining, ps
    };

    /** A port. One that is skipped has only the first five. */
    struct LazyPort
    {
        bool skipped{false};         //!< it is left out of the way
        bool counts{false};          //!< each cell meets a count of cells
        bool reads{false};           //!< its switch reads backward RM cells
        bool holds{false};           //!< it marks cells by what is behind them
        std::vector<uint32_t> flows; //!< that pass, in order
        std::map<uint64_t, std::unique_ptr<Stream>> streams; //!< its inputs, in their order
        std::vector<Stream*> inputs;                         //!< the same
        std::vector<AtmTime> heads;                          //!< times of their first cells
        std::vector<Feeder> ports;                           //!< that feed it
        std::vector<Feeder> sources;                         //!< that feed it
        std::vector<Next> next;                              //!< by flow
        AtmTime done{-1};          //!< up to and including which it is merged
        AtmTime busy{0};           //!< until when it sends
        AtmTime mostWait{0};       //!< the longest time from joining to being sent
        AbrIntervalCount interval; //!< what came in it

        AtmRing<Held> held; //!< of one queue: cells that it has, or had before done
        uint64_t behind{0}; //!< number of the first of them that joined not before some time

        std::map<uint32_t, Stream> lines; //!< of queues by flow: cells that are not yet served
        int64_t waiting{0};               //!< how many
        uint32_t turn{0};                 //!< the first flow to be served next
        AtmTime ready{0};                 //!< when a cell last joined empty lines
        bool serving{false};              //!< served is there
        Held served;                      //!< the cell that is being sent
    };

    /** A source. */
    struct Source
    {
        std::vector<AtmTime> times; //!< when data cells are sent
        uint32_t sent{0};           //!< how many of them were
        uint64_t version{0};        //!< of the plan
        bool frames{false};         //!< its supply has frames
        Next next;                  //!< where its cells go
    };

    /** The end of a flow. */
    struct End
    {
        Stream stream;               //!< cells on the way to it
        std::vector<Feeder> ports;   //!< the port that feeds it, or none
        std::vector<Feeder> sources; //!< the source that feeds it, or none
    };

    /** What a cell that is an event carries. */
    struct Content
    {
        AbrRmContent content; //!< of an RM cell
        int64_t queue{0};     //!< cells before it when it joined; -1: it was refused
        uint64_t cell{0};     //!< number of a data cell
        uint64_t number{0};   //!< in held or a line
        bool leaves{false};   //!< it is known when it leaves
    };

    /** Something that is going to happen. */
    struct Event
    {
        AtmTime time;     //!< when, ps
        uint64_t order;   //!< phase, then port or VC, then passage, then flow
        uint32_t place;   //!< in m_contents
        uint64_t version; //!< of SEND: that of the plan

        /** @param other event @return whether it comes after that one */
        bool operator>(const Event& other) const
        {
            return time != other.time ? time > other.time : order > other.order;
        }
    };

    void DoStart() override;
    void DoAdvance(AtmTime time) override;
    void DoNotify(uint32_t vc) override;
    int64_t DoGetQueue(uint32_t port) override;
    void Refresh() override;

    void Skip();     //!< Find the ports that are left out.
    void Connect();  //!< Make the ways of all flows.
    void FindStep(); //!< See m_step.

    /** @param port of an edge device @return whether its cells come a cell time apart */
    bool IsPaced(uint32_t port) const;

    /** @param port to an edge device @return whether it gets cells from one port that is no faster
     */
    bool IsFed(uint32_t port) const;

    /** @param flow number @return kind of its RM cells */
    static Kind GetKind(uint32_t flow)
    {
        return flow % 2 ? BACKWARD : FORWARD;
    }

    /** @param flow number @return channels of its way */
    const std::vector<uint32_t>& GetFlowWay(uint32_t flow) const;

    /** @param flow number @param port of its way @return which hop that is */
    uint32_t GetHop(uint32_t flow, uint32_t port) const;

    /**
     * @param flow number
     * @param hop that its cells come to
     * @param from what they come from: a port, or if it is NONE the source or destination
     * @param offset so far
     * @return where they go, which is told that it is fed
     */
    Next Follow(uint32_t flow, uint32_t hop, uint32_t from, AtmTime offset);

    /** @param time when @param phase what @param number of the port or VC @param passage how @param
     * flow whose @param place in m_contents */
    void Schedule(AtmTime time,
                  Phase phase,
                  uint64_t number,
                  uint64_t passage,
                  uint32_t flow,
                  uint32_t place);

    /** A cell that is an event comes to a hop, or passes it by. @param item it, joining at its time
     * @param hop of its way */
    void ScheduleHop(const Item& item, uint32_t hop);

    /** A cell that is an event is sent. @param next where @param item it, sent at its time @param
     * content what it carries */
    void Emit(const Next& next, Item item, const Content& content);

    void Plan(uint32_t vc, AtmTime now);     //!< What a source sends until its next event.
    void Commit(uint32_t vc, AtmTime time);  //!< Send the data cells up to and including a time.
    void Send(uint32_t vc, AtmTime now);     //!< The cell that is an event.
    void Turn(uint32_t vc, AtmTime now);     //!< A destination sends an RM cell back.
    void Fetch(uint32_t flow, AtmTime time); //!< What comes to the end of a flow.
    void Arrive(uint32_t vc, AtmTime now);   //!< Cells come to a destination up to now.
    void Return(uint32_t vc, AtmTime now);   //!< An RM cell comes back to its source.

    /** A cell that is an event has joined a queue, or may be served. @param event it */
    void Pass(const Event& event);

    /** An RM cell leaves a port that marks it. @param event it */
    void Leave(const Event& event);

    void Merge(uint32_t port, AtmTime time);       //!< All that joins up to and including a time.
    void Join(uint32_t port, const Item& item);    //!< A cell joins.
    void Hold(uint32_t port, Item item);           //!< It is accepted, by one queue.
    void Enqueue(uint32_t port, const Item& item); //!< It is accepted, by queues by flow.
    void Release(uint32_t port, AtmTime time);     //!< What leaves up to and including a time.
    void Depart(uint32_t port, const Held& held);  //!< Of an event it is known when it leaves.
    void EndInterval(uint32_t port, AtmTime time); //!< And the next one begins.
    void Sweep(AtmTime time);                      //!< Merge all in steps, where there are circles.

    /** Of queues by flow: cells leave up to and including a time, and begin to be sent before it.
     * @param port number @param time ps @param including whether they begin at that time, too */
    void Serve(uint32_t port, AtmTime time, bool including);

    /** @param port number @param place of a cell in a line @param flow whose line @param now time
     * @return the earliest time at which it may be served */
    AtmTime GetEarliest(uint32_t port, uint32_t place, uint32_t flow, AtmTime now) const;

    /** @param port that is not skipped @param time of the last that joined, or later @return cells
     */
    int64_t GetQueueAt(uint32_t port, AtmTime time) const;

    /** @param port that is not skipped @param wait until it is free, ps @return cells that it has
     */
    int64_t GetCells(uint32_t port, AtmTime wait) const;

    /** @param port that is skipped @return cells that are in it now, and all that joined it */
    std::pair<int64_t, uint64_t> CountSkipped(uint32_t port) const;

    /** @param content of a new cell that is an event @return its place */
    uint32_t Keep(const Content& content);

    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events; //!< what is due
    uint64_t m_count{0};                                                     //!< see GetEvents
    std::vector<LazyPort> m_lazy;                                            //!< by port
    std::vector<Source> m_sources;                                           //!< by VC
    std::vector<Next> m_turns;       //!< by VC: where turned-around cells go
    std::vector<End> m_ends;         //!< by flow
    std::vector<Content> m_contents; //!< of cells that are events
    std::vector<uint32_t> m_free;    //!< places in m_contents
    AtmTime m_step{0};               //!< of Sweep; 0: there are no circles
    AtmTime m_swept{0};              //!< up to and including which all is merged
};

} // namespace ns3

#endif // ATM_ABR_LAZY_ENGINE_H
