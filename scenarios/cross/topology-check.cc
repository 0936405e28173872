/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-input-files.h"
#include "ns3/fabric-routes.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/string.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

namespace ns3
{

/**
 * Reads a topology file, follows a packet for every pair of devices and records what was found.
 * Nothing is simulated. Cyclic routing is refused with the cycle.
 */
class CrossTopologyCheckScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId();

    std::string GetHelp() const override;

  protected:
    void DoBuild() override;
    void DoReport() override;

  private:
    static constexpr std::size_t MAX_UNREACHABLE_ROWS = 1000; ///< the count has them all

    void ReportHops();
    void ReportLinks();
    void ReportFailures();

    std::string m_path;
    std::optional<fabric::Routes> m_routes;
    fabric::Routes::Summary m_summary;
};

NS_OBJECT_ENSURE_REGISTERED(CrossTopologyCheckScenario);

TypeId
CrossTopologyCheckScenario::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CrossTopologyCheckScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("cross")
            .AddConstructor<CrossTopologyCheckScenario>()
            .AddAttribute("Topology",
                          "Path of a topology file, from the folder the run is started in.",
                          StringValue("contrib/fabric/examples/topologies/two-routers.topology"),
                          MakeStringAccessor(&CrossTopologyCheckScenario::m_path),
                          burst::MakeFileChecker());
    return tid;
}

std::string
CrossTopologyCheckScenario::GetHelp() const
{
    return "Reads a topology file, follows a packet for every pair of devices and counts channels, "
           "dependencies and "
           "hops; cyclic routing is refused.";
}

void
CrossTopologyCheckScenario::DoBuild()
{
    m_routes.emplace(fabric::ReadTopology(m_path));
    m_summary = m_routes->Summarize();
    try
    {
        m_routes->CheckAcyclic(m_summary);
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument(m_path + ": " + error.what());
    }
}

void
CrossTopologyCheckScenario::DoReport()
{
    const auto count = [this](const char* metric, const char* description, std::size_t number) {
        Report(metric, number, "1", description);
    };
    const fabric::Topology& topology = m_routes->GetTopology();
    count("topology.nodes", "Devices and routers", topology.GetNodes().size());
    count("topology.links", "Full-duplex links", topology.GetLinks().size());
    count("topology.channels", "Directions of links", topology.GetChannelCount());
    count("topology.pairs", "Ordered pairs of devices", m_summary.pairs);
    count("topology.unreachable_pairs",
          "Ordered pairs of devices whose packets do not arrive",
          m_summary.failures.size());
    count("topology.dependencies",
          "Pairs of channels that some packet uses one after the other",
          m_summary.dependencies.size());
    ReportHops();
    ReportLinks();
    ReportFailures();
}

void
CrossTopologyCheckScenario::ReportHops()
{
    burst::LogLinearHistogram hops;
    for (std::size_t routers = 0; routers < m_summary.pairsByRouters.size(); ++routers)
    {
        if (m_summary.pairsByRouters[routers])
        {
            hops.Add(routers, m_summary.pairsByRouters[routers]);
        }
    }
    GetArchive().DefineMetric("topology.hops", "1", "Routers on the way of a pair of devices");
    GetArchive().AddHistogram("topology.hops", hops);
}

void
CrossTopologyCheckScenario::ReportLinks()
{
    const fabric::Topology& topology = m_routes->GetTopology();
    const uint32_t table = GetArchive().AddTable("links",
                                                 {{"first", ""},
                                                  {"first_port", "1"},
                                                  {"second", ""},
                                                  {"second_port", "1"},
                                                  {"category", ""},
                                                  {"pairs_forward", "1"},
                                                  {"pairs_back", "1"}});
    for (uint32_t index = 0; index < topology.GetLinks().size(); ++index)
    {
        const fabric::Topology::Link& link = topology.GetLinks()[index];
        GetArchive().AddRow(
            table,
            std::vector<std::string>{topology.GetNodes()[link.first.node].name,
                                     std::to_string(link.first.port),
                                     topology.GetNodes()[link.second.node].name,
                                     std::to_string(link.second.port),
                                     link.category == fabric::Topology::NONE
                                         ? ""
                                         : topology.GetCategories()[link.category].name,
                                     std::to_string(m_summary.pairsByChannel[2 * index]),
                                     std::to_string(m_summary.pairsByChannel[2 * index + 1])});
    }
}

void
CrossTopologyCheckScenario::ReportFailures()
{
    static const char* const reasons[] = {"", "no route", "path disabled", "loop"};
    const fabric::Topology& topology = m_routes->GetTopology();
    const uint32_t table = GetArchive().AddTable(
        "unreachable",
        {{"source", ""}, {"destination", ""}, {"reason", ""}, {"stopped_at", ""}});
    for (std::size_t i = 0; i < std::min(m_summary.failures.size(), MAX_UNREACHABLE_ROWS); ++i)
    {
        const auto& [source, destination, outcome] = m_summary.failures[i];
        const auto path = m_routes->Trace(source, destination);
        const uint32_t last =
            path.channels.empty() ? source : topology.GetChannel(path.channels.back()).to.node;
        GetArchive().AddRow(table,
                            std::vector<std::string>{topology.GetNodes()[source].name,
                                                     topology.GetNodes()[destination].name,
                                                     reasons[outcome],
                                                     topology.GetNodes()[last].name});
    }
}

} // namespace ns3
