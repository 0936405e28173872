/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-link-timing.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/data-rate.h"

#include <stdexcept>
#include <string>

namespace ns3::fabric
{

LinkTiming
ReadLinkTiming(const Topology& topology,
               uint32_t channel,
               const LinkTiming& usual,
               uint64_t mostRate)
{
    const auto& attributes = *topology.GetLinks()[channel / 2].attributes;
    const auto name = "link " + topology.GetChannelName(channel);
    LinkTiming timing = usual;
    try
    {
        if (const auto text = attributes.find("rate"); text != attributes.end())
        {
            const auto read = burst::ReadAttribute(text->second, MakeDataRateChecker());
            timing.rate = DynamicCast<const DataRateValue>(read.value)->Get().GetBitRate();
        }
        if (const auto text = attributes.find("delay"); text != attributes.end())
        {
            const auto read = burst::ReadAttribute(text->second, MakeTimeChecker(Time(0)));
            timing.delay = DynamicCast<const TimeValue>(read.value)->Get();
        }
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument("on " + name + ": " + error.what());
    }
    if (timing.rate == 0 || timing.rate > mostRate)
    {
        throw std::invalid_argument("the rate of " + name + " is " + std::to_string(timing.rate) +
                                    " bit/s; allowed is 1 to " + std::to_string(mostRate));
    }
    return timing;
}

} // namespace ns3::fabric
