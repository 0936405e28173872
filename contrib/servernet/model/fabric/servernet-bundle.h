/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_BUNDLE_H
#define SERVERNET_BUNDLE_H

#include "servernet-news.h"
#include "servernet-scoped-flag.h"

#include "ns3/simulator.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ns3
{

class ServerNetFabric;

/**
 * @ingroup servernet
 * @brief The fabrics of the same devices, X or X and Y: one thing at a time happens to them, behind
 * all deliveries of the moment, and listeners are told when it is done.
 */
class ServerNetBundle
{
  public:
    /** @param fabric the only one yet */
    explicit ServerNetBundle(ServerNetFabric& fabric);

    /** @param fabric delivers behind the others within a tick */
    void Add(ServerNetFabric& fabric);
    void Clear(); //!< Forget fabrics and news.

    /**
     * Deliver what is due now, do something, and only then tell listeners of all that has happened.
     * If it throws, the fabrics go on from there with the next event.
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
     * As TellLater, of what is past: nothing can be sent or changed then.
     * @tparam Action type of a function
     * @param action tells it
     */
    template <typename Action>
    void TellOfPast(Action action);

    /** @throw std::invalid_argument a sink of TailStarted or Stalled is being told */
    void CheckNotTelling() const;

  private:
    /** The time in Act in which state changes. */
    class Turn
    {
      public:
        /** @param bundle acts */
        explicit Turn(ServerNetBundle& bundle);
        ~Turn();

      private:
        ServerNetBundle& m_bundle; //!< acts
        int m_exceptions;          //!< under way at its begin
    };

    void AdvanceFabrics(); //!< All, to now.

    std::vector<ServerNetFabric*> m_fabrics; //!< in the order in which they deliver
    ServerNetNews m_news;                    //!< that listeners have not been told
    bool m_acting{false};                    //!< in Act
    bool m_handing{false};                   //!< devices are told of ends of packets
    bool m_telling{false};                   //!< in an action of TellOfPast
};

template <typename Action>
void
ServerNetBundle::Act(Action action)
{
    if (m_acting)
    {
        action();
        return;
    }
    {
        const Turn turn(*this);
        AdvanceFabrics();
        action();
    }
    m_news.Tell();
}

template <typename Action>
void
ServerNetBundle::TellOfPast(Action action)
{
    TellLater(Simulator::NO_CONTEXT, [this, action = std::move(action)] {
        const ServerNetScopedFlag telling(m_telling);
        action();
    });
}

} // namespace ns3

#endif // SERVERNET_BUNDLE_H
