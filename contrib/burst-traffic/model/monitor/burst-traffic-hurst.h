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

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief An estimate of the Hurst parameter with the Haar wavelet, and the scales of the fit.
 */
struct HurstEstimate
{
    static constexpr double NONE = std::numeric_limits<double>::quiet_NaN(); //!< no number

    double hurst{NONE};     //!< H
    double low{NONE};       //!< lower end of the confidence interval of H, see EstimateHurst()
    double high{NONE};      //!< upper end of the confidence interval
    double deviation{NONE}; //!< standard deviation of hurst
    double misfit{NONE};    //!< chi-square of the fit divided by its degrees of freedom
    double pValue{NONE};    //!< p-value of the fit: probability of this chi-square or a larger one
    uint32_t first{0};      //!< first octave of the fit: blocks of 2^first slots; 0 for no fit
    uint32_t last{0};       //!< last octave of the fit
    bool acceptable{false}; //!< pValue is 0.05 or more, and hurst in (0, 1)
    std::string reason;     //!< why the fit is not acceptable, or why there is no estimate
};

/**
 * @ingroup burst-traffic
 * @brief The Haar coefficients of blocks of 2^j slots, j the octave.
 */
struct HaarOctave
{
    uint64_t coefficients; //!< number of coefficients
    double energy;         //!< mean of their squares, (slots of counts)^2
    uint64_t occupied{std::numeric_limits<uint64_t>::max()}; //!< see HaarPyramid::GetOccupied()
};

/**
 * @ingroup burst-traffic
 *
 * Fit H to the energies of octaves by weighted least squares. log2(energy) is a line of slope
 * 2 H - 1 in the octave, after subtraction of psi(n/2)/ln 2 - log2(n/2), the bias of the logarithm
 * of a chi-square mean; its variance is zeta(2, n/2)/ln^2 2 for n coefficients (D. Veitch and P.
 * Abry, "A wavelet-based joint estimator of the parameters of long-range dependence", IEEE Trans.
 * Information Theory 45(3), 1999). On fractional Gaussian noise the Haar wavelet has no bias from
 * octave 1 on.
 *
 * The last octave of the fit is the last one with at least 16 coefficients. The first octave is the
 * smallest for which the chi-square of the fit has a p-value of 0.05 or more. A fit has at least
 * three octaves, none of them with energy 0 or with fewer than 8 occupied coefficients; if the last
 * octave has fewer, there is too little to tell. Otherwise one event would have H = 0.5, as it
 * gives the same energy to all octaves. A p-value of 0.05 rejects one correct range in twenty, and
 * the remaining octaves may then be too few for a good fit. So, if a smaller first octave was
 * rejected, the confidence interval also covers the intervals of all smaller first octaves with a
 * p-value of 0.001 or more, and the standard deviation has to be at most 0.03, which takes about
 * six octaves. There is no estimate if no range qualifies, or if H is outside (0, 1), as for a
 * trend.
 *
 * @param octaves from octave 1 on
 * @param level of the confidence interval, in (0, 1)
 * @param first octave of the fit, 0 to choose it; if given, the fit is reported with its own
 *        interval, even if it is not acceptable
 * @param last octave of the fit, 0 to choose it
 * @return the estimate
 * @throws std::invalid_argument if the octaves of first and last cannot be used for a fit, or if
 *         level is out of range
 */
HurstEstimate EstimateHurst(const std::vector<HaarOctave>& octaves,
                            double level = 0.95,
                            uint32_t first = 0,
                            uint32_t last = 0);

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_HURST_H
