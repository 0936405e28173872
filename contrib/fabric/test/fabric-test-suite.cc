/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-routes.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/fabric-watchdog.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

/**
 * @defgroup fabric-tests Tests of fabric
 * @ingroup fabric
 *
 * @file
 * @ingroup fabric-tests
 * Tests of the watchdog and of the sample topologies.
 */

using namespace ns3;

namespace
{

/**
 * Store-and-forward buffers for one packet each in a ring. A packet goes on to the next buffer when
 * that is empty; it looks again only when told, as in any event-driven model.
 */
class TokenRing
{
  public:
    explicit TokenRing(uint32_t buffers)
        : m_hopsLeft(buffers)
    {
    }

    void Inject(uint32_t at, uint32_t hops)
    {
        m_hopsLeft.at(at) = hops;
        SetBusy();
        Simulator::Schedule(MicroSeconds(1), &TokenRing::Advance, this, at);
    }

    uint64_t GetMoves() const
    {
        return m_moves.size();
    }

    uint64_t GetHeld() const
    {
        uint64_t held = 0;
        for (const auto& hops : m_hopsLeft)
        {
            held += hops.has_value();
        }
        return held;
    }

    fabric::ResourceGraph GetWaits() const
    {
        fabric::ResourceGraph graph;
        for (uint32_t i = 0; i < m_hopsLeft.size(); ++i)
        {
            graph.AddResource("buffer " + std::to_string(i));
        }
        for (uint32_t i = 0; i < m_hopsLeft.size(); ++i)
        {
            const uint32_t next = (i + 1) % m_hopsLeft.size();
            if (m_hopsLeft[i] && m_hopsLeft[next])
            {
                graph.AddWait(i, next);
            }
        }
        return graph;
    }

    const std::vector<std::pair<Time, uint32_t>>& GetHistory()
        const // when which buffer was emptied
    {
        return m_moves;
    }

    Ptr<fabric::ProgressWatchdog> Watch(Time interval)
    {
        auto watchdog = CreateObject<fabric::ProgressWatchdog>();
        watchdog->SetAttribute("Interval", TimeValue(interval));
        watchdog->Start([this] { return GetMoves(); },
                        [this] { return GetHeld(); },
                        [this] { return GetWaits(); });
        m_watchdogs.push_back(PeekPointer(watchdog));
        SetBusy();
        return watchdog;
    }

    void Unwatch()
    {
        m_watchdogs.clear();
    }

  private:
    void SetBusy()
    {
        for (auto* watchdog : m_watchdogs)
        {
            watchdog->SetBusy(GetHeld() > 0);
        }
    }

    void Advance(uint32_t at)
    {
        const uint32_t n = m_hopsLeft.size();
        const uint32_t next = (at + 1) % n;
        if (!m_hopsLeft[at] || (*m_hopsLeft[at] > 0 && m_hopsLeft[next]))
        {
            return;
        }
        if (*m_hopsLeft[at] > 0)
        {
            Inject(next, *m_hopsLeft[at] - 1);
        }
        m_hopsLeft[at].reset();
        SetBusy();
        m_moves.emplace_back(Simulator::Now(), at);
        Simulator::Schedule(MicroSeconds(1), &TokenRing::Advance, this, (at + n - 1) % n);
    }

    std::vector<std::optional<uint32_t>> m_hopsLeft;
    std::vector<fabric::ProgressWatchdog*> m_watchdogs;
    std::vector<std::pair<Time, uint32_t>> m_moves;
};

/// Runs the simulation and returns what it threw.
std::string
RunToTheEnd()
{
    try
    {
        Simulator::Run();
    }
    catch (const std::runtime_error& error)
    {
        return error.what();
    }
    return "";
}

void
Tick(Time period)
{
    Simulator::Schedule(period, &Tick, period);
}

} // namespace

/// A test that leaves no simulation behind.
class WatchdogTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  private:
    void DoTeardown() override
    {
        Simulator::Destroy();
    }
};

/// A full ring is an alarm.
class WatchdogDeadlockTestCase : public WatchdogTestCase
{
  public:
    WatchdogDeadlockTestCase()
        : WatchdogTestCase("A full ring is named with its circle, whatever else goes on")
    {
    }

