/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_FEEDBACK_H
#define ATM_ABR_FEEDBACK_H

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief What an RM cell tells its source: a switch may lower the rate and set the bits (TM 4.0,
 * 5.10.6).
 */
struct AbrFeedback
{
    double er;      //!< explicit rate ER, cells per second
    bool ci{false}; //!< congestion indication CI: the rate shall fall
    bool ni{false}; //!< no increase NI: the rate shall not rise
};

} // namespace ns3

#endif // ATM_ABR_FEEDBACK_H
