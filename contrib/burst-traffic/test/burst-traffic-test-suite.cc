/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-trace-writer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/test.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

/**
 * @defgroup burst-traffic-tests Tests of bursty traffic
 * @ingroup burst-traffic
 */

using namespace ns3;

/**
 * @ingroup burst-traffic-tests
 * @brief An arrival process that ends: 30 arrivals, three in each tenth tick.
 */
class EndingArrivals : public ArrivalProcess
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("EndingArrivals").SetParent<ArrivalProcess>().AddConstructor<EndingArrivals>();
        return tid;
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
        const int64_t i = m_next++;
        return i < 30 ? i / 3 * 10 : NEVER;
    }

    int64_t m_next; //!< number of the next arrival, from 0
};

NS_OBJECT_ENSURE_REGISTERED(EndingArrivals);

/**
 * @ingroup burst-traffic-tests
 * @brief Asks a process in random order and compares every answer with a plain vector of all ticks.
 */
class ConsumptionTestCase : public TestCase
{
  public:
    /**
     * @param process text of the process with brackets; TRACE in it is a trace of EndingArrivals
     * @param blocked value of the attribute Blocked
     */
    ConsumptionTestCase(const std::string& process, const std::string& blocked)
        : TestCase(GetName(process, blocked)),
          m_text(process),
          m_drops(blocked == "Drop")
    {
        const auto bracket = m_text.find('[');
        m_text.insert(bracket + 1, "Blocked=" + blocked + (m_text[bracket + 1] == ']' ? "" : "|"));
    }

  private:
    static constexpr int64_t END = 30000; //!< ticks before this one are in the vector

    /** @return the name of the test, without the bars that ns-3 does not allow there */
    static std::string GetName(std::string process, const std::string& blocked)
    {
        std::replace(process.begin(), process.end(), '|', ' ');
        return "Ticks of " + process + " do not depend on how they are asked for, " + blocked;
    }

