/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_TRACE_CALLBACK_H
#define RUN_ARCHIVE_TRACE_CALLBACK_H

#include "ns3/callback.h"
#include "ns3/ptr.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace ns3
{

/**
 * @ingroup run-archive
 *
 * Thrown by a trace source that is given a TraceCallback of another signature than its own.
 */
class SignatureMismatch : public std::invalid_argument
{
  public:
    SignatureMismatch()
        : std::invalid_argument("the trace source has another signature")
    {
    }
};

/**
 * @ingroup run-archive
 *
 * A callback that a trace source of another signature refuses with an exception. A stock callback
 * would end the program: Callback::Assign names both types in a fatal error. It asks the refused
 * callback for its name first, and that is where this one throws.
 *
 * @tparam Args arguments of the trace source, exactly
 */
template <typename... Args>
class TraceCallback : public CallbackImpl<void, Args...>
{
  public:
    /** @param function to call @return a callback for TraceSourceAccessor::ConnectWithoutContext */
    static Callback<void, Args...> Make(std::function<void(Args...)> function)
    {
        return Callback<void, Args...>(
            Ptr<CallbackImpl<void, Args...>>(new TraceCallback(std::move(function)), false));
    }

    std::string GetTypeid() const override
    {
        throw SignatureMismatch();
    }

  private:
    /** @param function to call */
    explicit TraceCallback(std::function<void(Args...)> function)
        : CallbackImpl<void, Args...>(
              std::move(function),
              {std::make_shared<CallbackComponent<std::shared_ptr<int>>>(std::make_shared<int>())})
    {
        // The component is equal to no other: nobody's Disconnect removes this callback.
    }
};

} // namespace ns3

#endif // RUN_ARCHIVE_TRACE_CALLBACK_H
