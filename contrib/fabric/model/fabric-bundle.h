/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_BUNDLE_H
#define FABRIC_BUNDLE_H

#include "fabric-pending-traces.h"
#include "fabric-scoped-flag.h"

#include "ns3/simulator.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <memory>
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
class Bundle : public std::enable_shared_from_this<Bundle>
{
  public:
    /** @param member the only one yet */
    explicit Bundle(BundleMember& member);

    /** Take the members of another bundle, with the traces that are pending there. @param joined
     * delivers behind the others within a tick; it is kept, and empty from now on */
    void Join(std::shared_ptr<Bundle> joined);
    /** Settle; the other members go on. @param member that ends now */
    void Remove(BundleMember& member);
    void Forget(BundleMember& member); //!< Without that. @param member that is no more

    /** Perform the due deliveries, for a device or a fabric that is disposed of. Traces and
     * callbacks fire in events of the present time, and so never after the end of a simulation. */
    void Settle();

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

    /** Perform the due deliveries, and fire now what is pending of this context or of none, as that
     * of fabrics: for a measurement that ends now. */
    void NotifyNow();

    /**
     * Fire a trace when the present Act is over.
     * @param context of the node it belongs to
     * @param action tells it
     * @param owner of the trace, which is kept until then; or null
     */
    void NotifyLater(uint32_t context,
                     std::function<void()> action,
                     Ptr<const Object> owner = nullptr);

    /**
     * As NotifyLater, of a value that is sampled.
     * @tparam Value type of it
     * @param context of the node it belongs to
     * @param trace that gets the last value and this one, if they differ
     * @param last value, which becomes this one
     * @param value now
     */
    template <typename Value>
    void NotifyChange(uint32_t context,
                      const TracedCallback<Value, Value>& trace,
                      Value& last,
                      Value value);

    /**
     * As NotifyLater, for a past event: the sink must not send or change anything.
     * @param action tells it
     */
    void NotifyOfPast(std::function<void()> action);

    /** @throw std::invalid_argument an action of NotifyOfPast is under way */
    void CheckNotNotifying() const;

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

    std::vector<BundleMember*> m_members;          //!< in the order in which they deliver
    Ptr<PendingTraces> m_traces;                   //!< the pending traces
    std::vector<std::shared_ptr<Bundle>> m_joined; //!< former ones, which may still be acting
    bool m_acting{false};                          //!< in Act
    bool m_handing{false};                         //!< devices are notified of ends of packets
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
    m_traces->Fire();
}

template <typename Value>
void
Bundle::NotifyChange(uint32_t context,
                     const TracedCallback<Value, Value>& trace,
                     Value& last,
                     Value value)
{
    const Value before = std::exchange(last, value);
    if (before != value && !trace.IsEmpty())
    {
        NotifyLater(context, [&trace, before, value] { trace(before, value); });
    }
}

} // namespace ns3::fabric

#endif // FABRIC_BUNDLE_H
