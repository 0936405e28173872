/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-hurst.h"

#include "ns3/log.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3::traffic
{

NS_LOG_COMPONENT_DEFINE("HurstEstimate");

namespace
{

constexpr uint64_t MIN_COEFFICIENTS = 16; //!< of the last octave, if it is chosen
constexpr uint64_t MIN_OCCUPIED = 8;      //!< coefficients of an informative octave
constexpr uint32_t MIN_OCTAVES = 3;       //!< two for the line, one to contradict it
constexpr double MIN_P_VALUE = 0.05;      //!< of an acceptable fit
constexpr double CLEAR_P_VALUE = 0.001;   //!< of a fit that is not ruled out
constexpr double MAX_DEVIATION = 0.03;    //!< of H, if smaller first octaves were rejected

/**
 * @param first octave
 * @param last octave
 * @param what they do
 * @param value of it
 * @return "octaves 1 to 8 give H = 1.08"
 */
std::string
Sentence(uint32_t first, uint32_t last, const std::string& what, double value)
{
    std::ostringstream text;
    text << std::setprecision(3) << "octaves " << first << " to " << last << what << value;
    return text.str();
}

/**
 * @param octave the octave
 * @param data of it
 * @return why it cannot be used
 */
std::string
TooLittle(uint32_t octave, const HaarOctave& data)
{
    return "too little to tell: " + std::to_string(data.occupied) + " of the " +
           std::to_string(data.coefficients) + " blocks of octave " + std::to_string(octave) +
           " vary and have something in both halves; 8 are needed in 3 octaves or more";
}

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
        const double energy = octaves[octave - 1].energy;
        const uint64_t coefficients = octaves[octave - 1].coefficients;
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
    if (estimate.pValue < MIN_P_VALUE)
    {
        estimate.reason = Sentence(first, last, " do not lie on a line, p = ", estimate.pValue);
    }
    else if (!(estimate.hurst > 0 && estimate.hurst < 1))
    {
        estimate.reason = Sentence(first, last, " give H outside (0, 1): ", estimate.hurst);
    }
    estimate.acceptable = estimate.reason.empty();
    NS_LOG_LOGIC("octaves " << first << " to " << last << ": H " << estimate.hurst << ", p "
                            << estimate.pValue << " " << estimate.reason);
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
    const auto isInformative = [](const HaarOctave& octave) {
        return octave.occupied >= MIN_OCCUPIED;
    };
    const auto begin = octaves.begin();
    const double halfWidth = quantile(complement(boost::math::normal(), (1 - level) / 2));
    uint32_t end = last;
    if (last == 0)
    {
        end = std::count_if(begin, octaves.end(), [](const HaarOctave& octave) {
            return octave.coefficients >= MIN_COEFFICIENTS;
        });
    }
    else if (last > octaves.size() || last < MIN_OCTAVES || octaves[last - 1].coefficients < 2)
    {
        throw std::invalid_argument("last octave of the fit of H is " + std::to_string(last) +
                                    "; allowed is from 3 to the last one with two coefficients");
    }
    if (first > 0)
    {
        if (first > end || end - first + 1 < MIN_OCTAVES ||
            !std::all_of(begin + first - 1, begin + end, isUsable))
        {
            throw std::invalid_argument("first octave of the fit of H is " + std::to_string(first) +
                                        "; allowed is up to two before the last, " +
                                        std::to_string(end) +
                                        ", with no octave of energy 0 from there on");
        }
        auto estimate = Fit(octaves, first, end, halfWidth);
        const auto poor = std::find_if_not(begin + first - 1, begin + end, isInformative);
        if (poor != begin + end)
        {
            estimate.acceptable = false;
            estimate.reason = TooLittle(static_cast<uint32_t>(poor - begin) + 1, *poor);
        }
        return estimate;
    }
    first = 1;
    HurstEstimate none;
    none.reason = "no 3 octaves or more lie on a line";
    for (uint32_t octave = 1; octave <= end; ++octave)
    {
        const auto& data = octaves[octave - 1];
        first = isUsable(data) && isInformative(data) ? first : octave + 1;
        if (!isInformative(data) && octave + MIN_OCTAVES > end)
        {
            none.reason = TooLittle(octave, data);
        }
    }
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (uint32_t start = first; start + MIN_OCTAVES <= end + 1; ++start)
    {
        auto estimate = Fit(octaves, start, end, halfWidth);
        if (estimate.pValue >= CLEAR_P_VALUE)
        {
            low = std::min(low, estimate.low);
            high = std::max(high, estimate.high);
        }
        if (estimate.pValue >= MIN_P_VALUE)
        {
            if (estimate.acceptable && start > first && estimate.deviation > MAX_DEVIATION)
            {
                estimate.reason = "only " + Sentence(start,
                                                     end,
                                                     " lie on a line; too few: the standard "
                                                     "deviation of H is above 0.03, it is ",
                                                     estimate.deviation);
            }
            if (estimate.reason.empty())
            {
                estimate.low = low;
                estimate.high = high;
                return estimate;
            }
            none.reason = estimate.reason;
            break;
        }
    }
    return none;
}

} // namespace ns3::traffic