    void DoRun() override
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(77);
        if (const auto place = m_text.find("TRACE"); place != std::string::npos)
        {
            m_text.replace(place, 5, WriteTrace());
        }
        const auto original = burst::CreateFromText<ArrivalProcess>(m_text);
        original->AssignStreams(5);
        std::vector<int64_t> all;
        for (auto clone = original->Clone(); clone->Peek() < END;)
        {
            all.push_back(clone->Next());
        }
        for (int round = 0; round < 40; ++round)
        {
            m_process = original->Clone();
            m_ticks = all;
            m_next = 0;
            m_last = -1;
            m_held = ArrivalProcess::NEVER;
            for (int i = 0; i < 300 && m_last < END / 2 && !IsStatusFailure(); ++i)
            {
                Step();
            }
            const auto clone = m_process->Clone();
            std::vector<int64_t> again;
            clone->Fill(0, END, again);
            NS_TEST_ASSERT_MSG_EQ((again == all), true, "a clone begins at the start");
        }
    }

    /** @return path of a new trace */
    std::string WriteTrace()
    {
        const auto path = CreateTempDirFilename("trace");
        traffic::TraceWriter writer(path, traffic::TraceReader::BINARY);
        const auto arrivals = CreateObject<EndingArrivals>();
        while (arrivals->Peek() != ArrivalProcess::NEVER)
        {
            writer.Write(arrivals->Next());
        }
        writer.Close();
        return path;
    }

    /** @return whether the next arrival exists, is due and not held */
    bool IsDue(int64_t t) const
    {
        return m_next < m_ticks.size() && m_ticks[m_next] <= std::min(t, m_held);
    }

    /** @return what Peek has to give */
    int64_t Expected() const
    {
        return IsDue(ArrivalProcess::NEVER) ? m_ticks[m_next] : ArrivalProcess::NEVER;
    }

    /** One random call. */
    void Step()
    {
        // Steps of nothing, of a few ticks and of many.
        const int64_t reach = m_random->GetInteger(0, 2) * m_random->GetInteger(0, 300);
        const int64_t t = std::max<int64_t>(m_last, 0) + reach;
        switch (m_random->GetInteger(0, 8))
        {
        case 0:
            NS_TEST_ASSERT_MSG_EQ(m_process->Peek(), Expected(), "Peek");
            break;
        case 1:
            NS_TEST_ASSERT_MSG_EQ(m_process->Next(), Expected(), "Next");
            Consume(Expected() == ArrivalProcess::NEVER ? -1 : Expected(), 1);
            break;
        case 2:
            Consume(t, m_ticks.size());
            NS_TEST_ASSERT_MSG_EQ(m_process->NextAfter(t), Expected(), "NextAfter");
            break;
        case 3: {
            const int64_t end = t + m_random->GetInteger(0, 100);
            std::vector<int64_t> filled;
            m_process->Fill(t, end, filled);
            Consume(t - 1, m_ticks.size());
            const auto begin = m_next;
            Consume(end - 1, m_ticks.size());
            const std::vector<int64_t> expected(m_ticks.begin() + begin, m_ticks.begin() + m_next);
            NS_TEST_ASSERT_MSG_EQ((filled == expected), true, "Fill");
            break;
        }
        case 4: {
            const auto after =
                std::upper_bound(m_ticks.begin() + m_next, m_ticks.end(), std::min(t, m_held));
            const uint64_t count = after - m_ticks.begin();
            NS_TEST_ASSERT_MSG_EQ(m_process->CountTo(t), count, "CountTo");
            break;
        }
        case 5: {
            const std::size_t index = m_next + m_random->GetInteger(0, 20);
            const bool known = index < m_ticks.size() && m_ticks[index] <= m_held;
            NS_TEST_ASSERT_MSG_EQ(m_process->TimeOf(index + 1),
                                  (known ? m_ticks[index] : ArrivalProcess::NEVER),
                                  "TimeOf");
            break;
        }
        case 6:
            if (m_held == ArrivalProcess::NEVER)
            {
                m_held = t - 1;
                m_process->Hold(m_held);
            }
            break;
        case 7: {
            const std::size_t most = m_random->GetInteger(0, 40);
            const auto begin = m_next;
            std::vector<int64_t> taken;
            m_process->Take(most, taken);
            Consume(ArrivalProcess::NEVER, most);
            const std::vector<int64_t> expected(m_ticks.begin() + begin, m_ticks.begin() + m_next);
            NS_TEST_ASSERT_MSG_EQ((taken == expected), true, "Take");
            break;
        }
        default:
            if (m_held != ArrivalProcess::NEVER)
            {
                Resume(std::max(t, m_held));
            }
        }
    }

    /**
     * Consume in the vector.
     *
     * @param t last tick
     * @param most number of arrivals at most
     */
    void Consume(int64_t t, std::size_t most)
    {
        for (; most > 0 && IsDue(t); --most)
        {
            m_last = m_ticks[m_next++];
        }
    }

    /**
     * Resume both.
     *
     * @param t the tick
     */
    void Resume(int64_t t)
    {
        m_process->Resume(t);
        const auto begin = m_ticks.begin() + m_next;
        const auto first = std::upper_bound(begin, m_ticks.end(), m_held);
        const auto end = std::upper_bound(first, m_ticks.end(), t);
        if (m_drops)
        {
            m_ticks.erase(first, end);
        }
        else
        {
            std::fill(first, end, t);
        }
        m_held = ArrivalProcess::NEVER;
    }

    std::string m_text;                  //!< text of the process
    Ptr<UniformRandomVariable> m_random; //!< what to ask
    Ptr<ArrivalProcess> m_process;       //!< the process under test
    bool m_drops;                        //!< Blocked is Drop
    std::vector<int64_t> m_ticks; //!< ticks of all arrivals, as far as they are known to come
    std::size_t m_next;           //!< index of the next one
    int64_t m_last;               //!< tick of the last one consumed
    int64_t m_held;               //!< tick of Hold
};

/**
 * @ingroup burst-traffic-tests
 * @brief Streams, seeds and run numbers have the meaning they have everywhere in ns-3.
 */
class StreamsTestCase : public TestCase
{
  public:
    StreamsTestCase()
        : TestCase("Streams, seeds and runs")
    {
    }

  private:
    /**
     * @param stream to assign
     * @return the first arrivals
     */
    std::vector<int64_t> Draw(int64_t stream)
    {
        auto process =
            burst::CreateFromText<ArrivalProcess>("ns3::ParetoOnOffArrivals[Sources=20]");
        process->AssignStreams(stream);
        std::vector<int64_t> ticks;
        process->Fill(0, 1000, ticks);
        return ticks;
    }

