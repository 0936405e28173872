/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-engine.h"

#include "servernet-event-engine.h"
#include "servernet-flit-engine.h"

#include "ns3/log.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetEngine");

std::unique_ptr<ServerNetEngine>
ServerNetEngine::Make(Kind kind,
                      std::shared_ptr<const ServerNetNetwork> network,
                      Listener* listener)
{
    NS_LOG_FUNCTION(kind << listener);
    if (kind == FLIT)
    {
        return std::make_unique<ServerNetFlitEngine>(std::move(network), listener);
    }
    return std::make_unique<ServerNetEventEngine>(std::move(network), listener);
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
    NS_LOG_FUNCTION(this << channel << arbiter);
    if (channel >= m_arbiters.size() || m_network->GetChannels()[channel].fromDevice)
    {
        throw std::invalid_argument("channel is " + std::to_string(channel) +
                                    "; an arbiter is for one that leaves a router");
    }
    m_arbiters[channel] = std::move(arbiter);
}

void
ServerNetEngine::Carry(const std::vector<Packet>& packets)
{
    NS_LOG_FUNCTION(this << packets.size());
    for (const Packet& packet : packets)
    {
        Advance(packet.createTick);
        Inject(packet, packet.createTick);
    }
    while (GetInFlight() > 0)
    {
        Advance(GetNextTick());
    }
}

void
ServerNetEngine::CheckPacket(const Packet& packet, int64_t tick, int64_t now) const
{
    const uint32_t devices = m_network->GetDeviceCount();
    if (packet.source >= devices || packet.destination >= devices ||
        packet.source == packet.destination || packet.flits == 0 || tick < now)
    {
        throw std::invalid_argument(
            "packet " + std::to_string(packet.id) + " has " + std::to_string(packet.flits) +
            " flits from device " + std::to_string(packet.source) + " to device " +
            std::to_string(packet.destination) + " at tick " + std::to_string(tick) +
            "; allowed are 1 or more between two of the devices 0 to " +
            std::to_string(devices - 1) + ", from tick " + std::to_string(now) + " on");
    }
}

void
ServerNetEngine::CheckAdvance(int64_t tick, int64_t now)
{
    if (tick < now)
    {
        throw std::invalid_argument("tick is " + std::to_string(tick) + "; allowed is " +
                                    std::to_string(now) + ", the present one, or later");
    }
}

} // namespace ns3
