/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_FOURIER_H
#define BURST_TRAFFIC_FOURIER_H

#include <complex>
#include <vector>

namespace ns3::traffic
{

/**
 * Fourier transform in place, x_k <- sum_j x_j exp(-2 pi i j k / n), radix 2, decimation in time.
 *
 * @param values the values x_k; their number n is a power of two
 */
void FourierTransform(std::vector<std::complex<double>>& values);

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_FOURIER_H