  private:
    void DoRun() override
    {
        const std::string circle =
            "each of these waits for the next: buffer 0 -> buffer 1 -> buffer 2 -> buffer 0";
        // Two packets go round in three buffers for ever; at 20.5 us all three are filled.
        for (const bool others : {false, true})
        {
            TokenRing ring(3);
            ring.Inject(0, 1000000);
            ring.Inject(1, 1000000);
            Simulator::Schedule(NanoSeconds(20500), [&ring] {
                for (uint32_t at = 0; at < 3; ++at)
                {
                    ring.Inject(at, 1000000);
                }
            });
            if (others)
            {
                Tick(MicroSeconds(3));
                Simulator::Stop(Seconds(1));
            }
            const auto watchdog = ring.Watch(MicroSeconds(10));
            // The look at 30 us sees no event left, or else that something moved since 20 us; that
            // at 40 us that nothing did.
            const std::string end =
                others ? "no progress at 40000 ns with 3 held for a whole interval; "
                       : "no progress at 30000 ns with 3 held and no event left; ";
            const std::string thrown = RunToTheEnd();
            NS_TEST_EXPECT_MSG_EQ(thrown, end + circle, "a deadlock is not named");
            NS_TEST_EXPECT_MSG_GT(ring.GetMoves(), 10, "the ring was stuck from the start");
            Simulator::Destroy();
        }
    }
};

/// A ring that moves is none.
class WatchdogSilenceTestCase : public WatchdogTestCase
{
  public:
    WatchdogSilenceTestCase()
        : WatchdogTestCase("A ring that moves is left alone: same history, same end")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<std::pair<Time, uint32_t>> undisturbed;
        for (const int watchdogs : {0, 1, 3})
        {
            TokenRing ring(5);
            for (uint32_t at = 0; at < 4; ++at)
            {
                ring.Inject(at, 30 + at);
            }
            std::vector<Ptr<fabric::ProgressWatchdog>> watching;
            for (int i = 0; i < watchdogs; ++i)
            {
                watching.push_back(ring.Watch(NanoSeconds(5000 + 700 * i)));
            }
            const std::string thrown = RunToTheEnd();
            NS_TEST_EXPECT_MSG_EQ(thrown, "", "a false alarm");
            NS_TEST_EXPECT_MSG_EQ(ring.GetHeld(), 0, "packets are left");
            if (watchdogs == 0)
            {
                undisturbed = ring.GetHistory();
            }
            NS_TEST_EXPECT_MSG_EQ((ring.GetHistory() == undisturbed),
                                  true,
                                  "the watchdog changed the simulation");
            // A move is followed by one look of the buffer behind, a microsecond later.
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(),
                                  undisturbed.back().first + MicroSeconds(1),
                                  "the watchdogs kept the simulation alive");
            Simulator::Destroy();
        }
    }
};

/// What is held for less than an interval is none.
class WatchdogPatienceTestCase : public WatchdogTestCase
{
  public:
    WatchdogPatienceTestCase()
        : WatchdogTestCase(
              "What was held for less than an interval is no cause for alarm; what is forgotten is")
    {
    }

  private:
    void DoRun() override
    {
        // Something arrives 1 ns before each look and leaves 1 ns after it; nothing counts as
        // progress.
        uint64_t held = 0;
        for (int look = 1; look <= 5; ++look)
        {
            Simulator::Schedule(MicroSeconds(20 * look) - NanoSeconds(1), [&held] { held = 1; });
            Simulator::Schedule(MicroSeconds(20 * look) + NanoSeconds(1), [&held] { held = 0; });
        }
        Simulator::Schedule(MicroSeconds(200), [&held] { held = 2; });
        Tick(MicroSeconds(1));
        Simulator::Stop(Seconds(1));
        auto watchdog = CreateObject<fabric::ProgressWatchdog>();
        watchdog->SetAttribute("Interval", TimeValue(MicroSeconds(10)));
        watchdog->Start([] { return 7; },
                        [&held] { return held; },
                        [] { return fabric::ResourceGraph(); });
        watchdog->SetBusy(true);
        const std::string thrown = RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(
            thrown,
            "no progress at 210000 ns with 2 held for a whole interval; no circle in 0 waits, so a "
            "wake-up was forgotten",
            "not the right alarm");
    }
};

/// An interval may be as long as a Time can be.
class WatchdogLongIntervalTestCase : public WatchdogTestCase
{
  public:
    WatchdogLongIntervalTestCase()
        : WatchdogTestCase("The longest interval is over after the simulation")
    {
    }

  private:
    void DoRun() override
    {
        auto watchdog = CreateObject<fabric::ProgressWatchdog>();
        watchdog->SetAttribute("Interval", TimeValue(Time::Max()));
        watchdog->Start([] { return 7; }, [] { return 1; }, [] { return fabric::ResourceGraph(); });
        Simulator::Schedule(MicroSeconds(5), [&watchdog] { watchdog->SetBusy(true); });
        Tick(MicroSeconds(3));
        Simulator::Stop(MicroSeconds(20));
        NS_TEST_EXPECT_MSG_EQ(RunToTheEnd(), "", "a false alarm");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MicroSeconds(20), "the end");
    }
};

