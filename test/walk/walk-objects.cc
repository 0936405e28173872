/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "walk.h"

#include "ns3/channel-list.h"
#include "ns3/channel.h"
#include "ns3/names.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace walk
{

namespace
{

const std::set<std::string> GROUPS = {"AtmAbr",
                                      "BurstTraffic",
                                      "Fabric",
                                      "LosslessEthernet",
                                      "PFabric",
                                      "PathMeasurement",
                                      "Faults",
                                      "Qbss",
                                      "Netflow",
                                      "Iepm",
                                      "ScenarioRunner",
                                      "ServerNet"}; //!< of the modules of contrib/

/** Collects objects. */
class Collector
{
  public:
    /** @param object and what it leads to */
    void Add(Ptr<Object> object)
    {
        if (!object || !m_seen.insert(PeekPointer(object)).second)
        {
            return;
        }
        const auto type = object->GetInstanceTypeId();
        if (GROUPS.count(type.GetGroupName()) > 0)
        {
            m_objects.push_back(object);
        }
        for (auto i = object->GetAggregateIterator(); i.HasNext();)
        {
            Add(ConstCast<Object>(i.Next()));
        }
        for (auto tid = type; tid != Object::GetTypeId(); tid = tid.GetParent())
        {
            for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
            {
                const auto one = tid.GetAttribute(i);
                if (!(one.flags & TypeId::ATTR_GET) || !one.accessor->HasGetter())
                {
                    continue;
                }
                if (dynamic_cast<const PointerChecker*>(PeekPointer(one.checker)))
                {
                    PointerValue value;
                    object->GetAttribute(one.name, value);
                    Add(value.GetObject());
                }
                else if (dynamic_cast<const ObjectPtrContainerChecker*>(PeekPointer(one.checker)))
                {
                    ObjectPtrContainerValue value;
                    object->GetAttribute(one.name, value);
                    for (auto k = value.Begin(); k != value.End(); ++k)
                    {
                        Add(k->second);
                    }
                }
            }
        }
    }

    std::vector<Ptr<Object>> m_objects; //!< of contrib/

  private:
    std::set<Object*> m_seen; //!< all
};

} // namespace

std::vector<TypeId>
GetTypes()
{
    std::vector<TypeId> types;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const auto type = TypeId::GetRegistered(i);
        if (GROUPS.count(type.GetGroupName()) > 0)
        {
            types.push_back(type);
        }
    }
    std::sort(types.begin(), types.end(), [](const auto& one, const auto& other) {
        return one.GetName() < other.GetName();
    });
    return types;
}

std::vector<Ptr<Object>>
FindObjects()
{
    Collector collector;
    for (uint32_t i = 0; i < NodeList::GetNNodes(); ++i)
    {
        if (NodeList::GetNode(i)->GetNDevices() > 0) // TrafficControlLayer asserts after Dispose
        {
            collector.Add(NodeList::GetNode(i));
        }
    }
    for (uint32_t i = 0; i < ChannelList::GetNChannels(); ++i)
    {
        collector.Add(ChannelList::GetChannel(i));
    }
    return collector.m_objects;
}

bool
IsEnumeration(const TypeId::AttributeInformation& attribute)
{
    return attribute.checker->GetValueTypeName().rfind("ns3::EnumValue", 0) == 0;
}

std::vector<std::string>
FindOtherValues(TypeId type,
                const TypeId::AttributeInformation& attribute,
                const std::string& present)
{
    const std::string kind = attribute.checker->GetValueTypeName();
    std::vector<std::string> candidates;
    if (kind == "ns3::BooleanValue")
    {
        candidates = {present == "true" ? "false" : "true"};
    }
    else if (kind == "ns3::UintegerValue" || kind == "ns3::IntegerValue" ||
             kind == "ns3::DoubleValue")
    {
        const double value = std::stod(present);
        for (const double other : {value / 2, value * 2 + 1, value + 1, value - 1, 1.0, 0.5, 0.0})
        {
            if (other == value)
            {
                continue;
            }
            const auto whole = static_cast<int64_t>(other);
            candidates.push_back(kind == "ns3::DoubleValue" ? std::to_string(other)
                                                            : std::to_string(whole));
        }
    }
    else if (kind == "ns3::TimeValue")
    {
        candidates = {"3us", "700us", "11ms", "1s"};
    }
    else if (kind == "ns3::DataRateValue")
    {
        candidates = {"70Mbps", "7Gbps"};
    }
    else if (kind == "ns3::QueueSizeValue")
    {
        candidates = {"2p", "3100B", "4000B"};
    }
    else if (kind == "ns3::Ipv4AddressValue")
    {
        candidates = {"10.1.2.3"};
    }
    else if (kind == "ns3::TypeIdValue")
    {
        candidates = {"ns3::PacketSocketFactory", "ns3::UdpSocketFactory"};
    }
    else if (IsEnumeration(attribute))
    {
        std::string rest = attribute.checker->GetUnderlyingTypeInformation();
        std::size_t place = 0;
        do
        {
            place = rest.find('|');
            candidates.push_back(rest.substr(0, place));
            rest = place == std::string::npos ? "" : rest.substr(place + 1);
        } while (!rest.empty());
    }
    else
    {
        candidates = {"", "other"};
        for (const auto& one : GetTypes())
        {
            if (one.HasConstructor())
            {
                candidates.push_back(one.GetName());
            }
        }
    }
    std::vector<std::string> found;
    for (const auto& candidate : candidates)
    {
        if (candidate == present || (candidate.empty() && IsEnumeration(attribute)))
        {
            continue;
        }
        try
        {
            if (attribute.checker->CreateValidValue(StringValue(candidate)))
            {
                found.push_back(candidate);
            }
        }
        catch (const std::invalid_argument&)
        {
            continue; // a checker that is asked for more than a kind
        }
    }
    return found;
}

} // namespace walk
