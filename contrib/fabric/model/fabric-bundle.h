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
 * @brief The fabrics of the same devices: one thing at a time happens to them, behind all
 * deliveries of the moment, and listeners are told when it is done.
 */
class Bundle
{
  public:
    /** @param member the only one yet */
    explicit Bundle(BundleMember& member);

    /** @param member delivers behind the others within a tick */
    void Add(BundleMember& member);
    void Clear(); //!< Forget members and news.

    /**
     * Deliver what is due now, do something, and only then tell listeners of all that has happened.
     * If it throws, the members go on from there with the next event.
     * @tparam Action type of a function
     * @param action what to do; it may call Act
     */
    template <typename Action>
    void Act(Action action);

    /** Deliver what is due now. Whatever else happens at this moment comes behind that, so that the
     * order of events within a tick does not matter. */
    void Advance();

    /** Tell listeners of devices of all that has happened, now and whatever the context: for one
     * who measures until now. */
    void TellAll();

    /**
     * Tell something when the present Act is over.
     * @param context of the node it belongs to
     * @param action tells it
     */
    void TellLater(uint32_t context, std::function<void()> action);

    /**
     * As TellLater, of a value that is sampled.
     * @tparam Value type of it
     * @param context of the node it belongs to
     * @param trace that is told the last value and this one, if they differ
     * @param last value, which becomes this one
     * @param value now
     */
    template <typename Value>
    void TellChange(uint32_t context,
                    const TracedCallback<Value, Value>& trace,
                    Value& last,
                    Value value);

    /**
     * As TellLater, of what is past: nothing can be sent or changed then.
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
        int m_exceptions; //!< under way at its begin
    };

    void AdvanceMembers(); //!< All, to now.

    std::vector<BundleMember*> m_members; //!< in the order in which they deliver
    News m_news;                          //!< that listeners have not been told
    bool m_acting{false};                 //!< in Act
    bool m_handing{false};                //!< devices are told of ends of packets
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
