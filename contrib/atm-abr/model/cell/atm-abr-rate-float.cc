/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-rate-float.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

constexpr uint16_t NONZERO = 0x4000; //!< the bit nz
constexpr uint32_t MANTISSA = 9;     //!< bits
constexpr uint16_t STEPS = 512;      //!< of a mantissa
constexpr uint16_t EXPONENTS = 32;   //!< of them

} // namespace

AtmRateFloat::AtmRateFloat(double rate)
{
    burst::CheckParameter(rate >= 0 && rate <= HIGHEST,
                          "a rate of an RM cell",
                          rate,
                          "0 to 4290772992 cells per second");
    if (rate >= 1)
    {
        int exponent = 0;
        const double significand = 2 * std::frexp(rate, &exponent); // 1 to below 2
        const auto mantissa = static_cast<uint16_t>((significand - 1) * STEPS);
        m_bits = static_cast<uint16_t>(NONZERO | (exponent - 1) << MANTISSA | mantissa);
    }
}

AtmRateFloat
AtmRateFloat::Saturate(double rate)
{
    return AtmRateFloat(std::min(rate, HIGHEST));
}

AtmRateFloat
AtmRateFloat::FromBits(uint16_t bits)
{
    AtmRateFloat read;
    read.m_bits = bits & 0x7fff;
    return read;
}

uint16_t
AtmRateFloat::GetBits() const
{
    return m_bits;
}

double
AtmRateFloat::GetRate() const
{
    if ((m_bits & NONZERO) == 0)
    {
        return 0;
    }
    return std::ldexp(1 + static_cast<double>(m_bits % STEPS) / STEPS,
                      m_bits >> MANTISSA & (EXPONENTS - 1));
}

} // namespace ns3
