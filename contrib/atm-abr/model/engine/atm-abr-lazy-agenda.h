/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_AGENDA_H
#define ATM_ABR_LAZY_AGENDA_H

#include "atm-abr-lazy-cell.h"
#include "atm-abr-lazy-queues.h"
#include "atm-abr-lazy-routes.h"

#include "ns3/atm-abr-rm-content.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Pending events of AtmLazyEngine, and the contents of their cells.
 */
class AtmLazyAgenda
{
  public:
    static constexpr uint32_t NONE = AtmLazyCell::NONE;        //!< no such number
    static constexpr AtmTime NEVER = AtmLazyStream::NEVER;     //!< no time
    static constexpr uint64_t MOST_NUMBER = uint64_t{1} << 26; //!< ports, and VCs, are below

    /** What happens, in the order within a time: that of AtmEngine. */
    enum Phase : uint64_t
    {
        LEAVE,  //!< a cell that is an event leaves a port, and that does or tells something
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

    /** Something that is going to happen. */
    struct Event
    {
        AtmTime time{0};   //!< when, ps
        uint64_t order{0}; //!< phase, then port or VC, then passage, then step
        uint32_t place{0}; //!< of what the cell carries

        /** @return what happens */
        Phase GetPhase() const
        {
            return static_cast<Phase>(order >> PHASE_SHIFT);
        }

        /** @return of the port or VC */
        uint32_t GetNumber() const
        {
            return order >> NUMBER_SHIFT & (MOST_NUMBER - 1);
        }

        /** @return of PASS: how */
        Passage GetPassage() const
        {
            return static_cast<Passage>(order >> PASSAGE_SHIFT & 3);
        }

        /** @return of PASS and LEAVE: that of the cell */
        uint32_t GetStep() const
        {
            return static_cast<uint32_t>(order);
        }

        /** @param other event @return whether it comes before that one */
        bool operator<(const Event& other) const
        {
            // no jump: nobody could predict it
            return (time < other.time) | ((time == other.time) & (order < other.order));
        }
    };

    /** What a cell that is an event carries. */
    struct Content
    {
        AbrRmContent content{}; //!< of an RM cell
        int64_t queue{0};       //!< cells before it when it joined; -1: it was refused
        uint64_t cell{0};       //!< number of a data cell
        uint64_t number{0};     //!< in the port, or in its line there
        uint32_t flow{0};       //!< of the cell
        bool rm{true};          //!< it is an RM cell
        bool leaves{false};     //!< it is known when it leaves
        bool last{false};       //!< it is the last data cell of a frame
        bool traced{false};     //!< the listener is called when it leaves the first port and comes
    };

    /**
     * @param routes that outlive this
     * @param vcs how many there are
     */
    AtmLazyAgenda(const AtmLazyRoutes& routes, uint32_t vcs);

    /** @return time of the first event, ps; NEVER */
    AtmTime GetTime() const
    {
        const AtmTime sent = m_sources.GetTime();
        return m_events.IsEmpty() ? sent : std::min(sent, m_events.GetFirst().time);
    }

    /** Remove the first event; there is one. @return it */
    Event Take();

    /**
     * @param time when
     * @param phase what, not SEND
     * @param number of the port or VC
     * @param passage how
     * @param step of the cell
     * @param place of what it carries
     */
    void Schedule(AtmTime time,
                  Phase phase,
                  uint64_t number,
                  uint64_t passage,
                  uint32_t step,
                  uint32_t place);

    /**
     * A source sends a cell that is an event, and none that was planned before.
     * @param vc number
     * @param time when, ps; NEVER
     */
    void PlanSend(uint32_t vc, AtmTime time)
    {
        m_sources.Set(vc, time);
    }

    /**
     * A cell that is an event comes to a step, or to its end.
     * @param time when, ps
     * @param place of what it carries
     * @param step number
     */
    void Follow(AtmTime time, uint32_t place, uint32_t step);

    /** @param content of a new cell that is an event @return its place */
    uint32_t Keep(const Content& content);

    /** @param place that is needed no more */
    void Free(uint32_t place)
    {
        m_free.push_back(place);
    }

    /** @param place of a cell that is an event @return what it carries */
    Content& operator[](uint32_t place)
    {
        return m_contents[place];
    }

  private:
    /**
     * @param phase what
     * @param number of the port or VC
     * @param passage how
     * @param step of the cell
     * @return see Event::order
     */
    static uint64_t GetOrder(Phase phase, uint64_t number, uint64_t passage, uint32_t step)
    {
        return uint64_t{phase} << PHASE_SHIFT | number << NUMBER_SHIFT | passage << PASSAGE_SHIFT |
               step;
    }

    static constexpr uint32_t PHASE_SHIFT = 60;   //!< of an order
    static constexpr uint32_t NUMBER_SHIFT = 34;  //!< of an order
    static constexpr uint32_t PASSAGE_SHIFT = 32; //!< of an order

    const AtmLazyRoutes& m_routes;   //!< of cells
    atm::Heap<Event> m_events;       //!< what is due, but for SEND
    atm::Tournament m_sources;       //!< SEND, by VC
    std::vector<Content> m_contents; //!< by place
    std::vector<uint32_t> m_free;    //!< places
};

} // namespace ns3

#endif // ATM_ABR_LAZY_AGENDA_H
