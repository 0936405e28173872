/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-recorder.h"

#include "run-archive-signatures.h"

#include "ns3/config.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/run-archive.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/type-id.h"

#include <stdexcept>

namespace ns3
{

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
 * @return the name of the object in the archive
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

/**
 * @param kind what is kept
 * @return the table it goes to
 */
std::string
GetTable(TraceSinkSpec::Kind kind)
{
    switch (kind)
    {
    case TraceSinkSpec::COUNT:
    case TraceSinkSpec::TOTAL:
        return "scalar";
    case TraceSinkSpec::HISTOGRAM:
        return "histogram";
    default:
        return "series";
    }
}

} // namespace

TraceRecorder::TraceRecorder(RunArchive& archive)
    : m_archive(archive)
{
}

TraceRecorder::~TraceRecorder()
{
    for (const auto& sink : m_sinks)
    {
        sink->Stop();
    }
}

void
TraceRecorder::Record(const TraceSinkSpec& spec, Text path)
{
    const auto slash = path.rfind('/');
    if (slash == std::string::npos || path.front() != '/' || slash == 0 || slash + 1 == path.size())
    {
        throw std::invalid_argument(
            "'" + path + "' is not the Config path of a trace source: /Object/../Source");
    }
    RequireTypes(path);
    const std::string place = path.substr(0, slash);
    const std::string trace = path.substr(slash + 1);
    const auto matches = Config::LookupMatches(place);
    if (matches.GetN() == 0)
    {
        FailToMatch(place);
    }
    bool found = false;
    for (std::size_t i = 0; i < matches.GetN(); ++i)
    {
        const Ptr<Object> object = matches.Get(i);
        if (object->GetInstanceTypeId().LookupTraceSourceByName(trace))
        {
            found = true;
            Attach(spec, object, trace, GetPlaceName(matches.GetMatchedPath(i)));
        }
    }
    if (!found)
    {
        // Attach() says what there is instead.
        Attach(spec, matches.Get(0), trace, "");
    }
}

void
TraceRecorder::Attach(const TraceSinkSpec& spec,
                      Ptr<Object> object,
                      Text trace,
                      Text name,
                      const MakeCallback& makeCallback)
{
    const TypeId type = object->GetInstanceTypeId();
    TypeId::TraceSourceInformation source;
    if (!type.LookupTraceSourceByName(trace, &source))
    {
        throw std::invalid_argument(type.GetName() + " has no trace source '" + trace +
                                    "'; it has " + Join(GetTraceNames(object)));
    }
    const auto sink = TraceSink::Create(m_archive, spec, name);
    m_archive.DefineMetric(spec.metric, spec.unit, source.help);
    bool connected = false;
    if (makeCallback)
    {
        try
        {
            connected =
                source.accessor->ConnectWithoutContext(PeekPointer(object), makeCallback(sink));
        }
        catch (const SignatureMismatch&)
        {
            // Reported below.
        }
    }
    else
    {
        connected = ConnectKnownSignature(object, source, sink);
    }
    if (!connected)
    {
        throw std::invalid_argument("the arguments of " + type.GetName() + "::" + trace + " (" +
                                    source.callback + ") are not " +
                                    (makeCallback ? "those TraceRecorder::Connect was given"
                                                  : "known; TraceRecorder::Connect takes any"));
    }
    if (!m_recorded.emplace(GetTable(spec.kind), spec.metric, name).second)
    {
        throw std::invalid_argument("metric '" + spec.metric + "' of object '" + name +
                                    "' is recorded already");
    }
    sink->Start();
    m_sinks.push_back(sink);
}

void
TraceRecorder::Finish()
{
    for (const auto& sink : m_sinks)
    {
        sink->Finish();
    }
}

void
TraceRecorder::Series(Text metric, Text unit, Text path)
{
    Record(TraceSinkSpec::Series(metric, unit), path);
}

void
TraceRecorder::Series(Text metric, Text unit, Ptr<Object> object, Text trace, Text name)
{
    Attach(TraceSinkSpec::Series(metric, unit), object, trace, name);
}

void
TraceRecorder::Count(Text metric, Text unit, Text path)
{
    Record(TraceSinkSpec::Count(metric, unit), path);
}

void
TraceRecorder::Count(Text metric, Text unit, Ptr<Object> object, Text trace, Text name)
{
    Attach(TraceSinkSpec::Count(metric, unit), object, trace, name);
}

void
TraceRecorder::Total(Text metric, Text unit, Text path)
{
    Record(TraceSinkSpec::Total(metric, unit), path);
}

void
TraceRecorder::Total(Text metric, Text unit, Ptr<Object> object, Text trace, Text name)
{
    Attach(TraceSinkSpec::Total(metric, unit), object, trace, name);
}

void
TraceRecorder::Histogram(Text metric, Text unit, Text path)
{
    Record(TraceSinkSpec::Histogram(metric, unit), path);
}

void
TraceRecorder::Histogram(Text metric, Text unit, Ptr<Object> object, Text trace, Text name)
{
    Attach(TraceSinkSpec::Histogram(metric, unit), object, trace, name);
}

void
TraceRecorder::Binned(Text metric, Text unit, Text path, Time period)
{
    Record(TraceSinkSpec::Binned(metric, unit, period), path);
}

void
TraceRecorder::Binned(Text metric,
                      Text unit,
                      Ptr<Object> object,
                      Text trace,
                      Text name,
                      Time period)
{
    Attach(TraceSinkSpec::Binned(metric, unit, period), object, trace, name);
}

} // namespace ns3
