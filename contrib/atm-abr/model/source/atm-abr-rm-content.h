/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_RM_CONTENT_H
#define ATM_ABR_RM_CONTENT_H

#include "ns3/atm-abr-feedback.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief What end systems write into an RM cell and read from it, with exact rates
 * (TM 4.0, 5.10.3).
 */
struct AbrRmContent
{
    AbrFeedback feedback{}; //!< ER, CI and NI
    double ccr{0};          //!< current cell rate CCR, cells per second
    double mcr{0};          //!< minimum cell rate MCR, cells per second
    bool bn{false};         //!< BN: made by the destination or a switch, not by the source
    bool clp{false};        //!< CLP of the cell: it is sent out of rate
};

} // namespace ns3

#endif // ATM_ABR_RM_CONTENT_H