    void DoRun() override
    {
        const auto ticks = Draw(3);
        NS_TEST_ASSERT_MSG_EQ((Draw(3) == ticks), true, "same stream, same arrivals");
        NS_TEST_ASSERT_MSG_EQ((Draw(4) == ticks), false, "another stream");
        NS_TEST_ASSERT_MSG_EQ((Draw(-1) == Draw(-1)), false, "automatic streams differ");
        const auto run = RngSeedManager::GetRun();
        RngSeedManager::SetRun(run + 1);
        NS_TEST_ASSERT_MSG_EQ((Draw(3) == ticks), false, "another run");
        RngSeedManager::SetRun(run);

        auto process = burst::CreateFromText<ArrivalProcess>("ns3::PoissonArrivals[Rate=0.5]");
        NS_TEST_ASSERT_MSG_EQ(process->GetStream(), -1, "automatic");
        const auto clone = process->Clone();
        for (int i = 0; i < 100; ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(clone->Next(), process->Next(), "clone of an automatic stream");
        }
        NS_TEST_ASSERT_MSG_EQ(process->AssignStreams(9), 1, "number of streams");
        NS_TEST_ASSERT_MSG_EQ(process->GetStream(), 9, "assigned");
        const int64_t first = process->Next();
        process->AssignStreams(9);
        NS_TEST_ASSERT_MSG_EQ(process->Next(), first, "assigning rewinds");
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief Calls that cannot be answered are refused with a sentence.
 */
class RefusalTestCase : public TestCase
{
  public:
    RefusalTestCase()
        : TestCase("Calls that cannot be answered")
    {
    }

  private:
    /**
     * @param call what to try
     * @return whether it was refused
     */
    template <typename Call>
    bool IsRefused(Call call)
    {
        try
        {
            call();
        }
        catch (const std::invalid_argument&)
        {
            return true;
        }
        return false;
    }

    void DoRun() override
    {
        auto process = CreateObject<EndingArrivals>();
        process->NextAfter(20);
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { process->CountTo(19); }), true, "count back");
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { process->TimeOf(9); }), true, "consumed");
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { process->TimeOf(0); }), true, "arrival 0");
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { process->Resume(30); }), true, "not held");
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { process->Hold(-2); }), true, "before the start");
        process->Hold(25);
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { process->Hold(26); }), true, "held twice");
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { process->Resume(24); }), true, "before Hold");
        process->Resume(25);
        NS_TEST_EXPECT_MSG_EQ(process->TimeOf(30), 90, "last arrival");
        NS_TEST_EXPECT_MSG_EQ(process->TimeOf(31), ArrivalProcess::NEVER, "no more");
        NS_TEST_EXPECT_MSG_EQ(process->CountTo(1000), 30, "all arrivals");
        for (const auto text : {"ns3::ParetoOnOffArrivals[Sources=0]",
                                "ns3::ParetoOnOffArrivals[OnShape=1]",
                                "ns3::ParetoOnOffArrivals[OffShape=2.01]",
                                "ns3::BernoulliArrivals[Probability=1.5]",
                                "ns3::PoissonArrivals[Rate=-1]",
                                "ns3::ConstantArrivals[Interval=0]",
                                "ns3::Packet"})
        {
            NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { burst::CreateFromText<ArrivalProcess>(text); }),
                                  true,
                                  text);
        }
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief The arrival processes.
 */
class ArrivalProcessTestSuite : public TestSuite
{
  public:
    ArrivalProcessTestSuite()
        : TestSuite("burst-traffic-arrival-process", Type::UNIT)
    {
        const std::string twin =
            "ns3::TwinArrivals[Process=ns3::PoissonArrivals[Rate=0.05]|Length=25000|Block=50|";
        const std::string pareto = "ns3::ParetoOnOffArrivals[Sources=30|";
        const std::string noise = "ns3::FractionalGaussianArrivals[Slots=99|";
        for (const auto& process : std::vector<std::string>{
                 "ns3::PoissonArrivals[Rate=0.05]",
                 "ns3::PoissonArrivals[Rate=3]",
                 "ns3::BernoulliArrivals[Probability=0.2]",
                 "ns3::ConstantArrivals[Interval=7.3]",
                 "ns3::ConstantArrivals[Interval=0.6]",
                 pareto + "PhaseRule=AtStart]",
                 pareto + "Discretisation=Continuous|PhaseRule=Carried]",
                 pareto + "Rate=0.5|LambdaMapping=Thinning|Start=FreshOff]",
                 pareto + "Rate=0.5|LambdaMapping=StretchedOff]",
                 "ns3::PoissonBurstArrivals[BurstRate=0.2]",
                 "ns3::MarkovModulatedArrivals[HighRate=2|LowRate=0.01]",
                 "ns3::MarkovModulatedArrivals[Placement=Poisson]",
                 noise + "Slot=50]",
                 noise + "Slot=500|Rate=0.5|Placement=Poisson|NormalisedMean=1]",
                 "ns3::TraceArrivals[File=TRACE]",
                 twin + "Kind=Poisson]",
                 twin + "Kind=ShuffledBlocks]",
                 twin + "Kind=ShuffledWithin]",
                 "EndingArrivals[]"})
        {
            AddTestCase(new ConsumptionTestCase(process, "Defer"));
            AddTestCase(new ConsumptionTestCase(process, "Drop"));
        }
        AddTestCase(new StreamsTestCase);
        AddTestCase(new RefusalTestCase);
    }
};

static ArrivalProcessTestSuite g_arrivalProcessTestSuite; //!< the suite
