/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-cell-engine.h"
#include "ns3/atm-abr-data-supply.h"
#include "ns3/atm-abr-erica.h"
#include "ns3/atm-abr-fabric.h"
#include "ns3/atm-abr-lazy-engine.h"
#include "ns3/atm-abr-source-documents.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/** @return edge devices a, b and A at a switch, with 100,000 cells/s to A */
fabric::Topology
Read()
{
    std::istringstream text("device a\ndevice b\ndevice A\nrouter s\nlink a s\nlink b s\n"
                            "link s A rate=42400kbps\n");
    return fabric::ReadTopology(text, "test");
}

} // namespace

template <typename Engine>
class AtmShareWhenAsked : public ::testing::Test
{
};

using BothEngines = ::testing::Types<AtmCellEngine, AtmLazyEngine>;
TYPED_TEST_SUITE(AtmShareWhenAsked, BothEngines);

// Two VCs send in the first millisecond, one in the second one: ERICA's fair share is 0.9 C / 2,
// and from 2 ms on 0.9 C, whoever asks for it.
TYPED_TEST(AtmShareWhenAsked, IsThatOfTheLastInterval)
{
    AtmNetwork network(Read(), 424'000'000, MicroSeconds(1));
    network.AddVc("a", "A");
    network.AddVc("b", "A");
    TypeParam engine(network, nullptr);
    AtmEngine::PortSettings port;
    port.algorithm = CreateObject<EricaAlgorithm>();
    engine.SetPort(4, port);
    for (const uint32_t vc : {0, 1})
    {
        AbrSourceParameters source;
        source.pcr = source.icr = source.mcr = 1e4;
        AtmEngine::VcSettings settings;
        settings.rules = std::make_unique<AbrTm40SourceRules>(source);
        auto supply = std::make_unique<AtmPushedSupply>();
        if (vc == 0)
        {
            supply->Push(0, 200);
        }
        settings.supply = std::move(supply);
        engine.SetVc(vc, std::move(settings));
    }
    engine.Start();
    engine.Advance(ATM_SECOND / 400);
    EXPECT_EQ(engine.GetAlgorithm(4)->GetShare(), 90'000);
}

// The same in a fabric.
TEST(AtmShareWhenAskedOfFabric, IsThatOfTheLastInterval)
{
    for (const std::string kind : {"Lazy", "Cell"})
    {
        auto fabric = CreateObject<AtmFabric>();
        fabric->SetAttribute("Engine", StringValue(kind));
        fabric->SetAttribute("SwitchAlgorithm", StringValue("ns3::EricaAlgorithm"));
        fabric->SetAttribute("SourceBehavior",
                             StringValue("ns3::AbrSourceBehaviorTm40[PeakCellRate=4240kbps|"
                                         "MinimumCellRate=4240kbps]"));
        fabric->Build(Read());
        fabric->AddVc("a", "A", nullptr);
        fabric->AddVc("b", "A", nullptr, MilliSeconds(100));
        Simulator::Schedule(MicroSeconds(2500), [&] {
            EXPECT_EQ(fabric->GetAlgorithm(4)->GetShare(), 90'000) << kind;
        });
        fabric->Initialize();
        Simulator::Stop(MilliSeconds(3));
        Simulator::Run();
        Simulator::Destroy();
    }
}
