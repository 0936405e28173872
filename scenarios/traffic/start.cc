/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "process-scenario.h"

#include "ns3/integer.h"
#include "ns3/run-archive.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * How much load a process offers in its first ticks, over many independent starts: what is too much
 * or too little there is the bias of the start.
 */
class TrafficStartScenario : public TrafficProcessScenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    void DoBuild() override;

    uint32_t m_ticks;        //!< attribute Ticks
    uint32_t m_replications; //!< attribute Replications
    int64_t m_stream;        //!< attribute StreamBase
};

NS_OBJECT_ENSURE_REGISTERED(TrafficStartScenario);

TypeId
TrafficStartScenario::GetTypeId()
{
    static TypeId tid =
        AddProcess(TypeId("ns3::TrafficStartScenario")
                       .SetParent<burst::Scenario>()
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
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("StreamBase",
                          "Random stream of the first start, the others follow.",
                          IntegerValue(0),
                          MakeIntegerAccessor(&TrafficStartScenario::m_stream),
                          MakeIntegerChecker<int64_t>(0));
    return tid;
}

std::string
TrafficStartScenario::GetHelp() const
{
    return "Counts the arrivals of a process in its first ticks, over many independent starts.";
}

Time
TrafficStartScenario::GetDuration() const
{
    return Time(0);
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

    auto& archive = GetArchive();
    archive.DefineMetric("nominal_rate", "1/tick", "arrivals per tick in the long run");
    archive.AddScalar("nominal_rate", process->GetMeanRate());
    const uint32_t table =
        archive.AddTable("start", {{"replication", "1"}, {"ticks", "tick"}, {"arrivals", "1"}});
    for (uint32_t replication = 0; replication < m_replications; ++replication)
    {
        process->AssignStreams(m_stream + replication);
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
