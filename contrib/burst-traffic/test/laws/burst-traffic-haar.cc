/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-traffic-haar.h"

#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-fractional-noise.h"
#include "ns3/burst-traffic-monitor.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/packet.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** What the pyramid keeps of an octave, from the definition: all blocks of all sequences. */
struct Reference
{
    std::vector<double> sums;
    double energy{0};

    void Add(const std::vector<double>& values, std::size_t octave)
    {
        const std::size_t size = std::size_t{1} << octave;
        for (auto block = values.begin(); values.end() - block >= static_cast<std::ptrdiff_t>(size);
             block += static_cast<std::ptrdiff_t>(size))
        {
            const double first = std::accumulate(block, block + size / 2, 0.0);
            const double second = std::accumulate(block + size / 2, block + size, 0.0);
            sums.push_back(first + second);
            energy += (first - second) * (first - second) / static_cast<double>(size);
        }
    }

    double GetMean() const
    {
        return std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(sums.size());
    }

    double GetVariance() const
    {
        const double mean = GetMean();
        double squares = 0;
        for (const double sum : sums)
        {
            squares += std::pow(sum - mean, 2);
        }
        return squares / static_cast<double>(sums.size() - 1);
    }
};

void
ExpectAgreement(const traffic::HaarPyramid& pyramid,
                const std::vector<std::vector<double>>& sequences)
{
    for (std::size_t octave = 0; octave < 20; ++octave)
    {
        Reference reference;
        for (const auto& values : sequences)
        {
            reference.Add(values, octave);
        }
        const auto n = reference.sums.size();
        ASSERT_EQ(pyramid.GetBlocks(octave), n) << octave;
        if (n > 1)
        {
            EXPECT_NEAR(pyramid.GetMean(octave) / reference.GetMean(), 1, 1e-12) << octave;
            EXPECT_NEAR(pyramid.GetVariance(octave) / reference.GetVariance(), 1, 1e-10) << octave;
            EXPECT_NEAR(pyramid.GetDispersion(octave) * reference.GetMean() /
                            reference.GetVariance(),
                        1,
                        1e-10)
                << octave;
        }
        if (n > 0 && octave > 0)
        {
            EXPECT_NEAR(pyramid.GetEnergy(octave) * static_cast<double>(n),
                        reference.energy,
                        1e-12 * reference.energy)
                << octave;
            EXPECT_GE(pyramid.GetLastOctave(), octave);
        }
    }
}

std::vector<double>
DrawCounts(std::size_t n, traffic::StreamRandom& random)
{
    std::vector<double> values(n);
    for (auto& value : values)
    {
        value = std::floor(5 / random.Uniform()) - 3;
    }
    return values;
}

/** The energies of fractional Gaussian noise are 2^(j (2H - 1)) (2^(2 - 2H) - 1). */
std::vector<traffic::HaarOctave>
MakeExact(double hurst, uint32_t octaves)
{
    std::vector<traffic::HaarOctave> exact;
    for (uint32_t octave = 1; octave <= octaves; ++octave)
    {
        exact.push_back({uint64_t{1} << (octaves - octave),
                         std::exp2(octave * (2 * hurst - 1)) * (std::exp2(2 - 2 * hurst) - 1)});
    }
    return exact;
}

} // namespace

TEST(HaarPyramid, AgreesWithTheDefinitionForAllLengths)
{
    traffic::StreamRandom random(41);
    for (const std::size_t n : {1, 2, 3, 4, 7, 100, 1024, 5000})
    {
        const auto values = DrawCounts(n, random);
        traffic::HaarPyramid pyramid;
        for (const double value : values)
        {
            pyramid.Add(value);
        }
        ExpectAgreement(pyramid, {values});
    }
}

TEST(HaarPyramid, RunsOfEqualSlotsAreTheSlots)
{
    traffic::StreamRandom random(42);
    std::vector<double> values;
    traffic::HaarPyramid pyramid;
    for (int i = 0; i < 300; ++i)
    {
        const auto value = static_cast<double>(random.Word() % 5);
        const uint64_t times = random.Word() % 2 == 0 ? random.Word() % 4 : random.Word() % 70;
        pyramid.Add(value, times);
        values.insert(values.end(), times, value);
    }
    ExpectAgreement(pyramid, {values});
}

