/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-trace-accessor.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/type-id.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <string>
#include <typeinfo>

using namespace ns3;

TEST(TraceWalk, EverySourceOfTheModulesCanBeRecorded)
{
    int sources = 0;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (std::size_t j = 0; j < type.GetTraceSourceN(); ++j)
        {
            const auto source = type.GetTraceSource(j);
            const TraceSourceAccessor& accessor = *source.accessor;
            Dl_info info;
            // The class of an accessor is a template of the library that has the source.
            if (dladdr(dynamic_cast<const void*>(&typeid(accessor)), &info) == 0 ||
                std::string(info.dli_fname).find("libburstlab-") == std::string::npos)
            {
                continue;
            }
            ++sources;
            EXPECT_TRUE(burst::IsKnownTraceSignature(source))
                << type.GetName() << "::" << source.name << " needs "
                << "burst::MakeTraceSourceAccessor()";
        }
    }
    EXPECT_GE(sources, 90);
    RecordProperty("sources", sources);
}
