/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination.h"

#include "ns3/burst-core-number-text.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DestinationPattern);

TypeId
DestinationPattern::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DestinationPattern").SetParent<Object>().SetGroupName("BurstTraffic");
    return tid;
}

DestinationPattern::DestinationPattern()
    : m_origin(StreamRandom::Assigned(-1))
{
}

void
DestinationPattern::SetDevices(uint32_t devices)
{
    if (devices < 2)
    {
        throw std::invalid_argument("The number of devices of " + GetInstanceTypeId().GetName() +
                                    " is " + std::to_string(devices) + "; allowed are 2 and more");
    }
    m_devices = devices;
    try
    {
        DoSetDevices();
    }
    catch (...)
    {
        m_devices = 0;
        throw;
    }
    Start();
}

uint32_t
DestinationPattern::GetDevices() const
{
    return m_devices;
}

uint32_t
DestinationPattern::Draw(uint32_t source)
{
    Check(source);
    return DoDraw(source, m_random[source]);
}

double
DestinationPattern::GetProbability(uint32_t source, uint32_t destination) const
{
    Check(source);
    Check(destination);
    return source == destination ? 0 : DoGetProbability(source, destination);
}

std::vector<std::string>
DestinationPattern::GetInputFiles() const
{
    return {};
}

int64_t
DestinationPattern::AssignStreams(int64_t stream)
{
    m_origin = StreamRandom::Assigned(stream);
    Start();
    return 1;
}

uint32_t
DestinationPattern::DrawOther(StreamRandom& random, uint32_t source) const
{
    const uint32_t other = random.Below(m_devices - 1);
    return other < source ? other : other + 1;
}

std::vector<uint32_t>
DestinationPattern::ReadDevices(const std::string& attribute, const std::string& text) const
{
    std::vector<uint32_t> devices;
    std::vector<bool> listed(m_devices);
    std::istringstream words(text + ",");
    for (std::string word; std::getline(words, word, ',');)
    {
        const auto device = burst::ToUinteger(word);
        const bool plain = device && word == std::to_string(*device); // one spelling of each
        if (!plain || *device >= m_devices || listed[*device])
        {
            Refuse(attribute,
                   text,
                   "different numbers from 0 to " + std::to_string(m_devices - 1) +
                       " with commas between them");
        }
        listed[*device] = true;
        devices.push_back(static_cast<uint32_t>(*device));
    }
    return devices;
}

void
DestinationPattern::Refuse(const std::string& attribute,
                           const std::string& value,
                           const std::string& allowed) const
{
    throw std::invalid_argument(attribute + " of " + GetInstanceTypeId().GetName() + " is '" +
                                value + "', which does not fit " + std::to_string(m_devices) +
                                " devices; allowed are " + allowed);
}

void
DestinationPattern::DoSetDevices()
{
}

void
DestinationPattern::DoStart(StreamRandom& random)
{
}

void
DestinationPattern::Start()
{
    if (m_devices > 0)
    {
        StreamRandom random = m_origin;
        m_random.assign(m_devices, random);
        for (auto& source : m_random)
        {
            source = random.Split();
        }
        DoStart(random);
    }
}

void
DestinationPattern::Check(uint32_t device) const
{
    if (device >= m_devices)
    {
        throw std::invalid_argument(
            GetInstanceTypeId().GetName() + " has " + std::to_string(m_devices) +
            " devices, counted from 0, and none has the number " + std::to_string(device));
    }
}

} // namespace ns3
