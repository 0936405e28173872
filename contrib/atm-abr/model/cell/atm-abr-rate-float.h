/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_RATE_FLOAT_H
#define ATM_ABR_RATE_FLOAT_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A rate in the 16 bits that it has in an RM cell.
 *
 * From the most significant bit on: one bit 0, nz, 5 bits e, 9 bits m. The rate is
 * nz 2^e (1 + m / 512) cells per second: 0, and 1 to 4,290,772,992 in steps of 1/512 to 1/1024 of
 * it (ATM Forum TM 4.0, section on the format of RM cells; Freescale MPC8260 manual, 30.5.2.1;
 * digest 2.1).
 */
class AtmRateFloat
{
  public:
    static constexpr double HIGHEST = 4'290'772'992; //!< cells per second

    AtmRateFloat() = default; //!< A rate of 0.

    /**
     * Round down, so that nobody is given more than is meant; what is below 1 becomes 0.
     * @param rate cells per second @throw std::invalid_argument the rate is not 0 to HIGHEST
     */
    explicit AtmRateFloat(double rate);

    /** @param rate cells per second, 0 or more @return it, or HIGHEST if it is beyond */
    static AtmRateFloat Saturate(double rate);

    /** @param bits as in a cell @return their rate; the bit that is to be 0 is ignored */
    static AtmRateFloat FromBits(uint16_t bits);

    uint16_t GetBits() const; //!< @return the bits in a cell
    double GetRate() const;   //!< @return cells per second

  private:
    uint16_t m_bits{0}; //!< as in a cell
};

} // namespace ns3

#endif // ATM_ABR_RATE_FLOAT_H
