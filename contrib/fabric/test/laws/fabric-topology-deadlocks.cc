/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-routes-samples.h"

#include <gtest/gtest.h>

using namespace ns3;

// Each router of the ring is passed by the packets of three pairs: one from the router before it to
// the one after, and two that come from or go one further.
TEST(FabricRoutes, ACyclicRoutingIsRefusedWithItsChannelsAndARemedy)
{
    EXPECT_EQ(GetRefusal(ReadSample("ring-cyclic")),
              "cyclic routing: the channels r0:0>r1:0, r1:1>r2:0, r2:1>r3:0, r3:1>r0:1 depend on "
              "each other in a circle; allowed are routes without one: 'disable r1 0 1' breaks it "
              "if 3 of 12 pairs of devices get other routes, and no other is left then");
    EXPECT_EQ(GetRefusal(ReadSample("two-routers")), "");
    EXPECT_EQ(GetRefusal(ReadSample("wide-area")), "");
}

// The same ring with a second device at r2 and none at r1, by hand: r0 is passed by d3 to d2 and e,
// r1 by these and d0 to all three, r2 by d0 to d3, r3 by d2 and e to d0.
TEST(FabricRoutes, TheRemedyIsTheTurnOfFewestPairs)
{
    const auto refusal =
        GetRefusal(Read("router r[0..3]\nlink r[0..3] r[1,2,3,0]\nroute r[0..3] * r[1,2,3,0]\n"
                        "device d[0,2,3]\nlink d[0,2,3] r[0,2,3]\ndevice e\nlink e r2\n"));
    EXPECT_NE(refusal.find("'disable r2 0 1' breaks it if 1 of 12 pairs"), std::string::npos)
        << refusal;
}

// Two rings that know nothing of each other.
TEST(FabricRoutes, TheRemedySaysWhetherOtherCyclesAreLeft)
{
    std::string rings;
    for (const std::string r : {"a", "b"})
    {
        rings += "router " + r + "[0..3]\nlink " + r + "[0..3] " + r + "[1,2,3,0]\ndevice d" + r +
                 "[0..3]\nlink d" + r + "[0..3] " + r + "[0..3]\nroute " + r + "[0..3] * " + r +
                 "[1,2,3,0]\n";
    }
    EXPECT_NE(GetRefusal(Read(rings)).find("and others are left then"), std::string::npos);
}

// Oracle: the disable of each refusal is added to the text until nothing is refused; that ends,
// since a turn that is disabled is on no path.
TEST(FabricRoutes, RemediesEndWithRoutesThatAreAccepted)
{
    std::mt19937 random(3);
    uint32_t disables = 0;
    for (int round = 0; round < 30; ++round)
    {
        fabric::Topology topology = MakeRandom(random, 8);
        for (std::string refusal = GetRefusal(fabric::Routes(topology)); !refusal.empty();
             ++disables)
        {
            const bool isLast = refusal.find("no other is left") != std::string::npos;
            std::istringstream words(refusal.substr(refusal.find("'disable ") + 9));
            std::string router;
            uint32_t in = 0;
            uint32_t out = 0;
            words >> router >> in >> out;
            ASSERT_FALSE(topology.IsDisabled(topology.FindNode(router), in, out));
            topology.DisablePath(topology.FindNode(router), in, out);
            refusal = GetRefusal(fabric::Routes(topology));
            EXPECT_EQ(refusal.empty(), isLast);
        }
    }
    EXPECT_GT(disables, 10U);
}
