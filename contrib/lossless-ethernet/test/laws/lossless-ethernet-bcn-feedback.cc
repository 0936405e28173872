/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-bcn-feedback.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

using Message = CongestionMessage;

constexpr int64_t FRAME = 1500;

BcnFeedback::Parameters
With(int64_t setPoint, double weight, BcnFeedback::Clamp clamp)
{
    BcnFeedback::Parameters parameters;
    parameters.setPoint = setPoint;
    parameters.weight = weight;
    parameters.clamp = clamp;
    return parameters;
}

std::string
Sentence(const BcnFeedback::Parameters& parameters)
{
    try
    {
        BcnFeedback law(parameters);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

// By hand, with Qeq = 150,000 and W = 2.
TEST(LosslessEthernetBcnFeedback, FollowsTheFormula)
{
    BcnFeedback law(With(150'000, 2, BcnFeedback::NONE));

    struct Case
    {
        int64_t queue;
        bool tagged;
        Message::Kind kind;
        int64_t offset;
        int64_t delta;
        double feedback;
    };

    const Case cases[]{
        {30'000, false, Message::NOTHING, -120'000, 30'000, 60'000},
        {60'000, true, Message::POSITIVE, -90'000, 30'000, 30'000},
        {90'000, true, Message::NOTHING, -60'000, 30'000, 0},
        {120'000, true, Message::NEGATIVE, -30'000, 30'000, -30'000},
        {160'000, false, Message::NEGATIVE, 10'000, 40'000, -90'000},
        {150'000, true, Message::POSITIVE, 0, -10'000, 20'000},
        {900'000, false, Message::NEGATIVE, 750'000, 750'000, -2'250'000},
        {1'500, true, Message::POSITIVE, -148'500, -898'500, 1'945'500},
    };
    for (const auto& expected : cases)
    {
        const Message message = law.Sample(expected.queue, expected.tagged);
        EXPECT_EQ(message.kind, expected.kind) << expected.queue;
        EXPECT_EQ(message.offset, expected.offset) << expected.queue;
        EXPECT_EQ(message.delta, expected.delta) << expected.queue;
        EXPECT_EQ(message.feedback, expected.feedback) << expected.queue;
    }
}

// The last two rows above: Fb to +-750,000, or the terms to +-150,000 and +-300,000.
TEST(LosslessEthernetBcnFeedback, IsLimitedAsAsked)
{
    const BcnFeedback total(With(150'000, 2, BcnFeedback::TOTAL));
    EXPECT_EQ(total.GetLimit(), 750'000);
    EXPECT_EQ(total.GetFeedback(750'000, 750'000), -750'000);
    EXPECT_EQ(total.GetFeedback(-148'500, -898'500), 750'000);
    EXPECT_EQ(total.GetFeedback(400'000, 100'000), -600'000);
    const BcnFeedback terms(With(150'000, 2, BcnFeedback::TERMS));
    EXPECT_EQ(terms.GetFeedback(750'000, 750'000), -(150'000 + 2 * 300'000));
    EXPECT_EQ(terms.GetFeedback(-148'500, -898'500), 148'500 + 2 * 300'000);
    EXPECT_EQ(terms.GetFeedback(400'000, 100'000), -(150'000 + 2 * 100'000));
    const BcnFeedback half(With(101, 0.5, BcnFeedback::TOTAL));
    EXPECT_EQ(half.GetFeedback(10, 3), -11.5);
    EXPECT_EQ(half.GetFeedback(300, 3), -202);
}

// False congestion: after an empty queue a message is negative from q > Qeq / (1 + W) on. With M =
// 150 KB that is reached by 9 frames, with 300 and 600 KB by 17 and 34 (digest of the study, 3.4).
TEST(LosslessEthernetBcnFeedback, ShortQueuesAreFalselyCongested)
{
    for (const double weight : {0.1, 0.5, 2.0, 10.0, 50.0})
    {
        for (const int64_t setPoint : {37'500, 75'000, 150'000, 300'000})
        {
            int64_t frames = 1;
            while (BcnFeedback(With(setPoint, weight, BcnFeedback::TOTAL))
                       .Sample(frames * FRAME, false)
                       .kind != Message::NEGATIVE)
            {
                ++frames;
            }
            EXPECT_GT(frames * FRAME * (1 + weight), setPoint);
            EXPECT_LE((frames - 1) * FRAME * (1 + weight), setPoint);
        }
    }
    const auto first = [](int64_t setPoint, int64_t frames) {
        BcnFeedback law(With(setPoint, 2, BcnFeedback::NONE));
        return law.Sample(frames * FRAME, false).kind;
    };
    EXPECT_EQ(first(37'500, 8), Message::NOTHING);
    EXPECT_EQ(first(37'500, 9), Message::NEGATIVE);
    EXPECT_EQ(first(75'000, 17), Message::NEGATIVE);
    EXPECT_EQ(first(150'000, 34), Message::NEGATIVE);
}

// Stop before maximum before the rest; both only above their thresholds, and if there is one.
TEST(LosslessEthernetBcnFeedback, ThresholdsComeFirst)
{
    BcnFeedback::Parameters parameters = With(150'000, 2, BcnFeedback::NONE);
    parameters.maximumThreshold = 300'000;
    parameters.stopThreshold = 450'000;
    BcnFeedback law(parameters);
    EXPECT_EQ(law.Sample(300'000, false).kind, Message::NEGATIVE);
    const Message maximum = law.Sample(300'001, false);
    EXPECT_EQ(maximum.kind, Message::MAXIMUM);
    EXPECT_EQ(maximum.feedback, -750'000);
    EXPECT_EQ(law.Sample(450'000, false).kind, Message::MAXIMUM);
    EXPECT_EQ(law.Sample(450'001, false).kind, Message::STOP);
    // a queue that falls fast has a positive Fb, and is too long nevertheless
    EXPECT_EQ(law.Sample(900'000, true).kind, Message::STOP);
    EXPECT_EQ(law.Sample(310'000, true).kind, Message::MAXIMUM);
    EXPECT_EQ(law.Sample(150'000, true).kind, Message::POSITIVE);
    parameters.stopThreshold = 0;
    EXPECT_EQ(BcnFeedback(parameters).Sample(900'000, true).kind, Message::MAXIMUM);
    parameters.maximumThreshold = 0;
    EXPECT_EQ(BcnFeedback(parameters).Sample(900'000, true).kind, Message::NEGATIVE);
}

TEST(LosslessEthernetBcnFeedback, RefusesWrongInput)
{
    EXPECT_EQ(Sentence({}), "");
    EXPECT_EQ(Sentence(With(0, 2, BcnFeedback::NONE)),
              "the set point Qeq is 0; allowed are bytes from 1 on");
    EXPECT_EQ(Sentence(With(1, -0.5, BcnFeedback::NONE)),
              "the weight W is -0.5; allowed are finite numbers from 0 on");
    EXPECT_NE(Sentence(With(1, NAN, BcnFeedback::NONE)), "");
    BcnFeedback::Parameters parameters;
    parameters.maximumThreshold = 300;
    parameters.stopThreshold = 300;
    EXPECT_EQ(Sentence(parameters),
              "the threshold of BCN(0,0) is 300; allowed are 0 and bytes above the threshold of "
              "BCN_MAX, 300");
    parameters.stopThreshold = 301;
    EXPECT_EQ(Sentence(parameters), "");
    parameters.maximumThreshold = -1;
    EXPECT_NE(Sentence(parameters), "");
}
