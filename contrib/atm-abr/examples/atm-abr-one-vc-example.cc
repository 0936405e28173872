/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup atm-abr
 *
 * One ABR source that always has cells, a switch, and a link of 50 Mb/s behind it: how the allowed
 * cell rate and the queue of the switch go up and down.
 *
 *     atm-abr-one-vc-example
 *     atm-abr-one-vc-example --algorithm=ns3::EricaAlgorithm
 */

#include "ns3/atm-abr-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/burst-traffic-module.h"
#include "ns3/core-module.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/network-module.h"

#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    std::string algorithm;
    burst::CheckedCommandLine cmd(__FILE__,
                                  "A greedy ABR source, a switch, and a link that is too slow.");
    cmd.AddValue("algorithm", "AbrSwitchAlgorithm of the switch; empty: it marks only", algorithm);
    cmd.Parse(argc, argv);

    std::istringstream text("device a\n"
                            "device b\n"
                            "router s\n"
                            "link a s\n"
                            "link s b rate=50Mbps\n");
    AtmHelper helper;
    helper.SetFabricAttribute("SwitchAlgorithm", StringValue(algorithm));
    const auto devices = helper.Install(fabric::ReadTopology(text, "one VC"));
    const auto fabric = AtmHelper::GetFabric(devices);
    auto cells = CreateObject<ConstantArrivals>();
    cells->SetAttribute("Interval", DoubleValue(2.5e6)); // ps: more than its link takes
    const uint32_t vc = AtmHelper::AddVc(devices.Get(0), devices.Get(1), cells);
    AtmHelper::AssignStreams(devices, 1);
    const uint32_t slow = fabric->GetNetwork().GetVcs()[vc].forward[1];

    std::cout << "  ms  ACR, Mb/s  cells in the switch\n" << std::fixed << std::setprecision(2);
    for (int ms = 20; ms <= 400; ms += 20)
    {
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        std::cout << std::setw(4) << ms << std::setw(11)
                  << fabric->GetRate(vc) * AtmNetwork::CELL_BITS / 1e6 << std::setw(21)
                  << fabric->GetQueue(slow) << "\n";
    }
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
