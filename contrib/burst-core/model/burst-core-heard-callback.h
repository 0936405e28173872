/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_HEARD_CALLBACK_H
#define BURST_CORE_HEARD_CALLBACK_H

#include "ns3/callback.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <string>
#include <utility>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * A trace source whose owner hears of new sinks: for a model that computes late, or not at all,
 * what nobody listens to. The owner is told before a sink is connected, so that the sink hears
 * nothing of the past, and afterwards, so that the owner can be in time from then on.
 *
 * @tparam Ts Types of the arguments.
 */
template <typename... Ts>
class HeardCallback : public TracedCallback<Ts...>
{
  public:
    /** @param heard Called before and after each connection. */
    void SetHeard(std::function<void()> heard)
    {
        m_heard = std::move(heard);
    }

    /** As in TracedCallback. @param callback The sink. */
    void ConnectWithoutContext(const CallbackBase& callback)
    {
        Tell();
        TracedCallback<Ts...>::ConnectWithoutContext(callback);
        Tell();
    }

    /** As in TracedCallback. @param callback The sink. @param path Its first argument. */
    void Connect(const CallbackBase& callback, const std::string& path)
    {
        Tell();
        TracedCallback<Ts...>::Connect(callback, path);
        Tell();
    }

  private:
    /** Tell the owner. */
    void Tell() const
    {
        if (m_heard)
        {
            m_heard();
        }
    }

    std::function<void()> m_heard; //!< of the owner
};

} // namespace ns3::burst

#endif // BURST_CORE_HEARD_CALLBACK_H