/// Watchdogs do not disturb each other.
class WatchdogOwnPaceTestCase : public WatchdogTestCase
{
  public:
    WatchdogOwnPaceTestCase()
        : WatchdogTestCase("Each watchdog judges at its own interval")
    {
    }

  private:
    void DoRun() override
    {
        // Held from 10 us to 90 us: nothing for a look every 100 us, whoever else looks every
        // microsecond.
        uint64_t held = 0;
        Simulator::Schedule(MicroSeconds(10), [&held] { held = 1; });
        Simulator::Schedule(MicroSeconds(90), [&held] { held = 0; });
        std::vector<Ptr<fabric::ProgressWatchdog>> watchdogs;
        for (const bool patient : {false, true})
        {
            auto watchdog = CreateObject<fabric::ProgressWatchdog>();
            watchdog->SetAttribute("Interval", TimeValue(MicroSeconds(patient ? 100 : 1)));
            watchdog->Start([] { return 0; },
                            [&held, patient] { return patient ? held : 0; },
                            [] { return fabric::ResourceGraph(); });
            watchdog->SetBusy(true);
            watchdogs.push_back(watchdog);
        }
        const std::string thrown = RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(thrown, "", "judged at the pace of another");
    }
};

/// The end of a run is where it would be unwatched.
class WatchdogEndTestCase : public WatchdogTestCase
{
  public:
    WatchdogEndTestCase()
        : WatchdogTestCase(
              "A watchdog that is stopped or gone says nothing, also in the next simulation")
    {
    }

  private:
    void DoRun() override
    {
        TokenRing ring(2);
        ring.Inject(0, 9);
        ring.Inject(1, 9);
        auto stopped = ring.Watch(MicroSeconds(2));
        auto gone = ring.Watch(MicroSeconds(3));
        stopped->Stop();
        ring.Unwatch();
        gone = nullptr;
        const std::string unwatched = RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(unwatched, "", "nobody watches");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MicroSeconds(1), "an event of nobody is left");
        const auto pending = ring.Watch(MicroSeconds(5));
        Simulator::Destroy();

        TokenRing next(2);
        next.Inject(0, 9);
        next.Inject(1, 9);
        const auto watchdog = next.Watch(MicroSeconds(4));
        const std::string thrown = RunToTheEnd();
        NS_TEST_EXPECT_MSG_EQ(thrown,
                              "no progress at 4000 ns with 2 held and no event left; each of these "
                              "waits for the next: "
                              "buffer 0 -> buffer 1 -> buffer 0",
                              "the next simulation is not watched");
    }
};

/// An alarm is not the end of watching.
class WatchdogAgainTestCase : public WatchdogTestCase
{
  public:
    WatchdogAgainTestCase()
        : WatchdogTestCase("Whoever catches the alarm and runs on is watched as before")
    {
    }

  private:
    void DoRun() override
    {
        const std::string circle =
            "each of these waits for the next: buffer 0 -> buffer 1 -> buffer 0";
        TokenRing ring(2);
        ring.Inject(0, 9);
        ring.Inject(1, 9);
        const auto watchdog = ring.Watch(MicroSeconds(4));
        Tick(MicroSeconds(3));
        // Held at 4 us and still at 8 us; both packets wait from 1 us on.
        for (const std::string when : {"8000", "12000", "16000"})
        {
            NS_TEST_EXPECT_MSG_EQ(RunToTheEnd(),
                                  "no progress at " + when +
                                      " ns with 2 held for a whole interval; " + circle,
                                  "not the right alarm");
        }
        Simulator::Destroy();

        // A ring that ran empty, in a run that ended, is watched when it is filled in the next.
        TokenRing again(2);
        const auto other = again.Watch(MicroSeconds(4));
        again.Inject(0, 3);
        NS_TEST_EXPECT_MSG_EQ(RunToTheEnd(), "", "a false alarm");
        // Four buffers are left, 1 us after they were entered; then a look at the one behind.
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MicroSeconds(5), "the end");
        again.Inject(0, 9);
        again.Inject(1, 9);
        NS_TEST_EXPECT_MSG_EQ(RunToTheEnd(),
                              "no progress at 9000 ns with 2 held and no event left; " + circle,
                              "the next run is not watched");
    }
};

