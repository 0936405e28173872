/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-positive-rate.h"

#include "ns3/data-rate.h"

namespace ns3::burst
{

namespace
{

/** Of rates above 0. */
class PositiveRateChecker : public AttributeChecker
{
  public:
    bool Check(const AttributeValue& value) const override
    {
        const auto rate = dynamic_cast<const DataRateValue*>(&value);
        return rate && rate->Get().GetBitRate() > 0;
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::DataRateValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return "ns3::DataRate 1bps:18446744073709551615";
    }

    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<DataRateValue>(DataRate(1));
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto from = dynamic_cast<const DataRateValue*>(&source);
        const auto to = dynamic_cast<DataRateValue*>(&destination);
        if (from && to)
        {
            *to = *from;
        }
        return from && to;
    }
};

} // namespace

Ptr<const AttributeChecker>
MakePositiveRateChecker()
{
    return Create<PositiveRateChecker>();
}

} // namespace ns3::burst