// 2^62 slots cost nothing; one slot among them moves the energies by 1 / n_j / 2^j.
TEST(HaarPyramid, EmptySlotsCostNothing)
{
    traffic::HaarPyramid pyramid;
    pyramid.Add(1);
    pyramid.Add(0, (uint64_t{1} << 62) - 1);
    EXPECT_EQ(pyramid.GetLastOctave(), 62U);
    for (uint32_t octave = 1; octave <= 62; ++octave)
    {
        EXPECT_EQ(pyramid.GetBlocks(octave), uint64_t{1} << (62 - octave));
        EXPECT_EQ(pyramid.GetEnergy(octave), 0x1p-62);
    }
}

TEST(HaarPyramid, CountsWhatIsOccupied)
{
    // Octave 1, (1 0)(0 0)(1 1)(0 0): one block differs, and one has both halves. Octave 2: neither
    // 1000 nor 1100 has both. Octave 3: both, 1 against 2.
    traffic::HaarPyramid pyramid;
    pyramid.Add(1);
    pyramid.Add(0, 3);
    pyramid.Add(1, 2);
    pyramid.Add(0, 2);
    EXPECT_EQ(pyramid.GetOccupied(1), 1);
    EXPECT_EQ(pyramid.GetOccupied(2), 0);
    EXPECT_EQ(pyramid.GetOccupied(3), 1);
    EXPECT_EQ(pyramid.GetOccupied(4), 0);
    traffic::HaarPyramid other = pyramid;
    other.Merge(pyramid);
    EXPECT_EQ(other.GetOccupied(3), 2);
}

TEST(HaarPyramid, FewEventsTellNoH)
{
    // Independent events of 4096 slots, as test_hurst.py has them.
    traffic::StreamRandom random(44);
    for (const std::size_t events : {1, 3, 10, 30, 4096})
    {
        std::vector<double> slots(4096);
        for (std::size_t i = 0; i < events; ++i)
        {
            slots[random.Word() % slots.size()] += 1500;
        }
        traffic::HaarPyramid pyramid;
        for (const double slot : slots)
        {
            pyramid.Add(slot);
        }
        const auto estimate = pyramid.Estimate();
        EXPECT_EQ(estimate.acceptable, events == 4096) << events << " " << estimate.reason;
        if (events < 4096)
        {
            EXPECT_TRUE(std::isnan(estimate.hurst)) << events;
            EXPECT_NE(estimate.reason.find("too little to tell"), std::string::npos);
            EXPECT_FALSE(pyramid.Estimate(0.95, 1, 8).acceptable) << events;
        }
    }
    traffic::HaarPyramid burst; // of equal slots: two ends
    burst.Add(0, 1001);
    burst.Add(1, 64);
    burst.Add(0, 3031);
    EXPECT_FALSE(burst.Estimate().acceptable);
}

TEST(HaarPyramid, MergesReplications)
{
    traffic::StreamRandom random(43);
    std::vector<std::vector<double>> sequences;
    traffic::HaarPyramid pooled;
    for (const std::size_t n : {100, 3, 0, 777, 64})
    {
        sequences.push_back(DrawCounts(n, random));
        traffic::HaarPyramid pyramid;
        for (const double value : sequences.back())
        {
            pyramid.Add(value);
        }
        pooled.Merge(pyramid);
    }
    ExpectAgreement(pooled, sequences);

    // What is added after a merge continues the own sequence.
    const auto values = DrawCounts(500, random);
    traffic::HaarPyramid own;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        own.Add(values[i]);
        if (i == 300)
        {
            own.Merge(pooled);
        }
    }
    sequences.push_back(values);
    ExpectAgreement(own, sequences);
}

