/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SOURCE_SAMPLES_H
#define ATM_ABR_SOURCE_SAMPLES_H

#include "ns3/atm-abr-source-documents.h"
#include "ns3/atm-abr-use-it-or-lose-it.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

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

inline Ptr<AbrUseItOrLoseIt>
MakeLoss(Loss loss)
{
    const DoubleValue tof(TOF);
    switch (loss)
    {
    case TIME_OUT:
        return CreateObjectWithAttributes<AbrUseItOrLoseItTimeOut>("TimeOutFactor",
                                                                   tof,
                                                                   "DecreaseFactor",
                                                                   DoubleValue(TDFF));
    case ADTF:
        return CreateObjectWithAttributes<AbrUseItOrLoseItAdtf>("Adtf",
                                                                TimeValue(PicoSeconds(ADTF_TIME)));
    case TIME_BASED:
        return CreateObjectWithAttributes<AbrUseItOrLoseItTimeBased>("TimeOutFactor",
                                                                     tof,
                                                                     "DelayFactor",
                                                                     DoubleValue(ADDF),
                                                                     "Frtt",
                                                                     TimeValue(PicoSeconds(FRTT)),
                                                                     "Tbe",
                                                                     UintegerValue(TBE));
    case COUNT_BASED:
        return CreateObjectWithAttributes<AbrUseItOrLoseItCountBased>("DecreaseFactor",
                                                                      DoubleValue(TDF),
                                                                      "Slack",
                                                                      DoubleValue(SLACK));
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
