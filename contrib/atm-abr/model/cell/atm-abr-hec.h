/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_HEC_H
#define ATM_ABR_HEC_H

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Header error control: the fifth octet of a cell, a CRC of the other four.
 *
 * The polynomial is x^8 + x^2 + x + 1, and 0x55 is added to the remainder (ITU-T I.432.1, 4.3.2).
 * Any two headers that are right differ in at least 4 bits: one wrong bit can be corrected, and two
 * are always seen.
 */
class AtmHec
{
  public:
    /** What a header was found to be. */
    enum Verdict : uint8_t
    {
        VALID,     //!< nothing to correct
        CORRECTED, //!< one bit was wrong
        WRONG,     //!< more than one bit is wrong
    };

    /** @param header the first four octets @return the fifth */
    static uint8_t Compute(const std::array<uint8_t, 4>& header);

    /** Correct one wrong bit, as a receiver of I.432.1 does in its correction mode.
     * @param header all five octets; left as they are if more than one bit is wrong
     * @return what they were found to be */
    static Verdict Correct(std::array<uint8_t, 5>& header);
};

} // namespace ns3

#endif // ATM_ABR_HEC_H
