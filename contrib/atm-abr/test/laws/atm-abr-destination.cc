/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-destination.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

std::string
Sentence(const AbrDestination::Parameters& parameters)
{
    try
    {
        const AbrDestination destination(parameters);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

// The destination behaviors of TM 4.0, 5.10.5, kept as a list of all that has come.
TEST(AtmAbrDestination, TurnsCellsAround)
{
    std::mt19937 random(7);
    const auto below = [&random](uint32_t end) { return random() % end; };
    AbrDestination::Parameters parameters;
    parameters.explicitRate = 500;
    AbrDestination destination(parameters);

    struct Event
    {
        bool data;
        bool efci;
        AbrRmContent cell;
    };

    std::vector<Event> come; // since the last cell that went back
    uint64_t replaced = 0;
    int sent = 0;
    int marked = 0;
    for (int step = 0; step < 10'000; ++step)
    {
        switch (below(4))
        {
        case 0:
            come.push_back({true, below(2) == 0, {}});
            destination.ReceiveData(come.back().efci);
            break;
        case 1: {
            AbrRmContent cell;
            cell.feedback = {static_cast<double>(below(1000)), below(2) == 0, below(2) == 0};
            cell.ccr = below(1000);
            cell.mcr = below(100);
            cell.bn = below(8) == 0;
            come.push_back({false, false, cell});
            destination.ReceiveForward(cell);
            break;
        }
        default:
            const AbrRmContent* newest = nullptr;
            bool efci = false;
            int forward = 0;
            for (const auto& event : come)
            {
                efci = event.data ? event.efci : efci;
                newest = event.data ? newest : &event.cell;
                forward += !event.data;
            }
            ASSERT_EQ(destination.HasBackward(), newest != nullptr);
            if (newest)
            {
                const AbrRmContent back = destination.SendBackward();
                EXPECT_EQ(back.feedback.er, std::min(newest->feedback.er, 500.0));
                EXPECT_EQ(back.feedback.ci, newest->feedback.ci || efci);
                EXPECT_EQ(back.feedback.ni, newest->feedback.ni);
                EXPECT_EQ(back.ccr, newest->ccr);
                EXPECT_EQ(back.mcr, newest->mcr);
                EXPECT_FALSE(back.bn);
                EXPECT_FALSE(destination.HasBackward());
                replaced += forward - 1;
                EXPECT_EQ(destination.GetReplaced(), replaced);
                marked += efci;
                ++sent;
                come.clear();
            }
        }
    }
    EXPECT_GT(sent, 500);
    EXPECT_GT(marked, 100);
    EXPECT_GT(replaced, 100U);
}

// The state is that of the last data cell, and is reset by a cell that goes back.
TEST(AtmAbrDestination, KeepsTheLastEfci)
{
    AbrDestination destination({});
    const auto turn = [&destination] {
        destination.ReceiveForward({{1e300}});
        const AbrRmContent cell = destination.SendBackward();
        EXPECT_EQ(cell.feedback.er, 1e300);
        return cell.feedback.ci;
    };
    EXPECT_FALSE(turn());
    destination.ReceiveData(true);
    EXPECT_TRUE(turn());
    EXPECT_FALSE(turn());
    destination.ReceiveData(true);
    destination.ReceiveData(false);
    EXPECT_FALSE(turn());
    destination.ReceiveForward({{1}});
    destination.ReceiveData(true); // it counts when the cell goes back
    destination.ReceiveForward({{2}});
    EXPECT_EQ(destination.GetReplaced(), 1U);
    const AbrRmContent cell = destination.SendBackward();
    EXPECT_EQ(cell.feedback.er, 2);
    EXPECT_TRUE(cell.feedback.ci);
}

// Ten cells per second, at most, each with BN and CI.
TEST(AtmAbrDestination, SendsBecn)
{
    AbrDestination silent({});
    EXPECT_FALSE(silent.SendBecn(0));
    AbrDestination::Parameters parameters;
    parameters.becnInterval = ATM_SECOND / 10;
    AbrDestination destination(parameters);
    int sent = 0;
    for (AtmTime now = 0; now < ATM_SECOND; now += ATM_SECOND / 1000)
    {
        const auto cell = destination.SendBecn(now);
        EXPECT_EQ(cell.has_value(), now % (ATM_SECOND / 10) == 0);
        if (cell)
        {
            EXPECT_TRUE(cell->bn && cell->feedback.ci);
            EXPECT_TRUE(std::isinf(cell->feedback.er));
            ++sent;
        }
    }
    EXPECT_EQ(sent, 10);
}

TEST(AtmAbrDestination, RefusesWrongInput)
{
    EXPECT_EQ(Sentence({}), "");
    EXPECT_EQ(Sentence({-1}),
              "the highest rate of a destination, in cells per second, is -1; allowed are rates "
              "from 0 on");
    EXPECT_NE(Sentence({NAN}), "");
    EXPECT_EQ(Sentence({1, 1000}),
              "the interval of BECN cells, in ps, is 1000; allowed are 0 and times from 0.1 s on, "
              "10 cells per second");
    EXPECT_NE(Sentence({1, -1}), "");
}