TEST(HaarPyramid, KnowsWhatItDoesNotKnow)
{
    traffic::HaarPyramid pyramid;
    EXPECT_TRUE(std::isnan(pyramid.GetMean(0)));
    EXPECT_TRUE(std::isnan(pyramid.GetEnergy(1)));
    EXPECT_FALSE(pyramid.Estimate().acceptable);
    pyramid.Add(0);
    EXPECT_TRUE(std::isnan(pyramid.GetVariance(0)));
    pyramid.Add(0);
    EXPECT_EQ(pyramid.GetVariance(0), 0);
    EXPECT_TRUE(std::isnan(pyramid.GetDispersion(0)));
    EXPECT_TRUE(std::isnan(pyramid.GetEnergy(0)));
    EXPECT_EQ(pyramid.GetEnergy(1), 0);
    EXPECT_EQ(pyramid.GetBlocks(1), 1U);
    EXPECT_EQ(pyramid.GetBlocks(2), 0U);
    pyramid.Add(0, 1'000'000);
    EXPECT_TRUE(std::isnan(pyramid.Estimate().hurst));
}

// Energies on the line give its slope, and an interval of 2 * 1.96 standard deviations. For 16
// octaves the deviation is that of table 3.2 of the study's digest, 0.0029.
TEST(EstimateHurst, OfExactEnergiesIsExact)
{
    for (const double hurst : {0.3, 0.5, 0.75, 0.9})
    {
        auto octaves = MakeExact(hurst, 16);
        for (auto& octave : octaves)
        {
            // The estimate takes the bias of the logarithm of an average away; here there is none.
            const double half = static_cast<double>(octave.coefficients) / 2;
            const double step = 1e-5;
            const double digamma =
                (std::lgamma(half * (1 + step)) - std::lgamma(half * (1 - step))) /
                (2 * half * step);
            octave.energy *= std::exp(digamma - std::log(half));
        }
        const auto estimate = traffic::EstimateHurst(octaves);
        EXPECT_TRUE(estimate.acceptable);
        EXPECT_EQ(estimate.first, 1U);
        EXPECT_EQ(estimate.last, 12U);
        EXPECT_NEAR(estimate.hurst, hurst, 1e-6);
        EXPECT_NEAR(estimate.pValue, 1, 1e-6);
        EXPECT_NEAR(estimate.misfit, 0, 1e-6);
        EXPECT_NEAR(estimate.deviation, 0.0029, 1e-4);
        EXPECT_NEAR(estimate.high - estimate.low, 2 * 1.959964 * estimate.deviation, 1e-7);
    }
}

// Two slopes: no single H from octave 1 on, that of the long scales where the line begins.
TEST(EstimateHurst, BeginsWhereThereIsOneSlope)
{
    auto octaves = MakeExact(0.8, 18);
    for (uint32_t octave = 1; octave < 6; ++octave)
    {
        octaves[octave - 1].energy = octaves[5].energy * std::exp2(0.1 * (octave - 6.0));
    }
    const auto estimate = traffic::EstimateHurst(octaves);
    EXPECT_TRUE(estimate.acceptable);
    EXPECT_GE(estimate.first, 5U);
    EXPECT_LE(estimate.first, 7U);
    EXPECT_NEAR(estimate.hurst, 0.8, 0.01);

    const auto fixed = traffic::EstimateHurst(octaves, 0.95, 1);
    EXPECT_FALSE(fixed.acceptable);
    EXPECT_LT(fixed.pValue, 1e-6);
    EXPECT_LT(fixed.hurst, 0.6);
    EXPECT_EQ(fixed.first, 1U);
    EXPECT_EQ(traffic::EstimateHurst(octaves, 0.95, 0, 10).last, 10U);

    octaves[8].energy = 0;
    EXPECT_GE(traffic::EstimateHurst(octaves).first, 10U);
}

