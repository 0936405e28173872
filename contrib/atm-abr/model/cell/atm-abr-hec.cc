/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-hec.h"

#include <boost/crc.hpp>

namespace ns3
{

namespace
{

constexpr uint8_t COSET = 0x55; //!< added to the remainder

bool
IsValid(const std::array<uint8_t, 5>& header)
{
    return AtmHec::Compute({header[0], header[1], header[2], header[3]}) == header[4];
}

} // namespace

uint8_t
AtmHec::Compute(const std::array<uint8_t, 4>& header)
{
    boost::crc_optimal<8, 0x07, 0, COSET> crc;
    crc.process_bytes(header.data(), header.size());
    return crc.checksum();
}

AtmHec::Verdict
AtmHec::Correct(std::array<uint8_t, 5>& header)
{
    if (IsValid(header))
    {
        return VALID;
    }
    for (auto& octet : header)
    {
        for (uint8_t bit = 0x80; bit != 0; bit >>= 1)
        {
            octet ^= bit;
            if (IsValid(header))
            {
                return CORRECTED;
            }
            octet ^= bit;
        }
    }
    return WRONG;
}

} // namespace ns3
