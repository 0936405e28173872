/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-bundle.h"

#include "ns3/callback.h"
#include "ns3/fabric-bundle-member.h"
#include "ns3/object.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <stdexcept>
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
    using BundleMember::Leave;
    using BundleMember::WakeAt;

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
            bundle.NotifyChange(Simulator::NO_CONTEXT, trace, last, value);
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

// What is pending in a fabric when that is joined is told, once, by an event that outlives the
// former bundle.
TEST(FabricBundle, TellsWhatWasPendingBeforeAJoin)
{
    std::string notes;
    NotedFabric a(notes, 'a');
    NotedFabric b(notes, 'b');
    std::string told;
    const uint32_t context = 7; // of some node: it needs an event
    b.GetBundle().Act([&] { b.GetBundle().NotifyLater(context, [&] { told += "b"; }); });
    a.GetBundle().Act([&] { a.GetBundle().NotifyLater(context, [&] { told += "a"; }); });
    a.JoinWith(b);
    b.GetBundle().Act([&] { b.GetBundle().NotifyLater(context, [&] { told += "c"; }); });
    EXPECT_EQ(told, "");
    Simulator::Run();
    EXPECT_EQ(told, "abc");
    Simulator::Destroy();
}

// A sink may join fabrics while their traces are told.
TEST(FabricBundle, IsJoinedWhileItTells)
{
    for (const bool outer : {true, false})
    {
        std::string notes;
        NotedFabric a(notes, 'a');
        NotedFabric b(notes, 'b');
        auto& joining = outer ? a : b;
        auto& joined = outer ? b : a;
        std::string told;
        b.GetBundle().Act([&] {
            b.GetBundle().NotifyLater(Simulator::NO_CONTEXT, [&] { joining.JoinWith(joined); });
            b.GetBundle().NotifyLater(Simulator::NO_CONTEXT, [&] { told += "b"; });
        });
        Simulator::Run();
        EXPECT_EQ(told, "b");
        Simulator::Destroy();
    }
}

// An event of a fabric that is gone does nothing.
TEST(FabricBundle, WakesNoMemberThatIsGone)
{
    std::string notes;
    NotedFabric stays(notes, 's');
    {
        NotedFabric goes(notes, 'g');
        stays.JoinWith(goes);
        goes.WakeAt(5, NanoSeconds(5));
    }
    stays.WakeAt(5, NanoSeconds(5));
    Simulator::Run();
    EXPECT_EQ(notes, "s");
    Simulator::Destroy();
}

// Where a step of time is longer than a tick, the time of a tick is rounded: it has come with the
// next step. Ten ticks of 0.4 ns are over at 4 ns.
TEST(FabricBundle, GoesOnIfATickIsShorterThanAStepOfTime)
{
    /** Has something to do at each tick. */
    class FastFabric : public NotedFabric
    {
      public:
        using NotedFabric::NotedFabric;
        int64_t m_done{0}; //!< ticks
        int m_steps{0};    //!< calls

      private:
        void AdvanceEngine() override
        {
            ASSERT_LT(++m_steps, 10000);
            m_done = Simulator::Now().GetNanoSeconds() * 10 / 4;
        }

        void ScheduleNext() override
        {
            if (m_done < 10 && m_steps < 10000)
            {
                WakeAt(m_done + 1, NanoSeconds((m_done + 1) * 4 / 10));
            }
        }
    };

    std::string notes;
    FastFabric fast(notes, 'f');
    fast.GetBundle().Advance();
    Simulator::Run();
    EXPECT_EQ(fast.m_done, 10);
    EXPECT_EQ(Simulator::Now(), NanoSeconds(4));
    Simulator::Destroy();
}

// A fabric that leaves performs what is due, and the others go on.
TEST(FabricBundle, GoesOnWithoutAMember)
{
    std::string notes;
    NotedFabric a(notes, 'a');
    NotedFabric b(notes, 'b');
    a.JoinWith(b);
    b.WakeAt(5, NanoSeconds(5));
    std::string told;
    b.GetBundle().Act([&] { b.GetBundle().NotifyLater(7, [&] { told += "b"; }); });
    notes.clear();
    b.Leave();
    EXPECT_EQ(notes, "ab");
    EXPECT_EQ(told, "");
    notes.clear();
    Simulator::Run();
    EXPECT_EQ(notes, "");
    EXPECT_EQ(told, "b");
    a.GetBundle().Advance();
    EXPECT_EQ(notes, "a");
    Simulator::Destroy();
}

// What is of this context or of none is told at once and in order, the rest by events.
TEST(FabricBundle, TellsNowWhatIsOfHere)
{
    IdleFabric fabric;
    auto& bundle = fabric.GetBundle();
    std::string told;
    const auto later = [&](uint32_t context, char name) {
        bundle.NotifyLater(context, [&told, name] { told += name; });
    };
    Simulator::ScheduleWithContext(7, NanoSeconds(5), [&] {
        bundle.Act([&] {
            later(8, 'a'); // what follows waits for it
            later(7, 'b');
            later(9, 'c');
            later(Simulator::NO_CONTEXT, 'd');
            later(7, 'e');
        });
        EXPECT_EQ(told, "");
        bundle.NotifyNow();
        EXPECT_EQ(told, "bde");
    });
    Simulator::Run();
    EXPECT_EQ(told, "bdeac");
    EXPECT_EQ(Simulator::Now(), NanoSeconds(5));
    Simulator::Destroy();
}

// Each trace fires in the context of its node, in order, and keeps its owner until then.
TEST(FabricBundle, TellsInTheContextOfANode)
{
    IdleFabric fabric;
    auto& bundle = fabric.GetBundle();
    std::vector<uint32_t> contexts;
    auto owner = CreateObject<Object>();
    Object* const kept = PeekPointer(owner);
    Simulator::ScheduleWithContext(3, NanoSeconds(5), [&] {
        bundle.Act([&] {
            for (const uint32_t context : {3, 8, 3, 9})
            {
                bundle.NotifyLater(
                    context,
                    [&contexts, kept] {
                        contexts.push_back(Simulator::GetContext());
                        EXPECT_GE(kept->GetReferenceCount(), 1u);
                    },
                    owner);
            }
            owner = nullptr;
        });
        EXPECT_EQ(contexts, std::vector<uint32_t>{3}); // the one that this event may tell
    });
    Simulator::Run();
    EXPECT_EQ(contexts, (std::vector<uint32_t>{3, 8, 3, 9}));
    Simulator::Destroy();
}

TEST(FabricBundle, IsNotJoinedWhileItActs)
{
    for (const bool outer : {true, false})
    {
        std::string notes;
        NotedFabric a(notes, 'a');
        NotedFabric b(notes, 'b');
        (outer ? a : b).GetBundle().Act([&] {
            EXPECT_THROW(a.JoinWith(b), std::invalid_argument);
        });
        a.JoinWith(b);
        EXPECT_EQ(&a.GetBundle(), &b.GetBundle());
        Simulator::Destroy();
    }
}
