/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-buffer.h"
#include "ns3/atm-abr-data-supply.h"
#include "ns3/atm-abr-lazy-engine.h"
#include "ns3/atm-abr-network.h"
#include "ns3/atm-abr-source-documents.h"
#include "ns3/fabric-topology-reader.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

AtmNetwork
MakeNetwork()
{
    std::istringstream text("router s\nrouter t\nrouter u\ndevice a\ndevice b\ndevice c\n"
                            "link a s\nlink s t rate=25600kbps delay=1ms\nlink t b\nlink u c\n");
    return AtmNetwork(fabric::ReadTopology(text, "test"), 155'000'000, MicroSeconds(20));
}

/** @param work that is refused @return the sentence */
std::string
GetRefusal(const std::function<void()>& work)
{
    try
    {
        work();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "accepted";
}

AtmEngine::VcSettings
MakeVc()
{
    AtmEngine::VcSettings vc;
    vc.rules = std::make_unique<AbrTm40SourceRules>(AbrSourceParameters::Document());
    vc.supply = std::make_unique<AtmPushedSupply>();
    return vc;
}

/** What a buffer has to do, from the words of Romanow and Floyd, with the whole story in hand. */
std::vector<bool>
Decide(const AtmBuffer::Parameters& parameters,
       const std::vector<std::pair<bool, int64_t>>& cells) // last of its frame, queue that it finds
{
    std::vector<bool> accepted;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < cells.size(); ++i)
    {
        const auto& [last, queue] = cells[i];
        const bool early = cells[begin].second > parameters.frameThreshold;
        bool damaged = false;
        for (std::size_t k = begin; k < i; ++k)
        {
            damaged = damaged || !accepted[k];
        }
        const bool useless = parameters.partialDiscard && damaged && !last;
        accepted.push_back(!early && !useless && queue < parameters.limit);
        begin = last ? i + 1 : begin;
    }
    return accepted;
}

} // namespace

// 424 bits at 155 Mb/s are 2735483.87 ps, at 25.6 Mb/s 16562500 ps.
TEST(AtmNetworks, CellTimesAreRoundedUp)
{
    const auto network = MakeNetwork();
    EXPECT_EQ(network.GetChannels()[0].slot, 2735484);
    EXPECT_EQ(network.GetChannels()[2].slot, 16562500);
    EXPECT_EQ(network.GetChannels()[3].delay, 1'000'000'000);
    EXPECT_DOUBLE_EQ(network.GetChannels()[2].rate, 25.6e6 / 424);
    EXPECT_TRUE(network.GetChannels()[0].fromDevice);
    EXPECT_TRUE(network.GetChannels()[1].toDevice);
}

// A delay of 0 is 1 ps, and so both directions of a link. At 8 Tb/s 424 bits are 53 ps.
TEST(AtmNetworks, LinksHaveLimits)
{
    const auto make = [](const std::string& link) {
        std::istringstream text("router s\ndevice a\nlink a s " + link + "\n");
        return AtmNetwork(fabric::ReadTopology(text, "test"), 155'000'000, MicroSeconds(20));
    };
    const auto network = make("rate=8000Gbps delay=0s");
    ASSERT_EQ(network.GetChannels().size(), 2u);
    for (const auto& channel : network.GetChannels())
    {
        EXPECT_EQ(channel.slot, 53);
        EXPECT_EQ(channel.delay, 1);
        EXPECT_EQ(channel.rate, 8e12 / 424);
    }
    EXPECT_NE(GetRefusal([&] { make("rate=8001Gbps"); }), "accepted");
    EXPECT_NE(GetRefusal([&] { make("rate=0bps"); }), "accepted");
    EXPECT_EQ(GetRefusal([&] { make("delay=2000000s"); }), "accepted");
    EXPECT_NE(GetRefusal([&] {
                  make("delay=2000001s");
              }).find("the delay of a link is 2000001.000000 s; allowed are at most 2000000 s"),
              std::string::npos);
    EXPECT_NE(GetRefusal([&] { make("colour=red"); }), "accepted");
}

TEST(AtmNetworks, VcsGoByTheRoutes)
{
    auto network = MakeNetwork();
    EXPECT_EQ(network.AddVc("a", "b"), 0u);
    EXPECT_EQ(network.GetVcs()[0].forward, (std::vector<uint32_t>{0, 2, 4}));
    EXPECT_EQ(GetRefusal([&] { network.AddVc("a", "c"); }),
              "a VC from 'a' to 'c' meets no route; it needs a route");
    EXPECT_EQ(GetRefusal([&] { network.AddVc("a", "a"); }),
              "a VC from 'a' to 'a' meets its own source; it needs a route");
    EXPECT_EQ(GetRefusal([&] { network.AddVc("a", "s"); }),
              "'s' is a switch; a VC begins and ends at edge devices");
    EXPECT_EQ(network.GetVcs().size(), 1u);
}

TEST(AtmNetworks, APeerGoesTheOtherWay)
{
    auto network = MakeNetwork();
    network.AddVc("a", "b");
    network.AddVc("a", "b");
    AtmLazyEngine engine(network, nullptr);
    auto vc = MakeVc();
    vc.peer = 1;
    engine.SetVc(0, std::move(vc));
    engine.SetVc(1, MakeVc());
    EXPECT_EQ(GetRefusal([&] { engine.Start(); }),
              "the peer of VC 0 is 1; allowed is a VC in the other direction");
}

TEST(AtmNetworks, BuffersHaveRoomForACell)
{
    AtmBuffer::Parameters none;
    none.limit = 0;
    EXPECT_EQ(GetRefusal([&] { AtmBuffer(none, 1); }),
              "the limit of a buffer is 0; allowed are cells from 1 on");
    AtmBuffer::Parameters negative;
    negative.frameThreshold = -1;
    EXPECT_EQ(GetRefusal([&] { AtmBuffer(negative, 1); }),
              "the threshold of early packet discard is -1; allowed are cells from 0 on");
}

// Random frames of two VCs through buffers with and without EPD and PPD.
TEST(AtmNetworks, FramesAreDiscardedWholeOrInPart)
{
    std::mt19937_64 random(1);
    uint64_t lost = 0;
    for (int round = 0; round < 400; ++round)
    {
        AtmBuffer::Parameters parameters;
        parameters.limit = 5 + random() % 20;
        parameters.frameThreshold = round % 2 ? random() % 15 : AtmBuffer::UNLIMITED;
        parameters.partialDiscard = round / 2 % 2;
        AtmBuffer buffer(parameters, 2);
        std::vector<std::pair<bool, int64_t>> cells[2];
        std::vector<bool> accepted[2];
        for (int cell = 0; cell < 200; ++cell)
        {
            const uint32_t vc = random() % 2;
            const bool last = random() % 6 == 0;
            const int64_t queue = random() % (parameters.limit + 1);
            cells[vc].emplace_back(last, queue);
            accepted[vc].push_back(buffer.AcceptData(vc, last, queue));
            lost += !accepted[vc].back();
            EXPECT_EQ(buffer.AcceptRm(queue), queue < parameters.limit);
        }
        EXPECT_EQ(accepted[0], Decide(parameters, cells[0]));
        EXPECT_EQ(accepted[1], Decide(parameters, cells[1]));
    }
    EXPECT_GT(lost, 1000u);
}
