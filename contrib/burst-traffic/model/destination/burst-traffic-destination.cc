/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination.h"

#include "ns3/abort.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DestinationPattern");

NS_OBJECT_ENSURE_REGISTERED(DestinationPattern);

TypeId
DestinationPattern::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DestinationPattern").SetParent<Object>().SetGroupName("BurstTraffic");
    return tid;
}

DestinationPattern::DestinationPattern()
    : m_origin(traffic::StreamRandom::Assigned(-1))
{
}

void
DestinationPattern::SetDevices(uint32_t devices)
{
    std::vector<uint32_t> subtrees(devices);
    for (uint32_t device = 0; device < devices; ++device)
    {
        subtrees[device] = DoGetSubtree(device);
    }
    m_knowsSubtrees = false;
    Configure(subtrees, std::vector<bool>(devices, true));
}

void
DestinationPattern::SetDevices(const std::vector<std::string>& subtrees,
                               const std::vector<std::string>& kinds)
{
    NS_ABORT_MSG_IF(subtrees.size() != kinds.size(),
                    subtrees.size() << " subtrees of " << kinds.size() << " devices");
    std::map<std::string, uint32_t> numbers;
    std::vector<uint32_t> numbered;
    std::vector<bool> isCpu;
    m_knowsSubtrees = std::any_of(subtrees.begin(), subtrees.end(), [](const std::string& name) {
        return !name.empty();
    });
    const bool haveCpus = std::find(kinds.begin(), kinds.end(), "cpu") != kinds.end();
    for (std::size_t device = 0; device < kinds.size(); ++device)
    {
        numbered.push_back(m_knowsSubtrees
                               ? numbers.emplace(subtrees[device], numbers.size()).first->second
                               : DoGetSubtree(device));
        isCpu.push_back(kinds[device] == "cpu" || !haveCpus);
    }
    Configure(numbered, isCpu);
}

void
DestinationPattern::Configure(const std::vector<uint32_t>& subtrees, const std::vector<bool>& isCpu)
{
    NS_LOG_FUNCTION(this << subtrees.size());
    if (subtrees.size() < 2)
    {
        throw std::invalid_argument("The number of devices of " + GetInstanceTypeId().GetName() +
                                    " is " + std::to_string(subtrees.size()) +
                                    "; allowed are 2 and more");
    }
    m_devices = subtrees.size();
    m_all.emplace(subtrees, std::vector<bool>(subtrees.size(), true));
    m_cpus.emplace(subtrees, isCpu);
    NS_LOG_LOGIC(GetInstanceTypeId().GetName()
                 << " among " << m_devices << " devices, " << m_cpus->GetMembers().size()
                 << " of them CPUs, in " << m_cpus->GetSubtrees().size() << " subtrees");
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

Ptr<const AttributeAccessor>
DestinationPattern::UntilDevices(Ptr<const AttributeAccessor> accessor)
{
    return burst::MakeAccessorUntil(accessor, &DestinationPattern::HasDevices, "SetDevices");
}

bool
DestinationPattern::HasDevices() const
{
    return m_devices > 0;
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
    NS_LOG_FUNCTION(this << stream);
    m_origin = traffic::StreamRandom::Assigned(stream);
    Start();
    return 1;
}

const traffic::DestinationGroup&
DestinationPattern::GetAll() const
{
    return *m_all;
}

const traffic::DestinationGroup&
DestinationPattern::GetCpus() const
{
    return *m_cpus;
}

bool
DestinationPattern::HasSubtrees() const
{
    return m_knowsSubtrees;
}

uint32_t
DestinationPattern::DrawOther(traffic::StreamRandom& random, uint32_t source) const
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
DestinationPattern::RefuseNetwork(const std::string& need) const
{
    throw std::invalid_argument(
        GetInstanceTypeId().GetName() + " does not fit a network of " + std::to_string(m_devices) +
        " devices, CPUs among them " + std::to_string(m_cpus->GetMembers().size()) + ", in " +
        std::to_string(m_cpus->GetSubtrees().size()) + " subtrees; it needs " + need);
}

uint32_t
DestinationPattern::DoGetSubtree(uint32_t device) const
{
    return device;
}

void
DestinationPattern::DoSetDevices()
{
}

void
DestinationPattern::DoStart(traffic::StreamRandom& random)
{
}

void
DestinationPattern::Start()
{
    if (m_devices > 0)
    {
        traffic::StreamRandom random = m_origin;
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
