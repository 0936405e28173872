/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traced-value.h"
#include "ns3/uinteger.h"

#include <stdexcept>

/**
 * @file
 * @ingroup scenario-runner-tests
 * The scenario walk, which the suites run by its name.
 */

using namespace ns3;

namespace
{

/** Walkers that all step at the same ticks, so that any scheduler that breaks ties its own way
 * shows. */
class WalkScenario : public scenario::Scenario
{
  public:
    enum Fault
    {
        NONE,
        THROW,
        LOSE
    };

    static TypeId GetTypeId()
    {
        static TypeId tid = burst::AddStatistics<WalkScenario>(
            AddStreamBase(
                TypeId("ns3::WalkScenario")
                    .SetParent<scenario::Scenario>()
                    .SetGroupName("scenario-runner-test")
                    .AddConstructor<WalkScenario>()
                    .AddAttribute("Duration",
                                  "Simulated time.",
                                  TimeValue(Seconds(1)),
                                  MakeTimeAccessor(&WalkScenario::m_duration),
                                  MakeTimeChecker(TimeStep(1)))
                    .AddAttribute("Walkers",
                                  "Number of walkers.",
                                  UintegerValue(3),
                                  MakeUintegerAccessor(&WalkScenario::m_walkers),
                                  MakeUintegerChecker<uint32_t>(1, 100))
                    .AddAttribute("Period",
                                  "Time between steps.",
                                  TimeValue(MicroSeconds(1)),
                                  MakeTimeAccessor(&WalkScenario::m_period),
                                  MakeTimeChecker(TimeStep(1)))
                    .AddAttribute("Length",
                                  "Length of a step, m.",
                                  StringValue("ns3::UniformRandomVariable[Max=0.123456789]"),
                                  MakePointerAccessor(&WalkScenario::m_length),
                                  MakePointerChecker<RandomVariableStream>())
                    .AddAttribute("Fault",
                                  "What goes wrong.",
                                  EnumValue(NONE),
                                  burst::MakeEnumerationAccessor<Fault>(&WalkScenario::m_fault),
                                  MakeEnumChecker(NONE, "None", THROW, "Throw", LOSE, "Lose"))
                    .AddAttribute("Label",
                                  "Any text.",
                                  StringValue(""),
                                  MakeStringAccessor(&WalkScenario::m_label),
                                  MakeStringChecker())
                    .AddTraceSource("Position",
                                    "Sum of all steps times the walker's number, m.",
                                    MakeTraceSourceAccessor(&WalkScenario::m_position),
                                    "ns3::TracedValueCallback::Double")),
            {{"steps", "1", "Steps of all walkers", &WalkScenario::m_steps}});
        return tid;
    }

    std::string GetHelp() const override
    {
        return "Walkers step at the same time.";
    }

    Time GetDuration() const override
    {
        return m_duration;
    }

  private:
    void DoBuild() override
    {
        m_length->SetStream(GetStreamBase());
        m_account = GetLedger().AddAccount("walk");
        GetRecorder().Series("position", "m", Ptr<Object>(this), "Position");
        GetRecorder().Statistics(Ptr<Object>(this));
        for (uint32_t i = 1; i <= m_walkers; ++i)
        {
            Simulator::Schedule(m_period, &WalkScenario::Step, this, i);
        }
    }

    void DoReport() override
    {
        Report("distance", m_position, "m", "Where the walk ended", "all");
        if (m_fault == LOSE)
        {
            GetLedger().Inject(m_account, 5);
            GetLedger().Deliver(m_account, 4);
        }
    }

    void Step(uint32_t walker)
    {
        if (m_fault == THROW && Simulator::Now() > m_period)
        {
            throw std::runtime_error("the ground opened");
        }
        ++m_steps;
        m_position = 0.5 * m_position + walker * m_length->GetValue(); // the order matters
        Simulator::Schedule(m_period, &WalkScenario::Step, this, walker);
    }

    Time m_duration;
    uint32_t m_walkers;
    Time m_period;
    Ptr<RandomVariableStream> m_length;
    Fault m_fault;
    std::string m_label;
    TracedValue<double> m_position{0};
    uint64_t m_steps{0};
    uint32_t m_account{0};
};

NS_OBJECT_ENSURE_REGISTERED(WalkScenario);

} // namespace
