/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_BUNDLE_H
#define FABRIC_BUNDLE_H

#include "fabric-news.h"
#include "fabric-scoped-flag.h"

#include "ns3/simulator.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ns3::fabric
{

class BundleMember;

/**
 * @ingroup fabric
 * @brief The fabrics of the same devices: one action at a time, after all deliveries of the
 * present time, followed by traces and callbacks.
 */
class Bundle
{
  public:
    /** @param member the only one yet */
    explicit Bundle(BundleMember& member);

    /** @param member delivers behind the others within a tick */
    void Add(BundleMember& member);
    void Clear(); //!< Forget members and pending traces.

    /**
     * Perform the due deliveries and an action, and only then fire traces and callbacks.
     * If the action throws, the members continue with the next event.
     * @tparam Action type of a function
     * @param action what to do; it may call Act
     */
    template <typename Action>
    void Act(Action action);

    /** Perform the due deliveries. All other actions of this time follow, so that the order of
     * events within a tick does not matter. */
    void Advance();

    /** Fire all pending traces of devices now, in any context: for a measurement that ends
     * now. */
    void TellAll();

    /**
     * Fire a trace when the present Act is over.
     * @param context of the node it belongs to
     * @param action tells it
     */
    void TellLater(uint32_t context, std::function<void()> action);

    /**
     * As TellLater, of a value that is sampled.
     * @tparam Value type of it
     * @param context of the node it belongs to
     * @param trace that gets the last value and this one, if they differ
     * @param last value, which becomes this one
     * @param value now
     */
    template <typename Value>
    void TellChange(uint32_t context,
                    const TracedCallback<Value, Value>& trace,
                    Value& last,
                    Value value);

    /**
     * As TellLater, for a past event: the sink must not send or change anything.
     * @tparam Action type of a function
     * @param action tells it
     */
    template <typename Action>
    void TellOfPast(Action action);

    /** @throw std::invalid_argument an action of TellOfPast is under way */
    void CheckNotTelling() const;

  private:
    /** The time in Act in which state changes. */
    class Turn
    {
      public:
        /** @param bundle acts */
        explicit Turn(Bundle& bundle);
        ~Turn();

      private:
        Bundle& m_bundle; //!< acts
        int m_exceptions; //!< under way at its start
    };

    void AdvanceMembers(); //!< All, to now.

    std::vector<BundleMember*> m_members; //!< in the order in which they deliver
    News m_news;                          //!< the pending traces
    bool m_acting{false};                 //!< in Act
    bool m_handing{false};                //!< devices are notified of ends of packets
    bool m_telling{false};                //!< in an action of TellOfPast
};

template <typename Action>
void
Bundle::Act(Action action)
{
    if (m_acting)
    {
        action();
        return;
    }
    {
        const Turn turn(*this);
        AdvanceMembers();
        action();
    }
    m_news.Tell();
}

template <typename Value>
void
Bundle::TellChange(uint32_t context,
                   const TracedCallback<Value, Value>& trace,
                   Value& last,
                   Value value)
{
    const Value before = std::exchange(last, value);
    if (before != value && !trace.IsEmpty())
    {
        TellLater(context, [&trace, before, value] { trace(before, value); });
    }
}

template <typename Action>
void
Bundle::TellOfPast(Action action)
{
    TellLater(Simulator::NO_CONTEXT, [this, action = std::move(action)] {
        const ScopedFlag telling(m_telling);
        action();
    });
}

} // namespace ns3::fabric

#endif // FABRIC_BUNDLE_H
