/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "process-scenario.h"

#include "ns3/run-archive.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <string>
#include <vector>

namespace ns3
{

/**
 * The exact second-order statistics of a process, without random numbers: the reference curve for
 * measured traces.
 */
class TrafficCurveScenario : public TrafficProcessScenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;

  private:
    void DoBuild() override;

    uint32_t m_slotTicks; //!< attribute Slot
    uint32_t m_octaves;   //!< attribute Octaves
};

NS_OBJECT_ENSURE_REGISTERED(TrafficCurveScenario);

TypeId
TrafficCurveScenario::GetTypeId()
{
    static TypeId tid = AddProcess(TypeId("ns3::TrafficCurveScenario")
                                       .SetParent<scenario::Scenario>()
                                       .SetGroupName("traffic")
                                       .AddConstructor<TrafficCurveScenario>(),
                                   "ns3::ParetoOnOffArrivals[Sources=43]")
                            .AddAttribute("Slot",
                                          "Length of a slot in ticks.",
                                          UintegerValue(10),
                                          MakeUintegerAccessor(&TrafficCurveScenario::m_slotTicks),
                                          MakeUintegerChecker<uint32_t>(1, 1'000'000'000))
                            .AddAttribute("Octaves",
                                          "Windows have 1, 2, 4, ..., 2^Octaves slots.",
                                          UintegerValue(13),
                                          MakeUintegerAccessor(&TrafficCurveScenario::m_octaves),
                                          MakeUintegerChecker<uint32_t>(1, 30));
    return tid;
}

std::string
TrafficCurveScenario::GetHelp() const
{
    return "Computes the exact mean rate, and for windows of 1 to 2^Octaves slots the exact "
           "variance of the number of arrivals, its dispersion and Haar energy.";
}

void
TrafficCurveScenario::DoBuild()
{
    const auto process = CreateProcess();
    const double rate = process->GetMeanRate();
    auto& archive = GetArchive();
    GetRecorder().Statistics(process);
    const uint32_t table = archive.AddTable("curve",
                                            {{"octave", "1"},
                                             {"ticks", "tick"},
                                             {"variance", "1"},
                                             {"dispersion", "1"},
                                             {"energy", "1"}});
    double halfVariance = std::nan("");
    for (uint32_t octave = 0; octave <= m_octaves; ++octave)
    {
        const int64_t ticks = int64_t{m_slotTicks} << octave;
        const double variance = process->GetCountVariance(ticks);
        // E d^2 for d = (second half - first half) / 2^(octave / 2)
        const double energy = std::ldexp(4 * halfVariance - variance, -static_cast<int>(octave));
        const auto mean = rate * static_cast<double>(ticks);
        archive.AddRow(table,
                       std::vector<double>{static_cast<double>(octave),
                                           static_cast<double>(ticks),
                                           variance,
                                           variance / mean,
                                           energy});
        halfVariance = variance;
    }
}

} // namespace ns3
