/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-window-search-probe.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3::measurement
{

std::size_t
ChooseWindow(const std::vector<WindowTrial>& trials, double kept)
{
    if (trials.empty())
    {
        throw std::invalid_argument("trials is empty; allowed are one or more");
    }
    const auto most =
        std::max_element(trials.begin(), trials.end(), [](const auto& a, const auto& b) {
            return a.rate < b.rate;
        })->rate;
    const auto cost = [&](std::size_t i) {
        const auto& trial = trials[i];
        return std::pair(uint64_t{trial.window} * trial.streams, trial.streams);
    };
    std::size_t choice = trials.size();
    for (std::size_t i = 0; i < trials.size(); ++i)
    {
        if (trials[i].rate >= kept * most && (choice == trials.size() || cost(i) < cost(choice)))
        {
            choice = i;
        }
    }
    return choice;
}

} // namespace ns3::measurement

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WindowSearchProbe");

NS_OBJECT_ENSURE_REGISTERED(WindowSearchProbe);

namespace
{

/** @param name of an attribute
 * @param text of it
 * @param least allowed
 * @param most allowed
 * @return its numbers */
std::vector<uint32_t>
ReadList(const std::string& name, const std::string& text, int64_t least, int64_t most)
{
    std::vector<uint32_t> numbers;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');)
    {
        const auto number = burst::ToInteger(word);
        if (!number || *number < least || *number > most)
        {
            numbers.clear();
            break;
        }
        numbers.push_back(*number);
    }
    if (numbers.empty())
    {
        throw std::invalid_argument(name + " is \"" + text + "\"; allowed are whole numbers from " +
                                    std::to_string(least) + " to " + std::to_string(most) +
                                    " with commas");
    }
    return numbers;
}

} // namespace

TypeId
WindowSearchProbe::GetTypeId()
{
    using Self = WindowSearchProbe;
    static TypeId tid =
        TypeId("ns3::WindowSearchProbe")
            .SetParent<MeasurementProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("Windows",
                          "Windows that are tried, bytes with commas, 1460 and more.",
                          StringValue("65536,262144,1048576"),
                          BetweenMeasurements(MakeStringAccessor(&Self::m_windows)),
                          MakeStringChecker())
            .AddAttribute("Streams",
                          "Numbers of streams that are tried, with commas, 1 to 1000.",
                          StringValue("1,4,16"),
                          BetweenMeasurements(MakeStringAccessor(&Self::m_numbers)),
                          MakeStringChecker())
            .AddAttribute("Duration",
                          "Time of each trial; Timeout is that of the whole search.",
                          TimeValue(Seconds(3)),
                          BetweenMeasurements(MakeTimeAccessor(&Self::m_duration)),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("Kept",
                          "Part of the most throughput that the choice has to have.",
                          DoubleValue(0.9),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_kept)),
                          MakeDoubleChecker<double>(0.01, 1))
            .AddTraceSource("Trial",
                            "A trial has ended.",
                            burst::MakeTraceSourceAccessor(&Self::m_trialTrace),
                            "ns3::WindowSearchProbe::TrialTracedCallback");
    return tid;
}

Time
WindowSearchProbe::GetExpectedDuration(double rate, Time roundTrip) const
{
    const auto plan = Plan();
    const auto test = MakeTest(plan.front());
    const Time trial = test->GetExpectedDuration(rate, roundTrip) + test->GetExpectedLogin();
    return TimeStep(plan.size() * trial.GetTimeStep());
}

double
WindowSearchProbe::GetExpectedBytes(double rate) const
{
    const auto plan = Plan();
    return plan.size() * MakeTest(plan.front())->GetExpectedBytes(rate);
}

bool
WindowSearchProbe::IsHeavy() const
{
    return true;
}

const std::vector<measurement::WindowTrial>&
WindowSearchProbe::GetTrials() const
{
    return m_trials;
}

void
WindowSearchProbe::DoDispose()
{
    NS_LOG_FUNCTION(this);
    MeasurementProbe::DoDispose();
    m_test = nullptr;
}

std::vector<measurement::WindowTrial>
WindowSearchProbe::Plan() const
{
    std::vector<measurement::WindowTrial> plan;
    for (const auto window : ReadList("Windows", m_windows, 1460, 1 << 30))
    {
        for (const auto streams : ReadList("Streams", m_numbers, 1, 1000))
        {
            plan.push_back({window, streams, 0});
        }
    }
    return plan;
}

Ptr<ThroughputProbe>
WindowSearchProbe::MakeTest(const measurement::WindowTrial& trial) const
{
    auto test = CreateObject<ThroughputProbe>();
    test->SetAttribute("Remote", Ipv4AddressValue(GetRemote()));
    test->SetAttribute("Dscp", UintegerValue(GetTos() >> 2));
    test->SetAttribute("Timeout", TimeValue(GetTimeout()));
    test->SetAttribute("Duration", TimeValue(m_duration));
    test->SetAttribute("Window", UintegerValue(trial.window));
    test->SetAttribute("Streams", UintegerValue(trial.streams));
    return test;
}

void
WindowSearchProbe::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_trials.clear();
    m_plan = Plan();
    Next();
}

void
WindowSearchProbe::DoStop()
{
    NS_LOG_FUNCTION(this);
    if (const auto test = std::exchange(m_test, nullptr))
    {
        test->Dispose();
        AddBytes(test->GetBytes());
    }
}

void
WindowSearchProbe::Next()
{
    NS_LOG_FUNCTION(this);
    if (m_trials.size() < m_plan.size())
    {
        m_test = MakeTest(m_plan[m_trials.size()]);
        m_test->Start(GetNode(), MakeCallback(&WindowSearchProbe::Record, this));
        return;
    }
    const auto& choice = m_trials[measurement::ChooseWindow(m_trials, m_kept)];
    const auto most =
        std::max_element(m_trials.begin(), m_trials.end(), [](const auto& a, const auto& b) {
            return a.rate < b.rate;
        });
    Report("window", choice.window, "B");
    Report("streams", choice.streams, "1");
    Report("throughput", choice.rate, "bit/s");
    Report("throughput_most", most->rate, "bit/s");
    Report("trials", m_trials.size(), "1");
    Finish(MeasurementResult::OK);
}

void
WindowSearchProbe::Record(const MeasurementResult& result)
{
    NS_LOG_FUNCTION(this);
    auto trial = m_plan[m_trials.size()];
    AddBytes(result.bytes);
    m_test = nullptr;
    if (result.status != MeasurementResult::OK)
    {
        Finish(result.status,
               std::to_string(trial.streams) + " streams of " + std::to_string(trial.window) +
                   " bytes" + (result.note.empty() ? "" : ": " + result.note));
        return;
    }
    trial.rate = result.Get("throughput");
    NS_LOG_LOGIC(trial.streams << " streams of " << trial.window << " bytes: " << trial.rate);
    m_trials.push_back(trial);
    m_trialTrace(trial);
    Next();
}

} // namespace ns3