// A line of H = 0.75 from octave 2 on. Octave 1 lies above it by 9 of its deviations, sqrt(2 /
// 8192) / ln 2: the p-value of all octaves is 0.012, so that they are not ruled out. With 12 it is
// 3e-5.
TEST(EstimateHurst, SpansWhatIsNotRuledOut)
{
    for (const int raised : {9, 12})
    {
        std::vector<traffic::HaarOctave> octaves;
        for (uint32_t octave = 1; octave <= 10; ++octave)
        {
            octaves.push_back({uint64_t{1} << (14 - octave), std::exp2(0.5 * octave)});
        }
        octaves[0].energy *= std::exp(raised * std::sqrt(2.0 / 8192));
        const auto chosen = traffic::EstimateHurst(octaves);
        const auto all = traffic::EstimateHurst(octaves, 0.95, 1);
        const auto rest = traffic::EstimateHurst(octaves, 0.95, 2);
        EXPECT_EQ(chosen.first, 2U);
        EXPECT_NEAR(chosen.hurst, 0.75, 0.005);
        EXPECT_LT(all.low, rest.low);
        EXPECT_EQ(chosen.low, raised == 9 ? all.low : rest.low);
        EXPECT_EQ(chosen.high, rest.high);
        EXPECT_EQ(chosen.reason, "");
        EXPECT_FALSE(all.reason.empty());
    }
}

// Weighted least squares by the normal equations, three octaves of 64, 32 and 16 coefficients. Of
// a mean of n squares log2 has the bias psi(n/2) / ln 2 - log2(n/2) and the variance psi'(n/2) /
// (ln 2)^2; at whole numbers psi and psi' are finite sums. With one degree of freedom the p-value
// is erfc(sqrt(chi^2 / 2)).
TEST(EstimateHurst, OfThreeOctavesIsThatByHand)
{
    const auto sum = [](int n, int power) {
        double total = 0;
        for (int k = 1; k < n; ++k)
        {
            total += std::pow(k, -power);
        }
        return total;
    };
    for (const auto& energies : {std::array{1.0, 1.6, 2.1}, std::array{1.0, 2.2, 1.5}})
    {
        double s[3] = {};  // of the weights, with x, with x^2
        double sy[2] = {}; // with y, with x y
        std::array<double, 3> y{};
        std::array<double, 3> weight{};
        std::vector<traffic::HaarOctave> octaves;
        for (int i = 0; i < 3; ++i)
        {
            const int half = 32 >> i;
            const double x = i + 1;
            octaves.push_back({2 * static_cast<uint64_t>(half), energies[i]});
            const double psi = sum(half, 1) - 0.57721566490153286;
            weight[i] = M_LN2 * M_LN2 / (M_PI * M_PI / 6 - sum(half, 2));
            y[i] = std::log2(energies[i]) - psi / M_LN2 + std::log2(half);
            s[0] += weight[i];
            s[1] += weight[i] * x;
            s[2] += weight[i] * x * x;
            sy[0] += weight[i] * y[i];
            sy[1] += weight[i] * x * y[i];
        }
        const double determinant = s[0] * s[2] - s[1] * s[1];
        const double slope = (s[0] * sy[1] - s[1] * sy[0]) / determinant;
        const double level = (sy[0] - slope * s[1]) / s[0];
        double chiSquare = 0;
        for (int i = 0; i < 3; ++i)
        {
            chiSquare += weight[i] * std::pow(y[i] - level - slope * (i + 1), 2);
        }
        const double hurst = (slope + 1) / 2;
        const double deviation = std::sqrt(s[0] / determinant) / 2;
        const double pValue = std::erfc(std::sqrt(chiSquare / 2));
        // quantiles of the normal law for intervals of half and of 99 %
        for (const auto& [probability, width] : {std::pair{0.5, 0.67448975}, {0.99, 2.57582930}})
        {
            const auto estimate = traffic::EstimateHurst(octaves, probability, 1);
            EXPECT_NEAR(estimate.hurst, hurst, 1e-9);
            EXPECT_NEAR(estimate.deviation, deviation, 1e-9);
            EXPECT_NEAR(estimate.misfit, chiSquare, 1e-9);
            EXPECT_NEAR(estimate.pValue, pValue, 1e-9);
            EXPECT_NEAR(estimate.low, hurst - width * deviation, 1e-7);
            EXPECT_NEAR(estimate.high, hurst + width * deviation, 1e-7);
            EXPECT_EQ(estimate.acceptable, pValue >= 0.05 && hurst > 0 && hurst < 1);
            EXPECT_EQ(estimate.last, 3U);
        }
    }
}

