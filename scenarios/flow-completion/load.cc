/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/pfabric-flow-generator.h"
#include "ns3/pfabric-flow-network.h"
#include "ns3/pfabric-ideal-completion.h"
#include "ns3/pfabric-tcp-flows.h"
#include "ns3/pfabric-tiers.h"
#include "ns3/run-archive.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FlowCompletionLoadScenario");

/**
 * Flows between all pairs of hosts of a data centre, each from its start until its source knows
 * that it has come whole.
 */
class FlowCompletionLoadScenario : public scenario::Scenario, public PFabricFlowNetwork
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;
    double GetProgress() const override;

  private:
    /** A flow that is done. */
    struct Completion
    {
        PFabricFlow flow; //!< it
        Time time;        //!< from its start on
        Time ideal;       //!< what it would take at the least
    };

    void DoBuild() override;
    void DoReport() override;

    void Announce(const PFabricFlow& flow);    //!< @param flow that will start
    void Acknowledge(const PFabricFlow& flow); //!< @param flow that is done
    void ReportFlows();                        //!< The table.

    /** Flows of some sizes. */
    struct Group
    {
        std::vector<double> done; //!< slowdowns
        std::vector<double> left; //!< what is known of slowdowns: they are longer than that
    };

    /** @param group of flows @param object what flows these are */
    void ReportSlowdowns(Group group, const std::string& object);

    uint64_t m_count; //!< attribute Flows
    Time m_most;      //!< attribute MaxTime

    double m_capacity{0};                   //!< load of 1, bits per second of all pairs
    Ptr<PFabricFlowGenerator> m_generator;  //!< of the flows
    std::vector<Completion> m_done;         //!< in the order of their end
    std::map<uint64_t, PFabricFlow> m_left; //!< that were announced and are not done, by number
    double m_bytes{0};                      //!< on a link, of those that were announced
};

NS_OBJECT_ENSURE_REGISTERED(FlowCompletionLoadScenario);

namespace
{

constexpr uint32_t HEADERS = PFabricFlowNetwork::PACKET - PFabricFlowNetwork::DATA; //!< bytes
constexpr int64_t OPENING_MS = 20; //!< before flows start, for connections of TCP

/** Flows of some sizes. */
struct Class
{
    const char* name; //!< of these
    double most;      //!< bytes; they have more than those of the class before
};

constexpr std::array<Class, 3> CLASSES{{{"short", 1e5}, {"medium", 1e7}, {"long", HUGE_VAL}}};

/** @param time any @return microseconds */
double
ToMicroseconds(Time time)
{
    return time.ToDouble(Time::US);
}

} // namespace

TypeId
FlowCompletionLoadScenario::GetTypeId()
{
    using Self = FlowCompletionLoadScenario;
    static TypeId tid =
        AddStreamBase(AddTo(TypeId("ns3::FlowCompletionLoadScenario")
                                .SetParent<scenario::Scenario>()
                                .SetGroupName("flow-completion")
                                .AddConstructor<Self>(),
                            "leaf-spine")
                          .AddAttribute("Flows",
                                        "Number of flows.",
                                        UintegerValue(300),
                                        MakeUintegerAccessor(&Self::m_count),
                                        MakeUintegerChecker<uint64_t>(1, 10'000'000))
                          .AddAttribute("MaxTime",
                                        "Simulated time at which the run ends with flows left: "
                                        "completion.left counts them.",
                                        TimeValue(Seconds(100)),
                                        MakeTimeAccessor(&Self::m_most),
                                        MakeTimeChecker(MilliSeconds(1))));
    return tid;
}

std::string
FlowCompletionLoadScenario::GetHelp() const
{
    return "Sends flows between all pairs of hosts of a data centre, over pFabric, DCTCP or TCP, "
           "and says how much longer each took than alone in the network.";
}

Time
FlowCompletionLoadScenario::GetDuration() const
{
    return m_most;
}

double
FlowCompletionLoadScenario::GetProgress() const
{
    return std::max(Scenario::GetProgress(), static_cast<double>(m_done.size()) / m_count);
}

void
FlowCompletionLoadScenario::DoBuild()
{
    CheckLoad();
    const int64_t used = InstallNetwork(GetStreamBase() + 3);
    NS_LOG_LOGIC(used << " streams for spreading");
    const auto flows = GetFlowTransport();
    if (GetProtocol() != PFABRIC)
    {
        flows->SetAttribute("OpenAhead", TimeValue(MilliSeconds(OPENING_MS)));
    }
    flows->TraceConnectWithoutContext("Announced",
                                      MakeCallback(&FlowCompletionLoadScenario::Announce, this));
    flows->TraceConnectWithoutContext("Acknowledged",
                                      MakeCallback(&FlowCompletionLoadScenario::Acknowledge, this));
    m_capacity = PFabricTiers(GetRoutes()).GetCapacity(0, GetRates());
    m_generator = CreateGenerator(GetStreamBase());
    m_generator->SetAttribute("Rate", DoubleValue(GetFlowRate(GetLoad() * m_capacity)));
    m_generator->SetAttribute("MaxFlows", UintegerValue(m_count));
    m_generator->SetAttribute("Begin", TimeValue(MilliSeconds(OPENING_MS)));
    m_generator->Start(flows, GetHosts().GetN());
}

void
FlowCompletionLoadScenario::Announce(const PFabricFlow& flow)
{
    m_left[flow.number] = flow;
    m_bytes += static_cast<double>(flow.bytes + ((flow.bytes - 1) / DATA + 1) * HEADERS);
}

void
FlowCompletionLoadScenario::Acknowledge(const PFabricFlow& flow)
{
    m_left.erase(flow.number);
    m_done.push_back({flow, Simulator::Now() - flow.start, Time(0)});
    if (m_done.size() == m_count)
    {
        Simulator::Stop();
    }
}

