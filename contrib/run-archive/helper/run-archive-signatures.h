/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_SIGNATURES_H
#define RUN_ARCHIVE_SIGNATURES_H

#include "run-archive-trace-listener.h"

#include "ns3/object.h"
#include "ns3/type-id.h"

#include <memory>

namespace ns3
{

/**
 * Connects a listener to a trace source whose arguments are of core, network and traffic-control,
 * and have a value as TraceRecorder describes it.
 *
 * Arguments are tried until the source accepts them. The callback type that the TypeId names is not
 * enough: it is a text for the manual, and wrong for some sources (`ns3::QueueDisc::Mark` passes
 * the reason too, `ns3::CobaltQueueDisc::DropNext` an int64_t). It does decide whether two numbers
 * are an old and a new value.
 *
 * @param object that has the source
 * @param source of the object
 * @param listener to connect
 * @return false when the signature is none of those
 */
bool ConnectKnownSignature(Ptr<Object> object,
                           const TypeId::TraceSourceInformation& source,
                           const std::shared_ptr<TraceListener>& listener);

} // namespace ns3

#endif // RUN_ARCHIVE_SIGNATURES_H
