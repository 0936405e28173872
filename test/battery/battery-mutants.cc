/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-bed.h"
#include "battery-fork.h"
#include "battery-mutant-device.h"

#include <iostream>

/**
 * @file
 * The test of the tester: a device that behaves, and the same with one fault each, which the named
 * behaviour has to find.
 */

namespace battery
{

namespace
{

/** A fault, and who has to find it. */
struct Mutant
{
    MutantDevice::Fault fault; //!< of the device
    const char* behaviour;     //!< name
    State state;               //!< in which it shows
};

const std::vector<Mutant> MUTANTS = {
    {MutantDevice::OLD_ADDRESS, "addresses", State::MID_RUN},
    {MutantDevice::MTU_OF_ZERO, "Mtu", State::INSTALLED},
    {MutantDevice::LONG_PACKETS, "Mtu", State::INSTALLED},
    {MutantDevice::NO_BROADCAST, "broadcast", State::INSTALLED},
    {MutantDevice::NO_MULTICAST, "multicast", State::INSTALLED},
    {MutantDevice::OWN_SOURCE, "SendFrom", State::INSTALLED},
    {MutantDevice::PROMISCUOUS_HOST, "promiscuous", State::INSTALLED},
    {MutantDevice::ERRORS_IGNORED, "error model", State::INSTALLED},
    {MutantDevice::TWICE, "delivery", State::INSTALLED},
    {MutantDevice::OTHER_BYTES, "delivery", State::STOPPED},
    {MutantDevice::QUEUE_IGNORED, "TxQueue", State::INSTALLED},
    {MutantDevice::SHARED_QUEUE, "a queue each", State::INSTALLED},
    {MutantDevice::MAC_RX_BYTES, "MacTx and MacRx", State::INSTALLED},
    {MutantDevice::PHY_AT_ONCE, "PhyTxBegin and PhyRxEnd", State::BORN},
    {MutantDevice::DEAF, "connected at any time", State::MID_RUN},
    {MutantDevice::SEND_UNATTACHED, "Send before Attach", State::BORN},
    {MutantDevice::SEND_DISPOSED, "Send after Dispose", State::INSTALLED},
    {MutantDevice::TAGS_LOST, "tags", State::STOPPED},
    {MutantDevice::QUEUE_UNTOLD, "priorities", State::INSTALLED},
    {MutantDevice::QUEUE_UNTOLD, "BQL", State::INSTALLED},
    {MutantDevice::SECOND_RUN, "same again", State::INSTALLED},
};

} // namespace

int
RunMutants()
{
    std::vector<std::unique_ptr<const DeviceUnderTest>> kept;
    std::vector<std::string> names;
    std::vector<std::function<void()>> tests;
    const auto add = [&](const DeviceUnderTest* dut, const char* behaviour, State state) {
        for (const auto& one : GetBehaviours())
        {
            if (one.name == behaviour)
            {
                const auto* const test = &one.test;
                tests.emplace_back([dut, test, state] {
                    Bed bed(*dut, state);
                    (*test)(bed);
                });
            }
        }
    };
    for (const auto& mutant : MUTANTS)
    {
        for (const auto fault : {MutantDevice::HEALTHY, mutant.fault})
        {
            kept.push_back(MakeMutant(fault));
            names.push_back(std::string(mutant.behaviour) + ", fault " + std::to_string(fault));
            add(kept.back().get(), mutant.behaviour, mutant.state);
        }
    }
    const auto reasons = RunForked(tests);
    int missed = 0;
    for (std::size_t i = 0; i < reasons.size(); ++i)
    {
        const bool healthy = i % 2 == 0;
        if (healthy != reasons[i].empty())
        {
            ++missed;
            std::cout << names[i] << (healthy ? " is found: " + reasons[i] : " is not found")
                      << "\n";
        }
    }
    std::cout << MUTANTS.size() << " faults, " << missed << " missed or imagined\n";
    return missed > 0 ? 1 : 0;
}

} // namespace battery