void
FlowCompletionLoadScenario::DoReport()
{
    const PFabricIdealCompletion ideal(GetRoutes(), GetPorts(), {DATA, HEADERS, HEADERS});
    std::sort(m_done.begin(), m_done.end(), [](const Completion& a, const Completion& b) {
        return a.flow.number < b.flow.number;
    });
    Group all;
    std::array<Group, CLASSES.size()> byClass;
    const auto groupOf = [&byClass](const PFabricFlow& flow) -> Group& {
        const auto in = std::find_if(CLASSES.begin(), CLASSES.end(), [&flow](const Class& one) {
            return static_cast<double>(flow.bytes) <= one.most;
        });
        return byClass[in - CLASSES.begin()];
    };
    uint64_t bytes = 0;
    Time completion;
    Time least;
    for (auto& done : m_done)
    {
        done.ideal = ideal.Get(done.flow.from, done.flow.to, done.flow.bytes);
        const double slowdown = done.time.GetDouble() / done.ideal.GetDouble();
        groupOf(done.flow).done.push_back(slowdown);
        all.done.push_back(slowdown);
        bytes += done.flow.bytes;
        completion += done.time;
        least += done.ideal;
    }
    for (const auto& [number, flow] : m_left)
    {
        if (flow.start <= Simulator::Now())
        {
            const Time time = ideal.Get(flow.from, flow.to, flow.bytes);
            const Time so = Simulator::Now() - flow.start;
            const double slowdown = std::max(1.0, so.GetDouble() / time.GetDouble());
            groupOf(flow).left.push_back(slowdown);
            all.left.push_back(slowdown);
        }
    }
    if (!all.left.empty())
    {
        std::cerr << all.left.size() << " of " << all.left.size() + all.done.size()
                  << " flows that started were not done at the end: completion.mean and "
                     "completion.p99 are those of the others, which are the fast ones; "
                     "completion.mean_bound is a lower bound with all"
                  << std::endl;
    }
    ReportFlows();
    ReportSlowdowns(all, "all");
    for (std::size_t i = 0; i < CLASSES.size(); ++i)
    {
        ReportSlowdowns(byClass[i], CLASSES[i].name);
    }
    if (!all.done.empty())
    {
        Report("completion.of_means",
               completion.GetDouble() / least.GetDouble(),
               "1",
               "mean completion time over mean ideal one, of flows that were done");
        const Time span = m_done.back().flow.start - MilliSeconds(OPENING_MS);
        Report("completion.offered",
               m_bytes * 8 / span.GetSeconds() / m_capacity,
               "1",
               "load of the flows that were drawn, until the last of them starts");
    }
    Report("completion.left",
           m_count - m_done.size(),
           "1",
           "flows that were not done at the end, with those that had not started");
    Report("completion.left_bytes", m_generator->GetBytes() - bytes, "B", "of those that started");
    Report("completion.time", Simulator::Now().GetSeconds(), "s", "simulated");
    Report("completion.hops", GetHops(), "1", "packets on links, each once a link");
    Report("completion.dropped", GetDropped(), "1", "packets that queues dropped");
    if (const auto tcp = DynamicCast<PFabricTcpFlows>(GetFlowTransport()))
    {
        Report("completion.refused", tcp->GetFailed(), "1", "flows without a connection, TCP");
    }
    auto& ledger = GetLedger();
    const uint32_t account = ledger.AddAccount("flows");
    ledger.Inject(account, m_generator->GetFlows());
    ledger.Deliver(account, m_done.size());
    ledger.StateInFlight(account, m_generator->GetFlows() - m_done.size());
}

void
FlowCompletionLoadScenario::ReportFlows()
{
    const uint32_t table = GetArchive().AddTable("flows",
                                                 {{"flow", "1"},
                                                  {"source", "1"},
                                                  {"destination", "1"},
                                                  {"size", "B"},
                                                  {"start", "us"},
                                                  {"completion", "us"},
                                                  {"ideal", "us"}});
    for (const auto& [flow, time, ideal] : m_done)
    {
        GetArchive().AddRow(table,
                            std::vector<double>{static_cast<double>(flow.number),
                                                static_cast<double>(flow.from),
                                                static_cast<double>(flow.to),
                                                static_cast<double>(flow.bytes),
                                                ToMicroseconds(flow.start),
                                                ToMicroseconds(time),
                                                ToMicroseconds(ideal)});
    }
}

void
FlowCompletionLoadScenario::ReportSlowdowns(Group group, const std::string& object)
{
    auto& sorted = group.done;
    const std::size_t count = sorted.size() + group.left.size();
    Report("completion.flows", sorted.size(), "1", "flows that were done", object);
    Report("completion.unfinished",
           group.left.size(),
           "1",
           "flows that had started and were not done at the end: not part of mean and p99",
           object);
    if (count == 0)
    {
        return;
    }
    std::sort(sorted.begin(), sorted.end());
    double mean = 0;
    double bound = 0;
    for (const double slowdown : sorted)
    {
        mean += slowdown / sorted.size();
        bound += slowdown / count;
    }
    for (const double slowdown : group.left)
    {
        bound += slowdown / count;
    }
    Report("completion.mean_bound",
           bound,
           "1",
           "lower bound of the mean with unfinished flows, of each the time so far",
           object);
    if (sorted.empty())
    {
        return;
    }
    Report("completion.mean",
           mean,
           "1",
           "mean of completion time over ideal one, of flows that were done",
           object);
    Report("completion.p99",
           sorted[(99 * sorted.size() + 99) / 100 - 1],
           "1",
           "slowdown that 99 % of the flows that were done do not exceed",
           object);
}

} // namespace ns3
