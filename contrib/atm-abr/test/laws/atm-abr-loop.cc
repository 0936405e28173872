/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-data-supply.h"
#include "ns3/atm-abr-lazy-engine.h"
#include "ns3/atm-abr-max-min.h"
#include "ns3/atm-abr-source-documents.h"
#include "ns3/atm-abr-switch-algorithm.h"
#include "ns3/burst-traffic-basic-arrivals.h"
#include "ns3/double.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr double CELL_BITS = 424;
constexpr double LINK = 155e6 / CELL_BITS; //!< cells per second
constexpr AtmTime LOOP_MILLISECOND = ATM_SECOND / 1000;

/** Writes rates down. */
class Rates : public AtmEngineListener
{
  public:
    void OnRate(uint32_t vc, AtmTime time, double rate) override
    {
        m_rates.emplace_back(time, rate);
    }

    std::vector<std::pair<AtmTime, double>> m_rates; //!< of all VCs
};

/** @param bits per second @return as many cells at even distances */
std::unique_ptr<AtmDataSupply>
MakeEven(double bits)
{
    auto process = CreateObject<ConstantArrivals>();
    process->SetAttribute("Interval", DoubleValue(ATM_SECOND * CELL_BITS / bits));
    return std::make_unique<AtmArrivalSupply>(process, 0);
}

/** @param edges names of edge devices left and right @param delay of the link in the middle */
AtmNetwork
MakeTwoNodes(const std::string& edges, const std::string& delay)
{
    std::string text = "router s1\nrouter s2\nlink s1 s2 delay=" + delay + "\n";
    for (const char edge : edges)
    {
        const std::string left(1, edge);
        const std::string right(1, static_cast<char>(edge - 'a' + 'A'));
        text += "device " + left + "\ndevice " + right + "\n";
        text += "link " + left + " s1\nlink s2 " + right + "\n";
    }
    std::istringstream input(text);
    AtmNetwork network(fabric::ReadTopology(input, "test"), 155'000'000, MicroSeconds(20));
    for (const char edge : edges)
    {
        network.AddVc(std::string(1, edge), std::string(1, static_cast<char>(edge - 'a' + 'A')));
    }
    return network;
}

/** @param supply of a source as in ATM Forum 96-0076 @return it */
AtmEngine::VcSettings
MakeVc(std::unique_ptr<AtmDataSupply> supply)
{
    AtmEngine::VcSettings vc;
    vc.rules = std::make_unique<AbrTm40SourceRules>(AbrSourceParameters::Document());
    vc.supply = std::move(supply);
    vc.exactRates = true;
    return vc;
}

/** @param engine all of whose switches mark backward RM cells above 500 cells @param network of it
 */
void
MarkAll(AtmEngine& engine, const AtmNetwork& network)
{
    for (uint32_t port = 0; port < network.GetChannels().size(); ++port)
    {
        if (!network.GetChannels()[port].fromDevice)
        {
            AtmEngine::PortSettings settings;
            settings.marking = CreateObject<AbrMarking>();
            settings.marking->SetAttribute("Point", StringValue("BackwardRm"));
            settings.marking->SetAttribute("Threshold", UintegerValue(500));
            engine.SetPort(port, settings);
        }
    }
}

/** The course of ACR from ICR to PCR of a source that always has cells. @param delay of the link in
 * the middle */
std::vector<std::pair<AtmTime, double>>
GetRamp(const std::string& delay)
{
    const auto network = MakeTwoNodes("a", delay);
    Rates rates;
    AtmLazyEngine engine(network, &rates);
    engine.SetVc(0, MakeVc(MakeEven(600e6)));
    engine.Start();
    engine.Advance(400 * LOOP_MILLISECOND);
    return rates.m_rates;
}

/** @param rates in order @param rate cells per second @return when it is reached, s */
double
GetTime(const std::vector<std::pair<AtmTime, double>>& rates, double rate)
{
    const auto found = std::find_if(rates.begin(), rates.end(), [&](const auto& change) {
        return change.second >= rate;
    });
    return static_cast<double>(found->first) / ATM_SECOND;
}

} // namespace

