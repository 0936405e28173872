/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-sizes.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/** @param file of the flow sizes of pFabric @return its variable, whole packets of 1,460 bytes */
Ptr<EmpiricalSizeVariable>
MakeSizes(const std::string& file)
{
    const auto path = std::filesystem::path(__FILE__).parent_path() /
                      "../../../pfabric/examples/flow-sizes" / file;
    return burst::CreateFromText<EmpiricalSizeVariable>(
        "ns3::EmpiricalSizeVariable[File=" + path.string() + "|Interpolate=true|Unit=1460]");
}

} // namespace

// The means of the chapter, packets. By hand, of steps and of sizes spread evenly between two:
// those from a to b packets, whole numbers, are (a + b + 1) / 2 on the average. Of data mining half
// are 1, a tenth each 2 and 3, then 5.5, 137.5, and with 5, 4 and 1 % 1,187.5, 34,387.5 and
// 366,667.5; of the others likewise.
TEST(PFabricFlowSizes, HaveTheMeansOfTheChapter)
{
    const double mining = 0.5 * 1 + 0.1 * 2 + 0.1 * 3 + 0.1 * (3 + 7 + 1) / 2.0 +
                          0.1 * (7 + 267 + 1) / 2.0 + 0.05 * (267 + 2107 + 1) / 2.0 +
                          0.04 * (2107 + 66667 + 1) / 2.0 + 0.01 * (66667 + 666667 + 1) / 2.0;
    EXPECT_NEAR(MakeSizes("data-mining.txt")->GetMean() / 1460, mining, 1e-6);
    EXPECT_NEAR(mining, 5116.9, 0.06);
    EXPECT_NEAR(MakeSizes("web-search.txt")->GetMean() / 1460, 1141.4, 0.05);
    EXPECT_NEAR(MakeSizes("imc10.txt")->GetMean() / 1460, 134.1, 0.05);
}

// Half of the flows of imc10 have one packet.
TEST(PFabricFlowSizes, AreOftenOfOnePacket)
{
    const auto sizes = MakeSizes("imc10.txt");
    sizes->SetStream(1);
    int ones = 0;
    for (int i = 0; i < 10000; ++i)
    {
        ones += sizes->GetValue() == 1460;
    }
    EXPECT_NEAR(ones, 5000, 3.9 * 50); // which chance exceeds once in 10,000 cases
}
