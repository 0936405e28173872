/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Every trace source of contrib/ can be recorded: its signature is known to TraceSource::Connect().

#include "ns3/burst-core-trace-accessor.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/type-id.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

TEST(TraceWalk, AFiringHasTheValueThatSaysMost)
{
    const auto get = [](const auto&... arguments) { return burst::FiringValue::Get(arguments...); };

    struct Record
    {
        uint16_t bytes{64};
    };

    const Ptr<const Packet> packet = Create<Packet>(100);
    EXPECT_EQ(get(), 1);
    EXPECT_EQ(get(std::string("no route"), std::string("x")), 1);
    EXPECT_EQ(get(std::string("no route"), uint64_t{1500}), 1500);
    EXPECT_EQ(get(uint32_t{2}, packet, MicroSeconds(3)), 100);
    EXPECT_EQ(get(uint16_t{7}, MicroSeconds(3)), 3000);
    EXPECT_EQ(get(MicroSeconds(9), uint8_t{1}, MicroSeconds(3)), 3000);
    EXPECT_EQ(get(uint32_t{2}, MicroSeconds(9), 0.25), 0.25);
    EXPECT_EQ(get(uint32_t{2}, DataRate("1Mbps")), 1e6);
    EXPECT_EQ(get(Record(), int64_t{5}), 64);
    EXPECT_EQ(get(true), 1);
}
