/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "process-scenario.h"

#include "ns3/boolean.h"
#include "ns3/burst-traffic-arrival-driver.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * Only the requests of a process: run_cost in the archive is the cost of the requests.
 */
class TrafficCostScenario : public TrafficProcessScenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    /** Consume the request that is due. @param tick the present one */
    void Request(int64_t tick);

    uint64_t m_ticks; //!< attribute Ticks
    bool m_events;    //!< attribute Events

    Ptr<ArrivalProcess> m_process;   //!< the process
    traffic::ArrivalDriver m_driver; //!< calls Request
    uint64_t m_requests{0};          //!< requests so far
};

NS_OBJECT_ENSURE_REGISTERED(TrafficCostScenario);

TypeId
TrafficCostScenario::GetTypeId()
{
    static TypeId tid =
        AddStreamBase(AddProcess(TypeId("ns3::TrafficCostScenario")
                                     .SetParent<scenario::Scenario>()
                                     .SetGroupName("traffic")
                                     .AddConstructor<TrafficCostScenario>(),
                                 "ns3::ParetoOnOffArrivals[Sources=10000]")
                          .AddAttribute("Ticks",
                                        "Ticks of 20 ns in which requests are made.",
                                        UintegerValue(3000),
                                        MakeUintegerAccessor(&TrafficCostScenario::m_ticks),
                                        MakeUintegerChecker<uint64_t>(1, 1'000'000'000'000))
                          .AddAttribute("Events",
                                        "Whether each request has a simulator event.",
                                        BooleanValue(true),
                                        MakeBooleanAccessor(&TrafficCostScenario::m_events),
                                        MakeBooleanChecker()));
    return tid;
}

std::string
TrafficCostScenario::GetHelp() const
{
    return "Makes the requests of a process, with a simulator event each or without, and nothing "
           "else; run_cost has the price.";
}

Time
TrafficCostScenario::GetDuration() const
{
    return NanoSeconds(20 * m_ticks);
}

void
TrafficCostScenario::DoBuild()
{
    m_process = CreateProcess();
    m_process->AssignStreams(GetStreamBase());
    if (m_events)
    {
        m_driver.Start(m_process, NanoSeconds(20), [this](int64_t tick) { Request(tick); });
        return;
    }
    const auto end = static_cast<int64_t>(m_ticks);
    while (m_process->Next() < end)
    {
        ++m_requests;
    }
}

void
TrafficCostScenario::Request(int64_t tick)
{
    if (tick < static_cast<int64_t>(m_ticks))
    {
        m_process->Next();
        ++m_requests;
    }
    else
    {
        m_driver.Stop();
    }
}

void
TrafficCostScenario::DoReport()
{
    Report("requests", m_requests, "1", "number of requests");
}

} // namespace ns3
