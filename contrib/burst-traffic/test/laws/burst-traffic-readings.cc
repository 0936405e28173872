/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-pareto-on-off-arrivals.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

using namespace ns3;

/**
 * @file
 * The readings of the packet trains that the ServerNet document leaves open, against their closed
 * forms. "Digest" is what an independent prototype of the study computed; it is not part of this
 * repository, and its numbers are a second opinion beside the formulas tested here and in
 * burst-traffic-laws.cc. lambda is in packets per ms of 50,000 ticks.
 */

namespace
{

Ptr<ParetoOnOffArrivals>
MakeReading(const std::string& attributes, int64_t stream = 0)
{
    auto process =
        burst::CreateFromText<ParetoOnOffArrivals>("ns3::ParetoOnOffArrivals[" + attributes + "]");
    process->AssignStreams(stream);
    return process;
}

/** Requests of one source per ms by the closed forms of the digest, section 1.2. */
struct Reading
{
    std::string attributes;
    double perMs;
    double tolerance; //!< half of the last digit printed
};

const Reading READINGS[] = {
    {"Discretisation=Continuous", 1484.4, 0.05},
    {"Discretisation=Continuous|PhaseRule=Carried", 1484.4, 0.05},
    {"Discretisation=Floor", 1378.9, 0.05},
    {"Discretisation=Floor|PhaseRule=Carried", 1378.9, 0.05},
    {"Discretisation=Round", 1462.3, 0.05},
    {"Discretisation=Ceil", 1647.6, 0.05},
    {"PhaseRule=AtStart", 8033.6, 0.05},
    {"PhaseRule=AfterSpacing", 153.2, 0.05},
};

/** Counts of independent replications in the first `ticks` ticks. */
std::vector<double>
CountReplications(const std::string& attributes, int64_t ticks, int replications)
{
    std::vector<double> counts;
    for (int stream = 0; stream < replications; ++stream)
    {
        counts.push_back(static_cast<double>(MakeReading(attributes, stream)->CountTo(ticks - 1)));
    }
    return counts;
}

struct Moments
{
    double mean;
    double variance;
    double fourth; //!< central
};

Moments
GetMoments(const std::vector<double>& values)
{
    const auto n = static_cast<double>(values.size());
    Moments moments{0, 0, 0};
    for (const double value : values)
    {
        moments.mean += value / n;
    }
    for (const double value : values)
    {
        const double square = std::pow(value - moments.mean, 2);
        moments.variance += square / (n - 1);
        moments.fourth += square * square / n;
    }
    return moments;
}

/** Energy of the Haar coefficients of octave j of slots of 10 ticks: digest, section 1.4. */
double
GetReadingHaarEnergy(const ParetoOnOffArrivals& process, int octave)
{
    const int64_t ticks = int64_t{10} << octave;
    return std::ldexp(4 * process.GetCountVariance(ticks / 2) - process.GetCountVariance(ticks),
                      -octave);
}

} // namespace

