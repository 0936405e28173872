/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SOURCE_SAMPLES_H
#define ATM_ABR_SOURCE_SAMPLES_H

#include "ns3/atm-abr-adtf-rule.h"
#include "ns3/atm-abr-count-based-rule.h"
#include "ns3/atm-abr-eprca94-source-rules.h"
#include "ns3/atm-abr-time-based-rule.h"
#include "ns3/atm-abr-time-out-rule.h"
#include "ns3/atm-abr-tm40-source-rules.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

/**
 * @file
 * Sources of each kind, with each rule for rates that are not used.
 */

namespace ns3
{

using Rules = AbrSourceRules;
using Parameters = AbrSourceParameters;

constexpr double MBPS = 1e6 / 424; //!< cells per second
constexpr AtmTime MILLISECOND = ATM_SECOND / 1000;
constexpr AtmTime LAN = 136 * MILLISECOND / 1000;      //!< round trip of the two nodes (digest 1.2)
constexpr AtmTime WAN = 40'096 * (MILLISECOND / 1000); //!< the same

enum Kind
{
    DRAFT95,
    TM40,
    EPRCA94
};

enum Loss
{
    NONE,
    TIME_OUT,
    ADTF,
    TIME_BASED,
    COUNT_BASED
};

// numbers of the rules for rates that are not used
constexpr double TOF = 2;
constexpr double TDFF = 0.5;
constexpr AtmTime ADTF_TIME = ATM_SECOND / 50;
constexpr double ADDF = 2;
constexpr AtmTime FRTT = ATM_SECOND / 100;
constexpr uint32_t TBE = 100;
constexpr double TDF = 0.25;
constexpr double SLACK = 0.125;

inline std::unique_ptr<AbrUseItOrLoseItRule>
MakeLoss(Loss loss)
{
    switch (loss)
    {
    case TIME_OUT:
        return std::make_unique<AbrTimeOutRule>(TOF, TDFF);
    case ADTF:
        return std::make_unique<AbrAdtfRule>(ADTF_TIME);
    case TIME_BASED:
        return std::make_unique<AbrTimeBasedRule>(TOF, ADDF, FRTT, TBE);
    case COUNT_BASED:
        return std::make_unique<AbrCountBasedRule>(TDF, SLACK);
    default:
        return nullptr;
    }
}

inline std::unique_ptr<Rules>
Make(Kind kind, const Parameters& parameters, Loss loss = NONE)
{
    if (kind == EPRCA94)
    {
        return std::make_unique<AbrEprca94SourceRules>(parameters, MakeLoss(loss));
    }
    return std::make_unique<AbrTm40SourceRules>(parameters, MakeLoss(loss));
}

inline AbrRmContent
Backward(bool ci = false, bool ni = false, double er = 1e9, bool bn = false)
{
    return {{er, ci, ni}, 0, 0, bn};
}

inline std::string
Sentence(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace ns3

#endif // ATM_ABR_SOURCE_SAMPLES_H
