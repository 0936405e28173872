/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-max-min.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr double GREEDY = AtmMaxMin::GREEDY;

void
ExpectNear(const std::vector<double>& rates, const std::vector<double>& expected)
{
    ASSERT_EQ(rates.size(), expected.size());
    for (std::size_t i = 0; i < rates.size(); ++i)
    {
        EXPECT_NEAR(rates[i], expected[i], 1e-9 * (1 + expected[i])) << "route " << i;
    }
}

template <typename Call>
std::string
Sentence(const Call& call)
{
    try
    {
        call();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

// ATM Forum 96-0076, four nodes: the sessions A to F of the digest's section 1.4, at 155 Mb/s, by
// hand: L34 carries A, B, C, F, 155 / 4; D has the rest of L12, E that of L23.
TEST(AtmAbrMaxMin, SharesTheParkingLot)
{
    for (const double demand : {GREEDY, 76.0})
    {
        AtmMaxMin network;
        const auto l12 = network.AddLink(155);
        const auto l23 = network.AddLink(155);
        const auto l34 = network.AddLink(155);
        network.AddRoute({l12, l23, l34}, demand);
        network.AddRoute({l23, l34}, demand);
        network.AddRoute({l34}, demand);
        network.AddRoute({l12}, demand);
        network.AddRoute({l23}, demand);
        network.AddRoute({l34}, demand);
        const bool greedy = demand == GREEDY;
        ExpectNear(network.Allocate(),
                   {38.75, 38.75, 38.75, greedy ? 116.25 : 76, greedy ? 77.5 : 76, 38.75});
    }
}

// The generic fairness configurations of the ATM Forum as we recall them (94-0557 is not public):
// trunks with the sessions on them. The rates follow by hand, from the fullest trunk down.
TEST(AtmAbrMaxMin, SharesGenericFairnessConfigurations)
{
    const auto add = [](AtmMaxMin& network, int count, const std::vector<std::size_t>& links) {
        for (int i = 0; i < count; ++i)
        {
            network.AddRoute(links);
        }
    };
    const auto repeat = [](const std::vector<std::pair<int, double>>& groups) {
        std::vector<double> rates;
        for (const auto& [count, rate] : groups)
        {
            rates.insert(rates.end(), count, rate);
        }
        return rates;
    };
    AtmMaxMin first; // 3 A, 3 B, 3 C, 6 D, 6 E, 2 F
    const auto ad = first.AddLink(50);
    const auto be = first.AddLink(100);
    const auto abc = first.AddLink(150);
    const auto abf = first.AddLink(150);
    add(first, 3, {ad, abc, abf});
    add(first, 3, {be, abc, abf});
    add(first, 3, {abc});
    add(first, 6, {ad});
    add(first, 6, {be});
    add(first, 2, {abf});
    ExpectNear(first.Allocate(),
               repeat({{3, 50.0 / 9},
                       {3, 100.0 / 9},
                       {3, 100.0 / 3},
                       {6, 50.0 / 9},
                       {6, 100.0 / 9},
                       {2, 50}}));
    AtmMaxMin second; // 3 A, 3 B, 3 C, 1 D, 2 E, 2 F, 7 G, 2 H
    const auto bd = second.AddLink(50);
    const auto abc2 = second.AddLink(150);
    const auto abh = second.AddLink(150);
    const auto ae = second.AddLink(100);
    const auto af = second.AddLink(50);
    const auto bg = second.AddLink(50);
    add(second, 3, {abc2, abh, ae, af});
    add(second, 3, {bd, abc2, abh, bg});
    add(second, 3, {abc2});
    add(second, 1, {bd});
    add(second, 2, {ae});
    add(second, 2, {af});
    add(second, 7, {bg});
    add(second, 2, {abh});
    ExpectNear(second.Allocate(),
               repeat({{3, 10}, {3, 5}, {3, 35}, {1, 35}, {2, 35}, {2, 10}, {7, 5}, {2, 52.5}}));
}

// By hand, one link of 100 with minimum rates 10, 50 and 0. With weights 1, 1 and 2 the 40 that are
// left are 10 for a weight of 1. The maximum: 50, and the two others share 50, as 50 / 3 and twice
// that.
TEST(AtmAbrMaxMin, KnowsTheCriteriaOfTm40)
{
    AtmMaxMin equal;
    AtmMaxMin weighted;
    equal.AddLink(100);
    weighted.AddLink(100);
    const double mcrs[]{10, 50, 0};
    const double weights[]{1, 1, 2};
    for (int i = 0; i < 3; ++i)
    {
        equal.AddRoute({0}, GREEDY, mcrs[i]);
        weighted.AddRoute({0}, GREEDY, mcrs[i], weights[i]);
    }
    const double third = 100.0 / 3;
    ExpectNear(equal.Allocate(AtmMaxMin::SHARE), {third, third, third});
    ExpectNear(equal.Allocate(AtmMaxMin::MCR_PLUS_SHARE), {10 + 40.0 / 3, 50 + 40.0 / 3, 40.0 / 3});
    ExpectNear(equal.Allocate(AtmMaxMin::MCR_OR_SHARE), {25, 50, 25});
    ExpectNear(equal.Allocate(AtmMaxMin::PROPORTIONAL_TO_MCR), {100.0 / 6, 500.0 / 6, 0});
    ExpectNear(weighted.Allocate(AtmMaxMin::SHARE), {25, 25, 50});
    ExpectNear(weighted.Allocate(AtmMaxMin::MCR_PLUS_SHARE), {20, 60, 20});
    ExpectNear(weighted.Allocate(AtmMaxMin::MCR_OR_SHARE), {50.0 / 3, 50, 100.0 / 3});
}

// Minimum rates that fill a link leave it as it is, a demand below the minimum is all that is
// taken, a link of capacity 0 carries nothing, and a link on a route twice is taken twice.
TEST(AtmAbrMaxMin, KnowsTheEdges)
{
    AtmMaxMin network;
    network.AddLink(30);
    network.AddLink(0);
    network.AddRoute({0}, GREEDY, 20);
    network.AddRoute({0}, GREEDY, 10);
    for (const auto fairness :
         {AtmMaxMin::MCR_PLUS_SHARE, AtmMaxMin::MCR_OR_SHARE, AtmMaxMin::PROPORTIONAL_TO_MCR})
    {
        ExpectNear(network.Allocate(fairness), {20, 10});
    }
    network.AddRoute({1, 0});
    ExpectNear(network.Allocate(), {15, 15, 0});
    AtmMaxMin low;
    low.AddLink(30);
    low.AddRoute({0}, 5, 20);
    low.AddRoute({0}, GREEDY, 10);
    low.AddRoute({0}, 0, 0);
    ExpectNear(low.Allocate(AtmMaxMin::MCR_PLUS_SHARE), {5, 25, 0});
    ExpectNear(low.Allocate(AtmMaxMin::MCR_OR_SHARE), {5, 25, 0});
    AtmMaxMin twice;
    twice.AddLink(30);
    twice.AddRoute({0, 0});
    twice.AddRoute({0});
    ExpectNear(twice.Allocate(), {10, 10});
    EXPECT_TRUE(AtmMaxMin().Allocate().empty());
}

// What makes an allocation max-min (Bertsekas, Gallager, Data Networks, 6.5.2): no link is too
// full, and each route has its demand or a full link on which nobody else has a higher level.
TEST(AtmAbrMaxMin, GivesEachRouteItsBottleneck)
{
    std::mt19937 random(1);
    const auto draw = [&](int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(random);
    };
    for (int trial = 0; trial < 2000; ++trial)
    {
        AtmMaxMin network;
        std::vector<double> capacities;
        const int links = draw(1, 6);
        for (int i = 0; i < links; ++i)
        {
            capacities.push_back(draw(20, 40));
            network.AddLink(capacities.back());
        }

        struct Route
        {
            std::vector<std::size_t> links;
            double demand;
            double mcr;
            double weight;
        };

        std::vector<Route> routes;
        for (int i = draw(1, 9); i > 0; --i)
        {
            Route route{{}, draw(0, 2) ? GREEDY : draw(3, 20), draw(0, 8) / 4.0, draw(1, 4) / 2.0};
            for (int link = 0; link < links; ++link)
            {
                if (draw(0, 1))
                {
                    route.links.push_back(link);
                }
            }
            if (route.links.empty())
            {
                route.links.push_back(0);
            }
            network.AddRoute(route.links, route.demand, route.mcr, route.weight);
            routes.push_back(route);
        }
        for (const auto fairness : {AtmMaxMin::SHARE,
                                    AtmMaxMin::MCR_PLUS_SHARE,
                                    AtmMaxMin::MCR_OR_SHARE,
                                    AtmMaxMin::PROPORTIONAL_TO_MCR})
        {
            const std::vector<double> rates = network.Allocate(fairness);
            std::vector<double> load(links);
            std::vector<double> top(links); // the highest level on each link
            std::vector<double> levels;
            for (std::size_t i = 0; i < routes.size(); ++i)
            {
                const Route& route = routes[i];
                double level = rates[i] / route.weight;
                if (fairness == AtmMaxMin::MCR_PLUS_SHARE)
                {
                    level = (rates[i] - route.mcr) / route.weight;
                }
                else if (fairness == AtmMaxMin::MCR_OR_SHARE && rates[i] <= route.mcr)
                {
                    level = 0; // it has not begun to rise, and is in nobody's way
                }
                else if (fairness == AtmMaxMin::PROPORTIONAL_TO_MCR)
                {
                    level = route.mcr == 0 ? 0 : rates[i] / route.mcr;
                }
                levels.push_back(level);
                EXPECT_LE(rates[i], route.demand);
                if (fairness != AtmMaxMin::SHARE)
                {
                    EXPECT_GE(rates[i], std::min(route.mcr, route.demand) * (1 - 1e-12));
                }
                for (const auto link : route.links)
                {
                    load[link] += rates[i];
                    top[link] = std::max(top[link], level);
                }
            }
            for (int link = 0; link < links; ++link)
            {
                EXPECT_LE(load[link], capacities[link] * (1 + 1e-12));
            }
            for (std::size_t i = 0; i < routes.size(); ++i)
            {
                const auto& ways = routes[i].links;
                const double level =
                    fairness == AtmMaxMin::MCR_OR_SHARE && rates[i] <= routes[i].mcr
                        ? routes[i].mcr / routes[i].weight
                        : levels[i];
                const bool blocked = std::any_of(ways.begin(), ways.end(), [&](std::size_t link) {
                    return load[link] >= capacities[link] * (1 - 1e-12) &&
                           level >= top[link] * (1 - 1e-12);
                });
                EXPECT_TRUE(blocked || rates[i] == routes[i].demand ||
                            (fairness == AtmMaxMin::PROPORTIONAL_TO_MCR && routes[i].mcr == 0))
                    << "trial " << trial << ", fairness " << int{fairness} << ", route " << i;
            }
        }
    }
}

TEST(AtmAbrMaxMin, RefusesWrongInput)
{
    AtmMaxMin network;
    EXPECT_EQ(Sentence([&] { network.AddLink(-1); }),
              "the capacity of a link is -1; allowed are finite numbers from 0 on");
    EXPECT_NE(Sentence([&] { network.AddLink(GREEDY); }), "");
    EXPECT_EQ(Sentence([&] { network.AddLink(100); }), "");
    EXPECT_EQ(Sentence([&] { network.AddRoute({}); }),
              "the number of links on a route is 0; allowed are 1 and more");
    EXPECT_EQ(Sentence([&] { network.AddRoute({0, 1}); }),
              "a link of a route is 1; allowed are numbers below that of links, 1");
    EXPECT_EQ(Sentence([&] { network.AddRoute({0}, -5); }),
              "the demand of a route is -5; allowed are numbers from 0 on");
    EXPECT_NE(Sentence([&] { network.AddRoute({0}, NAN); }), "");
    EXPECT_EQ(Sentence([&] { network.AddRoute({0}, 5, -1); }),
              "the minimum rate of a route is -1; allowed are finite numbers from 0 on");
    EXPECT_EQ(Sentence([&] { network.AddRoute({0}, 5, 1, 0); }),
              "the weight of a route is 0; allowed are finite numbers above 0");
    EXPECT_TRUE(network.Allocate().empty());
    network.AddRoute({0}, GREEDY, 60);
    network.AddRoute({0}, GREEDY, 50);
    EXPECT_EQ(Sentence([&] { network.Allocate(AtmMaxMin::MCR_OR_SHARE); }),
              "the sum of minimum rates on link 0 is 110; allowed are numbers up to its capacity, "
              "100");
    EXPECT_EQ(Sentence([&] { network.Allocate(); }), "");
}
