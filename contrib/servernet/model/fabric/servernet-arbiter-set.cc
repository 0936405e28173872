/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiter-set.h"

namespace ns3
{

ServerNetArbiterSet::ServerNetArbiterSet(const ServerNetNetwork& network, const Maker& make)
{
    const auto& channels = network.GetChannels();
    for (uint32_t channel = 0; channel < channels.size(); ++channel)
    {
        m_arbiters.push_back(channels[channel].fromDevice ? nullptr : make(channel));
    }
}

const std::vector<Ptr<ServerNetArbiter>>&
ServerNetArbiterSet::GetArbiters() const
{
    return m_arbiters;
}

int64_t
ServerNetArbiterSet::AssignStreams(int64_t stream)
{
    const int64_t first = stream;
    for (const auto& arbiter : m_arbiters)
    {
        stream += arbiter ? arbiter->AssignStreams(stream) : 0;
    }
    return stream - first;
}

void
ServerNetArbiterSet::SetTraffic(const ServerNetExpectedLoad& load)
{
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
