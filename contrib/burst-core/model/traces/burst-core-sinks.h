/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_SINKS_H
#define BURST_CORE_SINKS_H

#include "burst-core-trace-accessor.h"

#include "ns3/callback.h"
#include "ns3/object-base.h"
#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"

#include <functional>
#include <string>
#include <utility>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * Connects or disconnects a sink. What an object has to do before (bring its state up to the
 * present) and after (see who listens now) it does around the call.
 */
using SinkChange = std::function<void()>;

/**
 * @ingroup burst-core
 *
 * Accessor of a trace source whose object takes part in each change of the sinks:
 * Object::TraceConnect is not virtual, and a TracedCallback does not know its object.
 */
class SinkAccessor : public TraceSourceAccessor
{
  public:
    /** Has an object perform a change; false: it is of another type. */
    using Perform = std::function<bool(ObjectBase* object, const SinkChange& change)>;

    /**
     * @param plain accessor of ns-3
     * @param perform gives a change to the object
     */
    SinkAccessor(Ptr<const TraceSourceAccessor> plain, Perform perform);

    const TraceSourceAccessor& GetPlain() const; //!< @return the accessor of ns-3

    bool ConnectWithoutContext(ObjectBase* object, const CallbackBase& sink) const override;
    bool Connect(ObjectBase* object, std::string context, const CallbackBase& sink) const override;
    bool DisconnectWithoutContext(ObjectBase* object, const CallbackBase& sink) const override;
    bool Disconnect(ObjectBase* object,
                    std::string context,
                    const CallbackBase& sink) const override;

  private:
    Ptr<const TraceSourceAccessor> m_plain; //!< accessor of ns-3
    Perform m_perform;                      //!< gives a change to the object
};

/**
 * @ingroup burst-core
 *
 * As MakeTraceSourceAccessor(), for an object that has to know when sinks come and go: one that is
 * computed late while nobody listens.
 *
 *     .AddTraceSource("QueueBytes", "..",
 *                     burst::MakeSinkAccessor(&Port::m_queueTrace, &Port::ChangeSinks), "..")
 *
 * @tparam T class that has the source
 * @tparam Source class of the source
 * @tparam Owner T or a base of it
 * @param source member of T
 * @param perform member function that calls what it is given exactly once; it may be virtual
 * @return the accessor for TypeId::AddTraceSource()
 */
template <typename T, typename Source, typename Owner>
Ptr<const TraceSourceAccessor>
MakeSinkAccessor(Source T::* source, void (Owner::*perform)(const SinkChange&))
{
    return Create<SinkAccessor>(MakeTraceSourceAccessor(source),
                                [perform](ObjectBase* object, const SinkChange& change) {
                                    T* const owner = dynamic_cast<T*>(object);
                                    if (owner)
                                    {
                                        (owner->*perform)(change);
                                    }
                                    return owner != nullptr;
                                });
}

} // namespace ns3::burst

#endif // BURST_CORE_SINKS_H
