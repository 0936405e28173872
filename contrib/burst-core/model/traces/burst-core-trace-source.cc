/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-trace-source.h"

#include "burst-core-trace-signatures.h"

#include "ns3/config.h"
#include "ns3/log.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("BurstCoreTraceSource");

namespace
{

/**
 * @param names in order
 * @return the names with commas; "none" when there is none
 */
std::string
Join(const std::vector<std::string>& names)
{
    std::string text;
    for (const auto& name : names)
    {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text.empty() ? "none" : text;
}

/**
 * @param object any
 * @return names of the trace sources of its type and the types above
 */
std::vector<std::string>
GetTraceNames(Ptr<Object> object)
{
    std::vector<std::string> names;
    for (TypeId type = object->GetInstanceTypeId();; type = type.GetParent())
    {
        for (std::size_t i = 0; i < type.GetTraceSourceN(); ++i)
        {
            names.push_back(type.GetTraceSource(i).name);
        }
        if (!type.HasParent() || type == type.GetParent())
        {
            return names;
        }
    }
}

/**
 * @param object any
 * @return names of its attributes by which a Config path goes on
 */
std::vector<std::string>
GetStepNames(Ptr<Object> object)
{
    std::vector<std::string> names;
    for (TypeId type = object->GetInstanceTypeId();; type = type.GetParent())
    {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            const auto attribute = type.GetAttribute(i);
            const AttributeChecker* checker = PeekPointer(attribute.checker);
            if (dynamic_cast<const PointerChecker*>(checker) ||
                dynamic_cast<const ObjectPtrContainerChecker*>(checker))
            {
                names.push_back(attribute.name);
            }
        }
        if (!type.HasParent() || type == type.GetParent())
        {
            return names;
        }
    }
}

/**
 * Config::LookupMatches ends the program when a "$Type" of the path does not exist.
 *
 * @param path Config path
 * @throws std::invalid_argument when one does not
 */
void
RequireTypes(const std::string& path)
{
    for (auto begin = path.find("/$"); begin != std::string::npos;
         begin = path.find("/$", begin + 1))
    {
        const std::string name = path.substr(begin + 2, path.find('/', begin + 2) - begin - 2);
        TypeId type;
        if (!TypeId::LookupByNameFailSafe(name, &type))
        {
            throw std::invalid_argument("the path '" + path + "' asks for the type '" + name +
                                        "', which ns-3 does not know");
        }
    }
}

/**
 * @param path that matches no object
 * @throws std::invalid_argument always, with the longest part of the path that matches and how it
 * goes on there
 */
[[noreturn]] void
FailToMatch(const std::string& path)
{
    for (auto end = path.rfind('/'); end > 0 && end != std::string::npos;
         end = path.rfind('/', end - 1))
    {
        const std::string part = path.substr(0, end);
        const auto matches = Config::LookupMatches(part);
        if (matches.GetN() > 0)
        {
            throw std::invalid_argument("no object matches '" + path + "'; '" + part +
                                        "' does, and goes on with " +
                                        Join(GetStepNames(matches.Get(0))));
        }
    }
    std::vector<std::string> roots{"Names"};
    for (std::size_t i = 0; i < Config::GetRootNamespaceObjectN(); ++i)
    {
        const auto names = GetStepNames(Config::GetRootNamespaceObject(i));
        roots.insert(roots.end(), names.begin(), names.end());
    }
    throw std::invalid_argument("no object matches '" + path + "'; paths begin with one of " +
                                Join(roots));
}

/**
 * @param path as Config::MatchContainer gives it
 * @return the name of the object, without what all such paths have
 */
std::string
GetPlaceName(std::string path)
{
    for (const std::string noise : {"$", "ns3::"})
    {
        for (auto at = path.find("/" + noise); at != std::string::npos; at = path.find("/" + noise))
        {
            path.erase(at + 1, noise.size());
        }
    }
    const auto first = path.find_first_not_of('/');
    return first == std::string::npos ? ""
                                      : path.substr(first, path.find_last_not_of('/') + 1 - first);
}

} // namespace

std::vector<std::pair<Ptr<Object>, std::string>>
FindObjects(const std::string& path)
{
    if (path.size() < 2 || path.front() != '/')
    {
        throw std::invalid_argument("'" + path +
                                    "' is not the Config path of an object: /Object/..");
    }
    RequireTypes(path);
    const auto matches = Config::LookupMatches(path);
    if (matches.GetN() == 0)
    {
        FailToMatch(path);
    }
    std::vector<std::pair<Ptr<Object>, std::string>> objects;
    for (std::size_t i = 0; i < matches.GetN(); ++i)
    {
        objects.emplace_back(matches.Get(i), GetPlaceName(matches.GetMatchedPath(i)));
    }
    return objects;
}

TraceSource::TraceSource(Ptr<Object> object, const std::string& trace)
    : m_object(object)
{
    const TypeId type = object->GetInstanceTypeId();
    if (!type.LookupTraceSourceByName(trace, &m_source))
    {
        throw std::invalid_argument(type.GetName() + " has no trace source '" + trace +
                                    "'; it has " + Join(GetTraceNames(object)));
    }
}

std::vector<TraceSource>
TraceSource::Find(const std::string& path)
{
    const auto slash = path.rfind('/');
    if (slash == std::string::npos || path.front() != '/' || slash == 0 || slash + 1 == path.size())
    {
        throw std::invalid_argument(
            "'" + path + "' is not the Config path of a trace source: /Object/../Source");
    }
    const std::string trace = path.substr(slash + 1);
    const auto objects = FindObjects(path.substr(0, slash));
    std::vector<TraceSource> sources;
    for (const auto& [object, place] : objects)
    {
        if (object->GetInstanceTypeId().LookupTraceSourceByName(trace))
        {
            sources.emplace_back(object, trace);
            sources.back().m_place = place;
            NS_LOG_LOGIC(path << " is heard at " << place);
        }
    }
    if (sources.empty())
    {
        sources.emplace_back(objects.front().first, trace); // which says what there is instead
    }
    return sources;
}

const std::string&
TraceSource::GetPlace() const
{
    return m_place;
}

const std::string&
TraceSource::GetHelp() const
{
    return m_source.help;
}

void
TraceSource::Connect(const std::shared_ptr<TraceListener>& listener) const
{
    if (!ConnectKnownSignature(m_object, m_source, listener))
    {
        RefuseArguments("known; burst::MakeTraceSourceAccessor() makes them known, and they can be "
                        "given as template arguments");
    }
}

void
TraceSource::ConnectCallback(const CallbackBase& callback,
                             std::initializer_list<const std::type_info*> classes) const
{
    const std::string own = GetTraceSourceClass(*m_source.accessor);
    const bool fits = std::any_of(classes.begin(), classes.end(), [&own](const auto* type) {
        return type && GetClassName(*type) == own;
    });
    if (!fits || !m_source.accessor->ConnectWithoutContext(PeekPointer(m_object), callback))
    {
        RefuseArguments("those that were given as template arguments");
    }
}

void
TraceSource::RefuseArguments(const std::string& known) const
{
    throw std::invalid_argument("the arguments of " + m_object->GetInstanceTypeId().GetName() +
                                "::" + m_source.name + " (" + m_source.callback + ") are not " +
                                known);
}

} // namespace ns3::burst
