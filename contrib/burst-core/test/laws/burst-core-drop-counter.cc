/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-drop-counter.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

TEST(DropCounter, CountsByReason)
{
    burst::DropCounter drops;
    EXPECT_EQ(drops.GetTotal().number, 0U);
    drops.Report([](const std::string& reason, const auto&) { ADD_FAILURE() << reason; });
    drops.Add("queue full", 100);
    drops.Add("no route", 0);
    drops.Add("queue full", 7);
    EXPECT_EQ(drops.Get("queue full").number, 2U);
    EXPECT_EQ(drops.Get("queue full").bytes, 107U);
    EXPECT_EQ(drops.Get("no route").number, 1U);
    EXPECT_EQ(drops.Get("too late").number, 0U);
    EXPECT_EQ(drops.GetTotal().number, 3U);
    EXPECT_EQ(drops.GetTotal().bytes, 107U);
    std::vector<std::string> told;
    drops.Report([&told](const std::string& reason, const auto& count) {
        told.push_back(reason + " " + std::to_string(count.number));
    });
    EXPECT_EQ(told, (std::vector<std::string>{"no route 1", "queue full 2"}));
}