// Each answer adds PCR / 256, and there are ACR / 32 of them per second: ACR grows by a factor e in
// 32 256 / PCR = 22.4 ms, and from 10 to 155 Mb/s in ln(15.5) of that. The round trip adds one.
TEST(AtmLoop, LanRampIsThatOfTheClosedForm)
{
    const double growth = LINK / (32 * 256);
    const auto ramp = GetRamp("20us");
    EXPECT_NEAR(GetTime(ramp, LINK) - GetTime(ramp, 20 / 155.0 * LINK),
                std::log(155.0 / 20) / growth,
                0.02 * std::log(155.0 / 20) / growth);
}

// With a round trip of D = 40.1 ms the answers are those of the rate D before: ACR grows as e^(s t)
// with s = g e^(-s D), g = 44.6 1/s: s = 20.0 1/s.
TEST(AtmLoop, WanGrowthIsTheRootOfTheDelayEquation)
{
    const double g = LINK / (32 * 256);
    const double delay = 40.1e-3;
    double growth = g;
    for (int i = 0; i < 200; ++i)
    {
        growth = 0.5 * (growth + g * std::exp(-growth * delay));
    }
    EXPECT_NEAR(growth, 20.0, 0.05);
    const auto ramp = GetRamp("20ms");
    const double low = 30 / 155.0 * LINK;
    const double high = 110 / 155.0 * LINK;
    const double found = std::log(high / low) / (GetTime(ramp, high) - GetTime(ramp, low));
    EXPECT_NEAR(found, growth, 0.02 * growth);
}

// Six sessions of ATM Forum 96-0076 with even cells, LAN: three take 10 Mb/s and an RM cell for
// each 31, the others share the rest, of which 31 of 32 cells are data; what they cannot send
// waits.
TEST(AtmLoop, WaitingCellsGrowAsTheBottleneckLeavesThem)
{
    const auto network = MakeTwoNodes("abcdef", "20us");
    AtmLazyEngine engine(network, nullptr);
    MarkAll(engine, network);
    for (uint32_t vc = 0; vc < 6; ++vc)
    {
        engine.SetVc(vc, MakeVc(MakeEven(vc < 3 ? 10e6 : 76e6)));
    }
    engine.Start();
    const auto getWaiting = [&] {
        return engine.GetWaiting(3) + engine.GetWaiting(4) + engine.GetWaiting(5);
    };
    engine.Advance(300 * LOOP_MILLISECOND);
    const uint64_t before = getWaiting();
    engine.Advance(1500 * LOOP_MILLISECOND);
    const double slope = static_cast<double>(getWaiting() - before) / 3 / 1.2;
    const double share = (155 - 3 * 10 * 32 / 31.0) / 3 * 31 / 32;
    EXPECT_NEAR(share, 40.05, 0.01);
    EXPECT_NEAR(slope, (76 - share) * 1e6 / CELL_BITS, 0.01 * (76 - share) * 1e6 / CELL_BITS);
    for (uint32_t vc = 0; vc < 3; ++vc)
    {
        EXPECT_NEAR(static_cast<double>(engine.GetVcCounts(vc).delivered),
                    1.5 * 10e6 / CELL_BITS,
                    100);
    }
}

// Nothing is lost: what was sent has come, or is in a port, or on a link.
TEST(AtmLoop, AllCellsComeAtLast)
{
    const auto network = MakeTwoNodes("abc", "20ms");
    AtmLazyEngine engine(network, nullptr);
    MarkAll(engine, network);
    for (uint32_t vc = 0; vc < 3; ++vc)
    {
        auto process = CreateObject<ConstantArrivals>();
        process->SetAttribute("Interval", DoubleValue(ATM_SECOND * CELL_BITS / 100e6));
        engine.SetVc(vc, MakeVc(std::make_unique<AtmArrivalSupply>(process, 0)));
    }
    engine.Start();
    engine.Advance(ATM_SECOND);
    uint64_t sent = 0;
    uint64_t come = 0;
    for (uint32_t vc = 0; vc < 3; ++vc)
    {
        sent += engine.GetVcCounts(vc).data + engine.GetVcCounts(vc).forward;
        come += engine.GetVcCounts(vc).delivered + engine.GetVcCounts(vc).deliveredRm;
    }
    int64_t inPorts = 0;
    for (uint32_t port = 0; port < network.GetChannels().size(); port += 2)
    {
        inPorts += engine.GetQueue(port);
    }
    // the long link is full, but for pauses
    EXPECT_GT(sent - come - inPorts, 0.9 * 20e-3 * LINK);
    EXPECT_LT(sent - come - inPorts, 20.1e-3 * LINK + 3);
}