TEST(ParetoReadings, MeanRatesAreThoseOfTheDigest)
{
    for (const auto& [attributes, perMs, tolerance] : READINGS)
    {
        EXPECT_NEAR(MakeReading(attributes)->GetMeanRate() * 50'000, perMs, tolerance)
            << attributes;
    }
}

// One joint test at the 1 % level: the sum of the squared deviations in standard errors is
// chi-square (the standard errors are those of 400 replications, close to normal).
TEST(ParetoReadings, RequestsComeAtTheseRates)
{
    constexpr int REPLICATIONS = 400;
    constexpr int64_t TICKS = 1000;
    double sum = 0;
    for (const auto& reading : READINGS)
    {
        const std::string attributes = "Sources=40|" + reading.attributes;
        const auto moments = GetMoments(CountReplications(attributes, TICKS, REPLICATIONS));
        const double expected = MakeReading(attributes)->GetMeanRate() * TICKS;
        sum += std::pow(moments.mean - expected, 2) / (moments.variance / REPLICATIONS);
    }
    const boost::math::chi_squared law(std::size(READINGS));
    EXPECT_LT(sum, quantile(complement(law, 0.01)));
}

// Every way to reach a rate, against the exact mean and variance. The variance of a sample variance
// is (fourth moment - variance^2) / n.
TEST(ParetoReadings, CountsHaveExactMeanAndVariance)
{
    constexpr int REPLICATIONS = 1000;
    for (const std::string attributes : {"Sources=20|PhaseRule=AtStart",
                                         "Sources=300|PhaseRule=AfterSpacing",
                                         "Sources=30|Discretisation=Round",
                                         "Sources=30|Discretisation=Ceil|Spacing=3",
                                         "Sources=30|Discretisation=Continuous",
                                         "Sources=30|Discretisation=Continuous|PhaseRule=AtStart",
                                         "Sources=30|OnMinimum=10|OffMinimum=34.6",
                                         "Rate=0.6",
                                         "Rate=0.01",
                                         "Rate=0.4|Sources=40|LambdaMapping=Thinning",
                                         "Rate=0.4|Sources=40|LambdaMapping=StretchedOff",
                                         "Rate=0.4|Sources=40|LambdaMapping=StretchedOff|"
                                         "OnMinimum=10|PhaseRule=AtStart|Discretisation=Round"})
    {
        for (const int64_t window : {37, 300})
        {
            const auto process = MakeReading(attributes);
            const auto moments = GetMoments(CountReplications(attributes, window, REPLICATIONS));
            const double mean = process->GetMeanRate() * static_cast<double>(window);
            const double variance = process->GetCountVariance(window);
            EXPECT_LT(std::abs(DeviationOverLimit(moments.mean, mean, variance, REPLICATIONS)), 1)
                << attributes << ", " << window << " ticks";
            EXPECT_LT(std::abs(DeviationOverLimit(moments.variance,
                                                  variance,
                                                  moments.fourth - std::pow(moments.variance, 2),
                                                  REPLICATIONS)),
                      1)
                << attributes << ", " << window << " ticks";
        }
    }
}

TEST(ParetoReadings, WantedRateIsReachedExactly)
{
    for (const std::string mapping : {"Pool", "Thinning", "StretchedOff"})
    {
        const std::string sources = mapping == "Pool" ? "1" : "100";
        for (const std::string reading : {"PhaseRule=FreeGrid",
                                          "PhaseRule=AtStart|Discretisation=Ceil",
                                          "PhaseRule=Carried|Discretisation=Continuous",
                                          "OnMinimum=10|Discretisation=Round"})
        {
            const auto process = MakeReading("Rate=0.7|LambdaMapping=" + mapping +
                                             "|Sources=" + sources + "|" + reading);
            EXPECT_NEAR(process->GetMeanRate(), 0.7, 1e-9) << mapping << " " << reading;
        }
    }
    // 43.5 sources make 500 packets/(device ms) for 120 devices.
    EXPECT_EQ(MakeReading("Rate=1.2")->GetSourceCount(), 44);
    // Digest, section 1.6: minimum of a stretched OFF, printed to the unit.
    const std::string stretched = "LambdaMapping=StretchedOff|Rate=0.001";
    EXPECT_NEAR(MakeReading(stretched)->GetOffMinimum(), 34.6, 0.6);
    EXPECT_NEAR(MakeReading(stretched + "|Sources=10")->GetOffMinimum(), 350, 1);
}

// Digest, section 1.6: local H of the exact Haar energies at octaves 1, 5, 9 and 13 and index of
// dispersion in 0.2 ms at lambda = 50, printed to two digits.
TEST(ParetoReadings, SecondOrderIsThatOfTheDigest)
{
    struct Row
    {
        std::string attributes;
        std::vector<double> localH;
        double dispersion;
        double tolerance;
    };

    const std::string rate = "Rate=0.001|";
    const std::string stretched = rate + "LambdaMapping=StretchedOff|";
    for (const auto& [attributes, localH, dispersion, tolerance] :
         {Row{"Sources=1", {.57, .71, .81}, 30, 0.5},
          Row{rate + "LambdaMapping=Thinning", {.50, .51, .56, .70}, 2.1, 0.05},
          Row{rate + "LambdaMapping=Thinning|Sources=10", {.50, .50, .51}, 1.1, 0.05},
          Row{stretched + "Sources=1", {.54, .59, .65}, 6.1, 0.1},
          Row{stretched + "Sources=10", {.54, .54, .59}, 3.0, 0.05},
          Row{stretched + "Sources=10|OnMinimum=10", {.93, .69, .53, .65}, 10, 0.5}})
    {
        const auto process = MakeReading(attributes);
        for (std::size_t i = 0; i < localH.size(); ++i)
        {
            const int octave = 1 + 4 * static_cast<int>(i);
            const double ratio =
                GetReadingHaarEnergy(*process, octave + 1) / GetReadingHaarEnergy(*process, octave);
            EXPECT_NEAR((std::log2(ratio) + 1) / 2, localH[i], 0.0101)
                << attributes << ", octave " << octave;
        }
        EXPECT_NEAR(process->GetCountVariance(10'000) / (process->GetMeanRate() * 10'000),
                    dispersion,
                    tolerance)
            << attributes;
    }
}

// Digest, section 1.7: too much load in 10^4 ticks by fresh starts, 8.9 % and 9.0 %; 1.4: 16.5 % in
// 1000 ticks.
TEST(ParetoReadings, FreshStartsOfferTooMuch)
{
    constexpr int REPLICATIONS = 100;
    const auto bias = [](const std::string& start, int64_t ticks) {
        const std::string attributes = "Sources=1000|Start=" + start;
        const auto moments = GetMoments(CountReplications(attributes, ticks, REPLICATIONS));
        return moments.mean /
                   (MakeReading(attributes)->GetMeanRate() * static_cast<double>(ticks)) -
               1;
    };
    EXPECT_NEAR(bias("FreshOff", 1000), 0.165, 0.01);
    EXPECT_GT(bias("FreshDurations", 1000), 0.1);
    EXPECT_NEAR(bias("Equilibrium", 1000), 0, 0.01);
}

TEST(ParetoReadings, WhatCannotBeIsSaid)
{
    const auto refusal = [](const std::string& attributes) -> std::string {
        try
        {
            MakeReading(attributes)->GetMeanRate();
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(refusal("Rate=3|Sources=100|LambdaMapping=Thinning"),
              "Rate of ns3::ParetoOnOffArrivals is 3 per tick, more than the 2.75774 that Sources "
              "= 100 give; LambdaMapping can only lower it");
    EXPECT_NE(refusal("Rate=3|Sources=100|LambdaMapping=StretchedOff"), "");
    EXPECT_NE(refusal("Rate=3|Sources=2").find("Sources has to stay 1"), std::string::npos);
    EXPECT_NE(refusal("Rate=1e8").find("more sources than 100000000"), std::string::npos);
    for (const std::string rate : {"1e-15", "1e-30", "1e-300"})
    {
        const auto attributes = "Rate=" + rate + "|LambdaMapping=StretchedOff|Discretisation=";
        EXPECT_EQ(refusal(attributes + "Floor") == "", rate == "1e-15");
        EXPECT_NE(refusal(attributes + "Continuous").find("are too short"), std::string::npos);
    }
    for (const std::string attributes :
         {"OnShape=1", "OnShape=2.01", "OffShape=0.9", "Sources=0", "OnMinimum=0.5", "Rate=-1"})
    {
        EXPECT_NE(refusal(attributes).find(attributes.substr(0, attributes.find('='))),
                  std::string::npos)
            << attributes;
    }
}

// What would look for its next request for hours says so instead, as often as it is asked.
TEST(ParetoReadings, NoRequestIn1e8OnsIsRefused)
{
    for (const std::string attributes : {"Rate=1e-12",
                                         "Rate=1e-300",
                                         "Rate=1e-12|LambdaMapping=Thinning|Sources=1000",
                                         "Spacing=2147483648|PhaseRule=AfterSpacing"})
    {
        const auto process = MakeReading(attributes);
        EXPECT_GT(process->GetMeanRate(), 0) << attributes;
        EXPECT_THROW(process->Peek(), std::invalid_argument) << attributes;
        EXPECT_THROW(process->Next(), std::invalid_argument) << attributes;
    }
    EXPECT_GT(MakeReading("Rate=1e-12|LambdaMapping=StretchedOff")->Next(), 0);
}
