/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delays.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/random-variable-stream.h"

#include <numeric>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

constexpr uint64_t BYTE_SECOND = 8'000'000'000; // bits of a byte times nanoseconds

} // namespace

fabric::Topology
DrawDelays(fabric::Topology topology,
           const Time& least,
           const Time& spread,
           const DataRate& rate,
           int64_t stream)
{
    const uint64_t bits = rate.GetBitRate();
    const Time step = NanoSeconds(BYTE_SECOND / std::gcd(BYTE_SECOND, bits));
    for (const auto& [name, time] : {std::pair("LinkDelay", least), {"DelaySpread", spread}})
    {
        if (time.GetTimeStep() % step.GetTimeStep() != 0)
        {
            throw std::invalid_argument(std::string(name) + " is " + burst::WriteTime(time) +
                                        "; allowed with a DelaySpread above 0 are multiples of " +
                                        burst::WriteTime(step) + ", in which a link of " +
                                        std::to_string(bits) + " bit/s sends whole bytes");
        }
    }
    const auto draw = CreateObject<UniformRandomVariable>();
    draw->SetStream(stream);
    for (uint32_t link = 0; link < topology.GetLinks().size(); ++link)
    {
        const int64_t steps = draw->GetInteger(0, spread.GetTimeStep() / step.GetTimeStep());
        if (topology.GetLinks()[link].attributes->count("delay") == 0)
        {
            topology.SetLinkAttribute(link, "delay", burst::WriteTime(least + steps * step));
        }
    }
    return topology;
}

} // namespace ns3