// The parking lot of ATM Forum 96-0076 with greedy sources: water-filling gives 38.75, 77.5 and
// 116.25 Mb/s, and sources that are told so have these rates.
TEST(AtmLoop, TheIdealAlgorithmGivesMaxMinRates)
{
    std::string text = "router s1\nrouter s2\nrouter s3\nrouter s4\n"
                       "link s1 s2\nlink s2 s3\nlink s3 s4\n";
    const std::vector<std::pair<std::string, std::string>> ends =
        {{"s1", "s4"}, {"s2", "s4"}, {"s3", "s4"}, {"s1", "s2"}, {"s2", "s3"}, {"s3", "s4"}};
    for (std::size_t i = 0; i < ends.size(); ++i)
    {
        const auto number = std::to_string(i);
        text += "device a" + number + "\ndevice b" + number + "\nlink a" + number + " " +
                ends[i].first + "\nlink " + ends[i].second + " b" + number + "\n";
    }
    std::istringstream input(text);
    AtmNetwork network(fabric::ReadTopology(input, "test"), 155'000'000, MicroSeconds(20));
    AtmMaxMin oracle;
    for (const auto& channel : network.GetChannels())
    {
        oracle.AddLink(channel.rate);
    }
    for (std::size_t i = 0; i < ends.size(); ++i)
    {
        const uint32_t vc = network.AddVc("a" + std::to_string(i), "b" + std::to_string(i));
        const auto& way = network.GetVcs()[vc].forward;
        oracle.AddRoute({way.begin(), way.end()}, LINK);
    }
    const auto rates = oracle.Allocate();
    for (const auto& [vc, mbps] :
         std::vector<std::pair<uint32_t, double>>{{0, 38.75}, {3, 116.25}, {4, 77.5}, {5, 38.75}})
    {
        EXPECT_NEAR(rates[vc], mbps / 155 * LINK, 1e-6 * LINK);
    }

    AtmLazyEngine engine(network, nullptr);
    for (uint32_t port = 0; port < 6; ++port)
    {
        AtmEngine::PortSettings settings;
        const auto ideal = CreateObject<IdealAlgorithm>();
        settings.algorithm = ideal;
        engine.SetPort(port, settings);
    }
    for (uint32_t vc = 0; vc < ends.size(); ++vc)
    {
        engine.SetVc(vc, MakeVc(MakeEven(600e6)));
    }
    engine.Start();
    for (uint32_t port = 0; port < 6; port += 2)
    {
        std::vector<double> own;
        for (uint32_t vc = 0; vc < ends.size(); ++vc)
        {
            const auto& way = network.GetVcs()[vc].forward;
            if (std::find(way.begin(), way.end(), port) != way.end())
            {
                own.push_back(rates[vc]);
            }
        }
        DynamicCast<IdealAlgorithm>(engine.GetAlgorithm(port))->SetRates(own);
    }
    engine.Advance(500 * LOOP_MILLISECOND);
    std::vector<uint64_t> before;
    for (uint32_t vc = 0; vc < ends.size(); ++vc)
    {
        before.push_back(engine.GetVcCounts(vc).delivered + engine.GetVcCounts(vc).deliveredRm);
    }
    engine.Advance(1500 * LOOP_MILLISECOND);
    for (uint32_t vc = 0; vc < ends.size(); ++vc)
    {
        EXPECT_NEAR(engine.GetRate(vc), rates[vc], 0.02 * rates[vc]);
        const auto& counts = engine.GetVcCounts(vc);
        const auto cells = static_cast<double>(counts.delivered + counts.deliveredRm - before[vc]);
        EXPECT_NEAR(cells, rates[vc], 0.02 * rates[vc]);
    }
}
