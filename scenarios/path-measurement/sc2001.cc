/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sc2001.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/iepm-host-reader.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PathMeasurementSc2001Scenario);

namespace
{

constexpr uint32_t WINDOW_2002 = 1 << 20; //!< bytes, tuned (slide 10)

} // namespace

TypeId
PathMeasurementSc2001Scenario::AddNetwork(TypeId type)
{
    using Self = PathMeasurementSc2001Scenario;
    return type
        .AddAttribute("Hosts",
                      "File of hosts from which sites are drawn.",
                      StringValue("scenarios/path-measurement/hosts-2002.txt"),
                      MakeStringAccessor(&Self::m_file),
                      burst::MakeFileChecker())
        .AddAttribute("Sites",
                      "How many are drawn.",
                      UintegerValue(20),
                      MakeUintegerAccessor(&Self::m_count),
                      MakeUintegerChecker<uint32_t>(1, 200))
        .AddAttribute("LeastRate",
                      "Hosts with slower links are not drawn.",
                      DataRateValue(DataRate("3Mb/s")),
                      MakeDataRateAccessor(&Self::m_least),
                      MakeDataRateChecker())
        .AddAttribute("MostRate",
                      "Hosts with faster links are not drawn.",
                      DataRateValue(DataRate("300Mb/s")),
                      MakeDataRateAccessor(&Self::m_most),
                      MakeDataRateChecker())
        .AddAttribute("UseOfOthers",
                      "Factor of the mean use of links of sites by others, which is taken from "
                      "their rate; 0: nobody else uses them.",
                      DoubleValue(1),
                      MakeDoubleAccessor(&Self::m_use),
                      MakeDoubleChecker<double>(0, 2))
        .AddAttribute("Scale",
                      "All rates and windows are divided by this, random loss is multiplied with "
                      "its square up to 1 %, and times stay; results are those of full rates.",
                      DoubleValue(50),
                      MakeDoubleAccessor(&Self::m_scale),
                      MakeDoubleChecker<double>(1, 1000))
        .AddAttribute("TrunkRate",
                      "Of the link that all packets cross.",
                      DataRateValue(DataRate("2Gb/s")),
                      MakeDataRateAccessor(&Self::m_trunk),
                      MakeDataRateChecker())
        .AddAttribute("Buffer",
                      "Queue of each class before the trunk, as the time in which the trunk sends "
                      "it; of Stack 2002.",
                      TimeValue(MilliSeconds(10)),
                      MakeTimeAccessor(&Self::m_buffer),
                      MakeTimeChecker(Time(0), Seconds(10)))
        .AddAttribute("Stack",
                      "TCP of hosts and queues of routers.",
                      EnumValue(PathMeasurementStack::Y2002),
                      MakeEnumAccessor<PathMeasurementStack::Year>(&Self::m_year),
                      PathMeasurementStack::MakeChecker())
        .AddAttribute("Window",
                      "Of a stream before scaling, bytes: the buffers at both ends; 0: 1 MiB with "
                      "Stack 2002, what nobody tunes with others.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&Self::m_window),
                      MakeUintegerChecker<uint32_t>(0, 1 << 30));
}

TypeId
PathMeasurementSc2001Scenario::GetTypeId()
{
    using Self = PathMeasurementSc2001Scenario;
    static TypeId tid = AddStreamBase(AddNetwork(
        TypeId("ns3::PathMeasurementSc2001Scenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("path-measurement")
            .AddConstructor<Self>()
            .AddAttribute(
                "QbssSites",
                "How many of the fastest sites have streams of class QBSS (slide 28: one).",
                UintegerValue(1),
                MakeUintegerAccessor(&Self::m_qbss),
                MakeUintegerChecker<uint32_t>(0, 200))
            .AddAttribute(
                "PrioritySites",
                "How many of the slowest sites have streams of class Priority; the others "
                "are best effort.",
                UintegerValue(0),
                MakeUintegerAccessor(&Self::m_priority),
                MakeUintegerChecker<uint32_t>(0, 200))
            .AddAttribute("PingRoundTrip",
                          "Delays of all links of pings there and back.",
                          TimeValue(MilliSeconds(9)),
                          MakeTimeAccessor(&Self::m_base),
                          MakeTimeChecker(MicroSeconds(2 * TRUNK_US)))
            .AddAttribute("PingInterval",
                          "Between pings of one class.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&Self::m_pingInterval),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("PingWait",
                          "Pings that are not answered in this time are lost.",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&Self::m_pingWait),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("Duration",
                          "Simulated time, whole seconds and up to an hour.",
                          TimeValue(Seconds(20)),
                          MakeTimeAccessor(&Self::m_duration),
                          MakeTimeChecker(Seconds(1), Hours(1)))
            .AddAttribute("Settle",
                          "From the begin until rates of sites and pings count.",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&Self::m_settle),
                          MakeTimeChecker(NanoSeconds(0)))
            .AddAttribute("Best",
                          "Time over which the best aggregate is looked for, whole seconds; "
                          "Duration, if that is shorter.",
                          TimeValue(Minutes(5)),
                          MakeTimeAccessor(&Self::m_best),
                          MakeTimeChecker(Seconds(1)))));
    return tid;
}

