/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "session-scenario.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/run-archive.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

/** The max-min allocation of the sessions of a network, and what a simulation gives them. */
class AtmMaxminScenario : public AtmAbrSessionScenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    void Begin();  //!< The warm-up is over.
    void Sample(); //!< Look at rates.
};

NS_OBJECT_ENSURE_REGISTERED(AtmMaxminScenario);

namespace
{

const Time SAMPLE_STEP = MilliSeconds(1); // between samples

} // namespace

TypeId
AtmMaxminScenario::GetTypeId()
{
    static TypeId tid = AddCells(AddProcess(
        AddNetwork(TypeId("ns3::AtmMaxminScenario").AddConstructor<AtmMaxminScenario>(),
                   {"parking-lot", "", "", "ns3::IdealAlgorithm", Seconds(0.5), Seconds(1)}),
        "ns3::ConstantArrivals"));
    return tid;
}

std::string
AtmMaxminScenario::GetHelp() const
{
    return "Shares a network fairly by filling, and prints beside it what each session gets in a "
           "simulation with a switch algorithm.";
}

void
AtmMaxminScenario::DoBuild()
{
    BuildNetwork();
    Simulator::Schedule(m_warmUp, &AtmMaxminScenario::Begin, this);
}

void
AtmMaxminScenario::Begin()
{
    m_meter->Begin();
    Simulator::Schedule(SAMPLE_STEP, &AtmMaxminScenario::Sample, this);
}

void
AtmMaxminScenario::Sample()
{
    m_meter->SampleRates();
    Simulator::Schedule(SAMPLE_STEP, &AtmMaxminScenario::Sample, this);
}

void
AtmMaxminScenario::DoReport()
{
    const uint32_t table = GetArchive().AddTable("allocation",
                                                 {{"session", "1"},
                                                  {"demand", "Mb/s"},
                                                  {"mcr", "Mb/s"},
                                                  {"weight", "1"},
                                                  {"fair", "Mb/s"},
                                                  {"acr", "Mb/s"},
                                                  {"carried", "Mb/s"},
                                                  {"data", "Mb/s"}});
    double worst = 0;
    for (uint32_t i = 0; i < m_sessions.size(); ++i)
    {
        const AtmSession& session = m_sessions[i];
        const auto means = m_meter->GetMeans(i);
        const double fair = GetMbps(m_fair[i], 1);
        worst = std::max(worst, std::abs(means.all / fair - 1));
        GetArchive().AddRow(
            table,
            std::vector<std::string>{
                session.source,
                std::isinf(session.demand) ? "greedy" : burst::WriteDouble(session.demand * 1e-6),
                session.mcr < 0 ? "" : burst::WriteDouble(session.mcr * 1e-6),
                burst::WriteDouble(session.weight),
                burst::WriteDouble(fair),
                burst::WriteDouble(m_meter->GetSamples() == 0 ? 0 : means.acr),
                burst::WriteDouble(means.all),
                burst::WriteDouble(means.data)});
    }
    Report("maxmin.worst",
           worst,
           "1",
           "largest distance of what a session gets from its fair share, as part of that");
    Report("maxmin.lost", m_fabric->GetLost(), "1", "cells that a full buffer refused");
    m_meter->Report(GetLedger());
}

} // namespace ns3
