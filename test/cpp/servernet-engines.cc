/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-cases.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

struct Batch
{
    const char* name;
    Kind kind;
    uint32_t cases;
    uint32_t packets; //!< of a case
};

void
PrintTo(const Batch& batch, std::ostream* out)
{
    *out << batch.name;
}

class ServerNetEngines : public testing::TestWithParam<Batch>
{
};

// Whatever the pace, the law is the same.
TEST_P(ServerNetEngines, SayTheSame)
{
    const auto [name, kind, cases, packets] = GetParam();
    uint64_t stalls = 0;
    for (uint32_t seed = 0; seed < cases; ++seed)
    {
        const Case test = MakeCase(kind, seed, packets);
        const Record record = Drive(test, MakeFlitEngine(), MOMENTS, seed);
        EXPECT_EQ(CheckSums(test, record), "") << test.text;
        stalls += record.stalls.size();
        for (const Pace pace : {NEXT_TICKS, RANDOM})
        {
            const Record other = Drive(test, MakeFlitEngine(), pace, seed);
            std::string first;
            EXPECT_EQ(Compare(record, other, first), 0)
                << test.text << " pace " << pace << " " << first;
            EXPECT_EQ(other.wrongs.size(), 0U) << test.text << ": " << other.wrongs.front();
        }
    }
    printf("%lu stalls\n", stalls);
}

INSTANTIATE_TEST_SUITE_P(Networks,
                         ServerNetEngines,
                         testing::Values(Batch{"SingleRouter", SINGLE_ROUTER, 60, 100},
                                         Batch{"Chain", CHAIN, 60, 150},
                                         Batch{"Tree", TREE, 60, 150},
                                         Batch{"Ring", RING, 60, 150},
                                         Batch{"RandomGraph", RANDOM_GRAPH, 60, 150},
                                         Batch{"Tetra16", TETRA, 20, 300}),
                         [](const auto& info) { return info.param.name; });

} // namespace
