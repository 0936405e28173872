/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-bundle.h"

#include "ns3/callback.h"
#include "ns3/fabric-bundle-member.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** A fabric in which nothing happens. */
class IdleFabric : public fabric::BundleMember
{
  private:
    void AdvanceEngine() override
    {
    }

    void HandOver() override
    {
    }

    void ScheduleNext() override
    {
    }
};

/** A fabric that notes when it acts. */
class NotedFabric : public IdleFabric
{
  public:
    /** @param notes gets the name @param name of it */
    NotedFabric(std::string& notes, char name)
        : m_notes(notes),
          m_name(name)
    {
    }

    using BundleMember::JoinWith;

  private:
    void AdvanceEngine() override
    {
        m_notes += m_name;
    }

    std::string& m_notes; //!< gets the name
    char m_name;          //!< of it
};

/** Changes that a sink was told. */
using Changes = std::vector<std::pair<uint64_t, uint64_t>>;

/** @param told what the sink was told @param last value @param value now */
void
Note(Changes* told, uint64_t last, uint64_t value)
{
    told->emplace_back(last, value);
}

} // namespace

// Whatever the order of the joins, all act together.
TEST(FabricBundle, JoinsAllThatAreJoinedAlready)
{
    std::string notes;
    NotedFabric a(notes, 'a');
    NotedFabric b(notes, 'b');
    NotedFabric c(notes, 'c');
    NotedFabric d(notes, 'd');
    a.JoinWith(b);
    c.JoinWith(d);
    b.JoinWith(d);
    d.JoinWith(a);
    for (const auto* fabric : {&a, &b, &c, &d})
    {
        notes.clear();
        fabric->GetBundle().Advance();
        EXPECT_EQ(notes, "abcd");
    }
}

// A sink hears each change once, behind the action; what changed while nobody listened is not news.
TEST(FabricBundle, TellsASampledValueWhenItChanges)
{
    IdleFabric fabric;
    auto& bundle = fabric.GetBundle();
    TracedCallback<uint64_t, uint64_t> trace;
    uint64_t last = 0;
    Changes told;
    const auto sample = [&](uint64_t value) {
        bundle.Act([&] {
            const auto before = told;
            bundle.TellChange(Simulator::NO_CONTEXT, trace, last, value);
            EXPECT_EQ(told, before);
        });
        EXPECT_EQ(last, value);
    };
    sample(3);
    trace.ConnectWithoutContext(MakeBoundCallback(&Note, &told));
    for (const uint64_t value : {3, 5, 5, 0})
    {
        sample(value);
    }
    EXPECT_EQ(told, (Changes{{3, 5}, {5, 0}}));
    Simulator::Destroy();
}
