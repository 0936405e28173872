/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_HURST_H
#define BURST_TRAFFIC_HURST_H

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-traffic
 * @brief A Hurst parameter and the scales over which there is one, by the Haar wavelet.
 */
struct HurstEstimate
{
    static constexpr double NONE = std::numeric_limits<double>::quiet_NaN(); //!< no number

    double hurst{NONE};     //!< H
    double low{NONE};       //!< lower end of its confidence interval, see EstimateHurst()
    double high{NONE};      //!< upper end
    double deviation{NONE}; //!< standard deviation of hurst
    double misfit{NONE};    //!< chi-square of the fit over its degrees of freedom
    double pValue{NONE};    //!< probability of a chi-square as large as this one or larger
    uint32_t first{0};      //!< first octave of the fit: blocks of 2^first slots; 0 for no fit
    uint32_t last{0};       //!< last octave of the fit
    bool acceptable{false}; //!< pValue is 0.05 or more, and hurst in (0, 1)
    std::string reason;     //!< why it is not acceptable, or why there is none
};

/**
 * @ingroup burst-traffic
 * @brief The Haar coefficients of blocks of 2^j slots, j the octave.
 */
struct HaarOctave
{
    uint64_t coefficients; //!< how many
    double energy;         //!< mean of their squares, (slots of counts)^2
};

/**
 * @ingroup burst-traffic
 *
 * Fit H to energies by weighted least squares: log2(energy) without the bias of the logarithm of a
 * chi-square mean, psi(n/2)/ln 2 - log2(n/2), is a line of slope 2 H - 1 in the octave, and has the
 * variance zeta(2, n/2)/ln^2 2, for n coefficients (D. Veitch and P. Abry, "A wavelet-based joint
 * estimator of the parameters of long-range dependence", IEEE Trans. Information Theory 45(3),
 * 1999). On fractional Gaussian noise the Haar wavelet has no bias from octave 1 on.
 *
 * The last octave is the last one with 16 coefficients. The first one is the smallest for which the
 * chi-square of the fit has a p-value of 0.05 or more; there are at least three octaves, none of
 * them with energy 0. One right range in twenty is rejected, and then a line through few octaves is
 * often far off. So, once a smaller first octave was rejected, the interval also spans those of all
 * smaller ones with a p-value of 0.001 or more, and the deviation is 0.03 at most, which takes
 * about six octaves. If there is no such range, or its H is outside (0, 1) (a trend has a line as
 * well, but no H), there is no estimate.
 *
 * @param octaves from octave 1 on
 * @param level of the confidence interval, in (0, 1)
 * @param first octave of the fit, 0 to choose it; if given, the fit is reported with its own
 *        interval, even if it is not acceptable
 * @param last octave of the fit, 0 to choose it
 * @return the estimate
 * @throws std::invalid_argument when the octaves that were asked for cannot be used, or the level
 */
HurstEstimate EstimateHurst(const std::vector<HaarOctave>& octaves,
                            double level = 0.95,
                            uint32_t first = 0,
                            uint32_t last = 0);

} // namespace ns3::burst

#endif // BURST_TRAFFIC_HURST_H
