/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETFLOW_TRANSFER_H
#define NETFLOW_TRANSFER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup netflow
 * @brief A transfer as flow records show it: all parallel streams of it together.
 */
struct NetflowTransfer
{
    /** A transfer is compared with measurements if it has more bytes than this (slide 24 of L.
     * Cottrell, "IEPM-BW", IPAM 2002). */
    static constexpr uint64_t BIG = 10'000'000;

    uint32_t source{0};      //!< IPv4 address
    uint32_t destination{0}; //!< IPv4 address
    uint8_t protocol{0};     //!< of IPv4
    uint16_t serverPort{0};  //!< see NetflowKey::GetServerPort
    int64_t first{0};        //!< when the first packet came, ns
    int64_t last{0};         //!< when the last packet came, ns
    uint64_t packets{0};     //!< of all streams
    uint64_t bytes{0};       //!< of these, IP headers included
    uint32_t streams{0};     //!< parallel ones

    /** @return whether it has more than BIG bytes */
    bool IsBig() const
    {
        return bytes > BIG;
    }

    /** @return bytes over duration, in bit/s; 0 if all came at one moment */
    double GetRate() const
    {
        return last > first ? static_cast<double>(bytes) * 8e9 / static_cast<double>(last - first)
                            : 0;
    }
};

} // namespace ns3

#endif // NETFLOW_TRANSFER_H