// Octaves that jump by a factor of 4, and a line through the last ones, which have 64, 32 and 16
// coefficients: the standard deviation of H is 0.14 with these, and six take it below 0.03.
TEST(EstimateHurst, OfTheOctavesThatAreLeftIsNone)
{
    auto octaves = MakeExact(0.7, 14);
    for (uint32_t octave = 1; octave <= 7; ++octave)
    {
        octaves[octave - 1].energy *= octave % 2 == 0 ? 2 : 0.5;
    }
    const auto none = traffic::EstimateHurst(octaves);
    EXPECT_FALSE(none.acceptable);
    EXPECT_TRUE(std::isnan(none.hurst));
    EXPECT_NE(none.reason.find("too few"), std::string::npos) << none.reason;
    EXPECT_TRUE(traffic::EstimateHurst(octaves, 0.95, 8).acceptable);

    // The same octaves without finer ones: nothing was searched for.
    octaves[6].energy = 0;
    EXPECT_EQ(traffic::EstimateHurst(octaves).first, 8U);
}

// Three octaves on a line of slope 1.1: an interval that reaches below 1 makes no H of it.
TEST(EstimateHurst, OutsideTheRangeOfHIsNone)
{
    const std::vector<traffic::HaarOctave> octaves = {{64, std::exp2(1.1)},
                                                      {32, std::exp2(2.2)},
                                                      {16, std::exp2(3.3)}};
    const auto fixed = traffic::EstimateHurst(octaves, 0.95, 1);
    EXPECT_GT(fixed.hurst, 1);
    EXPECT_LT(fixed.low, 1);
    EXPECT_FALSE(fixed.acceptable);
    const auto chosen = traffic::EstimateHurst(octaves);
    EXPECT_TRUE(std::isnan(chosen.hurst));
    EXPECT_EQ(chosen.first, 0U);
    EXPECT_EQ(chosen.reason, fixed.reason);
}

// The blocks of a straight line differ by 2^(3j/2): a line of slope 3 in the octave, "H" = 2.
TEST(EstimateHurst, OfATrendIsNone)
{
    traffic::HaarPyramid trend;
    for (int slot = 0; slot < 4096; ++slot)
    {
        trend.Add(slot);
    }
    EXPECT_FALSE(trend.Estimate().acceptable);
    EXPECT_EQ(trend.Estimate().first, 0U);
    EXPECT_NEAR(trend.Estimate(0.95, 1).hurst, 2, 0.01);
    EXPECT_FALSE(trend.Estimate(0.95, 1).acceptable);
}

TEST(EstimateHurst, RefusesOctavesThatItDoesNotHave)
{
    auto octaves = MakeExact(0.7, 10);
    EXPECT_THROW(traffic::EstimateHurst(octaves, 0), std::invalid_argument);
    EXPECT_THROW(traffic::EstimateHurst(octaves, 1), std::invalid_argument);
    EXPECT_THROW(traffic::EstimateHurst(octaves, 0.95, 5), std::invalid_argument);    // 5, 6
    EXPECT_THROW(traffic::EstimateHurst(octaves, 0.95, 0, 2), std::invalid_argument); // 1, 2
    EXPECT_THROW(traffic::EstimateHurst(octaves, 0.95, 0, 10),
                 std::invalid_argument); // one coefficient
    EXPECT_THROW(traffic::EstimateHurst(octaves, 0.95, 0, 11), std::invalid_argument);
    EXPECT_EQ(traffic::EstimateHurst(octaves, 0.95, 7, 9).last, 9U);
    EXPECT_THROW(traffic::EstimateHurst(octaves, 0.95, 4294967295), std::invalid_argument);
    octaves[4].energy = 0;
    EXPECT_THROW(traffic::EstimateHurst(octaves, 0.95, 3), std::invalid_argument);
    EXPECT_FALSE(traffic::EstimateHurst({}).acceptable);
}

