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

namespace
{

/**
 * @param attributes of a link or a node
 * @param name of one
 * @param what begins the sentence of an error
 * @param checker of its value
 * @return the value, null where there is none
 */
Ptr<const AttributeValue>
Read(const Topology::Attributes& attributes,
     const std::string& name,
     const std::string& what,
     Ptr<const AttributeChecker> checker)
{
    const auto text = attributes.find(name);
    if (text == attributes.end())
    {
        return nullptr;
    }
    try
    {
        return burst::ReadAttribute(text->second, checker).value;
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument(what + ": " + error.what());
    }
}

} // namespace

LinkTiming
ReadLinkTiming(const Topology& topology,
               uint32_t channel,
               const LinkTiming& usual,
               uint64_t mostRate)
{
    const auto& attributes = *topology.GetLinks()[channel / 2].attributes;
    const auto name = "link " + topology.GetChannelName(channel);
    LinkTiming timing = usual;
    if (const auto read = Read(attributes, "rate", "on " + name, MakeDataRateChecker()))
    {
        timing.rate = DynamicCast<const DataRateValue>(read)->Get().GetBitRate();
    }
    timing.delay = ReadDelay(attributes, "on " + name, usual.delay);
    if (timing.rate == 0 || timing.rate > mostRate)
    {
        throw std::invalid_argument("the rate of " + name + " is " + std::to_string(timing.rate) +
                                    " bit/s; allowed is 1 to " + std::to_string(mostRate));
    }
    return timing;
}

Time
ReadDelay(const Topology::Attributes& attributes, const std::string& what, Time usual)
{
    const Time most = TimeStep(INT64_MAX / 8); // the sum of some delays is a Time still
    const auto read = Read(attributes, "delay", what, MakeTimeChecker(Time(0), most));
    return read ? DynamicCast<const TimeValue>(read)->Get() : usual;
}

} // namespace ns3::fabric
