/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_CELL_ENGINE_H
#define ATM_ABR_CELL_ENGINE_H

#include "atm-abr-engine.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <queue>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Reference implementation that validates AtmLazyEngine: events for each cell at each hop,
 * in the order of AtmEngine.
 */
class AtmCellEngine : public AtmEngine
{
  public:
    using AtmEngine::AtmEngine;

    AtmTime GetNextTime() const override;

  private:
    /** What happens, in the order within a time. */
    enum Phase : uint32_t
    {
        LEAVE,    //!< a cell leaves a port
        ARRIVE,   //!< a cell comes to a destination
        RETURN,   //!< a backward RM cell comes to its source
        SEND,     //!< a source sends
        JOIN,     //!< a cell joins a queue
        INTERVAL, //!< a measuring interval ends
        PASS,     //!< a switch reads an RM cell
        SERVE,    //!< an idle port begins to send
    };

    /** A cell. */
    struct Cell
    {
        uint32_t vc{0};      //!< number
        Kind kind{DATA};     //!< what it is
        bool efci{false};    //!< EFCI, of a data cell
        bool last{false};    //!< last of a frame, of a data cell
        bool begins{false};  //!< of a backward RM cell: it has not left the port where it was sent
        uint32_t hop{0};     //!< of its way: the port that it joins next, or is in
        uint64_t number{0};  //!< of a data cell
        uint32_t content{0}; //!< in m_contents, of an RM cell
    };

    /** Something that is going to happen. */
    struct Event
    {
        AtmTime time;                  //!< when, ps
        std::array<uint32_t, 4> order; //!< phase, then what decides among those of a phase
        Cell cell;                     //!< what it is about; of SEND the VC alone
        uint64_t version;              //!< of SEND: as planned

        /** @param other event @return whether it comes after that one */
        bool operator>(const Event& other) const;
    };

    /** The cells of a port. */
    struct Queue
    {
        std::map<uint32_t, std::deque<Cell>> cells; //!< by VC and direction, or all under 0
        int64_t waiting{0};                         //!< how many
        std::optional<Cell> served;                 //!< is being sent
        uint32_t turn{0};                           //!< the first key to be served next
        bool beginning{false};                      //!< SERVE is due
        AbrIntervalCount interval;                  //!< what came in it
    };

    /** What an RM cell says. */
    struct Content
    {
        AbrRmContent content; //!< as it is now
        int64_t queue{0};     //!< cells before it when it joined
    };

    void DoStart() override;
    void DoAdvance(AtmTime time) override;
    void DoNotify(uint32_t vc) override;
    void DoMake(uint32_t vc, uint32_t hop, AtmTime time, const AbrRmContent& content) override;
    int64_t DoGetQueue(uint32_t port) override;
    void Refresh() override;

    /**
     * @param time when
     * @param phase what
     * @param a first
     * @param b second
     * @param c third order
     * @param cell what it is about
     */
    void Schedule(AtmTime time, Phase phase, uint32_t a, uint32_t b, uint32_t c, const Cell& cell);

    void Plan(uint32_t vc, AtmTime now);              //!< Schedule what a source sends next.
    void PlanInterval(uint32_t port);                 //!< Schedule the end of an interval.
    void Leave(uint32_t port, AtmTime now);           //!< The served cell leaves.
    void Arrive(const Cell& cell, AtmTime now);       //!< At its destination.
    void Send(uint32_t vc, AtmTime now);              //!< A source sends a cell.
    void Turn(uint32_t vc, AtmTime now);              //!< A destination sends an RM cell back.
    void Join(uint32_t port, Cell cell, AtmTime now); //!< A cell comes to a port.
    void EndInterval(uint32_t port, AtmTime now);     //!< And the next one begins.
    void Pass(const Cell& cell, AtmTime now);         //!< A switch reads an RM cell.
    void Serve(uint32_t port, AtmTime now);           //!< If there is a cell.
    void Free(uint32_t content);                      //!< It is needed no more.

    /**
     * Call the listener for a cell, if its VC tells cells.
     * @param cell it
     * @param now time
     * @param arrives see AtmEngineListener::Cell
     */
    void NotifyCell(const Cell& cell, AtmTime now, bool arrives);

    /** @param content of a new RM cell @return its place */
    uint32_t Keep(const AbrRmContent& content);

    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events; //!< what is due
    std::vector<Queue> m_queues;                                             //!< by port
    std::vector<uint64_t> m_versions;                                        //!< of plans, by VC
    std::vector<Content> m_contents;                                         //!< of RM cells
    std::vector<uint32_t> m_freeContents;                                    //!< not used
    uint32_t m_made{0};                                                      //!< BECN cells
};

} // namespace ns3

#endif // ATM_ABR_CELL_ENGINE_H