// Energies of drawn noise against 2^(j (2H - 1)) (2^(2 - 2H) - 1), over independent draws.
TEST(HaarPyramid, EnergiesOfFractionalNoiseAreExact)
{
    constexpr std::size_t DRAWS = 400;
    for (const double hurst : {0.3, 0.5, 0.75, 0.95})
    {
        const traffic::FractionalNoise noise(1024, hurst);
        traffic::StreamRandom random(44);
        const auto exact = MakeExact(hurst, 10);
        std::vector<std::vector<double>> energies(exact.size());
        for (std::size_t draw = 0; draw < DRAWS; ++draw)
        {
            traffic::HaarPyramid pyramid;
            for (const double value : noise.Draw(random))
            {
                pyramid.Add(value);
            }
            for (uint32_t octave = 1; octave <= exact.size(); ++octave)
            {
                energies[octave - 1].push_back(pyramid.GetEnergy(octave));
            }
        }
        for (uint32_t octave = 1; octave <= exact.size(); ++octave)
        {
            EXPECT_LT(std::abs(VarianceOverLimit(energies[octave - 1], exact[octave - 1].energy)),
                      1)
                << hurst << " octave " << octave;
        }
    }
}

// One trace of 2^16 slots, all octaves: +-4 deviations of 0.003 (table 3.2 of the study's digest).
// The estimate of its choice covers H with about 0.94.
TEST(HaarPyramid, EstimatesTheHurstParameterOfNoise)
{
    int covered = 0;
    constexpr int TRACES = 20;
    for (const double hurst : {0.5, 0.75, 0.9})
    {
        const traffic::FractionalNoise noise(1 << 16, hurst);
        traffic::StreamRandom random(45);
        for (int trace = 0; trace < (hurst == 0.75 ? TRACES : 1); ++trace)
        {
            traffic::HaarPyramid pyramid;
            for (const double value : noise.Draw(random))
            {
                pyramid.Add(value);
            }
            EXPECT_NEAR(pyramid.Estimate(0.95, 1).hurst, hurst, 0.012);
            const auto estimate = pyramid.Estimate();
            covered += hurst == 0.75 && estimate.low <= hurst && hurst <= estimate.high;
        }
    }
    EXPECT_GE(covered, 14); // 18.4 expected; 13 or less with probability 6e-4
}

// The index of dispersion is 1 at all scales for Poisson arrivals; the sample variance of n counts
// of mean mu has the variance (2 mu^2 + mu) / n.
TEST(HaarPyramid, DispersionOfPoissonCountsIsOne)
{
    auto process = burst::CreateFromText<ArrivalProcess>("ns3::PoissonArrivals[Rate=0.3]");
    process->AssignStreams(46);
    traffic::HaarPyramid pyramid;
    uint64_t before = 0;
    for (int64_t slot = 0; slot < 1 << 16; ++slot)
    {
        const uint64_t now = process->CountTo(10 * slot + 9);
        process->NextAfter(10 * slot + 9);
        pyramid.Add(static_cast<double>(now - before));
        before = now;
    }
    for (uint32_t octave = 0; octave <= 12; ++octave)
    {
        const double mean = 3 * std::exp2(octave);
        const auto blocks = static_cast<double>(pyramid.GetBlocks(octave));
        EXPECT_LT(
            std::abs(DeviationOverLimit(pyramid.GetDispersion(octave), 1, 2 + 1 / mean, blocks)),
            1)
            << octave;
    }
}

// Without an error there would be no slots, and nothing would say so.
TEST(BurstinessMonitorDeathTest, RefusesASlotThatIsNothingAtTheResolutionOfTime)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // the resolution is set before any simulation
    const auto connect = [](const Time& slot) {
        const auto monitor = CreateObject<BurstinessMonitor>();
        monitor->SetAttribute("Slot", TimeValue(slot));
        try
        {
            monitor->Connect(CreateObject<DropTailQueue<Packet>>(), "Enqueue");
        }
        catch (const std::invalid_argument& error)
        {
            std::cerr << error.what() << std::endl;
        }
        std::cerr << "end" << std::endl;
        std::exit(0);
    };
    EXPECT_EXIT(
        {
            Time::SetResolution(Time::US);
            connect(NanoSeconds(500));
        },
        testing::ExitedWithCode(0),
        "^Slot of a BurstinessMonitor is 0 at the resolution of Time");
    EXPECT_EXIT(
        {
            Time::SetResolution(Time::US);
            connect(MicroSeconds(1));
        },
        testing::ExitedWithCode(0),
        "^end");
}
