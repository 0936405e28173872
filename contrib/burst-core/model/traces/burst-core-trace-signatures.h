/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_TRACE_SIGNATURES_H
#define BURST_CORE_TRACE_SIGNATURES_H

#include "burst-core-trace-listener.h"

#include "ns3/object.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/type-id.h"

#include <memory>
#include <string>
#include <typeinfo>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * The class that a trace source is a member of its object as, such as
 * `ns3::TracedCallback<ns3::Ptr<ns3::Packet const> >`: its signature. The callback type that the
 * TypeId names is a text for the manual, and wrong for some sources (`ns3::QueueDisc::Mark` passes
 * the reason too, `ns3::CobaltQueueDisc::DropNext` an int64_t).
 *
 * @param accessor of the source, as ns3::MakeTraceSourceAccessor() makes it
 * @return the name of the class, empty when the accessor was made in another way
 */
std::string GetTraceSourceClass(const TraceSourceAccessor& accessor);

/** @return the name of a class as GetTraceSourceClass() gives it */
std::string GetClassName(const std::type_info& type);

/**
 * @ingroup burst-core
 *
 * Connects a listener to a trace source whose arguments are of core and network, and have a value
 * as TraceSource::Connect() describes it, or whose signature AddTraceSignature() has. The text that
 * the TypeId has for the callback decides whether two numbers are an old and a new value.
 *
 * @param object that has the source
 * @param source of the object
 * @param listener to connect
 * @return false when the signature is none of those
 */
bool ConnectKnownSignature(Ptr<Object> object,
                           const TypeId::TraceSourceInformation& source,
                           const std::shared_ptr<TraceListener>& listener);

} // namespace ns3::burst

#endif // BURST_CORE_TRACE_SIGNATURES_H
