/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-sinks.h"

#include "ns3/log.h"

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("BurstCoreSinks");

SinkAccessor::SinkAccessor(Ptr<const TraceSourceAccessor> plain, Perform perform)
    : m_plain(plain),
      m_perform(std::move(perform))
{
}

const TraceSourceAccessor&
SinkAccessor::GetPlain() const
{
    return *m_plain;
}

bool
SinkAccessor::ConnectWithoutContext(ObjectBase* object, const CallbackBase& sink) const
{
    return m_perform(object, [&] { m_plain->ConnectWithoutContext(object, sink); });
}

bool
SinkAccessor::Connect(ObjectBase* object, std::string context, const CallbackBase& sink) const
{
    return m_perform(object, [&] { m_plain->Connect(object, context, sink); });
}

bool
SinkAccessor::DisconnectWithoutContext(ObjectBase* object, const CallbackBase& sink) const
{
    return m_perform(object, [&] { m_plain->DisconnectWithoutContext(object, sink); });
}

bool
SinkAccessor::Disconnect(ObjectBase* object, std::string context, const CallbackBase& sink) const
{
    return m_perform(object, [&] { m_plain->Disconnect(object, context, sink); });
}

} // namespace ns3::burst