std::string
PathMeasurementSc2001Scenario::GetHelp() const
{
    return "Sends TCP from three machines to sites all over the world through a trunk with QBSS, "
           "as at SC2001, and says what all had together and what pings of each class saw.";
}

Time
PathMeasurementSc2001Scenario::GetDuration() const
{
    return m_duration;
}

DataRate
PathMeasurementSc2001Scenario::Scale(double rate) const
{
    return DataRate(static_cast<uint64_t>(std::max(1000.0, rate / m_scale)));
}

void
PathMeasurementSc2001Scenario::CheckInput()
{
    const auto whole = [](Time time) { return (time % Seconds(1)).IsZero(); };
    for (const auto& [name, time] : {std::pair("Duration", m_duration), {"Best", m_best}})
    {
        burst::CheckParameter(whole(time), name, time.GetSeconds(), "whole seconds");
    }
    burst::CheckParameter(m_settle + Seconds(1) <= m_duration,
                          "Settle",
                          m_settle.GetSeconds(),
                          "times in s that leave 1 s of Duration");
    burst::CheckParameter(m_trunk.GetBitRate() >= 1'000'000,
                          "TrunkRate",
                          m_trunk.GetBitRate(),
                          "1,000,000 b/s and more");
    if (m_window == 0)
    {
        m_window = m_year == PathMeasurementStack::Y2002 ? WINDOW_2002
                                                         : PathMeasurementStack(m_year).GetWindow();
    }
    burst::CheckParameter(m_window / m_scale >= 2 * QbssStreams::SEGMENT,
                          "Window",
                          m_window,
                          "bytes that leave two segments of 1,460 after division by Scale");
}

void
PathMeasurementSc2001Scenario::DoBuild()
{
    CheckInput();
    PathMeasurementStack(m_year).SetDefaults();
    DrawSites();
    BuildNetwork();
    AddPings();
}

void
PathMeasurementSc2001Scenario::DrawSites()
{
    const auto database = iepm::ReadHosts(m_file);
    std::vector<iepm::MeasurementHost> hosts;
    for (const auto& host : database.GetHosts())
    {
        if (host.rate >= m_least.GetBitRate() && host.rate <= m_most.GetBitRate())
        {
            hosts.push_back(host);
        }
    }
    if (hosts.empty())
    {
        throw std::invalid_argument("LeastRate is " + std::to_string(m_least.GetBitRate()) +
                                    " b/s and MostRate " + std::to_string(m_most.GetBitRate()) +
                                    " b/s; allowed are rates with the link of a host of " + m_file +
                                    " between them");
    }
    if (m_count > hosts.size() || m_qbss + m_priority > m_count)
    {
        throw std::invalid_argument(
            "Sites is " + std::to_string(m_count) + "; allowed are " +
            std::to_string(std::max(1U, m_qbss + m_priority)) + " to " +
            std::to_string(hosts.size()) +
            ": at least QbssSites and PrioritySites together, at most the hosts of " + m_file +
            " between LeastRate and MostRate");
    }
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(GetStreamBase());
    for (uint32_t i = 0; i < m_count; ++i)
    {
        std::swap(hosts[i], hosts[random->GetInteger(i, hosts.size() - 1)]);
        Site site{hosts[i]};
        site.number = QbssClass::BEST_EFFORT;
        site.nic = i % NICS;
        site.rate = hosts[i].rate * std::max(0.01, 1 - m_use * hosts[i].GetFact("use")) / 1e6;
        m_sites.push_back(std::move(site));
    }
    std::vector<uint32_t> order(m_count);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) {
        return m_sites[a].rate > m_sites[b].rate;
    });
    for (uint32_t i = 0; i < m_qbss; ++i)
    {
        m_sites[order[i]].number = QbssClass::SCAVENGER;
    }
    for (uint32_t i = 0; i < m_priority; ++i)
    {
        m_sites[order[m_count - 1 - i]].number = QbssClass::PRIORITY;
    }
}

} // namespace ns3
