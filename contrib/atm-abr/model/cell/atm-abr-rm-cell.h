/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_RM_CELL_H
#define ATM_ABR_RM_CELL_H

#include "atm-abr-rate-float.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief What an RM cell of ABR says (ATM Forum TM 4.0, table of the fields of RM cells).
 *
 * As it stands it is what a source sends, but for the rates.
 */
struct AtmRmCell
{
    bool backward{false};           //!< DIR: on its way back to the source
    bool becn{false};               //!< BN: not made by the source of the data
    bool congestion{false};         //!< CI: the source is to decrease
    bool noIncrease{false};         //!< NI: the source is not to increase
    bool requestAcknowledge{false}; //!< RA: of I.371, false in ABR of the ATM Forum
    AtmRateFloat explicitRate;      //!< ER: the source may not send faster
    AtmRateFloat currentRate;       //!< CCR: the source's ACR when it sent the cell
    AtmRateFloat minimumRate;       //!< MCR
    uint32_t queueLength{0};        //!< QL, cells: of I.371, 0 in ABR of the ATM Forum
    uint32_t sequenceNumber{0};     //!< SN: of I.371, 0 in ABR of the ATM Forum
};

} // namespace ns3

#endif // ATM_ABR_RM_CELL_H
