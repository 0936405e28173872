/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../walk/walk.h"
#include "battery-bed.h"
#include "battery-fingerprint.h"
#include "battery-fork.h"

#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>

/**
 * @file
 * Every trace source of contrib/ can be connected and disconnected, with and without a context, to
 * an object of each type that has it. That each fires is seen by the random programs.
 */

namespace walk
{

namespace
{

using battery::Expect;

/** @param type of a new object @param source of it */
void
CheckConnections(TypeId type, const TypeId::TraceSourceInformation& source)
{
    const auto object = ObjectFactory(type.GetName()).Create<Object>();
    const AnySink sink(object, source, [] {});
    Expect(sink.IsKnown(), "has a signature that the table of walk-any-sink.cc lacks");
    for (const bool context : {false, true})
    {
        Expect(sink.Connect(context), "cannot be connected");
        Expect(sink.Disconnect(context), "cannot be disconnected");
        Expect(sink.Connect(context), "cannot be connected again");
    }
    object->Dispose();
}

} // namespace

int
WalkTraces()
{
    std::vector<std::string> names;
    std::vector<std::function<void()>> tests;
    std::size_t sources = 0;
    for (const auto& type : GetTypes())
    {
        sources += type.GetTraceSourceN();
        for (std::size_t i = 0; i < type.GetTraceSourceN(); ++i)
        {
            const auto source = type.GetTraceSource(i);
            if (getenv("BATTERY_VERBOSE"))
            {
                std::cout << type.GetName() << " " << source.name << " " << source.callback << "\n";
            }
            for (const auto& child : GetTypes())
            {
                if (child.HasConstructor() && (child == type || child.IsChildOf(type)))
                {
                    names.push_back(child.GetName() + " " + source.name);
                    tests.emplace_back([child, source] { CheckConnections(child, source); });
                }
            }
        }
    }
    const auto reasons = battery::RunForked(tests);
    std::size_t findings = 0;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        if (!reasons[i].empty())
        {
            std::cout << names[i] << ": " << reasons[i] << "\n";
            ++findings;
        }
    }
    std::cout << sources << " trace sources, " << tests.size() << " connections, " << findings
              << " findings\n";
    return findings > 0 ? 1 : 0;
}

} // namespace walk
