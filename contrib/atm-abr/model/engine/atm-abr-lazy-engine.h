/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_ENGINE_H
#define ATM_ABR_LAZY_ENGINE_H

#include "atm-abr-engine.h"
#include "atm-abr-lazy-agenda.h"
#include "atm-abr-lazy-port.h"
#include "atm-abr-lazy-routes.h"
#include "atm-abr-lazy-source.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The exact lazy engine: RM cells are events, data cells are not.
 *
 * Between two RM cells that a source sends or receives, its rate and the departures of its data
 * cells are known (AtmLazySource). Data cells join the queue of a port (AtmLazyPort) when the state
 * of the port at a later time is needed: for an RM cell that joins, a switch that reads it, a
 * destination that receives it, or a reader of counts. The departure of a cell from a
 * first-come-first-served port is known as soon as it joins, so that an RM cell is one event at
 * each port and one at its end. Ports that only delay cells are skipped (AtmLazyRoutes).
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
    void DoStart() override;
    void DoAdvance(AtmTime time) override;
    void DoNotify(uint32_t vc) override;
    void DoMake(uint32_t vc, uint32_t hop, AtmTime time, const AbrRmContent& content) override;
    int64_t DoGetQueue(uint32_t port) override;
    void Refresh() override;

    void FindRoutes(); //!< And agenda.

    void MakePorts(); //!< All but those that are skipped.

    void MakeSources(); //!< All.

    /**
     * A cell that is an event is sent.
     * @param next where
     * @param now time
     * @param carried what it carries
     */
    void Emit(const AtmLazyRoutes::Next& next, AtmTime now, const AtmLazyAgenda::Content& carried);

    void Plan(uint32_t vc, AtmTime now);     //!< What a source sends until its next event.
    void Send(uint32_t vc, AtmTime now);     //!< The cell that is an event.
    void Turn(uint32_t vc, AtmTime now);     //!< A destination sends an RM cell back.
    void Fetch(uint32_t flow, AtmTime time); //!< What comes to the end of a flow.
    void Arrive(uint32_t vc, AtmTime now);   //!< Cells come to a destination up to now.
    void Return(uint32_t vc, AtmTime now);   //!< An RM cell comes back to its source.

    /** A cell that is an event has joined a queue, or may be served. @param event it */
    void Pass(const AtmLazyAgenda::Event& event);

    /** A cell leaves a port that marks it, or the first one of its way. @param event it */
    void Leave(const AtmLazyAgenda::Event& event);

    /**
     * A cell is at an end of its path: call the listener.
     * @param carried what it carries
     * @param time ps
     * @param arrives see AtmEngineListener::Cell
     * @param efci see there
     */
    void NotifyCell(const AtmLazyAgenda::Content& carried, AtmTime time, bool arrives, bool efci);

    void Merge(uint32_t port, AtmTime time); //!< Up to and including a time, unless it is skipped.
    void Sweep(AtmTime time);                //!< Merge all in steps, where there are circles.

    /** @param port that is skipped @return cells that are in it now, and all that joined it */
    std::pair<int64_t, uint64_t> CountSkipped(uint32_t port);

    std::optional<AtmLazyRoutes> m_routes;            //!< from the start on
    std::optional<AtmLazyAgenda> m_agenda;            //!< from the start on
    std::vector<std::unique_ptr<AtmLazyPort>> m_lazy; //!< by port; null: it is skipped
    std::deque<AtmLazySource> m_sources;              //!< by VC
    uint64_t m_count{0};                              //!< see GetEvents
    AtmTime m_step{0};                                //!< of Sweep; 0: there are no circles
    AtmTime m_swept{0};                               //!< up to and including which all is merged
};

} // namespace ns3

#endif // ATM_ABR_LAZY_ENGINE_H
