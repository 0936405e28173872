/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-engine.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

void
ServerNetEngine::Listener::Discarded(const Packet& /* packet */,
                                     uint32_t /* channel */,
                                     int64_t /* tick */)
{
}

bool
ServerNetEngine::Listener::WantsHops() const
{
    return false;
}

void
ServerNetEngine::Listener::TailStarted(const Hop& /* hop */)
{
}

bool
ServerNetEngine::Listener::WantsStalls() const
{
    return false;
}

void
ServerNetEngine::Listener::Stalled(const Stall& /* stall */)
{
}

ServerNetEngine::ServerNetEngine(std::shared_ptr<const ServerNetNetwork> network,
                                 Listener* listener)
    : m_network(std::move(network)),
      m_listener(listener),
      m_arbiters(m_network->GetChannels().size())
{
}

const ServerNetNetwork&
ServerNetEngine::GetNetwork() const
{
    return *m_network;
}

void
ServerNetEngine::SetArbiter(uint32_t channel, Ptr<ServerNetArbiter> arbiter)
{
    if (channel >= m_arbiters.size() || m_network->GetChannels()[channel].fromDevice)
    {
        throw std::invalid_argument("channel is " + std::to_string(channel) +
                                    "; an arbiter is for one that leaves a router");
    }
    m_arbiters[channel] = std::move(arbiter);
}

} // namespace ns3
