/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PENDING_TRACES_H
#define FABRIC_PENDING_TRACES_H

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <deque>
#include <functional>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * @brief Pending traces and callbacks, which fire in order after the action that caused them.
 *
 * A sink sees a consistent state, may act on it, and may throw: the remaining traces then fire
 * in an event at the same time. Each trace fires in its own context. A pending event keeps the
 * PendingTraces whose traces it fires.
 */
class PendingTraces : public SimpleRefCount<PendingTraces>
{
  public:
    /**
     * @param context of the event in which it fires; Simulator::NO_CONTEXT for any
     * @param later whether it needs a separate event, even if the present event would do
     * @param action fires the trace
     * @param owner of the trace, which is kept until then; or null
     */
    void Add(uint32_t context,
             bool later,
             std::function<void()> action,
             Ptr<const Object> owner = nullptr);

    /** As Add, in any context, of the past: see IsFiringPast.
     * @param later whether it needs a separate event @param action fires the trace */
    void AddPast(bool later, std::function<void()> action);
    /** @return whether a trace of AddPast fires: nothing can be changed then */
    bool IsFiringPast() const;
    void Take(PendingTraces& other); //!< Behind what is pending here. @param other has nothing then

    void Fire();     //!< Fire traces of this context; the rest in events at the same time.
    void FireNow();  //!< Fire all traces of this context, before those of others.
    void Postpone(); //!< Fire all traces in events at the same time.

  private:
    /** One piece. */
    struct Item
    {
        uint32_t context;             //!< of the event in which it fires
        bool later;                   //!< in an event of its own
        bool past;                    //!< nothing can be changed meanwhile
        std::function<void()> action; //!< fires it
        Ptr<const Object> owner;      //!< kept
    };

    static bool IsOfHere(const Item& item); //!< @param item any @return of this context, or any
    void Continue();                        //!< The event of Postpone.
    /** @param may whether the present event can fire it */
    void FireWhile(bool (*may)(const Item&));

    std::deque<Item> m_items; //!< pending
    bool m_firing{false};     //!< in FireWhile
    bool m_past{false};       //!< in an action of AddPast
    bool m_pending{false};    //!< Continue is scheduled
};

} // namespace ns3::fabric

#endif // FABRIC_PENDING_TRACES_H
