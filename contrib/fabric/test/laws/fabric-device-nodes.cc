/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-helper.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

/** @param given nodes of three stations @return why they are refused */
std::string
GetRefusal(const NodeContainer& given)
{
    try
    {
        fabric::GetDeviceNodes(given, 3, "SomeHelper");
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST(FabricDeviceNodes, AreThoseGivenOrNewOnes)
{
    NodeContainer given(3);
    const auto same = fabric::GetDeviceNodes(given, 3, "SomeHelper");
    ASSERT_EQ(same.GetN(), 3u);
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(same.Get(i), given.Get(i));
    }
    const auto made = fabric::GetDeviceNodes(NodeContainer(), 3, "SomeHelper");
    ASSERT_EQ(made.GetN(), 3u);
    EXPECT_EQ(made.Get(0)->GetId(), given.Get(2)->GetId() + 1);
    Simulator::Destroy();
}

TEST(FabricDeviceNodes, ThatAreTooFewOrTooManyAreRefused)
{
    EXPECT_EQ(GetRefusal(NodeContainer(3)), "accepted");
    EXPECT_EQ(GetRefusal(NodeContainer(2)),
              "Install of SomeHelper has 2 nodes; allowed are as many as the topology has "
              "devices, 3");
    EXPECT_NE(GetRefusal(NodeContainer(4)).find("has 4 nodes"), std::string::npos);
    Simulator::Destroy();
}
