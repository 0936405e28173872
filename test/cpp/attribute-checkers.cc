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

// The tests of burst-core take the attributes of all types that are registered.
TEST(AttributeCheckers, AreOfManyModules)
{
    // one of each module of ns-3 whose attributes the test is about
    for (const char* name : {"ns3::Scheduler",
                             "ns3::Node",
                             "ns3::Ipv6L3Protocol",
                             "ns3::RandomWalk2dMobilityModel",
                             "ns3::PrioQueueDisc",
                             "ns3::PointToPointNetDevice",
                             "ns3::CsmaNetDevice",
                             "ns3::OnOffApplication"})
    {
        TypeId type;
        ASSERT_TRUE(TypeId::LookupByNameFailSafe(name, &type)) << name;
    }
}
