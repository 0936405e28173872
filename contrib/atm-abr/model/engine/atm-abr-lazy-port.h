/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_PORT_H
#define ATM_ABR_LAZY_PORT_H

#include "atm-abr-engine.h"
#include "atm-abr-lazy-agenda.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A port of AtmLazyEngine, which merges its inputs up to the time for which its state is
 * needed. Subclasses choose the next cell.
 */
class AtmLazyPort
{
  public:
    /**
     * @param number of the port
     * @param routes of cells
     * @param agenda what is going to happen
     * @param settings of the port
     * @param buffer of it
     * @param counts of it, which are kept up to date
     */
    AtmLazyPort(uint32_t number,
                AtmLazyRoutes& routes,
                AtmLazyAgenda& agenda,
                const AtmEngine::PortSettings& settings,
                AtmBuffer& buffer,
                AtmEngine::PortCounts& counts);
    virtual ~AtmLazyPort() = default;

    AtmLazyPort(const AtmLazyPort&) = delete;
    AtmLazyPort& operator=(const AtmLazyPort&) = delete;

    /**
     * @param port that feeds this one
     * @param offset from leaving it to joining, ps
     */
    void AddFeeder(AtmLazyPort& port, AtmTime offset);

    /** All happens up to and including a time. @param time ps */
    void Merge(AtmTime time);

    /** @param time up to which all happened, ps @return cells that it has */
    virtual int64_t GetQueue(AtmTime time) const = 0;

    /** @param content of a cell that is in it @return cells behind that one */
    virtual int64_t GetBehind(const AtmLazyAgenda::Content& content) const = 0;

    /**
     * It may be known when a cell leaves that waits.
     * @param time up to which all happened, ps
     * @param step of the cell
     * @param place of what it carries
     */
    virtual void CheckService(AtmTime time, uint32_t step, uint32_t place);

    virtual void Refresh(); //!< Bring the counts up to date.

  protected:
    static constexpr uint32_t NONE = AtmLazyCell::NONE; //!< no such number

    /** A port and the time from leaving it. */
    struct Feeder
    {
        AtmLazyPort* port; //!< that feeds
        AtmTime offset;    //!< until joining, ps
    };

    /**
     * Take cells from the inputs in their order.
     * @param time up to and including which, ps
     * @param join what is called with each
     */
    template <typename Function>
    void TakeAll(AtmTime time, Function join)
    {
        AtmTime* const heads = m_heads.data();
        AtmLazyStream* const* const inputs = m_inputs.data();
        const std::size_t size = m_heads.size();
        while (true)
        {
            std::size_t first = 0;
            AtmTime earliest = heads[0];
            for (std::size_t input = 1; input < size; ++input)
            {
                if (heads[input] < earliest)
                {
                    earliest = heads[input];
                    first = input;
                }
            }
            if (earliest > time)
            {
                return;
            }
            AtmLazyCell cell;
            heads[first] = inputs[first]->Take(cell);
            join(cell);
        }
    }

    /** A cell leaves. @param cell it, at the time of that */
    void Leave(AtmLazyCell cell)
    {
        const AtmLazyRoutes::Next& next = m_routes.GetStep(cell.GetStep()).next;
        cell.time += next.offset;
        cell.SetStep(next.step);
        next.stream->Push(cell);
    }

    /** It is known when a cell leaves that is an event. @param cell it, at the time of that */
    void Depart(AtmLazyCell cell);

    /** A cell joins. @param cell it */
    void Join(const AtmLazyCell& cell);

    /** All cells join that do so up to and including a time. @param time ps */
    virtual void JoinAll(AtmTime time);

    const uint32_t m_number;               //!< of the port
    const AtmTime m_slot;                  //!< time of a cell, ps
    AtmLazyRoutes& m_routes;               //!< of cells
    AtmLazyAgenda& m_agenda;               //!< what is going to happen
    AtmBuffer& m_buffer;                   //!< of the port
    AtmEngine::PortCounts& m_counts;       //!< of the port
    AbrMarking* const m_marking;           //!< or null
    AbrSwitchAlgorithm* const m_algorithm; //!< or null
    const bool m_marksLeaving;             //!< EFCI of data cells that leave
    const bool m_marksJoining;             //!< EFCI of data cells that join

  private:
    /**
     * Cells leave up to and including a time.
     * @param time ps
     * @param including whether others begin to be sent at that time
     */
    virtual void Serve(AtmTime time, bool including) = 0;

    /** A cell is accepted. @param cell it, at the time when it joins */
    virtual void Enqueue(const AtmLazyCell& cell) = 0;

    /** @return whether the queue is asked for each data cell */
    virtual bool IsCounted() const = 0;

    void EndInterval(AtmTime time); //!< And the next one begins. @param time ps

    std::vector<AtmLazyStream*> m_inputs; //!< in their order
    std::vector<AtmTime> m_heads;         //!< times of their first cells, in a merge
    std::vector<Feeder> m_feeders;        //!< of them
    AtmTime m_done{-1};                   //!< up to and including which all happened
    AbrIntervalCount m_interval;          //!< what came in it
};

} // namespace ns3

#endif // ATM_ABR_LAZY_PORT_H
