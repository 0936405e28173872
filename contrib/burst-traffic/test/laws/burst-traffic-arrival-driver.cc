/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-traffic-arrival-driver.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Ticks = std::vector<int64_t>;

/// The arrivals of a list.
class ListedArrivals : public ArrivalProcess
{
  public:
    explicit ListedArrivals(Ticks ticks = {})
        : m_ticks(std::move(ticks))
    {
    }

    double GetMeanRate() const override
    {
        return 0;
    }

  private:
    void DoStart() override
    {
        m_next = 0;
    }

    int64_t DoNext() override
    {
        return m_next < m_ticks.size() ? m_ticks[m_next++] : NEVER;
    }

    Ticks m_ticks;
    size_t m_next{0};
};

/// A driver whose tick 0 is at 13 ns and whose ticks are 7 ns.
class ArrivalDriverTest : public testing::Test
{
  protected:
    ~ArrivalDriverTest() override
    {
        Simulator::Destroy();
    }

    void Start(const Ticks& ticks, traffic::ArrivalDriver::Callback callback)
    {
        m_process = CreateObject<ListedArrivals>(ticks);
        Simulator::Schedule(NanoSeconds(13), [this, callback = std::move(callback)] {
            m_driver->Start(m_process, NanoSeconds(7), callback);
        });
    }

    /// Consume one arrival and write down when.
    void Take(int64_t tick)
    {
        EXPECT_EQ(Simulator::Now(), NanoSeconds(13 + 7 * tick));
        EXPECT_EQ(m_process->Next(), tick);
        m_taken.push_back(tick);
    }

    Ptr<ListedArrivals> m_process;
    std::unique_ptr<traffic::ArrivalDriver> m_driver{std::make_unique<traffic::ArrivalDriver>()};
    Ticks m_taken;
};

} // namespace

TEST_F(ArrivalDriverTest, CallsBackAtEachArrivalInAnEventOfItsOwn)
{
    std::mt19937 random(1);
    Ticks ticks{0, 0};
    while (ticks.size() < 1000)
    {
        ticks.push_back(ticks.back() + static_cast<int64_t>(random() % 3));
    }
    Start(ticks, [this](int64_t tick) { Take(tick); });
    Simulator::Run();
    EXPECT_EQ(m_taken, ticks);
    EXPECT_EQ(Simulator::GetEventCount(), 1 + ticks.size());
}

TEST_F(ArrivalDriverTest, IsSilentOnceStoppedOrGone)
{
    Start({1, 2, 4, 5}, [this](int64_t tick) {
        Take(tick);
        if (tick == 2)
        {
            m_driver->Stop();
        }
    });
    Simulator::Run();
    EXPECT_EQ(m_taken, (Ticks{1, 2}));

    Start({1, 2, 4}, [this](int64_t tick) { Take(tick); });
    m_taken.clear();
    Simulator::Destroy();
    Start({1, 2, 4}, [this](int64_t tick) { Take(tick); });
    Simulator::Schedule(NanoSeconds(13 + 20), [this] { m_driver.reset(); });
    Simulator::Run();
    EXPECT_EQ(m_taken, (Ticks{1, 2}));
}

TEST_F(ArrivalDriverTest, ForgetsWhatItDroveBefore)
{
    Start({1, 2, 5}, [this](int64_t tick) { Take(tick); });
    Simulator::Schedule(NanoSeconds(13 + 21), [this] { // tick 0 of the second process
        m_process = CreateObject<ListedArrivals>(Ticks{1, 2});
        m_driver->Start(m_process, NanoSeconds(7), [this](int64_t tick) {
            EXPECT_EQ(Simulator::Now(), NanoSeconds(34 + 7 * tick));
            m_taken.push_back(m_process->Next());
        });
    });
    Simulator::Run();
    EXPECT_EQ(m_taken, (Ticks{1, 2, 1, 2}));
}

TEST_F(ArrivalDriverTest, ResumesAtTheNextTick)
{
    Start({1, 2, 3, 9}, [this](int64_t tick) {
        Take(tick);
        if (tick == 1)
        {
            m_process->Hold(1);
        }
    });
    Simulator::Schedule(NanoSeconds(13 + 7 * 4 + 3), [this] { // between the ticks 4 and 5
        EXPECT_EQ(m_driver->GetPastTick(), 4);
        EXPECT_EQ(m_driver->GetNextTick(), 5);
        EXPECT_EQ(m_driver->GetDelay(9), NanoSeconds(7 * 5 - 3));
        EXPECT_EQ(m_driver->Resume(), 2);
    });
    Simulator::Run();
    EXPECT_EQ(m_taken, (Ticks{1, 5, 5, 9}));
}

// As a socket does that makes room while it takes a packet.
TEST_F(ArrivalDriverTest, MayBeResumedByItsCallback)
{
    const Ticks ticks{1, 2, 2, 3, 9};
    Start(ticks, [this](int64_t tick) {
        m_process->Hold(tick - 1);
        EXPECT_GE(m_driver->Resume(), 1);
        Take(tick);
    });
    Simulator::Run();
    EXPECT_EQ(m_taken, ticks);
}

TEST_F(ArrivalDriverTest, GoesOnAfterAnException)
{
    Start({1, 2, 4}, [this](int64_t tick) {
        Take(tick);
        if (tick == 2)
        {
            throw std::runtime_error("no room");
        }
    });
    EXPECT_THROW(Simulator::Run(), std::runtime_error);
    Simulator::Run();
    EXPECT_EQ(m_taken, (Ticks{1, 2, 4}));
}

TEST_F(ArrivalDriverTest, SkipsWhatSomebodyElseTook)
{
    Start({1, 4, 6}, [this](int64_t tick) { Take(tick); });
    Simulator::Schedule(NanoSeconds(13 + 7 * 2), [this] { EXPECT_EQ(m_process->Next(), 4); });
    Simulator::Run();
    EXPECT_EQ(m_taken, (Ticks{1, 6}));
}

TEST_F(ArrivalDriverTest, SchedulesNothingBeyondTheEndOfTime)
{
    const Time tick = Seconds(1);
    const int64_t last = std::numeric_limits<int64_t>::max() / tick.GetTimeStep();
    m_process = CreateObject<ListedArrivals>(Ticks{1, last, last + 1});
    m_driver->Start(m_process, tick, [this](int64_t) { m_taken.push_back(m_process->Next()); });
    Simulator::Run();
    EXPECT_EQ(m_taken, (Ticks{1, last}));
    EXPECT_EQ(m_process->Peek(), last + 1);
}

// A tick of no time would be an event without end.
TEST_F(ArrivalDriverTest, RefusesATickOfNoTime)
{
    m_process = CreateObject<ListedArrivals>(Ticks{1});
    for (const int64_t steps : {0, -1})
    {
        EXPECT_THROW(m_driver->Start(m_process, TimeStep(steps), [](int64_t) { FAIL(); }),
                     std::invalid_argument);
    }
    Simulator::Run();
    EXPECT_EQ(Simulator::GetEventCount(), 0U);
}
