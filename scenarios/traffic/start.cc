/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "process-scenario.h"

#include "ns3/run-archive.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * The load that a process offers in its first ticks, over many independent starts: its deviation
 * from the mean is the bias of the start.
 */
class TrafficStartScenario : public TrafficProcessScenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;

  private:
    void DoBuild() override;

    uint32_t m_ticks;        //!< attribute Ticks
    uint32_t m_replications; //!< attribute Replications
};

NS_OBJECT_ENSURE_REGISTERED(TrafficStartScenario);

TypeId
TrafficStartScenario::GetTypeId()
{
    static TypeId tid = AddStreamBase(
        AddProcess(TypeId("ns3::TrafficStartScenario")
                       .SetParent<scenario::Scenario>()
                       .SetGroupName("traffic")
                       .AddConstructor<TrafficStartScenario>(),
                   "ns3::ParetoOnOffArrivals[Sources=200]")
            .AddAttribute("Ticks",
                          "Arrivals are counted in the first 100, 1000, ... and in the first Ticks "
                          "ticks.",
                          UintegerValue(10'000),
                          MakeUintegerAccessor(&TrafficStartScenario::m_ticks),
                          MakeUintegerChecker<uint32_t>(100))
            .AddAttribute("Replications",
                          "Number of independent starts, each with a random stream of its own.",
                          UintegerValue(100),
                          MakeUintegerAccessor(&TrafficStartScenario::m_replications),
                          MakeUintegerChecker<uint32_t>(2)));
    return tid;
}

std::string
TrafficStartScenario::GetHelp() const
{
    return "Counts the arrivals of a process in its first ticks, over many independent starts.";
}

void
TrafficStartScenario::DoBuild()
{
    const auto process = CreateProcess();
    std::vector<int64_t> horizons;
    for (int64_t ticks = 100; ticks < m_ticks; ticks *= 10)
    {
        horizons.push_back(ticks);
    }
    horizons.push_back(m_ticks);

    GetRecorder().Statistics(process);
    auto& archive = GetArchive();
    const uint32_t table =
        archive.AddTable("start", {{"replication", "1"}, {"ticks", "tick"}, {"arrivals", "1"}});
    for (uint32_t replication = 0; replication < m_replications; ++replication)
    {
        process->AssignStreams(GetStreamBase() + replication);
        uint64_t count = 0;
        for (const int64_t end : horizons)
        {
            while (process->Peek() < end)
            {
                process->Next();
                ++count;
            }
            archive.AddRow(table,
                           std::vector<double>{static_cast<double>(replication),
                                               static_cast<double>(end),
                                               static_cast<double>(count)});
        }
    }
}

} // namespace ns3
