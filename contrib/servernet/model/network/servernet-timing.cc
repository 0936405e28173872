/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-timing.h"

#include "ns3/burst-core-number-text.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

void
ServerNetTiming::Check() const
{
    const std::pair<const char*, uint32_t> times[] = {{"head latency", headTicks},
                                                      {"body latency", bodyTicks},
                                                      {"credit latency", creditTicks},
                                                      {"refill latency", refillTicks}};
    for (const auto& [name, ticks] : times)
    {
        if (ticks < 1 || ticks > MOST_TICKS)
        {
            throw std::invalid_argument(std::string("the ") + name + " is " +
                                        std::to_string(ticks) + " ticks; allowed are 1 to " +
                                        std::to_string(MOST_TICKS));
        }
    }
    if (headTicks < bodyTicks)
    {
        throw std::invalid_argument("the head latency is " + std::to_string(headTicks) +
                                    " ticks; allowed is the body latency, " +
                                    std::to_string(bodyTicks) + " ticks, or more");
    }
    if (fifoFlits < bodyTicks + creditTicks || fifoFlits > MOST_FLITS)
    {
        throw std::invalid_argument(
            "the FIFO holds " + std::to_string(fifoFlits) + " flits; allowed are " +
            std::to_string(bodyTicks + creditTicks) +
            " (body and credit latency, for a link at full rate) to " + std::to_string(MOST_FLITS));
    }
}

void
ServerNetTiming::Read(const fabric::Topology::Attributes& attributes)
{
    const std::pair<const char*, uint32_t*> places[] = {{"fifo", &fifoFlits},
                                                        {"head", &headTicks},
                                                        {"body", &bodyTicks},
                                                        {"credit", &creditTicks},
                                                        {"refill", &refillTicks}};
    for (const auto& [key, place] : places)
    {
        const auto attribute = attributes.find(key);
        if (attribute != attributes.end())
        {
            const auto number = burst::ToUinteger(attribute->second);
            if (!number || *number > UINT32_MAX)
            {
                throw std::invalid_argument(std::string("link attribute ") + key + " is '" +
                                            attribute->second +
                                            "'; allowed is a whole number of flits or ticks");
            }
            *place = *number;
        }
    }
}

} // namespace ns3
