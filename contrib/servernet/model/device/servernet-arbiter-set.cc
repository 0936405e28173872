/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiter-set.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetArbiterSet");

ServerNetArbiterSet::ServerNetArbiterSet(const ServerNetNetwork& network, const Maker& make)
{
    NS_LOG_FUNCTION(this);
    const auto& channels = network.GetChannels();
    for (uint32_t channel = 0; channel < channels.size(); ++channel)
    {
        m_arbiters.push_back(channels[channel].fromDevice ? nullptr : make(channel));
    }
}

int64_t
ServerNetArbiterSet::AssignStreams(int64_t stream)
{
    const int64_t first = stream;
    for (const auto& arbiter : m_arbiters)
    {
        stream += arbiter ? arbiter->AssignStreams(stream) : 0;
    }
    NS_LOG_INFO("arbiters use the streams from " << first << " to below " << stream);
    return stream - first;
}

void
ServerNetArbiterSet::SetTraffic(const ServerNetExpectedLoad& load)
{
    NS_LOG_FUNCTION(this);
    for (uint32_t channel = 0; channel < m_arbiters.size(); ++channel)
    {
        if (m_arbiters[channel])
        {
            m_arbiters[channel]->SetTraffic(load.GetInputs(channel));
        }
    }
}

void
ServerNetArbiterSet::Connect(ServerNetEngine& engine) const
{
    for (uint32_t channel = 0; channel < m_arbiters.size(); ++channel)
    {
        if (m_arbiters[channel])
        {
            engine.SetArbiter(channel, m_arbiters[channel]);
        }
    }
}

} // namespace ns3