/// A run whose owner stays busy ends with a look.
class WatchdogBusyTestCase : public WatchdogTestCase
{
  public:
    WatchdogBusyTestCase()
        : WatchdogTestCase("An owner prolongs a run to the next look while it is busy, no longer")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool busy : {true, false})
        {
            auto watchdog = CreateObject<fabric::ProgressWatchdog>();
            watchdog->SetAttribute("Interval", TimeValue(MicroSeconds(10)));
            watchdog->Start([] { return 0; },
                            [] { return 0; },
                            [] { return fabric::ResourceGraph(); });
            Simulator::Schedule(MicroSeconds(3), [&watchdog] { watchdog->SetBusy(true); });
            Simulator::Schedule(MicroSeconds(5), [&watchdog, busy] { watchdog->SetBusy(busy); });
            NS_TEST_EXPECT_MSG_EQ(RunToTheEnd(), "", "nothing is held");
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MicroSeconds(busy ? 3 + 10 : 5), "the end");
            Simulator::Destroy();
        }
    }
};

/// An owner without events moves when it is asked.
class WatchdogLazyOwnerTestCase : public WatchdogTestCase
{
  public:
    WatchdogLazyOwnerTestCase()
        : WatchdogTestCase("An owner that schedules something when it is asked is not stuck")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool lazy : {true, false})
        {
            uint64_t held = 1;
            auto watchdog = CreateObject<fabric::ProgressWatchdog>();
            watchdog->SetAttribute("Interval", TimeValue(MicroSeconds(10)));
            watchdog->Start([] { return 0; },
                            [&held, lazy] {
                                if (lazy)
                                {
                                    Simulator::Schedule(MicroSeconds(1), [&held] { held = 0; });
                                }
                                return held;
                            },
                            [] { return fabric::ResourceGraph(); });
            watchdog->SetBusy(true);
            NS_TEST_EXPECT_MSG_EQ(RunToTheEnd(),
                                  (lazy ? ""
                                        : "no progress at 10000 ns with 1 held and no event left; "
                                          "no circle in 0 waits, so a wake-up was forgotten"),
                                  "alarm");
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MicroSeconds(lazy ? 11 : 10), "the end");
            Simulator::Destroy();
        }
    }
};

// Laws of reader and routes are tested with GoogleTest; this is the module as ns-3 builds it.
/// The files of examples/topologies.
class TopologySamplesTestCase : public TestCase
{
  public:
    TopologySamplesTestCase()
        : TestCase("The sample files are read and routed")
    {
    }

  private:
    void DoRun() override
    {
        const std::string here = __FILE__;
        const std::string folder = here.substr(0, here.rfind('/')) + "/../examples/topologies/";

        const fabric::Routes tetra(fabric::ReadTopology(folder + "tetra-16.topology"));
        const auto summary = tetra.Summarize();
        // studies/servernet.md, section 2.3.
        NS_TEST_EXPECT_MSG_EQ(tetra.GetTopology().GetChannelCount(), 308, "channels");
        NS_TEST_EXPECT_MSG_EQ(summary.dependencies.size(), 896, "dependencies");
        NS_TEST_EXPECT_MSG_EQ(summary.failures.size(), 0, "unreachable pairs");
        tetra.CheckAcyclic(summary);

        for (const std::string name :
             {"leaf-spine", "parking-lot", "server-tree", "two-routers", "wide-area"})
        {
            const fabric::Routes routes(fabric::ReadTopology(folder + name + ".topology"));
            const auto pairs = routes.Summarize();
            NS_TEST_EXPECT_MSG_EQ(pairs.failures.size(), 0, "unreachable pairs in " << name);
            routes.CheckAcyclic(pairs);
        }

        const fabric::Routes ring(fabric::ReadTopology(folder + "ring-cyclic.topology"));
        std::string refusal;
        try
        {
            ring.CheckAcyclic(ring.Summarize());
        }
        catch (const std::invalid_argument& error)
        {
            refusal = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(refusal.find("cyclic routing"), 0, "the ring is not refused");
    }
};

/// The tests.
class FabricTestSuite : public TestSuite
{
  public:
    FabricTestSuite()
        : TestSuite("fabric", Type::UNIT)
    {
        AddTestCase(new TopologySamplesTestCase);
        AddTestCase(new WatchdogDeadlockTestCase);
        AddTestCase(new WatchdogSilenceTestCase);
        AddTestCase(new WatchdogPatienceTestCase);
        AddTestCase(new WatchdogLongIntervalTestCase);
        AddTestCase(new WatchdogOwnPaceTestCase);
        AddTestCase(new WatchdogEndTestCase);
        AddTestCase(new WatchdogAgainTestCase);
        AddTestCase(new WatchdogBusyTestCase);
        AddTestCase(new WatchdogLazyOwnerTestCase);
    }
};

static FabricTestSuite g_fabricTestSuite; //!< Registers the suite.
