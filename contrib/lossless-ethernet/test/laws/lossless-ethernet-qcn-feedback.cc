/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-qcn-feedback.h"

#include "../../../burst-traffic/test/laws/burst-traffic-statistics.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

using Message = CongestionMessage;

std::string
Sentence(const QcnFeedback::Parameters& parameters)
{
    try
    {
        QcnFeedback law(parameters);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

// QntzFb = 63 |Fb| / (5 * 26,000), 63 beyond: the rule of the manuals of HPE FlexFabric switches.
// QntzFb = k begins where |Fb| = k * 130,000 / 63.
TEST(LosslessEthernetQcnFeedback, QuantizesToSixBits)
{
    const QcnFeedback law({});
    for (int k = 0; k < 64; ++k)
    {
        const double begin = k * 130'000.0 / 63;
        EXPECT_EQ(law.Quantize(-(begin + 1)), k);
        EXPECT_EQ(law.Quantize(-(begin + 2000)), k);
    }
    EXPECT_EQ(law.Quantize(0), 0);
    EXPECT_EQ(law.Quantize(50'000), 0);
    EXPECT_EQ(law.Quantize(-130'000), 63);
    EXPECT_EQ(law.Quantize(-1e9), 63);
}

// The distances in KB of the proposals, and in bytes where a KB is 1024 of them, as a public
// implementation of the pseudo-code has them.
TEST(LosslessEthernetQcnFeedback, SamplesSoonerInCongestion)
{
    const std::vector<double> kilobytes{150, 75, 50, 37.5, 30, 25, 21.5, 18.5};
    const std::vector<double> bytes{153600, 76800, 51200, 38400, 30720, 25600, 22016, 18944};
    QcnFeedback::Parameters binary;
    binary.sampleBase = 153'600;
    for (int k = 0; k < 64; ++k)
    {
        EXPECT_DOUBLE_EQ(QcnFeedback({}).GetInterval(k), 1000 * kilobytes[k / 8]) << k;
        EXPECT_DOUBLE_EQ(QcnFeedback(binary).GetInterval(k), bytes[k / 8]) << k;
    }
}

// By hand, with Qeq = 26,000 and W = 2.
TEST(LosslessEthernetQcnFeedback, OnlyCongestionIsTold)
{
    QcnFeedback law({});

    struct Case
    {
        int64_t queue;
        double feedback;
        int quantized;
    };

    const Case cases[]{
        {6'000, 8'000, 0},
        {16'000, -10'000, 4}, // 4.8, rounded down
        {26'000, -20'000, 9},
        {26'000, 0, 0},
        {27'000, -3'000, 1},
        {27'500, -2'500, 1},
        {27'700, -2'100, 1},
        {27'700, -1'700, 0}, // below 130,000 / 63 = 2,063
        {500'000, -130'000, 63},
    };
    for (const auto& expected : cases)
    {
        const Message message = law.Sample(expected.queue);
        EXPECT_EQ(message.kind, expected.quantized > 0 ? Message::QUANTIZED : Message::NOTHING);
        EXPECT_EQ(message.feedback, expected.feedback) << expected.queue;
        EXPECT_EQ(message.quantized, expected.quantized) << expected.queue;
        EXPECT_EQ(message.offset, expected.queue - 26'000);
    }
}

// Uniform between 85 and 115 % of the distance; none without jitter.
TEST(LosslessEthernetQcnFeedback, DistancesJitter)
{
    traffic::StreamRandom random(7);
    const QcnFeedback law({});
    constexpr uint64_t DRAWS = 100'000;
    std::vector<uint64_t> observed(30);
    for (uint64_t i = 0; i < DRAWS; ++i)
    {
        const double interval = law.DrawInterval(20, random); // 50 KB
        ASSERT_GE(interval, 42'500);
        ASSERT_LE(interval, 57'500);
        ++observed[std::min<std::size_t>((interval - 42'500) / 500, 29)];
    }
    EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(30, 1.0 / 30), DRAWS), 1);
    QcnFeedback::Parameters regular;
    regular.jitter = 0;
    EXPECT_EQ(QcnFeedback(regular).DrawInterval(63, random), 18'500);
    regular.sampleBase = 1;
    EXPECT_EQ(QcnFeedback(regular).DrawInterval(63, random), 1);
}

TEST(LosslessEthernetQcnFeedback, RefusesWrongInput)
{
    EXPECT_EQ(Sentence({}), "");
    EXPECT_EQ(Sentence({0, 2, 150'000, 0.15}),
              "the set point Qeq is 0; allowed are bytes from 1 on");
    EXPECT_EQ(Sentence({26'000, INFINITY, 150'000, 0.15}),
              "the weight W is inf; allowed are finite numbers from 0 on");
    EXPECT_EQ(Sentence({26'000, 2, 0, 0.15}), "the sample base is 0; allowed are bytes from 1 on");
    EXPECT_EQ(Sentence({26'000, 2, 150'000, 1}),
              "the jitter of the sample interval is 1; allowed are numbers from 0 to below 1");
}
