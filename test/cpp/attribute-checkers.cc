/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/attribute.h"
#include "ns3/type-id.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

using namespace ns3;

// ObjectFactory of ns-3, and so every Helper, tells attributes apart by their checkers: of two that
// share one, both get the value that is set last.
TEST(AttributeCheckers, AreNotShared)
{
    const std::set<std::string> groups{"BurstCore",
                                       "BurstTraffic",
                                       "LosslessEthernet",
                                       "AtmAbr",
                                       "PathMeasurement",
                                       "Faults",
                                       "Qbss",
                                       "Netflow",
                                       "Iepm",
                                       "PFabric",
                                       "RunArchive",
                                       "ServerNet"};
    uint32_t attributes = 0;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        std::map<Ptr<const AttributeChecker>, std::string> owners;
        for (std::size_t n = 0; groups.count(type.GetGroupName()) && n < type.GetAttributeN(); ++n)
        {
            const auto attribute = type.GetAttribute(n);
            const auto& owner = owners.emplace(attribute.checker, attribute.name).first->second;
            EXPECT_EQ(owner, attribute.name) << type.GetName();
            ++attributes;
        }
    }
    EXPECT_GT(attributes, 60U);
}
