/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-hurst.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

constexpr uint64_t LEAST_COEFFICIENTS = 16; //!< of the last octave, if it is chosen
constexpr uint32_t LEAST_OCTAVES = 3;       //!< two for the line, one to contradict it
constexpr double LEAST_P_VALUE = 0.05;      //!< of an acceptable fit

/**
 * @param octaves from octave 1 on
 * @param first octave of the fit
 * @param last octave of the fit
 * @param halfWidth of the interval in standard deviations
 * @return the fit
 */
HurstEstimate
Fit(const std::vector<HaarOctave>& octaves, uint32_t first, uint32_t last, double halfWidth)
{
    struct Point
    {
        double octave;
        double y;
        double weight;
    };

    std::vector<Point> points;
    double sumOfWeights = 0;
    double meanOctave = 0;
    double meanY = 0;
    for (uint32_t octave = first; octave <= last; ++octave)
    {
        const auto& [coefficients, energy] = octaves[octave - 1];
        const double half = static_cast<double>(coefficients) / 2;
        const double bias = boost::math::digamma(half) / M_LN2 - std::log2(half);
        const double weight = M_LN2 * M_LN2 / boost::math::trigamma(half);
        points.push_back({static_cast<double>(octave), std::log2(energy) - bias, weight});
        sumOfWeights += weight;
        meanOctave += weight * points.back().octave;
        meanY += weight * points.back().y;
    }
    meanOctave /= sumOfWeights;
    meanY /= sumOfWeights;
    double spread = 0;
    double slope = 0;
    for (const auto& [octave, y, weight] : points)
    {
        spread += weight * std::pow(octave - meanOctave, 2);
        slope += weight * (octave - meanOctave) * y;
    }
    slope /= spread;
    double chiSquare = 0;
    for (const auto& [octave, y, weight] : points)
    {
        chiSquare += weight * std::pow(y - meanY - slope * (octave - meanOctave), 2);
    }
    const auto freedom = static_cast<double>(points.size() - 2);

    HurstEstimate estimate;
    estimate.hurst = (slope + 1) / 2;
    estimate.deviation = 1 / std::sqrt(spread) / 2;
    estimate.low = estimate.hurst - halfWidth * estimate.deviation;
    estimate.high = estimate.hurst + halfWidth * estimate.deviation;
    estimate.misfit = chiSquare / freedom;
    estimate.pValue = cdf(complement(boost::math::chi_squared(freedom), chiSquare));
    estimate.first = first;
    estimate.last = last;
    estimate.acceptable = estimate.pValue >= LEAST_P_VALUE && estimate.low < 1 && estimate.high > 0;
    return estimate;
}

} // namespace

HurstEstimate
EstimateHurst(const std::vector<HaarOctave>& octaves, double level, uint32_t first, uint32_t last)
{
    if (!(level > 0 && level < 1))
    {
        throw std::invalid_argument("level of the interval of H is " + std::to_string(level) +
                                    "; allowed is between 0 and 1");
    }
    const auto isUsable = [](const HaarOctave& octave) { return octave.energy > 0; };
    const auto begin = octaves.begin();
    const double halfWidth = quantile(complement(boost::math::normal(), (1 - level) / 2));
    uint32_t end = last;
    if (last == 0)
    {
        end = std::count_if(begin, octaves.end(), [](const HaarOctave& octave) {
            return octave.coefficients >= LEAST_COEFFICIENTS;
        });
    }
    else if (last > octaves.size() || last < LEAST_OCTAVES || octaves[last - 1].coefficients < 2)
    {
        throw std::invalid_argument("last octave of the fit of H is " + std::to_string(last) +
                                    "; allowed is from 3 to the last one with two coefficients");
    }
    if (first > 0)
    {
        if (first + LEAST_OCTAVES > end + 1 ||
            !std::all_of(begin + first - 1, begin + end, isUsable))
        {
            throw std::invalid_argument("first octave of the fit of H is " + std::to_string(first) +
                                        "; allowed is up to two before the last, " +
                                        std::to_string(end) +
                                        ", with no octave of energy 0 from there on");
        }
        return Fit(octaves, first, end, halfWidth);
    }
    first = 1;
    for (uint32_t octave = 1; octave <= end; ++octave)
    {
        first = isUsable(octaves[octave - 1]) ? first : octave + 1;
    }
    for (; first + LEAST_OCTAVES <= end + 1; ++first)
    {
        const auto estimate = Fit(octaves, first, end, halfWidth);
        if (estimate.acceptable)
        {
            return estimate;
        }
    }
    return {};
}

} // namespace ns3
