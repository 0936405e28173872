/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-measurement-round-trips.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace
{

using namespace ns3;

TEST(RoundTrips, OfASampleWithLossesDuplicatesAndLateReplies)
{
    // Requests 0 to 7; 2, 3 and 5 are lost, 1 comes twice, 6 comes after 7.
    measurement::RoundTrips sample(8);
    sample.Add(0, 10);
    sample.Add(1, 14);
    sample.Add(1, 15);
    sample.Add(4, 11);
    sample.Add(7, 20);
    sample.Add(6, 13);
    EXPECT_EQ(sample.GetSent(), 8U);
    EXPECT_EQ(sample.GetReceived(), 5U);
    EXPECT_EQ(sample.GetDuplicates(), 1U);
    EXPECT_EQ(sample.GetReordered(), 1U);
    EXPECT_DOUBLE_EQ(sample.GetLoss(), 3.0 / 8);
    // After lost ones come 3, 4 and 6, of which 3 is lost.
    EXPECT_DOUBLE_EQ(*sample.GetConditionalLoss(), 1.0 / 3);
    EXPECT_DOUBLE_EQ(*sample.GetMin(), 10);
    EXPECT_DOUBLE_EQ(*sample.GetMax(), 20);
    EXPECT_DOUBLE_EQ(*sample.GetMean(), 68.0 / 5);
    // Squares of -3.6, 0.4, -2.6, -0.6, 6.4 add up to 61.2.
    EXPECT_NEAR(*sample.GetDeviation(), 3.911521, 1e-6);
    // 10, 11, 13, 14, 20: quartiles are the second and the fourth of five.
    EXPECT_DOUBLE_EQ(*sample.GetIqr(), 3);
    // 0.9 of the way from the first to the fifth is 0.6 of the way from 14 to 20.
    EXPECT_DOUBLE_EQ(*sample.GetQuantile(0.9), 17.6);
    EXPECT_DOUBLE_EQ(*sample.GetQuantile(0), 10);
    EXPECT_DOUBLE_EQ(*sample.GetQuantile(1), 20);
    EXPECT_THROW(sample.GetQuantile(1.1), std::invalid_argument);
    // Successive replies: 14 - 10 and 20 - 13.
    EXPECT_DOUBLE_EQ(*sample.GetIpdvMean(), 5.5);
    // Quartiles of 4 and 7, interpolated: 4.75 and 6.25.
    EXPECT_DOUBLE_EQ(*sample.GetIpdvIqr(), 1.5);
}

TEST(RoundTrips, OfASampleWithoutReplies)
{
    const measurement::RoundTrips sample(4);
    EXPECT_DOUBLE_EQ(sample.GetLoss(), 1);
    EXPECT_DOUBLE_EQ(*sample.GetConditionalLoss(), 1);
    EXPECT_FALSE(sample.GetMean());
    EXPECT_FALSE(sample.GetMin());
    EXPECT_FALSE(sample.GetMax());
    EXPECT_FALSE(sample.GetDeviation());
    EXPECT_FALSE(sample.GetIqr());
    EXPECT_FALSE(sample.GetQuantile(0.5));
    EXPECT_FALSE(sample.GetIpdvIqr());
    EXPECT_FALSE(sample.GetIpdvMean());
}

TEST(RoundTrips, WithoutLossThereIsNoConditionalOne)
{
    measurement::RoundTrips sample(2);
    sample.Add(0, 1);
    sample.Add(1, 1);
    EXPECT_FALSE(sample.GetConditionalLoss());
    EXPECT_FALSE(sample.GetIpdvIqr()); // of one difference there is none
}

TEST(RoundTrips, RefuseARequestThatWasNotSent)
{
    measurement::RoundTrips sample(2);
    EXPECT_THROW(sample.Add(2, 1), std::invalid_argument);
}

TEST(RoundTrips, WhatIsNotSentIsNotLost)
{
    measurement::RoundTrips sample(10);
    sample.Add(0, 1);
    sample.Add(2, 1);
    EXPECT_THROW(sample.Shorten(2), std::invalid_argument) << "the third is answered";
    EXPECT_THROW(sample.Shorten(11), std::invalid_argument);
    sample.Shorten(4);
    EXPECT_EQ(sample.GetSent(), 4U);
    EXPECT_DOUBLE_EQ(sample.GetLoss(), 0.5);
    EXPECT_DOUBLE_EQ(*sample.GetConditionalLoss(), 0) << "after the second one";
    measurement::RoundTrips none(10);
    none.Shorten(0);
    EXPECT_DOUBLE_EQ(none.GetLoss(), 0);
    EXPECT_FALSE(none.GetConditionalLoss());
}

} // namespace
