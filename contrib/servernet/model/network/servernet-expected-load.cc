/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-expected-load.h"

#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetExpectedLoad");

ServerNetExpectedLoad::ServerNetExpectedLoad(const ServerNetNetwork& network,
                                             const DestinationPattern& pattern,
                                             double requestFlits,
                                             double responseFlits)
    : m_channels(network.GetChannels().size()),
      m_inputs(network.GetChannels().size())
{
    const uint32_t devices = network.GetDeviceCount();
    if (pattern.GetDevices() != devices)
    {
        throw std::invalid_argument("the pattern of destinations is one of " +
                                    std::to_string(pattern.GetDevices()) +
                                    " devices; the network has " + std::to_string(devices));
    }
    for (uint32_t source = 0; source < devices; ++source)
    {
        for (uint32_t destination = 0; destination < devices; ++destination)
        {
            const double probability = pattern.GetProbability(source, destination);
            if (probability > 0)
            {
                AddPath(network, source, destination, probability * requestFlits);
                AddPath(network, destination, source, probability * responseFlits);
                m_emptyTwoWay += probability * (network.GetEmptyTicks(source, destination, 0) +
                                                network.GetEmptyTicks(destination, source, 0) +
                                                (requestFlits + responseFlits));
            }
        }
    }
    m_emptyTwoWay /= devices;
    NS_LOG_INFO("the busiest channel is full at " << GetSaturation()
                                                  << " requests per device and tick");
}

void
ServerNetExpectedLoad::AddPath(const ServerNetNetwork& network,
                               uint32_t from,
                               uint32_t to,
                               double flits)
{
    uint32_t previous = fabric::Topology::NONE;
    network.FollowPath(from, to, [&](uint32_t channel) {
        m_channels[channel] += flits;
        if (previous != fabric::Topology::NONE)
        {
            m_inputs[channel][network.GetChannels()[previous].to.port] += flits;
        }
        previous = channel;
    });
}

const std::vector<double>&
ServerNetExpectedLoad::GetChannels() const
{
    return m_channels;
}

std::vector<double>
ServerNetExpectedLoad::GetInputs(uint32_t channel) const
{
    const Inputs& inputs = m_inputs.at(channel);
    return {inputs.begin(), inputs.end()};
}

double
ServerNetExpectedLoad::GetEmptyTwoWay() const
{
    return m_emptyTwoWay;
}

double
ServerNetExpectedLoad::GetSaturation() const
{
    return 1 / *std::max_element(m_channels.begin(), m_channels.end());
}

} // namespace ns3
